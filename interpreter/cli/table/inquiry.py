"""Why something is offered and what it would do; why something is not offered."""

from __future__ import annotations

from dataclasses import replace
from difflib import get_close_matches
from functools import cached_property
from typing import TYPE_CHECKING

from interpreter.cli.table.dialog import MOST_NEAR, options_meant
from interpreter.cli.table.places import Places
from interpreter.cli.table.voice import MOST_EVENTS, is_vain
from interpreter.engine import GameError, why_not
from interpreter.engine.refusals import decided, instead
from interpreter.source.render import rulebook

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from interpreter.cli.table.voice import Voice
    from interpreter.compiler import ir
    from interpreter.engine import Element, Option, Refusal, Rules, Session, State
    from interpreter.engine.names import OptionGroup
    from interpreter.source import Diagnostic

MOST_REASONS = 8


class Inquiry:
    """What whoever decides now may ask about the pending decision. Nothing that he does not see is told."""

    def __init__(self, session: Session, voice: Voice) -> None:
        self.session = session
        self.voice = voice

    @property
    def _state(self) -> State:
        return self.session.state

    @cached_property
    def _places(self) -> Places:
        return Places(self.session.rules.program)

    # -- which options --------------------------------------------------------------------------------------

    def meant(self, text: str) -> list[Option]:
        """The options that a text can mean, as it was typed or in the catalogue's usual words."""
        decision, labels = self._state.decision, self.voice.labels(self._state)
        if decision is None:
            return []
        usual = self.voice.speaker.usual(text)
        return options_meant(decision, labels, text) or options_meant(decision, labels, usual)

    def like(self, text: str) -> list[Option]:
        """The options that lead to what a text says, or whose labels have it in them."""
        decision, wanted = self._state.decision, text.casefold()
        if decision is None or text.isdecimal():
            return []
        leads, labels = self.voice.leads(self.session), self.voice.labels(self._state)
        known = list(zip(decision.options, labels, leads, strict=True))
        led = [option for option, _, lead in known if lead.casefold() == wanted]
        return led or [option for option, label, _ in known if wanted in label.casefold()]

    def offered(self, text: str) -> list[Option]:
        """The options that are asked about; none without a text."""
        return (self.meant(text) or self.like(text)) if text else []

    # -- why it is offered, and what comes of it ------------------------------------------------------------

    def account(self, option: Option) -> Iterator[str]:
        """What an option does in sentences, where it is written, and each change that it would make now, as far as
        that is sure, with the rule that makes it.
        """
        step = self.session.foreseen(option)
        yield from self.voice.does(self._state, option)
        yield from self.voice.printed(step, option)
        yield f"    {self._places.at(self.session.place(self._places.span_of(option)))}"
        events = [event for event in step.events if not is_vain(event)]
        for event in events[:MOST_EVENTS]:
            said = self.voice.speaker.say_event(event.effect, event.values, self._state.seat_to_decide)
            yield f"  → {said}  · {self._places.at(event.effect.span)}"
        if len(events) > MOST_EVENTS:
            yield "    " + self.voice.say("play.many_events", count=len(events))
        if not events:
            yield "  → " + self.voice.say("why.unforeseen")

    # -- why it is not --------------------------------------------------------------------------------------

    def reasons(self, text: str) -> list[str]:
        """Why options that a text means are not offered, where the rules say so and what the rulebook's place is;
        without a text, why any is not. Empty: everything is offered, or nothing is known of the text.
        """
        usual = self.voice.speaker.usual(text)
        return self._reasons(text) or self._reasons(usual) or self._instead(text) or self._instead(usual)

    def _reasons(self, text: str) -> list[str]:
        state = self._state
        refusals = why_not(state, text)
        if not refusals:
            keys = self._keys_by_label(text)
            refusals = [found for key in keys for found in why_not(state, key) if found.key == key]
        labels = dict(self._all())
        shown = refusals[:MOST_REASONS]
        places = [*(self._written(one) if text else [] for one in shown), []]
        lines = []
        for index, refusal in enumerate(shown):
            lines += [labels.get(refusal.key, refusal.key), self._reason(refusal)]
            if places[index] != places[index + 1]:
                lines += places[index]
        if len(refusals) > MOST_REASONS:
            lines.append(self.voice.say("play.more_reasons", count=len(refusals) - MOST_REASONS))
        return lines

    def _instead(self, text: str) -> list[str]:
        """Where a text means what can be chosen only when this decision has no options: that it is so, and where."""
        wanted, lines = text.casefold(), []
        for site in self._sites(instead) if wanted else ():
            for key, label in self._named(site):
                if wanted in (key.casefold(), label.casefold()):
                    place = self._places.at(self.session.place(site.span))
                    lines += [label, f"    {self.voice.say('why.instead')}", f"    {place}"]
        return lines

    def _reason(self, refusal: Refusal) -> str:
        bound = None if refusal.variable is None else {refusal.variable: refusal.element}
        operands = [value for _, value in refusal.operands]
        return "    " + self.voice.speaker.say_refusal(
            refusal.node,
            operands,
            bound,
            absent=refusal.absent,
            short=refusal.short,
            uncovered=refusal.uncovered,
            place=refusal.place,
            hidden=refusal.hidden,
            needless=refusal.needless,
        )

    def _written(self, refusal: Refusal) -> list[str]:
        """Where the rules say so, and the section of the rulebook that this is from."""
        span = self.session.place(refusal.diagnostic.span)
        if not span.file:
            return []
        book = self._book(replace(refusal.diagnostic, span=span))
        return [f"    {self._places.at(span)}", *([f"    {book}"] if book else [])]

    def _book(self, found: Diagnostic) -> str:
        """The section of the rulebook behind a finding; empty where nobody says, or the files are others by now."""
        try:
            (cited,) = self.session.game.cited([found])
        except GameError:
            return ""
        return "" if cited.reference is None else rulebook(cited.reference, self.voice.say.locale)

    def nearest_names(self, text: str) -> list[str]:
        """The labels, of all that could ever be offered here, that are most like a text."""
        labels: dict[str, str] = {}
        for key, label in self._all():
            labels.setdefault(label.casefold(), label)
            labels.setdefault(key.casefold(), label)
        near = get_close_matches(text[:100].casefold(), labels, n=MOST_NEAR, cutoff=0.6)
        return list(dict.fromkeys(labels[one] for one in near))

    def _keys_by_label(self, text: str) -> list[str]:
        wanted = text.casefold()
        found = [(key, label.casefold()) for key, label in self._all()]
        exact = [key for key, label in found if label == wanted]
        return exact or [key for key, label in found if wanted in label]

    def _all(self) -> Iterator[tuple[str, str]]:
        """Key and label of everything that the pending decision, or one that led to it, could ever offer."""
        for site in self._sites(decided):
            yield from self._named(site)

    def _sites(self, related: Callable[[Rules, int], Iterable[ir.Site]]) -> Iterable[ir.Site]:
        """Those that are related so to the pending decision's."""
        decision = self._state.decision
        return () if decision is None else related(self._state.rules, decision.site)

    def _named(self, site: ir.Site) -> Iterator[tuple[str, str]]:
        for group, names in zip(site.groups, self._state.rules.sites[site.number - 1].groups, strict=True):
            for code in range(names.low, names.high + 1):
                element = names.element(code)
                if element is None or _is_real(names, element):
                    yield names.key(code), self.voice.named(group, names.kind, names.rule, element)


def _is_real(names: OptionGroup, element: Element) -> bool:
    return names.names is None or 0 <= element.number < len(names.names)
