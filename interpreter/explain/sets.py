"""Sets and their elements: which ones, of which set, with which property."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING

from interpreter.explain.nouns import Env, Nouns
from interpreter.explain.phrases import Phrase
from interpreter.model import typed

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence


class SetSpeech(Nouns, ABC):
    """Says binders. Forms of a set's phrase: one, each, all, many."""

    @abstractmethod
    def value(self, node: typed.Value, env: Env) -> Phrase:
        """The value as a phrase."""

    def elements(
        self, binder: typed.Binder, env: Env, number: Callable[[str], Phrase] | None = None, which: str = ""
    ) -> tuple[Phrase, Env]:
        """The elements of a binder, and the environment in which its variable has a name.

        `number` says a fixed number of them, given the noun's id; `which` is a pattern for one of them.
        """
        noun, inner = self.introduce(binder.variable, env)
        if number is not None:
            noun = number(self.type_noun(binder.variable.type))
        if which:
            noun = self.say(which, noun=noun)
        found = self._within(binder.domain, noun, env)
        if binder.where is not None:
            condition = self.value(binder.where, inner)
            found = self._narrowed("filtered", found, condition=condition)
        return found, inner

    def mere_elements(self, binder: typed.Binder, env: Env, which: str = "") -> Phrase:
        """The elements of a binder whose variable is not spoken of outside of it; without a letter if nobody does."""
        if binder.where is not None:
            return self.elements(binder, env, which=which)[0]
        noun = self.kind(self.type_noun(binder.variable.type))
        return self._within(binder.domain, self.say(which, noun=noun) if which else noun, env)

    def _narrowed(self, message: str, elements: Phrase, **parts: Phrase) -> Phrase:
        return Phrase(lambda form: self.line(message, elements=elements.form(form), **parts))

    def _within(self, domain: typed.Value, noun: Phrase, env: Env) -> Phrase:
        """The elements as those of a set."""
        match domain:
            case typed.All():
                return noun
            case typed.Contents(place=place):
                return self._element("binder.contents", noun, place=self.value(place, env))
            case typed.Neighbours(space=space):
                return self._element("binder.neighbours", noun, space=self.value(space, env))
            case typed.Groups(binder=binder):
                spaces, _ = self.elements(binder, env)
                return self._element("binder.groups", noun, elements=spaces)
            case typed.Extremal(binder=binder, kind=kind, value=value):
                inner_noun = self._within(binder.domain, noun, env)
                _, inner = self.elements(binder, env)
                if binder.where is not None:
                    condition = self.value(binder.where, inner)
                    inner_noun = self._narrowed("filtered", inner_noun, condition=condition)
                measure = self.value(value, inner)
                return self._narrowed(f"filtered_extreme.{kind}", inner_noun, value=measure)
            case typed.Local():
                return self._element("binder.group", noun, set=self.value(domain, env))
            case _:
                return self._element("binder", noun, set=self.value(domain, env))

    def _element(self, message: str, noun: Phrase, **parts: Phrase) -> Phrase:
        return Phrase(lambda form: self.line(message, noun=noun.form(form), **parts))

    def joined(self, items: Sequence[Phrase], message: str) -> Phrase:
        """`a and b and c`, with one pattern throughout."""
        found = items[0]
        for item in items[1:]:
            found = self.say(message, first=found, second=item)
        return found

    def listed(self, items: Sequence[Phrase], last: str) -> Phrase:
        """`a, b and c`: `last` is the pattern that joins the last two."""
        if len(items) == 1:
            return items[0]

        def form(name: str) -> str:
            words = items[0].form(name)
            for item in items[1:-1]:
                words = self.line("list", first=words, second=item.form(name))
            return self.line(last, first=words, second=items[-1].form(name))

        return Phrase(form)
