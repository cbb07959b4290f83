"""Expressions for playouts: single slots of the state written as locals, and sets in them as sorted lists."""

from __future__ import annotations

from interpreter.compiler import ir
from interpreter.compiler.intervals import interval
from interpreter.compiler.layout import Layout
from interpreter.compiler.python_expressions import ExpressionWriter, looked_up
from interpreter.compiler.runtime import items, members


class SlotWriter(ExpressionWriter):
    """`local`: slots that may be locals now; `lists`: those of them that hold a set, kept as a sorted list of its
    elements, with the element of bit 0. While writing it notes how slots are used: `single`, by a constant index;
    `raw`, as a number; `spread`, through an index that play decides; `searched`, as a set looked through for options.
    """

    def __init__(self, slots: dict[str, int], tables: dict[str, tuple[object, ...]], layout: Layout) -> None:
        super().__init__(slots)
        self.tables = tables
        self.sets = {kept.slot: kept.first for kept in layout.sets.values()}
        self.kept_lists = {listed.base: listed.capacity for listed in layout.lists.values()}
        self.layout = layout
        self.piles: dict[int, int] = {}
        self.used_lists: set[int] = set()
        self.local: set[int] = set()
        self.lists: dict[int, int] = {}
        self.single: set[int] = set()
        self.raw: set[int] = set()
        self.spread: set[int] = set()
        self.unbounded = False
        self.searched: set[int] = set()
        self.searching = False

    def settle(self, never: set[int], size: int) -> None:
        """Decides from what was noted which slots become locals."""
        if self.unbounded:
            return
        for base in self.used_lists:
            own = set(range(base, base + 1 + self.kept_lists[base]))
            if not own & self.spread and not (own - {base}) & (self.single | self.raw):
                self.piles[base] = self.kept_lists[base]
        inside = {base + i for base, capacity in self.kept_lists.items() for i in range(capacity + 1)}
        inside |= {listed.base + i for listed in self.layout.own_lists for i in range(listed.capacity + 1)}
        self.local = {slot for slot in self.single | self.raw if slot < size}
        self.local -= self.spread | never | inside | self.piles.keys()
        self.lists = {slot: self.sets[slot] for slot in (self.local & self.searched) - self.raw}
        self.names = {ir.Load(ir.Const(slot)): f"s{slot}" for slot in self.local if slot not in self.lists}
        self.names |= {ir.Load(ir.Const(base)): f"len(p{base})" for base in self.piles}

    def pile(self, base: ir.Expr) -> str | None:
        if not isinstance(base, ir.Const) or base.value not in self.kept_lists:
            return None
        self.used_lists.add(base.value)
        return f"p{base.value}" if base.value in self.piles else None

    def text(self, expr: ir.Expr) -> str:
        match expr:
            case ir.Load(ir.Const(slot)):
                self.raw.add(slot)
            case ir.Load(index):
                low, high = interval(index, self.tables)
                if low < 0 or high > 1 << 20:
                    self.unbounded = True
                else:
                    self.spread.update(range(low, high + 1))
            case ir.Var(name=name) if name in self.slots and expr not in self.names:
                slot = self.slots[name]
                self.raw.add(slot)
                return f"s{slot}" if slot in self.local else f"S[{slot}]"
            case _:
                pass
        return super().text(expr)

    def slice_of_state(self, first: int, last: int) -> str:
        self.spread.update(range(first, last + 1))
        return super().slice_of_state(first, last)

    def bottom_of(self, base: ir.Expr, default: int) -> str:
        """Other lists are not looked at without a routine, so that they may be locals elsewhere."""
        held = self.pile(base)
        return (
            f"next(iter(items(S, {self.text(base)})), {default})"
            if held is None
            else f"({held}[0] if {held} else {default})"
        )

    def test(self, expr: ir.Expr) -> str:
        """A pile that is not empty is true as it is."""
        match expr:
            case ir.Compare(">=", ir.Load(ir.Const(base)), ir.Const(1)) if base in self.piles:
                return f"p{base}"
            case ir.Compare("==", ir.Load(ir.Const(base)), ir.Const(0)) if base in self.piles:
                return f"(not p{base})"
            case _:
                return super().test(expr)

    def may_name(self, expr: ir.Expr) -> bool:
        """A single slot is a local as it is."""
        return not (isinstance(expr, ir.Load) and isinstance(expr.index, ir.Const))

    def local_list(self, slot: ir.Expr) -> str | None:
        """The local that holds the set's elements, if there is one."""
        if not isinstance(slot, ir.Const) or slot.value not in self.sets:
            return None
        self.single.add(slot.value)
        if self.searching:
            self.searched.add(slot.value)
        return f"s{slot.value}" if slot.value in self.lists else None

    def bits_in(self, slot: ir.Expr) -> str:
        """A set's slot, without noting a use as a number."""
        if isinstance(slot, ir.Const):
            self.single.add(slot.value)
            return f"s{slot.value}" if slot.value in self.local else f"S[{slot.value}]"
        return self.text(ir.Load(slot))

    def set_size(self, bits: ir.Expr) -> str:
        if not isinstance(bits, ir.Load):
            return super().set_size(bits)
        held = self.local_list(bits.index)
        return f"{self.bits_in(bits.index)}.bit_count()" if held is None else f"len({held})"

    def set_elements(self, over: ir.SetItems) -> str:
        if not isinstance(over.bits, ir.Load):
            return super().set_elements(over)
        held = self.local_list(over.bits.index)
        if held is None:
            return looked_up(self.bits_in(over.bits.index), over)
        return held if over.alone else f"[c for c in {held} if {over.low} <= c <= {over.high}]"

    def set_remove(self, store: ir.SetAt, piece: ir.Expr) -> str:
        held = self.local_list(store.slot)
        return super().set_remove(store, piece) if held is None else f"{held}.remove({self.text(piece)})"

    def set_add(self, store: ir.SetAt, piece: ir.Expr) -> str:
        held = self.local_list(store.slot)
        return super().set_add(store, piece) if held is None else f"insort({held}, {self.text(piece)})"

    def set_clear(self, store: ir.SetAt) -> str:
        held = self.local_list(store.slot)
        return super().set_clear(store) if held is None else f"{held} = []"

    def write_back(self) -> list[str]:
        """Lines that put all locals back into the state."""
        lines = [self.write_slot(slot) for slot in sorted(self.local)]
        for base, capacity in sorted(self.piles.items()):
            held = f"p{base}"
            padding = f"[-1] * ({capacity} - len({held}))"
            lines.append(f"S[{base} : {base + 1 + capacity}] = [len({held}), *{held}, *{padding}]")
        return lines

    def write_slot(self, slot: int) -> str:
        if slot in self.lists:
            return f"S[{slot}] = as_bits(s{slot}, {self.lists[slot]})"
        return f"S[{slot}] = s{slot}"

    def begin(self) -> list[str]:
        """Lines that give all locals the values that they have before set-up."""
        lines = []
        for slot in sorted(self.local):
            value = self.layout.initial[slot]
            held = members(value, self.lists[slot]) if slot in self.lists else value
            lines.append(f"s{slot} = {held}")
        piles = [(base, items(self.layout.initial, base)) for base in sorted(self.piles)]
        return lines + [f"p{base} = {held}" for base, held in piles]

    def read(self) -> list[str]:
        """Lines that read all locals from the state."""
        lines = [self.read_slot(slot) for slot in sorted(self.local)]
        return lines + [f"p{base} = items(S, {base})" for base in sorted(self.piles)]

    def read_slot(self, slot: int) -> str:
        if slot in self.lists:
            return f"s{slot} = members(S[{slot}], {self.lists[slot]})"
        return f"s{slot} = S[{slot}]"
