"""Requirements that are paid with sources, as calls of what `native/cover.h` holds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.compiler import ir
from interpreter.compiler.c_loops import LoopWriter, enclosed
from interpreter.compiler.covering import MOST_STEPS
from interpreter.compiler.lines import Lines

if TYPE_CHECKING:
    from collections.abc import Mapping

    from interpreter.compiler.c_names import SlotNames
    from interpreter.compiler.c_sizes import Sizes


class PaymentWriter(LoopWriter):
    """Writes payments. `limits`: how large these are, as `native/cover.h` has to know; empty where there are none."""

    def __init__(self, slots: Mapping[str, int], slot_names: SlotNames, sizes: Sizes) -> None:
        super().__init__(slots, slot_names, sizes)
        self.limits: dict[str, int] = {}
        self._offers: set[str] = set()

    def kind(self, name: str) -> str:
        return "const Offer *" if name in self._offers else super().kind(name)

    def hold(self, expr: ir.Expr, name: str) -> Lines:
        match expr:
            case ir.Gifts():
                call = self.helper("const Offer *", "sources_offered", lambda: self._offered(expr), offer=f"&of_{name}")
                self._offers.add(self.bind(name))
                return [f"Offer of_{name};", f"const Offer *const {name} = {call};"]
            case ir.Picks():
                room = self.sizes.room(expr)
                self.sizes.groups.add(name)
                call = self.helper("Set", "sources_to_pick", lambda: self._picked(expr), found=f"of_{name}")
                return [f"number of_{name}[{room}];", f"const Set {self.bind(name)} = {call};"]
            case _:
                return super().hold(expr, name)

    def payment(self, expr: ir.Expr) -> str:
        """Whether something is payable."""
        match expr:
            case ir.Payable(needs, gifts) if gifts in self.names:
                return f"payable(m, {self._amounts(needs)}, {self.text(gifts)})"
            case ir.Payable():
                return self.helper("number", "payable_with", lambda: self._payable(expr))
            case _:
                raise AssertionError(f"not a single value: {type(expr).__name__}")

    def _payable(self, expr: ir.Payable) -> Lines:
        lines, offer = self._sources(expr.gifts)
        return [*lines, f"return payable(m, {self._amounts(expr.needs)}, {offer});"]

    def _sources(self, gifts: ir.Gifts) -> tuple[Lines, str]:
        """What is offered as a local, and the lines that it needs before."""
        if gifts in self.names:
            return [], self.text(gifts)
        return self.hold(gifts, "offered"), "offered"

    def _picked(self, picks: ir.Picks) -> Lines:
        lines, offer = self._sources(picks.gifts)
        room = sum(map(self.sizes.room, picks.picked))
        lines += [f"number picked[{room}];", "int32_t n_picked = 0;"]
        for each in picks.picked:
            var = ir.Var(self.fresh("one"))
            lines += self.loop(each, var, lambda name=var.name: [f"picked[n_picked++] = {name};"])  # type: ignore[misc]
        return [*lines, f"return picks(m, {self._amounts(picks.needs)}, {offer}, picked, n_picked, found);"]

    def _offered(self, gifts: ir.Gifts) -> Lines:
        self._at_least("MOST_CLAUSES", len(gifts.items))
        self._at_least("MOST_USES", sum(self.sizes.room(gift.over) for gift in gifts.items))
        lines = ["start_offer(offer);"]
        for clause, gift in enumerate(gifts.items):
            lines += self.loop(gift.over, gift.var, lambda clause=clause, gift=gift: self._use(clause, gift))  # type: ignore[misc]
        return [*lines, "return made_ready(offer);"]

    def _use(self, clause: int, gift: ir.Gift) -> Lines:
        test = [] if gift.where is None else [f"if (!{enclosed(self.text(gift.where))}) continue;"]
        amounts = f"{self._amounts(gift.gives)}, {self._amounts(gift.owes or (ir.Const(0),))}"
        return [*test, f"add_use(m, offer, {clause}, {gift.sort.upper()}, {self.text(gift.var)}, {amounts});"]

    def _amounts(self, amounts: tuple[ir.Expr, ...]) -> str:
        """So much of each kind; nothing of those that come later."""
        self._at_least("MOST_KINDS", len(amounts))
        return f"(const number[MOST_KINDS]){{{', '.join(map(self.text, amounts))}}}"

    def _at_least(self, limit: str, size: int) -> None:
        self.limits.setdefault("MOST_STEPS", MOST_STEPS)
        self.limits[limit] = max(self.limits.get(limit, 1), size)
