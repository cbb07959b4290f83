"""A match in words: labels of options, the log, the end."""

from __future__ import annotations

import re
from itertools import takewhile
from typing import TYPE_CHECKING

from interpreter.cli.table.looks import variables_now
from interpreter.cli.table.places import group_of
from interpreter.cli.table.tabletop import seen_by
from interpreter.engine.names import HIDDEN_NAME
from interpreter.engine.noted import Phase, Printed
from interpreter.model import typed
from interpreter.model.types import Type

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from interpreter.cli.words import Words
    from interpreter.compiler import ir
    from interpreter.engine import Element, Option, Session, State, Step
    from interpreter.engine.session import Event
    from interpreter.explain import Speaker
    from interpreter.model.game import Counter

Way = tuple[int, int]
"""From one place to another."""
COMES_TO = "→"
LEAST_ALIKE = 4
"""So many moves of the same tokens to several places are told as one."""
MOST_EVENTS = 60
"""A step that did more, such as a large set-up, is seen on the table."""


class Voice:
    """Says what happens in a match, in one locale."""

    def __init__(self, say: Words, speaker: Speaker) -> None:
        self.say = say
        self.speaker = speaker

    # -- options --------------------------------------------------------------------------------------------

    def labels(self, state: State) -> list[str]:
        """What each option of the pending decision is called; those that would sound alike get their keys."""
        options = () if state.decision is None else state.decision.options
        labels = [self.label(state, option) for option in options]
        return [
            self.speaker.say_noted(label, option.key) if labels.count(label) > 1 else label
            for label, option in zip(labels, options, strict=True)
        ]

    def label(self, state: State, option: Option) -> str:
        """What one option is called."""
        group = group_of(state.rules.program, option)
        label = self.named(group, option.kind, option.rule, option.element)
        now = self._now(state, option.element)
        return self.speaker.say_noted(label, now) if now else label

    def leads(self, session: Session) -> list[str]:
        """For each option of the pending decision the effect printed on some piece that it begins with, else the space
        that it leads to; empty where there is none, there are several, or the option itself is for it.
        """
        decision = session.state.decision
        return [] if decision is None else [self._lead(session, option) for option in decision.options]

    def _lead(self, session: Session, option: Option) -> str:
        step = session.foreseen(option)
        printed = _others(step, option)
        if option.element is not None and printed and printed[0].after == 0:
            return self.speaker.say_printed_on(printed[0].attribute, printed[0].piece)
        if option.element is not None and option.element.kind == "space":
            return ""
        places = {place for event in step.events for place in _reached(event)}
        kinds = self.speaker.model.spaces.values()
        spaces = [(kind, place) for kind in kinds for place in places if kind.first <= place < kind.nothing]
        if len(spaces) != 1:
            return ""
        ((kind, space),) = spaces
        return self.speaker.say_element(Type("space", kind.name), space)

    def _now(self, state: State, element: Element | None) -> str:
        """What the piece that an option is for, or those on its space, show now, such as the number of a die."""
        if element is None or element.kind not in ("piece", "space"):
            return ""
        table = seen_by(state, state.seat_to_decide)
        pieces = (element.number,) if element.kind == "piece" else table.pieces[element.number] or ()
        return variables_now(self.speaker, table, pieces)

    def named(self, group: ir.Group, kind: str, rule: str, element: Element | None) -> str:
        """An option that is no named rule and is for nothing is called by all that it does."""
        plain = kind == "rule" and element is None and rule not in self.speaker.model.rules
        if group.effect is not None and (plain or (kind == "accept" and not rule)):
            return self.speaker.say_effect(group.effect).rstrip(".。")
        return self.speaker.say_option(kind, rule, element)

    def meaning(self, session: Session, option: Option) -> list[str]:
        """What an option does with what it is for, in sentences, and all that would come of it now, if that is sure."""
        lines, step = self.does(session.state, option), session.foreseen(option)
        lines += self.printed(step, option)
        events = [event for event in step.events if not is_vain(event)]
        if 0 < len(events) <= MOST_EVENTS:
            said_now = self.say("play.join").join(self._events(events, {}, session.state.seat_to_decide))
            lines.append(f"  {COMES_TO} {said_now}")
        return lines

    def does(self, state: State, option: Option) -> list[str]:
        """What an option does with what it is for, in sentences."""
        lines, effect = self.rule(state, option), group_of(state.rules.program, option).effect
        if isinstance(effect, typed.Choose) and option.element is not None and option.element.kind != "unseen":
            said = self.speaker.say_chosen(effect, option.element.number)
            lines = [lines[0], *self._facts(option.element), *(f"  {line}" for line in said)]
        return lines

    def printed(self, step: Step, option: Option) -> Iterator[str]:
        """What is printed on other pieces than the option is for and is begun by it, as lines."""
        for one in _others(step, option):
            yield from (f"  {line}" for line in self.speaker.say_done(one.attribute, one.piece))

    def _facts(self, element: Element) -> list[str]:
        """What the piece or space that an option is for has, but for what its glyph shows."""
        model, kind = self.speaker.model, None
        if element.kind in ("piece", "space"):
            kind = model.pieces.get(element.of) or model.spaces[element.of]
        drawn = kind is None or "{" in getattr(kind, "glyph", "")
        if kind is None or drawn or not self.speaker.has_facts(kind, element.number - kind.first):
            return []
        return [f"  {self.speaker.say_member(kind, element.number - kind.first)}"]

    def rule(self, state: State, option: Option) -> list[str]:
        """What options like this one do, whatever they are for, in sentences."""
        group = group_of(state.rules.program, option)
        rule = self.speaker.model.rules.get(option.rule)
        lines = [self.label(state, option)]
        if rule is not None:
            lines += [f"  {line}" for line in self.speaker.say_rule(rule)]
        elif group.effect is not None:
            lines += [f"  {line}" for line in self.speaker.say_steps(group.effect)]
        return lines

    def decision(self, state: State) -> str:
        """Who decides about what."""
        decision = state.decision
        return "" if decision is None else self.speaker.say_decision(decision.seat, decision.name)

    # -- the log --------------------------------------------------------------------------------------------

    def step(self, session: Session, number: int, step: Step, seat: int | None) -> Iterator[str]:
        """Step `number` of a log, as a player may know it (None: all together): the choice, then what came of it, if
        anything.
        """
        if step.seat is None:
            yield self.say("play.setup")
        elif step.key == HIDDEN_NAME:
            yield self.say("play.step_hidden", player=self.speaker.say_player(step.seat))
        else:
            moment = session.moments[number - 1]
            label = self.label(moment.state, moment.option)
            yield self.say("play.step", player=self.speaker.say_player(step.seat), label=label)
        events = [event for event in step.events if not is_vain(event)]
        if len(events) > MOST_EVENTS:
            yield "    " + self.say("play.many_events", count=len(events))
        elif events:
            drawn = _drawn(session, number, events, seat)
            for rule, owner, part in phases_of(step):
                if rule is not None:
                    yield f"  {self.phase(rule, owner)}"
                said = self.say("play.join").join(self._events(part, drawn, step.seat))
                yield f"    {self.speaker.begin(said)}"

    def phase(self, rule: str, seat: int | None) -> str:
        """What a part of the flow is called, and whose it is."""
        name = self.speaker.say_option("rule", rule)
        return name if seat is None else self.say("play.step", player=self.speaker.say_player(seat), label=name)

    def _events(self, events: Sequence[Event], drawn: dict[Way, list[int]], chooser: int | None) -> Iterator[str]:
        """Events as parts of a line, alike ones once; `drawn`: the pieces that were drawn from a place to another."""
        counts: dict[str, int] = {}
        ways: dict[str, Way] = {}
        for alike in _alike(events) if chooser is None else ([event] for event in events):
            first, last = (
                self.speaker.say_event_within(one.effect, one.values, chooser) for one in (alike[0], alike[-1])
            )
            text = first if first == last else _from_to(first, last)
            counts[text] = counts.get(text, 0) + len(alike)
            if isinstance(alike[0].effect, typed.Draw):
                _, source, place = alike[0].values
                ways.setdefault(text, (source, place))
        for text, count in counts.items():
            said = text if count == 1 else self.speaker.say_noted(text, f"×{count}")
            pieces = drawn.pop(ways[text], []) if text in ways else []
            names = self.say("play.list").join(map(self.speaker.say_piece, pieces))
            yield self.say("play.drawn", event=said, pieces=names) if pieces else said

    # -- the end --------------------------------------------------------------------------------------------

    def owner(self, state: State, index: int) -> str:
        """A player or team that scores."""
        by_team = state.rules.program.model.score.per == "team"
        return self.speaker.say_team(index) if by_team else self.speaker.say_player(index)

    def end(self, state: State) -> Iterator[str]:
        """The winners, and which tie-break decided."""
        names = [self.owner(state, state.rules.owners.index(winner)) for winner in state.winners()]
        listed = self.say("play.and").join(names)
        yield self.say("play.winners", count=len(names), names=listed)
        yield from self._ties(state)

    def _ties(self, state: State) -> Iterator[str]:
        """Each tie-break that was looked at, with its values, up to the one that decided."""
        totals = state.totals()
        tied = [owner for owner, total in enumerate(totals) if total == max(totals)]
        for index, line in enumerate(state.rules.program.model.score.ties):
            if len(tied) < 2:
                return
            values = {owner: state.rules.program.ties(state.array, owner)[index] for owner in tied}
            said = [f"{self.owner(state, owner)} {value}" for owner, value in values.items()]
            name = self.speaker.say_name(f"tie.{line.name}")
            yield self.say("play.tie", name=name, values=self.say("play.list").join(said))
            tied = [owner for owner in tied if values[owner] == max(values.values())]


def _drawn(session: Session, number: int, events: Sequence[Event], seat: int | None) -> dict[Way, list[int]]:
    """The pieces that were drawn in a step, by where from and where to; only those that the player sees, where all are
    still there and it is sure which came from where.
    """
    if not number:
        return {}
    moments = session.moments
    state = moments[number - 1].state
    before = seen_by(state, seat).pieces
    after = seen_by(moments[number].state if number < len(moments) else session.state, seat).pieces
    lay = state.rules.program.layout.places(state.array)
    amounts: dict[Way, int] = {}
    for event in events:
        if isinstance(event.effect, typed.Draw):
            amount, source, place = event.values
            amounts[source, place] = amounts.get((source, place), 0) + amount
    found: dict[Way, list[int]] = {}
    for place in {place for _, place in amounts}:
        old, new = before.get(place), after.get(place)
        came = [] if old is None or new is None else [piece for piece in new if piece not in old]
        ways = [way for way in amounts if way[1] == place]
        apart = {way: came if len(ways) == 1 else [one for one in came if lay.get(one) == way[0]] for way in ways}
        if all(len(apart[way]) == amounts[way] for way in ways):
            found |= apart
    return found


def _others(step: Step, option: Option) -> list[Printed]:
    """The printed effects that are begun, without that of the piece which the option is for."""
    own = option.element.number if option.element is not None and option.element.kind == "piece" else None
    return [one for one in step.printed if one.piece != own]


def _reached(event: Event) -> tuple[int, ...]:
    """The place that something is put on, or turned over on, by an event."""
    match event.effect, event.values:
        case (typed.MovePieces(), (*_, place)) | (typed.MoveTokens(), (_, _, place, _)):
            return (place,)
        case typed.FlipToken(), (place, _):
            return (place,)
        case _:
            return ()


def _alike(events: Sequence[Event]) -> Iterator[list[Event]]:
    """The events, those together by which the same tokens come to several places."""
    found: dict[tuple[int, ...], list[Event]] = {}
    for index, event in enumerate(events):
        match event.effect, event.values:
            case typed.MoveTokens(), (amount, source, _, variant):
                key: tuple[int, ...] = (id(event.effect), amount, source, variant)
            case _:
                key = (index,)
        found.setdefault(key, []).append(event)
    for alike in found.values():
        yield from [alike] if len(alike) >= LEAST_ALIKE else ([event] for event in alike)


def _from_to(first: str, last: str) -> str:
    """Two texts that differ at one place as one: `2 cups to space 1 … 9`."""
    one, other = (re.findall(r"\d+|[^\W\d]+|\W", text) for text in (first, last))
    same = _shared(one, other)
    after = _shared(one[same:][::-1], other[same:][::-1])
    return "".join([*one[: len(one) - after], " … ", *other[same:]])


def _shared(one: Sequence[str], other: Sequence[str]) -> int:
    """How many words two texts have in common at their beginnings."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))


def _counter(effect: typed.Gain | typed.SetCounter | typed.Lose) -> Counter:
    return effect.counter if isinstance(effect, typed.SetCounter) else effect.amount.counter


def phases_of(step: Step) -> Iterator[tuple[str | None, int | None, list[Event]]]:
    """The events of a step that changed something, by the parts of the flow in which they happened: its rule and whose
    it is, nothing for what goes on where the choice stood or between such parts. One after the other of the same rule
    are one, which is nobody's when they were several players'. What a match begins with is one, too.
    """
    found: list[tuple[str | None, set[int | None], list[Event]]] = []
    parts = [Phase(0, None, None), *(() if step.seat is None else step.phases)]
    ends = [*(one.first for one in parts[1:]), len(step.events)]
    for one, end in zip(parts, ends, strict=True):
        told = _last_settings([event for event in step.events[one.first : end] if not is_vain(event)])
        if told and found and found[-1][0] == one.rule is not None:
            found[-1][1].add(one.seat)
            found[-1][2].extend(told)
        elif told:
            found.append((one.rule, {one.seat}, told))
    for rule, seats, told in found:
        yield rule, seats.pop() if len(seats) == 1 else None, told


def _last_settings(events: Sequence[Event]) -> list[Event]:
    """The events without settings of a counter that is set anew among them before anything else happens to it."""
    found: list[Event] = []
    later: dict[tuple[str, int], bool] = {}
    for event in reversed(events):
        effect = event.effect
        if isinstance(effect, typed.SetCounter):
            key = effect.counter.name, event.values[-1]
            if later.get(key):
                continue
            later[key] = True
        elif isinstance(effect, typed.Gain | typed.Lose):
            later[effect.amount.counter.name, event.values[-1]] = False
        elif isinstance(effect, typed.Pay):
            later |= {(cost.counter.name, event.values[-1]): False for cost in effect.costs}
        found.append(event)
    return found[::-1]


def is_vain(event: Event) -> bool:
    """Whether by an event nothing was gained, paid, drawn or moved, or nothing that players are told of."""
    match event.effect, event.values:
        case (typed.Gain() | typed.SetCounter() | typed.Lose()) as changed, _ if not _counter(changed).told:
            return True
        case typed.Gain(), (_, amount, *_):
            return amount == 0
        case typed.Pay(), (*amounts, _):
            return not any(amounts)
        case ((typed.MoveTokens() | typed.Draw()), (amount, *_)):
            return amount == 0
        case _:
            return False
