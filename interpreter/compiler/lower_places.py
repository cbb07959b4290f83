"""What lies on places, and how places keep it, lowered to slots."""

from __future__ import annotations

from interpreter.compiler import ir
from interpreter.compiler.algebra import TRUE, add, all_of, differs, multiply, one_if, select
from interpreter.compiler.layout import variant_names
from interpreter.compiler.lowering import COUNTER, Lowering, Scope
from interpreter.model import typed
from interpreter.model.game import Counter, SpaceKind, Zone

OWNER_TABLE = "owner_on_space_of_"  # of tokens that have an owner and a side


class PlaceLowering(Lowering):
    """Adds owners, tokens and lists of pieces."""

    def counter_slot(self, counter: Counter, owner: typed.Value | None, scope: Scope) -> ir.Load:
        index = self.owned(self.layout.counters[counter.name], owner, scope)
        return ir.Load(index, COUNTER + counter.name, counter.minimum, counter.maximum)

    def owned(self, base: int, owner: typed.Value | None, scope: Scope) -> ir.Expr:
        return ir.Const(base) if owner is None else add(ir.Const(base), self.value(owner, scope))

    def team_of(self, player: ir.Expr) -> ir.Expr:
        teams = tuple(seat.team for seat in self.model.seats)
        if teams == tuple(range(len(teams))):
            return player
        return ir.Table(self.tables.add("TEAM", (*teams, len(self.model.teams))), player)

    # -- tokens -------------------------------------------------------------------------------------------------

    def token_slot(self, token: str, place: typed.Value, at: ir.Expr, owners: int = 1) -> ir.Expr:
        """The slot of a token kind at a place numbered `at` (of its first owner, where owners are counted apart)."""
        match place.type.kind, place:
            case _, typed.ZoneOf(zone=zone):
                base = self.layout.tokens[token, zone.name]
                return add(ir.Const(base - zone.first * owners), multiply(at, owners))
            case "space", _:
                space = self.model.spaces[place.type.name]
                base = self.layout.tokens[token, space.name]
                return add(ir.Const(base - space.first * owners), multiply(at, owners))
            case _:
                return ir.Table(self._token_places(token, owners), at)

    def _token_places(self, token: str, owners: int) -> str:
        slots = [self.layout.no_list] * (len(self.model.place_names) + 1)
        homes: list[SpaceKind | Zone] = [*self.model.spaces.values(), *self.model.zones.values()]
        for home in homes:
            base = self.layout.tokens.get((token, home.name))
            if base is not None:
                size = len(home.members) + 1 if isinstance(home, SpaceKind) else home.owners
                if not isinstance(home, SpaceKind) or home.capacity != 1:
                    slots[home.first : home.first + size] = [base + i * owners for i in range(size)]
        return self.tables.add(f"{token}_slots", tuple(slots))

    def is_single(self, place: typed.Value) -> bool:
        """Whether the place has one slot for each kind of token that says which one lies there."""
        if isinstance(place, typed.ZoneOf) or place.type.kind != "space":
            return False
        return self.model.spaces[place.type.name].capacity == 1

    def token_load(self, token: str, place: typed.Value, scope: Scope) -> ir.Load:
        """The slot that says which token lies on a space that holds one."""
        return self.token_load_at(token, place, self.value(place, scope))

    def token_load_at(self, token: str, place: typed.Value, at: ir.Expr) -> ir.Load:
        empty = len(variant_names(self.model, self.model.tokens[token]))
        real = self.present(at, place.type) == TRUE
        return ir.Load(self.token_slot(token, place, at), f"token:{token}", 0 if real else -1, empty)

    def token_on(self, node: typed.TokenOn, scope: Scope) -> ir.Expr:
        token = node.token
        slot = self.token_load(token.name, node.place, scope)
        if token.per == "game" or not token.sides:
            return slot
        owners = tuple(i // len(token.sides) for i in range(token.owners * len(token.sides)))
        table = self.tables.add(f"{OWNER_TABLE}{token.name}", (*owners, token.owners, -1))
        return ir.Table(table, slot)

    def token_count(self, node: typed.TokenCount, scope: Scope) -> ir.Expr:
        token = node.token
        if self.is_single(node.place):
            here = typed.TokenOn(token, node.place, type=node.type)
            held = self.token_on(here, scope)
            if node.owner is not None:
                return one_if(ir.Compare("==", held, self.value(node.owner, scope)))
            return one_if(self.occupied(self.token_load(token.name, node.place, scope)))
        base = self.token_slot(token.name, node.place, self.value(node.place, scope), token.owners)
        area = f"token:{token.name}"
        if node.owner is not None:
            owner = self.value(node.owner, scope)
            held = ir.Load(add(base, owner), area, 0, token.count)
            return select(self.present(owner, node.owner.type), held, ir.Const(0))
        loads = tuple(ir.Load(add(base, ir.Const(i)), area, 0, token.count) for i in range(token.owners))
        return loads[0] if len(loads) == 1 else ir.Op("+", loads)

    def occupied(self, slot: ir.Load) -> ir.Expr:
        """Whether a slot that says which token lies on a space says that there is one."""
        return all_of([differs(slot, slot.high), *([differs(slot, -1)] if slot.low < 0 else [])])

    # -- lists --------------------------------------------------------------------------------------------------

    def keeping(self, place: typed.Value, scope: Scope) -> ir.Keeping | None:
        """How and where a place keeps its pieces; None: only its number in play tells."""
        return self.keeping_at(place, self.value(place, scope))

    def keeping_at(self, place: typed.Value, at: ir.Expr) -> ir.Keeping | None:
        """The same for a place whose number has been worked out."""
        if isinstance(place, typed.ZoneOf):
            zone = place.zone
            if zone.first in self.layout.sets:
                found = self.layout.sets[zone.first]
                return ir.SetAt(self._spread(zone, found.slot, 1, at), found.first)
            listed = self.layout.lists[zone.first]
            return ir.ListAt(self._spread(zone, listed.base, listed.capacity + 1, at))
        if place.type.kind == "space":
            has_lists = self.model.spaces[place.type.name].first in self.layout.lists
            return ir.ListAt(self.place_base(at)) if has_lists else ir.Unlisted()
        return None

    def _spread(self, zone: Zone, first: int, stride: int, at: ir.Expr) -> ir.Expr:
        """The slot for one of a zone's owners: they lie at equal distances."""
        if zone.per == "game":
            return ir.Const(first)
        return add(ir.Const(first - zone.first * stride), multiply(at, stride))

    def list_base(self, place: typed.Value, scope: Scope) -> ir.Expr:
        """The slot that counts the pieces in a place that keeps them in order."""
        found = self.keeping(place, scope)
        return found.base if isinstance(found, ir.ListAt) else self.place_base(self.value(place, scope))

    def count(self, place: typed.Value, scope: Scope) -> ir.Expr:
        """How many pieces are in a place."""
        found = self.keeping(place, scope)
        most = len(self.model.piece_names)
        if isinstance(found, ir.SetAt):
            return ir.BitCount(ir.Load(found.slot, "lists", 0))
        return ir.Load(self.list_base(place, scope), "lists", 0, most)

    def place_base(self, place: ir.Expr) -> ir.Expr:
        """The slot that counts the pieces in a place of any kind; one that stays 0 where none are listed."""
        bases = [self.layout.no_list] * (len(self.model.place_names) + 1)
        for number, listed in self.layout.lists.items():
            bases[number] = listed.base
        return ir.Table(self.tables.add("list_of", tuple(bases)), place)

    def top_of(self, place: typed.Value, nothing: int, scope: Scope) -> ir.Expr:
        base = self.list_base(place, scope)
        count = ir.Load(base, "lists")
        top = ir.Load(add(base, count), "lists")
        return ir.Select(ir.Compare("==", count, ir.Const(0)), ir.Const(nothing), top)
