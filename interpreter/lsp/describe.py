"""What names and words mean, for hovers and completions, in one locale. Lines of Markdown."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from interpreter.explain import Speaker
from interpreter.language.constructs import CONSTRUCTS, FUNCTION_TEXTS
from interpreter.model.game import Counter, Enum, Function, PieceKind, Rule, SpaceKind, TokenKind, Zone
from interpreter.model.scope import Constant
from interpreter.model.types import Type

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from interpreter.lsp.project import Project, Symbol
    from interpreter.lsp.words import Word
    from interpreter.model import Model, typed
    from interpreter.model.scope import Entity, Scope


class Describer:
    """Says what the parts of a model are and do."""

    def __init__(self, model: Model, locale: str, homes: Sequence[Path]) -> None:
        self.model = model
        self._speaker = Speaker(model, locale, homes)

    @cached_property
    def _parts(self) -> dict[str, str]:
        """Places, counters and named values, by name."""
        return {name: said for one in self._speaker.say_parts().values() for name, said in one.items()}

    def effect(self, effect: typed.Effect) -> str:
        """What an effect does, as lines."""
        return _lines(self._speaker.say_steps(effect))

    def name(self, name: str) -> str:
        """What a declared name and a member of that name stand for; empty when nothing is called so."""
        said = [*self._declared(name), *self._members(name)]
        return "\n\n".join(dict.fromkeys(said))

    def _declared(self, name: str) -> Iterator[str]:
        scope = self.model.scope
        named = scope.names.get(name)
        match named.entity if named is not None else None:
            case Rule() as rule:
                told = [self._speaker.say_icon(rule)] if rule.kind == "icon" else self._speaker.say_rule(rule)
                yield _lines(told)
            case PieceKind() | TokenKind() as kind:
                yield self._speaker.say_component(kind)
            case Enum(name=_, members=members):
                yield ", ".join(self._speaker.say_element(Type("enum", name), i) for i in range(len(members)))
            case _:
                if name in self._parts:
                    yield self._parts[name]

    def _members(self, name: str) -> Iterator[str]:
        for member in self.model.scope.members.get(name, ()):
            yield self._speaker.say_element(member.type, member.value)
            if member.type.kind == "piece":
                yield from self._printed(member.type.name, member.value)

    def _printed(self, kind: str, piece: int) -> Iterator[str]:
        """The effects that are printed on a piece."""
        found = self.model.pieces[kind]
        for attribute in found.attributes.values():
            effect = attribute.effects[piece - found.first] if attribute.effects else None
            if effect is not None:
                yield self._speaker.say_printed(attribute.name, effect)


def signature(scope: Scope, name: str) -> str:
    """A name as it is used, with parameters and types; empty for what is not declared."""
    named = scope.names.get(name)
    if named is not None:
        return _signature(named.entity)
    kinds = [member.type.name or member.type.kind for member in scope.members.get(name, ())]
    return ", ".join(f"{name}: {kind}" for kind in dict.fromkeys(kinds))


def _signature(entity: Entity) -> str:
    match entity:
        case Rule(name=name, parameters=parameters, kind=kind):
            return f"{kind} {name}" + _given(parameters)
        case Function(name=name, parameters=parameters, result=result):
            return f"{name}{_given(parameters)}: {result}"
        case Counter(name=name, per=per) | Zone(name=name, per=per):
            sort = "counter" if isinstance(entity, Counter) else "zone"
            return f"{sort} {name}" + (f" of {per}" if per != "game" else "")
        case PieceKind(name=name) | TokenKind(name=name) | SpaceKind(name=name) | Enum(name=name):
            sorts = {PieceKind: "component", TokenKind: "component", SpaceKind: "spaces", Enum: "enum"}
            return f"{sorts[type(entity)]} {name}"
        case Constant(name=name, value=value):
            return f"{name} = {value}"
        case _:
            return str(entity.type)


def _given(parameters: tuple[typed.Variable, ...]) -> str:
    return f"({', '.join(f'{one.name}: {one.type}' for one in parameters)})" if parameters else ""


def keyword(word: str) -> str:
    """What a function of the language gives, or what its constructs that begin with a word, or are called so, do."""
    if word in FUNCTION_TEXTS:
        return "`{}`\n\n{}".format(*FUNCTION_TEXTS[word])
    found = [one for one in CONSTRUCTS if word in (one.example.split()[0], one.name)]
    return "\n\n".join(f"`{one.example}`\n\n{one.summary}" for one in found)


def attribute(project: Project, name: str) -> str:
    """The kinds that have an attribute of this name, with its type."""
    scope = project.scope
    if scope is None:
        return ""
    kinds: list[PieceKind | SpaceKind] = [*scope.pieces.values(), *scope.spaces.values()]
    found = [f"`{name} of {kind.name}: {kind.attributes[name].type}`" for kind in kinds if name in kind.attributes]
    changing = [kind for kind in scope.pieces.values() if name in kind.variables]
    found += [f"`{name} of {kind.name}: {kind.variables[name].type}`" for kind in changing]
    return "\n\n".join(found)


def told(project: Project, symbol: Symbol, describer: Describer | None) -> str:
    """What a word stands for: how it is used, then what it is or does."""
    sort, name, _ = symbol
    if sort == "attribute":
        return attribute(project, name)
    if sort == "local":
        return _variable(project, project.places.get(symbol, []))
    used = "" if project.scope is None else signature(project.scope, name)
    said = "" if describer is None else describer.name(name)
    if not used and not said:
        return keyword(name)
    return "\n\n".join(part for part in (f"`{used}`" if used else "", said) if part)


def _variable(project: Project, words: list[Word]) -> str:
    """A variable with its type, if the rules were sound when it was used."""
    kinds = (project.variables.get((word.span.file, word.span.start)) for word in words)
    kind = next((kind for kind in kinds if kind is not None), None)
    return "" if kind is None else f"`{words[0].text}: {kind}`"


def _lines(lines: list[str]) -> str:
    """Lines that hang on each other as a list in Markdown."""
    if len(lines) == 1:
        return lines[0].strip()
    indents = [len(line) - len(line.lstrip()) for line in lines]
    return "\n".join(f"{' ' * indent}- {line.strip()}" for indent, line in zip(indents, lines, strict=True))
