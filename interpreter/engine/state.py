"""A match at one moment: an array of numbers that can be looked at, copied, compared and played on."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from interpreter.compiler import ME, PENDING
from interpreter.engine.arguments import is_whole, wrong
from interpreter.engine.decision import Decision, Option
from interpreter.engine.errors import IllegalChoiceError
from interpreter.engine.unseen import offered, unseen
from interpreter.source import NO_SPAN, did_you_mean, error

if TYPE_CHECKING:
    from interpreter.engine.game import Game
    from interpreter.engine.rules import Rules
    from interpreter.engine.view import View
    from interpreter.source import Diagnostic


class State:
    """A match at one moment. `choose` changes it in place; `copy` first to keep it.

    array: every slot's value.  codes: the pending decision's options, empty when the game is over; they are
    never changed in place, so that copies share them. Of options that are alike to the player who decides there is one.
    """

    __slots__ = ("_decision", "array", "codes", "game", "rules")

    def __init__(self, game: Game, rules: Rules, array: list[int], codes: list[int]) -> None:
        self.game = game
        self.rules = rules
        self.array = array
        self.codes = offered(rules, array, codes) if codes else codes
        self._decision: Decision | None = None

    @property
    def players(self) -> tuple[str, ...]:
        """The players' names in turn order."""
        return self.rules.players

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return not self.codes

    @property
    def decision(self) -> Decision | None:
        """What is asked now; None when the game is over."""
        if self._decision is None and self.codes:
            hidden = unseen(self.rules, self.array, self.codes)
            self._decision = Decision(self.rules, self.array[PENDING], self.array[ME], self.codes, hidden)
        return self._decision

    @property
    def seat_to_decide(self) -> int:
        """The seat number of the player who decides, or who decided last."""
        return self.array[ME]

    def choose(self, choice: Option | int | str) -> State:
        """Plays on, up to the next decision: with an option, its index, or text that `Decision.find` knows.

        Returns this state. Raises IllegalChoiceError, which says why, and TypeError for anything else; then
        nothing has changed.
        """
        code = self.codes[choice] if type(choice) is int and 0 <= choice < len(self.codes) else self.option(choice).code
        self.codes = offered(self.rules, self.array, self.rules.program.choose(self.array, code))
        self._decision = None
        return self

    def option(self, choice: Option | int | str) -> Option:
        """The option that `choose` would take. Raises IllegalChoiceError, and TypeError as `choose` does."""
        if not (isinstance(choice, Option | str) or is_whole(choice)):
            raise wrong("a choice", "an option, its index or text", choice)
        decision = self.decision
        if decision is None:
            raise IllegalChoiceError(error("game-over", NO_SPAN))
        options = decision.options
        if isinstance(choice, Option):
            if choice.index < len(options) and options[choice.index] == choice:
                return choice
            choice = choice.key
        if isinstance(choice, int):
            found = options[choice] if 0 <= choice < len(options) else None
        else:
            found = decision.find(choice)
        if found is None:
            raise IllegalChoiceError(*self._refusals(decision, choice))
        return found

    def _refusals(self, decision: Decision, choice: int | str) -> list[Diagnostic]:
        from interpreter.engine.refusals import why_not

        if isinstance(choice, int):
            return [error("no-such-index", NO_SPAN, index=choice, count=len(decision.options))]
        several = decision.matches(choice)
        if several:
            keys = ", ".join(option.key for option in several[:5])
            return [error("ambiguous-choice", NO_SPAN, text=choice, keys=keys)]
        refusals = why_not(self, choice) if choice.strip() else []
        if refusals:
            return [refusal.diagnostic for refusal in refusals[:3]]
        hint = did_you_mean(choice, [option.key for option in decision.options])
        return [error("no-such-option", NO_SPAN, hint=hint, text=choice)]

    def copy(self) -> State:
        """An independent state: one copy of one list."""
        return State(self.game, self.rules, self.array[:], self.codes)

    def view(self, player: int | str) -> View:
        """What a player, given by name or seat number, may know."""
        from interpreter.engine.view import View

        return View(self, self.seat(player))

    def determinise(self, player: int | str, seed: int) -> State:
        """A state whose view for this player is that of this one, with chance of its own.

        Hidden pieces are exchanged among their hidden places, each to where the rules can bring it; sizes of hidden
        places stay as they are. What else the player could know is not used: in which order pieces were put into a
        pile, what he saw go into a hidden place, or that something open tells what lies hidden.
        """
        from interpreter.engine.determinise import determinise

        array, codes = determinise(self.rules, self.array, self.seat(player), seed)
        return State(self.game, self.rules, array, codes)

    def seat(self, player: int | str) -> int:
        """A player's seat number, from a name or the number itself. Raises ValueError for nobody's."""
        if isinstance(player, str) and player in self.players:
            return self.players.index(player)
        if is_whole(player) and 0 <= player < len(self.players):
            return player
        raise ValueError(f"there is no player {player!r}: {', '.join(self.players)}")

    def score_lines(self) -> dict[str, dict[str, int]]:
        """Points by player or team, then by score line."""
        points = self.rules.program.score(self.array)
        return {
            owner: dict(zip(self.rules.lines, line, strict=True))
            for owner, line in zip(self.rules.owners, points, strict=True)
        }

    def totals(self) -> list[int]:
        """The points of each owner in `Rules.owners`."""
        return list(map(sum, self.rules.program.score(self.array)))

    def scores(self) -> dict[str, int]:
        """Points by player, or by team where teams score."""
        return dict(zip(self.rules.owners, self.totals(), strict=True))

    def winners(self) -> tuple[str, ...]:
        """Who leads, or has won: most points, then by the game's ties; several when these decide nothing."""
        return tuple(self.rules.owners[owner] for owner in self.rules.program.leaders(self.array))

    def random_playout(self, seed: int) -> int:
        """Plays to the end, every option as likely as any other. Returns the number of decisions. Raises RulesError."""
        bits = random.Random(seed).getrandbits  # noqa: S311 - play, no secrets
        count = self.rules.finish(self.array, self.codes, bits)
        self.codes, self._decision = [], None
        return count

    def to_json(self) -> str:
        """This moment as text, every slot by name. See `Session.to_json` for a match with its choices."""
        from interpreter.engine.save import write_state

        return write_state(self)

    @classmethod
    def from_json(cls, game: Game, text: str) -> State:
        """The state that `to_json` wrote. Raises SaveError."""
        from interpreter.engine.restore import read_save

        return read_save(game, text).state

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        return self.array == other.array and self.game.same_rules(other.game)

    def __hash__(self) -> int:
        return hash(tuple(self.array))

    def __repr__(self) -> str:
        return f"<State of {self.game.title}, {len(self.players)} players, {self.asked()}>"

    def asked(self) -> str:
        """Who decides what, in a few words; `over` at the end."""
        return "over" if self.decision is None else f"{self.decision.player} decides: {self.decision.name}"
