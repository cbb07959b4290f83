"""Names, `X of Y` and `X on P`: what they stand for, given what is wanted there."""

from __future__ import annotations

from interpreter.language import ast
from interpreter.model import typed
from interpreter.model.binder import ANY_PIECE, UNKNOWN, Binder, fits, head, is_unknown, said
from interpreter.model.game import (
    Attribute,
    Counter,
    Enum,
    Function,
    PieceKind,
    Rule,
    SpaceKind,
    TokenKind,
    Zone,
)
from interpreter.model.scope import BOX, Constant, Entity, Env, Everyone
from interpreter.model.types import NUMBER, PLACE, PLAYER, TEAM, Type, set_of
from interpreter.source import Diagnostic, Label, Span, did_you_mean, error

_RELATIONS = ("place", "team", "opponents")


class NameBinder(Binder):
    """Binds names and relations."""

    # ---- plain names -----------------------------------------------------------------------------

    def name(self, node: ast.Name, env: Env, expected: Type | None) -> typed.Value:
        """What a bare name stands for: a variable, a member, or something declared."""
        variable = env.locals.get(node.id)
        if variable is not None:
            return typed.Local(variable, type=variable.type, span=node.span)
        readings = self._members(node) + self._entity_readings(node, env)
        fitting = [found for found in readings if expected is None or fits(found.type, expected)]
        if not readings:
            return self._no_value(node, env, expected)
        self.scope.used.update((node.id, *(found.type.name for found in fitting)))
        if len(fitting) > 1:
            kinds = {str(found.type) for found in fitting if isinstance(found, typed.Const)}
            if len(kinds) > 1:
                return self.fail(error("ambiguous-name", node.span, name=node.id, kinds=", ".join(sorted(kinds))))
        return (fitting or readings)[0]

    def _members(self, node: ast.Name) -> list[typed.Value]:
        found = self.scope.members.get(node.id, ())
        return [typed.Const(member.value, node.id, type=member.type, span=node.span) for member in found]

    def _entity_readings(self, node: ast.Name, env: Env) -> list[typed.Value]:
        named = self.scope.names.get(node.id)
        return [] if named is None else self._readings(named.entity, node.span, env)

    def _readings(self, entity: Entity, span: Span, env: Env) -> list[typed.Value]:
        """The values that a declared name can be, the usual one first."""
        match entity:
            case Constant():
                return [typed.Const(entity.value, entity.name, type=entity.type, span=span)]
            case Counter():
                owner = self.owner(entity.per, span, env)
                return [typed.CounterOf(entity, owner, type=NUMBER, span=span)]
            case Zone():
                return self._zone(entity, self.owner(entity.per, span, env), span)
            case Enum():
                return [typed.All(type=set_of(Type("enum", entity.name)), span=span)]
            case SpaceKind():
                return [typed.All(type=set_of(Type("space", entity.name)), span=span)]
            case PieceKind():
                return [typed.All(type=set_of(Type("piece", entity.name)), span=span)]
            case Everyone():
                return [typed.All(type=set_of(entity.type), span=span)]
            case Function() if not entity.parameters:
                return [self.call_function(entity, (), span)]
            case _:
                return []

    def _zone(self, zone: Zone, owner: typed.Value | None, span: Span) -> list[typed.Value]:
        """As a place, and as the set of what lies there when that is of one kind."""
        place = typed.ZoneOf(zone, owner, type=PLACE, span=span)
        kinds = [self.scope.pieces[name] for name in zone.holds if name in self.scope.pieces]
        if len(kinds) != 1:
            return [place]
        return [place, self.contents(place, kinds[0], span)]

    def contents(self, place: typed.Value, kind: PieceKind, span: Span) -> typed.Value:
        return typed.Contents(place, kind, type=set_of(Type("piece", kind.name)), span=span)

    def owner(self, per: str, span: Span, env: Env) -> typed.Value | None:
        """Whose it is when the text does not say: the acting player's, or their team's."""
        if per == "game":
            return None
        me = self.me(span, env)
        return typed.TeamOf(me, type=TEAM, span=span) if per == "team" else me

    def call_function(self, function: Function, arguments: tuple[typed.Value, ...], span: Span) -> typed.Value:
        """A use of a named value, whose own text is bound by then."""
        self.finish(function, span)
        return typed.CallFunction(function, arguments, type=function.result, span=span)

    def finish(self, function: Function, span: Span) -> None:
        """Bind the function's body if that has not been done."""
        raise NotImplementedError

    def _no_value(self, node: ast.Name, env: Env, expected: Type | None) -> typed.Value:
        named = self.scope.names.get(node.id)
        match named.entity if named else None:
            case TokenKind():
                return self.fail(error("token-alone", node.span, name=node.id))
            case Rule():
                return self.fail(error("effect-as-value", node.span, name=node.id))
            case Function() as function:
                count = len(function.parameters)
                self.check_arity(node.id, [count], 0, node.span, function.span)
                return typed.Const(0, type=UNKNOWN, span=node.span)
            case _:
                known = [*env.locals, *self.scope.members, *self.scope.names]
                hint = did_you_mean(node.id, known) or self.words(expected, node.id)
                return self.fail(error("unknown-name", node.span, hint=hint, name=node.id))

    def unknown(self, name: str, span: Span, known: list[str]) -> typed.Const:
        return self.fail(error("unknown-name", span, hint=did_you_mean(name, known), name=name))

    # ---- X of Y ----------------------------------------------------------------------------------

    def of(self, node: ast.Of, env: Env, expected: Type | None) -> typed.Value:
        """An attribute, a variable, someone's counter or zone, or a relation."""
        named = self.scope.names.get(node.name)
        owned = named.entity if named and isinstance(named.entity, Counter | Zone) else None
        if owned is not None and owned.per == "game" and not self._is_attribute(node.name):
            return self.fail(error("no-owner", node.span, name=node.name))
        if owned is None and node.name not in _RELATIONS and not self._is_attribute(node.name):
            known = [*_RELATIONS, *self.scope.counters, *self.scope.zones, *self._attributes()]
            return self.unknown(node.name, head(node.span, node.name), known)
        if self._is_attribute(node.name):
            target = self.value(node.target, env)
        elif owned is not None or node.name in ("team", "opponents"):
            target = self.value(node.target, env, None if owned is None else self._owner_type(owned, node.target))
        else:
            target = self.value(node.target, env, ANY_PIECE if node.name == "place" else None)
        if is_unknown(target.type):
            return target
        if target.type.kind in ("piece", "space"):
            found = self._property(node, target)
            if found is not None:
                return found
        if owned is not None:
            return self._owned(owned, target, node, expected)
        return self._relation(node, target)

    def _owner_type(self, owned: Counter | Zone, target: ast.Value) -> Type | None:
        """What a bare name must mean to own such a thing."""
        if not isinstance(target, ast.Name):
            return None
        return {"player": PLAYER, "team": TEAM}.get(owned.per)

    def _is_attribute(self, name: str) -> bool:
        pieces = self.scope.pieces.values()
        return any(name in kind.attributes or name in kind.variables for kind in pieces) or any(
            name in kind.attributes for kind in self.scope.spaces.values()
        )

    def _attributes(self) -> list[str]:
        """Every attribute and variable of any kind."""
        pieces = self.scope.pieces.values()
        kinds: list[PieceKind | SpaceKind] = [*pieces, *self.scope.spaces.values()]
        found = [name for kind in kinds for name in kind.attributes]
        return found + [name for kind in pieces for name in kind.variables]

    def _property(self, node: ast.Of, target: typed.Value) -> typed.Value | None:
        """An attribute or variable of a piece or space, or where a piece is."""
        kind = self.kind_of(target.type)
        attribute = kind.attributes.get(node.name)
        if attribute is not None:
            if attribute.effects:
                return self.fail(error("effect-as-value", node.span, name=node.name))
            nullable = attribute.type.or_nothing() if target.type.nullable else attribute.type
            return typed.AttributeOf(attribute, target, type=nullable, span=node.span)
        if isinstance(kind, PieceKind):
            variable = kind.variables.get(node.name)
            if variable is not None:
                self.scope.used.add(f"{node.name} of {kind.name}")
                return typed.VariableOf(variable, target, type=variable.type, span=node.span)
            if node.name == "place":
                place = self.scope.place_of_pieces(kind.name)
                result = place.or_nothing() if target.type.nullable else place
                return typed.PlaceOf(target, type=result, span=node.span)
        return None

    def kind_of(self, kind: Type) -> PieceKind | SpaceKind:
        return self.scope.pieces[kind.name] if kind.kind == "piece" else self.scope.spaces[kind.name]

    def _owned(self, owned: Counter | Zone, target: typed.Value, node: ast.Of, expected: Type | None) -> typed.Value:
        """The counter or zone of a player or team."""
        self.scope.used.add(node.name)
        if owned.per == "game":
            return self.fail(error("no-owner", node.span, name=node.name))
        owner = self.as_owner(target, owned.per, owned.span)
        if isinstance(owned, Counter):
            return typed.CounterOf(owned, owner, type=NUMBER, span=node.span)
        readings = self._zone(owned, owner, node.span)
        fitting = [found for found in readings if expected is None or fits(found.type, expected)]
        return (fitting or readings)[0]

    def as_owner(self, target: typed.Value, per: str, because: Span | None) -> typed.Value:
        """A player, or the team: a player stands for their team where teams own."""
        if per == "team" and target.type.kind == "player":
            return typed.TeamOf(target, type=TEAM, span=target.span)
        return self.expect(target, PLAYER if per == "player" else TEAM, because)

    def _relation(self, node: ast.Of, target: typed.Value) -> typed.Value:
        if node.name == "team":
            player = self.expect(target, PLAYER, None)
            return typed.TeamOf(player, type=TEAM, span=node.span)
        if node.name == "opponents":
            player = self.expect(target, PLAYER, None)
            return typed.Opponents(player, type=set_of(TEAM), span=node.span)
        known = [*_RELATIONS, *self._properties(target.type)]
        hint = did_you_mean(node.name, known)
        place = head(node.span, node.name)
        return self.fail(error("no-such-property", place, hint=hint, name=node.name, kind=said(target.type)))

    def _properties(self, kind: Type) -> list[str]:
        """Every X that can stand in `X of` a value of this type."""
        if kind.kind in ("player", "team"):
            return [
                name
                for name, named in self.scope.names.items()
                if isinstance(named.entity, Counter | Zone) and named.entity.per != "game"
            ]
        if kind.kind not in ("piece", "space") or not kind.name:
            return []
        found = self.kind_of(kind)
        return [*found.attributes, *(found.variables if isinstance(found, PieceKind) else ())]

    def printed(self, node: ast.Do, target: typed.Value) -> Attribute | None:
        """The attribute that holds printed effects, for `do`."""
        if target.type.kind != "piece":
            return None
        attribute = self.scope.pieces[target.type.name].attributes.get(node.attribute)
        return attribute if attribute is not None and attribute.effects else None

    # ---- X on P ----------------------------------------------------------------------------------

    def on(self, node: ast.On, env: Env, *, counted: bool = False) -> typed.Value:
        """The pieces or the token on a place; how many tokens when counted."""
        kind, owner = self.component(node.what, env)
        place = self.value(node.place, env, PLACE)
        if kind is None or is_unknown(place.type):
            return typed.Const(0, type=UNKNOWN, span=node.span)
        self.check_holds(kind.name, place, node.span)
        if isinstance(kind, PieceKind):
            return self.contents(place, kind, node.span)
        if counted:
            return typed.TokenCount(kind, owner, place, type=NUMBER, span=node.span)
        single = place.type.kind == "space" and self.scope.spaces[place.type.name].capacity == 1
        if not single or (kind.per == "game" and kind.side_type is None):
            return self.fail(error("token-not-counted", node.span, name=kind.name))
        return typed.TokenOn(kind, place, type=self.token_type(kind), span=node.span)

    def token_type(self, token: TokenKind) -> Type:
        """What a token on a space tells: whose it is, or the side it shows."""
        if token.side_type is not None and token.per == "game":
            return token.side_type.or_nothing()
        return (PLAYER if token.per == "player" else TEAM).or_nothing()

    def component(
        self, node: ast.Value, env: Env
    ) -> tuple[PieceKind, None] | tuple[TokenKind, typed.Value | None] | tuple[None, None]:
        """The kind that a text names, and whose tokens it means if it says so."""
        match node:
            case ast.Name(name) if name not in env.locals:
                owner = None
            case ast.Of(name, target):
                owner = target
            case _:
                self.report(error("kind-expected", node.span))
                return None, None
        named = self.scope.names.get(name)
        kind = named.entity if named else None
        self.scope.used.add(name)
        if isinstance(kind, PieceKind) and owner is None:
            return kind, None
        if isinstance(kind, TokenKind):
            return kind, self._token_owner(kind, owner, env)
        known = [*self.scope.pieces, *self.scope.tokens]
        self.report(error("unknown-kind", head(node.span, name), hint=did_you_mean(name, known), name=name))
        return None, None

    def _token_owner(self, kind: TokenKind, owner: ast.Value | None, env: Env) -> typed.Value | None:
        if owner is None:
            return None
        if kind.per == "game":
            return self.fail(error("no-owner", owner.span, name=kind.name))
        bare = isinstance(owner, ast.Name)
        wanted = {"player": PLAYER, "team": TEAM}[kind.per] if bare else None
        return self.as_owner(self.value(owner, env, wanted), kind.per, kind.span)

    def check_holds(self, kind: str, place: typed.Value, span: Span) -> None:
        """Report when such a component can never be there."""
        match place:
            case typed.ZoneOf(zone):
                holds, name, where = zone.holds, zone.name, zone.span
            case _ if place.type.kind == "space":
                spaces = self.scope.spaces[place.type.name]
                holds, name, where = spaces.holds, spaces.name, spaces.span
            case _:
                return
        if kind not in holds and name != BOX:
            self.report(_never_there(kind, name, span, where))


def _never_there(kind: str, place: str, span: Span, declared: Span) -> Diagnostic:
    labels = [Label(declared, "label.declared-here")]
    return error("never-there", span, labels=labels, name=kind, place=place)
