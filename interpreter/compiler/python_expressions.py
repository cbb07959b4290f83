"""Integer expressions as Python text."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from interpreter.compiler import ir
from interpreter.compiler.algebra import add
from interpreter.compiler.python_groups import AllGroups, Spaces
from interpreter.compiler.runtime import BITS_AT_ONCE

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

TRUTHS = (ir.Compare, ir.Logic, ir.Not, ir.Payable)
BINDING = (ir.Reduce, ir.Filter, ir.Extremal, ir.Gift)


class ExpressionWriter:
    """`slots` says which variables live in the state; `names` which expressions already have a local of their own;
    `shared`, where several values are worked out together, what is noted of the groups of some spaces.
    """

    def __init__(self, slots: Mapping[str, int]) -> None:
        self.slots = slots
        self.names: dict[ir.Expr, str] = {}
        self.shared: dict[Spaces, AllGroups] | None = None

    def text(self, expr: ir.Expr) -> str:
        if self.names and expr in self.names:
            return self.names[expr]
        match expr:
            case ir.Const(value):
                return str(value)
            case ir.Var(name=name):
                return f"S[{self.slots[name]}]" if name in self.slots else name
            case ir.Load(index=index):
                return f"S[{self.text(index)}]"
            case ir.Table(base, index):
                row = f"T_{base}" if isinstance(base, str) else self.text(base)
                return f"{row}[{self.text(index)}]"
            case ir.Op(kind, items):
                return self._operation(kind, items)
            case ir.Compare(kind, left, right):
                return f"({self.text(left)} {kind} {self.text(right)})"
            case ir.Logic(kind, items):
                return "(" + f" {kind} ".join(map(self.text, items)) + ")"
            case ir.Not(item):
                return f"(not {self.text(item)})"
            case ir.Select(condition, then, otherwise):
                return f"({self.text(then)} if {self.text(condition)} else {self.text(otherwise)})"
            case ir.Reduce():
                return self._reduce(expr)
            case ir.BitCount(bits):
                return self.set_size(bits)
            case ir.Invoke(function, arguments):
                return f"{function}({', '.join(['S', *map(self.text, arguments)])})"
            case _:
                return self._payment(expr)

    def test(self, expr: ir.Expr) -> str:
        """The text of what only counts as true or false."""
        if self.names and expr in self.names:
            return self.names[expr]
        match expr:
            case ir.Logic(kind, items):
                return "(" + f" {kind} ".join(map(self.test, items)) + ")"
            case ir.Not(item):
                return f"(not {self.test(item)})"
            case _:
                return self.text(expr)

    def _payment(self, expr: ir.Expr) -> str:
        match expr:
            case ir.Payable(needs, gifts):
                return f"payable({self._sequence(needs)}, {self.text(gifts)})"
            case ir.Gifts(items):
                return f"offered({', '.join(map(self._gift, items))})"
            case ir.Picks(needs, gifts, picked):
                lists = ", ".join(f"*{self.iterable(some)}" for some in picked)
                return f"picks({self._sequence(needs)}, {self.text(gifts)}, [{lists}])"
            case _:
                raise AssertionError(f"not a single value: {type(expr).__name__}")

    def _sequence(self, items: tuple[ir.Expr, ...]) -> str:
        return f"({''.join(f'{self.text(item)}, ' for item in items)})"

    def _gift(self, gift: ir.Gift) -> str:
        """A sort, and a list of sources with what each gives and owes."""
        sort = ("each", "any", "another").index(gift.sort)
        test = "" if gift.where is None else f" if {self.text(gift.where)}"
        entry = f"({gift.var.name}, {self._sequence(gift.gives)}, {self._sequence(gift.owes)})"
        return f"({sort}, [{entry} for {gift.var.name} in {self.iterable(gift.over)}{test}])"

    def may_name(self, _expr: ir.Expr, /) -> bool:
        """Whether the expression may have a local of its own."""
        return True

    def number(self, expr: ir.Expr) -> str:
        """The text of what is stored: truths as 0 and 1."""
        if isinstance(expr, TRUTHS) or (isinstance(expr, ir.Reduce) and expr.kind == "exists"):
            return f"int({self.text(expr)})"
        return self.text(expr)

    def _operation(self, kind: str, items: tuple[ir.Expr, ...]) -> str:
        texts = [self.text(item) for item in items]
        if kind in ("min", "max"):
            return f"{kind}({', '.join(texts)})"
        if kind in ("//", "%") and not (isinstance(items[1], ir.Const) and items[1].value):
            return f"{'divide' if kind == '//' else 'remainder'}({texts[0]}, {texts[1]})"
        if kind == "**":
            if items[1] == ir.Const(2):
                return f"({texts[0]} ** 2)"
            return f"power({texts[0]}, {texts[1]})"
        return "(" + f" {kind} ".join(texts) + ")"

    def _reduce(self, expr: ir.Reduce) -> str:
        summed = self._summed(expr)
        if summed is not None:
            return summed
        if expr.kind == "first" and isinstance(expr.over, ir.ZoneItems) and expr.over.all and expr.where is None:
            return self.bottom_of(expr.over.base, expr.default)
        over, var = self.iterable(expr.over), expr.var.name
        if expr.where is None and expr.value is None:
            match expr.kind:
                case "count":
                    return f"len({over})"
                case "exists":
                    return f"(len({over}) > 0)"
                case _:
                    return f"next(iter({over}), {expr.default})"
        test = "" if expr.where is None else f" if {self.text(expr.where)}"
        value = var if expr.value is None else self.text(expr.value)
        each = f"for {var} in {over}{test}"
        match expr.kind:
            case "count":
                return f"len([{var} {each}])"
            case "sum":
                return f"sum([{value} {each}])"
            case "most":
                return f"max([{value} {each}], default=0)"
            case "least":
                return f"min([{value} {each}], default=0)"
            case "exists" if isinstance(expr.over, ir.Range):
                return f"any(True {each})"
            case "exists":  # over the few elements of a place a list is quicker than a generator
                return f"([1 {each}] != [])"
            case "first":
                return f"next(({var} {each}), {expr.default})"

    def iterable(self, over: ir.Expr) -> str:
        match over:
            case ir.Range(first, last):
                return f"range({self.text(first)}, {self.text(last)} + 1)"
            case ir.ZoneItems(base, low, high, alone):
                found = self.pile(base) or f"items(S, {self.text(base)})"
                return found if alone else f"[c for c in {found} if {low} <= c <= {high}]"
            case ir.SetItems():
                return self.set_elements(over)
            case ir.Row(table, index):
                return f"T_{table}[{self.text(index)}]"
            case ir.Items(members):
                return f"({''.join(self.text(member) + ', ' for member in members)})"
            case ir.Reversed(inner):
                return f"[*{self.iterable(inner)}][::-1]"
            case ir.Combined(kind, left, right):
                return f"{kind}({self.iterable(left)}, {self.iterable(right)})"
            case ir.Select(condition, then, otherwise):
                return f"({self.iterable(then)} if {self.text(condition)} else {self.iterable(otherwise)})"
            case ir.Filter(var, inner, where):
                return self._filter(var, inner, where)
            case ir.Groups(inner, neighbours):
                shared = self._shared(over)
                if shared is None:
                    return f"groups({self.iterable(inner)}, T_{neighbours})"
                groups, value = shared
                groups.lists = f"groups_{groups.number}"
                return f"{groups.lists}[{value}]"
            case ir.Members(group):
                return group.name
            case ir.Picks():
                return self.text(over)
            case ir.Extremal(var, inner, value, kind):
                pairs = f"[({self.text(value)}, {var.name}) for {var.name} in {self.iterable(inner)}]"
                return f"{kind}({pairs})"
            case _:
                raise AssertionError(f"not a set: {type(over).__name__}")

    def _shared(self, over: ir.Expr) -> tuple[AllGroups, int] | None:
        """What is noted of all groups of these spaces, if their slots have one known value; and that value."""
        if self.shared is None:
            return None
        match over:
            case ir.Groups(
                ir.Filter(var, ir.Range(ir.Const(first), ir.Const(last)), ir.Compare("==", ir.Load(index), wanted)),
                neighbours,
            ) if isinstance(wanted, ir.Const) and (offset := offset_from(index, var)) is not None:
                spaces = Spaces(first, last, self.slice_of_state(first + offset, last + offset), neighbours)
                groups = self.shared.setdefault(spaces, AllGroups(len(self.shared)))
                groups.most = max(groups.most, wanted.value)
                return groups, wanted.value
            case _:
                return None

    def _summed(self, expr: ir.Reduce) -> str | None:
        """A sum over groups that is worked out while they are found."""
        if expr.kind != "sum" or expr.where is not None or expr.value is None:
            return None
        shared = self._shared(expr.over)
        if shared is None or any(isinstance(node, ir.Groups) for node in ir.walk(expr.value)):
            return None
        groups, value = shared
        of_group = ir.substitute(expr.value, expr.var, ir.Var("group"))
        return f"{groups.sum_of(self.text(of_group))}[{value}]"

    # -- sets, kept as bits -------------------------------------------------------------------------------------

    def pile(self, _base: ir.Expr, /) -> str | None:
        """A local that holds the pieces of a list, if there is one."""
        return None

    def bottom_of(self, base: ir.Expr, default: int) -> str:
        """The first piece of a list, or what stands for none."""
        return f"({self.text(ir.Load(add(base, ir.Const(1))))} if {self.text(ir.Load(base))} else {default})"

    def local_list(self, _slot: ir.Expr, /) -> str | None:
        """A local that holds a set's elements in order, if there is one."""
        return None

    def set_size(self, bits: ir.Expr) -> str:
        return f"{self.text(bits)}.bit_count()"

    def set_elements(self, over: ir.SetItems) -> str:
        return looked_up(self.text(over.bits), over)

    def bits_in(self, slot: ir.Expr) -> str:
        """The slot that holds a set."""
        return f"S[{self.text(slot)}]"

    def set_remove(self, store: ir.SetAt, piece: ir.Expr) -> str:
        return f"{self.bits_in(store.slot)} ^= {self._bit(piece, store.first)}"

    def set_add(self, store: ir.SetAt, piece: ir.Expr) -> str:
        return f"{self.bits_in(store.slot)} |= {self._bit(piece, store.first)}"

    def set_clear(self, store: ir.SetAt) -> str:
        return f"{self.bits_in(store.slot)} = 0"

    def _bit(self, piece: ir.Expr, first: int) -> str:
        if isinstance(piece, ir.Const):
            return str(1 << (piece.value - first))
        return f"bit_{first}[{self.text(piece)}]"

    def slice_of_state(self, first: int, last: int) -> str:
        """Slots that follow each other."""
        return f"S[{first} : {last + 1}]"

    def _filter(self, var: ir.Var, over: ir.Expr, where: ir.Expr) -> str:
        """A test of one slot for each of many elements runs over a slice of the state."""
        loads = list(dict.fromkeys(node for node in ir.walk(where) if isinstance(node, ir.Load) and uses(node, var)))
        if isinstance(over, ir.Range) and len(loads) == 1:
            offset = offset_from(loads[0].index, var)
            match over.first, over.last:
                case ir.Const(first), ir.Const(last) if offset is not None:
                    test = self.text(ir.substitute(where, loads[0], ir.Var("slot")))
                    elements = f"enumerate({self.slice_of_state(first + offset, last + offset)}, {first})"
                    return f"[{var.name} for {var.name}, slot in {elements} if {test}]"
                case _:
                    pass
        return f"[{var.name} for {var.name} in {self.iterable(over)} if {self.text(where)}]"


def looked_up(bits: str, over: ir.SetItems) -> str:
    """The elements of a few bits at a time are looked up, and put together."""
    parts = []
    for start in range(over.low, over.high + 1, BITS_AT_ONCE):
        shifted = f"{bits} >> {start - over.first}" if start > over.first else bits
        last = start + BITS_AT_ONCE > over.high
        width = min(BITS_AT_ONCE, over.high + 1 - start)
        parts.append(f"bits_{start}[{shifted if last and over.alone else f'{shifted} & {(1 << width) - 1}'}]")
    return f"({' + '.join(parts)})"


def offset_from(index: ir.Expr, var: ir.Var) -> int | None:
    """How far a slot's index is from the variable, if that is all it depends on."""
    match index:
        case ir.Op("+", (ir.Var() as own, ir.Const(offset))) if own == var:
            return offset
        case _:
            return None


def plain_size(expr: ir.Expr) -> int:
    """How many expressions an expression is made of, itself included."""
    return sum(1 for _ in ir.walk(expr))


def uses(expr: ir.Expr, var: ir.Var) -> bool:
    """Whether the variable occurs in the expression, which does not bind it itself."""
    return var in ir.free(expr)


def bound_inside(expr: ir.Expr) -> set[ir.Var]:
    """The loop variables that the expression itself brings."""
    return {node.var for node in ir.walk(expr) if isinstance(node, BINDING)}


def worth_naming(expr: ir.Expr) -> bool:
    """Whether the expression costs enough for a local to pay when it is used again."""
    return isinstance(
        expr,
        ir.Load | ir.Table | ir.Op | ir.Select | ir.Invoke | ir.Reduce | ir.BitCount | ir.Gifts | ir.Payable | ir.Picks,
    )


def repeated(exprs: Iterable[ir.Expr]) -> list[ir.Expr]:
    """Subexpressions that occur more than once, the smallest first; those that use a loop's variable inside that loop
    are left where they are.
    """
    counts: Counter[ir.Expr] = Counter()

    def count(node: ir.Expr) -> None:
        counts[node] += 1
        if counts[node] == 1:
            for child in ir.children(node):
                count(child)

    kept: set[ir.Expr] = set()
    for expr in exprs:
        inner = bound_inside(expr)
        count(expr)
        if inner:
            _collect_users(expr, inner, kept)
    found = [node for node, times in counts.items() if times > 1 and worth_naming(node) and node not in kept]
    return sorted(found, key=plain_size)


def _collect_users(expr: ir.Expr, variables: set[ir.Var], found: set[ir.Expr]) -> set[ir.Var]:
    """Adds every subexpression in which one of the variables occurs that it does not bring itself; which of them do."""
    used = {var for child in ir.children(expr) for var in _collect_users(child, variables, found)}
    if isinstance(expr, ir.Var) and expr in variables:
        used.add(expr)
    if isinstance(expr, BINDING):
        used.discard(expr.var)
    if used:
        found.add(expr)
    return used


def invariant_parts(expr: ir.Expr, var: ir.Var) -> list[ir.Expr]:
    """The largest subexpressions worth a name that do not depend on the variable."""
    if not uses(expr, var):
        return [expr] if worth_naming(expr) else []
    inner = bound_inside(expr)
    parts: list[ir.Expr] = []
    for child in ir.children(expr):
        parts += [part for part in invariant_parts(child, var) if not _collect_users(part, inner, set())]
    return parts
