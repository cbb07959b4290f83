"""A match from its beginning: the state, what was chosen and what happened, with undo."""

from __future__ import annotations

from dataclasses import field, replace
from typing import TYPE_CHECKING

from interpreter.compiler import GENERATOR, RulesError
from interpreter.engine.arguments import check_whole
from interpreter.engine.errors import UndoRefusedError
from interpreter.engine.names import HIDDEN_NAME
from interpreter.engine.noted import Phase, Printed, read_notes
from interpreter.engine.passing import lain_open, paid_openly
from interpreter.engine.sight import HIDDEN
from interpreter.engine.state import State
from interpreter.model import typed
from interpreter.source import NO_SPAN, error
from interpreter.source.records import record

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from interpreter.engine.decision import Option
    from interpreter.engine.game import Game
    from interpreter.engine.view import View
    from interpreter.source import Diagnostic, Span


@record
class Event:
    """Something that happened: an effect of the rules and its values, HIDDEN where not to be known."""

    effect: typed.Effect
    values: tuple[int, ...]


@record
class Step:
    """Who chose what, and what came of it. The first step of a match is its set-up: nobody chose anything.

    phases: parts of the flow that began meanwhile.  printed: effects printed on pieces that were begun.  places: where
    what is compiled once for several pieces stands in the text of the one that it was last done for.
    """

    seat: int | None
    key: str
    events: tuple[Event, ...]
    phases: tuple[Phase, ...] = ()
    printed: tuple[Printed, ...] = ()
    places: Mapping[Span, Span] = field(default_factory=dict, compare=False, repr=False)


@record
class Moment:
    """A state that can be gone back to, and the choice that was then made."""

    state: State
    option: Option


class Session:
    """A match being played.

    seed: what it was started with; None if it was taken up from a state without a past.  moments: the past,
    one a choice.  steps: what happened, the set-up first.  table: who sits on each seat, in words that only whoever
    plays the match gives a meaning to; None when nobody has said.
    """

    def __init__(self, game: Game, players: int | None = None, seed: int = 0) -> None:
        check_whole("seed", seed)
        self.game = game
        self.rules = game.rules(players, trace=True)
        self.seed: int | None = seed
        self.table: tuple[str, ...] | None = None
        self.moments: list[Moment] = []
        self.steps: list[Step] = []
        array = self.rules.program.new_state(seed)
        self.rules.program.events.clear()
        self.state = State(game, self.rules, array, self.rules.program.begin(array))
        self._note(None, "")

    @classmethod
    def resume(cls, state: State) -> Session:
        """A match that goes on from a state, without a past."""
        session = cls.__new__(cls)
        session.game = state.game
        session.rules = state.game.rules(len(state.players), trace=True)
        session.seed = None
        session.table = None
        session.moments = []
        session.steps = [Step(None, "", ())]
        session.state = State(state.game, session.rules, state.array[:], state.codes)
        return session

    def choose(self, choice: Option | int | str) -> Session:
        """Plays on as `State.choose` does. When that fails, nothing has changed."""
        before = self.state.copy()
        option = self.state.option(choice)
        self.rules.program.events.clear()
        try:
            self.state.choose(option)
        except BaseException:  # an interrupt, too, must not leave half of a choice
            self.state = before
            raise
        self.moments.append(Moment(before, option))
        self._note(before.seat_to_decide, option.key)
        return self

    def foreseen(self, option: Option) -> Step:
        """What a pending option would do, up to the next decision, as far as nothing is told by it that could not be
        learnt by choosing it and taking it back: nothing where chance decides or something comes to light.
        """
        before, program = self.state, self.rules.program
        unknown = Step(before.seat_to_decide, option.key, ())
        after = before.copy()
        program.events.clear()
        try:
            after.choose(option)
        except RulesError:
            return unknown
        seat, step = before.seat_to_decide, self._happened(before.seat_to_decide, option.key)
        if self._cannot_be_undone(before.array, after.array, step.events, seat) is not None:
            return unknown
        hidden = self._hidden_pieces(before.array, seat)
        secret = self._unseen_counters(before.array, after.array, seat)
        events = tuple(_masked(event, hidden, secret) for event in step.events)
        return replace(step, events=events, printed=tuple(one for one in step.printed if one.piece not in hidden))

    def _happened(self, seat: int | None, key: str) -> Step:
        places = dict(self.steps[-1].places) if self.steps else {}
        notes = read_notes(self.rules.program, places)
        events = tuple(Event(*noted) for noted in notes.events)
        return Step(seat, key, events, notes.phases, notes.printed, places)

    def _note(self, seat: int | None, key: str) -> None:
        self.steps.append(self._happened(seat, key))

    def place(self, span: Span, choices: int | None = None) -> Span:
        """Where a place of the compiled rules stands in the text of the piece whose effect is under way, now or after
        so many choices.
        """
        return self.steps[-1 if choices is None else choices].places.get(span, span)

    def view(self, player: int | str) -> View:
        """What a player may know of the present state."""
        return self.state.view(player)

    def __repr__(self) -> str:
        made = f"{len(self.moments)} choice{'' if len(self.moments) == 1 else 's'}"
        return f"<Session of {self.game.title}, {len(self.rules.players)} players, {made}, {self.state.asked()}>"

    # -- undo -----------------------------------------------------------------------------------------------

    def undo(self, player: int | str | None = None) -> Session:
        """Takes back the last choice, which must be the player's own (None: whoever made it).

        Raises UndoRefusedError when there is none, or when chance or something hidden came to light by it.
        """
        refused = self.undo_refused(player)
        if refused is not None:
            raise UndoRefusedError(refused)
        self.state = self.moments.pop().state
        self.steps.pop()
        return self

    def undo_refused(self, player: int | str | None = None, witnesses: Iterable[int | str] = ()) -> Diagnostic | None:
        """Why the last choice cannot be taken back; None when it can.

        witnesses: others to whom nothing may have come to light by it either, such as people to whom a program has
        shown a card.
        """
        if not self.moments:
            return error("undo-nothing", NO_SPAN)
        before, after, events = self.moments[-1].state, self.state, self.steps[-1].events
        chooser = before.seat_to_decide
        seat = chooser if player is None else self.state.seat(player)
        if seat != chooser:
            return error("undo-other", NO_SPAN, name=self.rules.players[chooser])
        seats = (seat, *map(self.state.seat, witnesses))
        found = (self._cannot_be_undone(before.array, after.array, events, one) for one in seats)
        return next((refused for refused in found if refused is not None), None)

    def _cannot_be_undone(
        self, before: list[int], after: list[int], events: tuple[Event, ...], seat: int
    ) -> Diagnostic | None:
        """Whether chance decided, or something came to light, between the two."""
        if before[GENERATOR] != after[GENERATOR]:
            return error("undo-chance", NO_SPAN)
        if self._revealed(before, after, events, seat):
            return error("undo-reveal", NO_SPAN)
        return None

    def _revealed(self, before: list[int], after: list[int], events: tuple[Event, ...], seat: int) -> bool:
        hidden = self._hidden_pieces(before, seat)
        if hidden - self._hidden_pieces(after, seat) or hidden & lain_open(self.rules.sights[seat], before, events):
            return True
        return any(
            other != seat and nothing != before[slot] != after[slot] for other, slot, nothing in self.rules.secrets
        )

    # -- what is told to whom -------------------------------------------------------------------------------

    def log(self, player: int | str | None = None) -> list[Step]:
        """What happened, as a player may know it; None: everything."""
        if player is None:
            return list(self.steps)
        seat = self.state.seat(player)
        return [self._told(number, step, seat) for number, step in enumerate(self.steps)]

    def _told(self, number: int, step: Step, seat: int) -> Step:
        after = self._array(number)
        before = self._array(number - 1) if number else after
        hidden = self._hidden_pieces(before, seat) & self._hidden_pieces(after, seat)
        hidden -= lain_open(self.rules.sights[seat], before, step.events)
        secret = self._unseen_counters(before, after, seat)
        events = tuple(_masked(event, hidden, secret) for event in step.events)
        known = step.seat is None or step.seat == seat or self.choice_seen(number - 1, seat)
        return replace(step, key=step.key if known else HIDDEN_NAME, events=events)

    def choice_seen(self, index: int, seat: int) -> bool:
        """Whether a player could know another's choice when it was carried out.

        It names no piece that he did not see then, if only for a moment, and no number that went into a counter he does
        not see, unless just so much was paid openly. What comes to light later tells nothing of the choice.
        """
        option = self.moments[index].option
        chooser = self.moments[index].state.seat_to_decide
        if chooser == seat:
            return True
        done = self._carried_out(index, chooser)
        if done is None:
            return False
        before, after = self._array(done - 1), self._array(done)
        if option.element is None:
            return True
        if option.element.kind != "piece":
            secret = option.element.kind == "number" and self._unseen_counters(before, after, seat)
            return not secret or paid_openly(self.rules.program.sites[option.site - 1], option, self.steps[done].events)
        piece = option.element.number
        arrays = (self._array(index), self._array(index + 1), after)
        if any(piece not in self._hidden_pieces(array, seat) for array in arrays):
            return True
        return piece in lain_open(self.rules.sights[seat], before, self.steps[done].events)

    def _carried_out(self, index: int, chooser: int) -> int | None:
        """After how many choices this one was carried out: at once, or when a secret pick was; None: not yet."""
        before, after = self._array(index), self._array(index + 1)
        picked = [
            slot
            for owner, slot, nothing in self.rules.secrets
            if owner == chooser and before[slot] != after[slot] != nothing
        ]
        for number in range(index + 1, len(self.moments) + 1):
            if all(self._array(number)[slot] != after[slot] for slot in picked):
                return number
        return None

    def _array(self, number: int) -> list[int]:
        """The state's array after so many choices."""
        return self.moments[number].state.array if number < len(self.moments) else self.state.array

    def _hidden_pieces(self, array: list[int], seat: int) -> set[int]:
        return set(self.rules.sights[seat].hidden_pieces(array))

    def _unseen_counters(self, before: list[int], after: list[int], seat: int) -> set[str]:
        """The counters of which something changed that the player does not see."""
        seen, layout = self.rules.sights[seat].seen, self.rules.program.layout
        found = set()
        for name, base in layout.counters.items():
            for slot in range(base, base + self.rules.program.model.counters[name].owners):
                if slot not in seen and before[slot] != after[slot]:
                    found.add(name)
        return found

    # -- saving ---------------------------------------------------------------------------------------------

    def to_json(self, player: int | str | None = None) -> str:
        """The match as text; for a player what he may know, which is for reading and not for loading."""
        from interpreter.engine.save import write_session

        return write_session(self, None if player is None else self.state.seat(player))

    @classmethod
    def from_json(cls, game: Game, text: str) -> Session:
        """The match that `to_json` wrote. Raises SaveError."""
        from interpreter.engine.restore import read_save

        return read_save(game, text)


def _masked(event: Event, hidden: set[int], secret: set[str]) -> Event:
    """The event without the numbers of hidden pieces and of counters that are secret."""
    effect, values = event.effect, event.values
    match effect:
        case typed.MovePieces(what=what) if what.type.kind == "piece" and values[0] in hidden:
            return Event(effect, (HIDDEN, *values[1:]))
        case typed.SetVariable() | typed.Roll() if values[0] in hidden:
            return Event(effect, (HIDDEN,) * len(values))
        case typed.Gain() | typed.Lose() if effect.amount.counter.name in secret:
            return Event(effect, (HIDDEN,) * len(values))
        case typed.SetCounter(counter=counter) if counter.name in secret:
            return Event(effect, (HIDDEN,) * len(values))
        case typed.Pay(costs=costs) if any(cost.counter.name in secret for cost in costs):
            return Event(effect, (HIDDEN,) * len(values))
        case _:
            return event
