"""Loops over the elements of sets as lines of C, and functions of their own for what Python writes in an expression."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from interpreter.compiler import ir
from interpreter.compiler.c_names import shape
from interpreter.compiler.c_sizes import is_set
from interpreter.compiler.lines import Lines, indented
from interpreter.compiler.python_expressions import ExpressionWriter

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from interpreter.compiler.c_names import SlotNames
    from interpreter.compiler.c_sizes import Sizes

Body = "Callable[[], Lines]"
POINTERS = {"offer": "Offer", "found": "number"}
LOCAL = re.compile(r"\b([a-z]\w*_|k)(\d+)\b(?!\()")


class LoopWriter(ExpressionWriter):
    """Writes loops. `tables_used`, `rows_used`: the tables that were looked into, and those whose rows were. `helpers`:
    the functions made on the way, in an order in which each comes after those that it calls.
    """

    def __init__(self, slots: Mapping[str, int], slot_names: SlotNames, sizes: Sizes) -> None:
        super().__init__(slots)
        self.slot_names = slot_names
        self.sizes = sizes
        self.helpers: dict[str, str] = {}
        self.known_helpers: dict[str, str] = {}
        self.tables_used: set[str] = set()
        self.rows_used: set[str] = set()
        self.serial = 0
        self.used: list[dict[str, None]] = [{}]
        self.bound: list[set[str]] = [set()]

    def index(self, expr: ir.Expr) -> str:
        """The text of a slot's number."""
        raise NotImplementedError

    def hold(self, expr: ir.Expr, name: str) -> Lines:
        """Lines that give an expression a local of that name."""
        self.bind(name)
        return [f"const number {name} = {self.text(expr)};"]

    # -- locals -------------------------------------------------------------------------------------------------

    def local(self, name: str) -> str:
        """A local that is used here."""
        self.used[-1][name] = None
        return name

    def apart(self, write: Callable[[], Lines]) -> tuple[Lines, list[str]]:
        """Lines for a function of its own, and the locals that it must be given."""
        self.used.append({})
        self.bound.append(set())
        lines = write()
        bound = self.bound.pop()
        return lines, [name for name in self.used.pop() if name not in bound]

    def bind(self, name: str) -> str:
        """A local that comes with a loop."""
        self.bound[-1].add(name)
        return name

    def kind(self, name: str) -> str:
        """The C type of a local."""
        return "Set" if name in self.sizes.groups else "number"

    def helper(self, kind: str, wanted: str, write: Callable[[], Lines], **given: str) -> str:
        """A call of a function with these lines. `given`: pointers that it takes beside the locals that it uses."""
        lines, names = self.apart(write)
        own = [f"{POINTERS[name]} *{name}" for name in given]
        parameters = ", ".join(["Match *m", *(declared(self.kind(name), name) for name in names), *own])
        body = "\n".join(["{", *indented(lines), "}"])
        name = self._named(kind, wanted, f"({parameters}) {body}")
        return f"{name}({', '.join(['m', *map(self.local, names), *given.values()])})"

    def _named(self, kind: str, wanted: str, rest: str) -> str:
        """The name of the function with that text, made unless there is one that differs in its locals' names only."""
        serials: dict[str, int] = {}
        alike = LOCAL.sub(lambda found: f"{found[1]}_{serials.setdefault(found[2], len(serials))}", f"{kind} {rest}")
        if alike not in self.known_helpers:
            taken = self.known_helpers.values()
            serial, name = 1, wanted
            while name in taken:
                serial += 1
                name = f"{wanted}_{serial}"
            self.known_helpers[alike] = name
            self.helpers[name] = f"static {declared(kind, name)}{rest}"
        return self.known_helpers[alike]

    def fresh(self, name: str) -> str:
        """A name for an array."""
        self.serial += 1
        return f"{name}_{self.serial}"

    def shape(self, table: str) -> tuple[int, ...]:
        return shape(self.sizes.tables[table])

    def truth(self, condition: ir.Expr) -> str:
        """A condition as 0 or 1."""
        text = self.text(condition)
        return text if isinstance(condition, ir.Compare | ir.Logic | ir.Not) else f"({text} != 0)"

    # -- loops --------------------------------------------------------------------------------------------------

    def loop(self, over: ir.Expr, var: ir.Var, body: Callable[[], Lines]) -> Lines:
        """`body` for each element, which is the variable's value; its lines may `continue`."""
        assert is_set(over), f"not a set: {type(over).__name__}"
        name = var.name
        match over:
            case ir.Range(first, last):
                self.bind(name)
                end = self.text(last) if isinstance(last, ir.Const) else f"end_{name}"
                given = "" if isinstance(last, ir.Const) else f", {end} = {self.text(last)}"
                head = f"for (number {name} = {self.text(first)}{given}; {name} <= {end}; {name}++) {{"
                return [head, *indented(body()), "}"]
            case ir.SetItems():
                return self._bits(over, name, body)
            case ir.ZoneItems(base, low, high, alone):
                limits = [] if alone else [f"if ({name} < {low} || {name} > {high}) continue;"]
                start = self.index(base)
                head = f"for (number base_{name} = {start}, at_{name} = 1; at_{name} <= S[base_{name}]; at_{name}++) {{"
                return self._each(head, name, f"S[base_{name} + at_{name}]", limits, body)
            case ir.Row(table, index):
                return self._row(table, index, name, body)
            case ir.Items(()):
                return []
            case ir.Items(members):
                each = f"each_{name}"
                texts = ", ".join(map(self.text, members))
                head = f"for (int32_t at_{name} = 0; at_{name} < {len(members)}; at_{name}++) {{"
                lines = self._each(head, name, f"{each}[at_{name}]", [], body)
                return ["{", *indented([f"const number {each}[] = {{{texts}}};", *lines]), "}"]
            case ir.Picks():
                return self._picks(over, var, body)
            case ir.Members(group):
                held = self.local(group.name)
                head = f"for (int32_t at_{name} = 0; at_{name} < {held}.count; at_{name}++) {{"
                return self._each(head, name, f"{held}.at[at_{name}]", [], body)
            case _:
                return self._composed(over, var, body)

    def _each(self, head: str, name: str, value: str, limits: Lines, body: Callable[[], Lines]) -> Lines:
        self.bind(name)
        return [head, *indented([f"const number {name} = {value};", *limits, *body()]), "}"]

    def _bits(self, over: ir.SetItems, name: str, body: Callable[[], Lines]) -> Lines:
        self.bind(name)
        bits = f"(uint64_t){self.text(over.bits)}"
        if not over.alone:
            mask = ((1 << (over.high - over.low + 1)) - 1) << (over.low - over.first)
            bits += f" & UINT64_C({mask:#x})"
        head = f"for (uint64_t bits_{name} = {bits}; bits_{name}; bits_{name} &= bits_{name} - 1) {{"
        lowest = f"__builtin_ctzll(bits_{name})"
        value = f"{over.first} + {lowest}" if over.first else lowest
        return [head, *indented([f"const number {name} = {value};", *body()]), "}"]

    def _row(self, table: str, index: ir.Expr, name: str, body: Callable[[], Lines]) -> Lines:
        self.tables_used.add(table)
        self.rows_used.add(table)
        row = f"row_{name}"
        start = f"const number {row} = {self.text(index)};"
        head = f"for (int32_t at_{name} = 0; at_{name} < N_{table}[{row}]; at_{name}++) {{"
        return ["{", *indented([start, *self._each(head, name, f"T_{table}[{row}][at_{name}]", [], body)]), "}"]

    def _picks(self, over: ir.Picks, var: ir.Var, body: Callable[[], Lines]) -> Lines:
        if over in self.names:
            return self.loop(ir.Members(ir.Var(self.names[over])), var, body)
        held = self.fresh("picks")
        lines = self.hold(over, held)
        return ["{", *indented([*lines, *self.loop(ir.Members(ir.Var(held)), var, body)]), "}"]

    def _composed(self, over: ir.Expr, var: ir.Var, body: Callable[[], Lines]) -> Lines:
        match over:
            case ir.Filter(inner_var, inner, where):
                return self.loop(inner, inner_var, lambda: self._passed(inner_var, where, var, body))
            case ir.Extremal():
                return self._extremal(over, var, body)
            case ir.Groups():
                return self._groups(over, var, body)
            case ir.Combined("minus", left, right):
                lines, held, count = self.listed(right)
                gone = f"if (among({var.name}, {held}, {count})) continue;"
                return ["{", *indented([*lines, *self.loop(left, var, lambda: [gone, *body()])]), "}"]
            case _:
                lines, held, count = self.listed(over)
                head = f"for (int32_t at_{var.name} = 0; at_{var.name} < {count}; at_{var.name}++) {{"
                return ["{", *indented([*lines, *self._each(head, var.name, f"{held}[at_{var.name}]", [], body)]), "}"]

    def _passed(self, inner: ir.Var, where: ir.Expr, var: ir.Var, body: Callable[[], Lines]) -> Lines:
        """What comes for an element of a filtered set."""
        lines = [f"if (!{enclosed(self.text(where))}) continue;"]
        if inner.name != var.name:
            kind = "number"
            if inner.name in self.sizes.groups:
                self.sizes.groups.add(var.name)
                kind = "Set"
            lines.append(f"const {kind} {self.bind(var.name)} = {inner.name};")
        return lines + body()

    def _extremal(self, over: ir.Extremal, var: ir.Var, body: Callable[[], Lines]) -> Lines:
        """Goes through the set twice: first for the extreme, then for those that have it."""
        self.serial += 1
        best, some = f"{over.kind}_{self.serial}", f"some_{self.serial}"
        better = ">" if over.kind == "most" else "<"

        def compare() -> Lines:
            return [
                f"const number value = {self.text(over.value)};",
                f"if (!{some} || value {better} {best}) {best} = value;",
                f"{some} = true;",
            ]

        def those() -> Lines:
            return self._passed(over.var, ir.Compare("==", over.value, ir.Var(best)), var, body)

        self.bind(best)
        lines = [f"number {best} = 0;", f"bool {some} = false;"]
        return [
            "{",
            *indented([*lines, *self.loop(over.over, over.var, compare)]),
            *indented(self.loop(over.over, over.var, those)),
            "}",
        ]

    def _groups(self, over: ir.Groups, var: ir.Var, body: Callable[[], Lines]) -> Lines:
        table = over.neighbours
        self.tables_used.add(table)
        self.rows_used.add(table)
        spaces, *width = self.shape(table)
        wide = max([*width, 1][0], 1)
        room = self.sizes.room(over)
        self.sizes.groups.add(self.bind(var.name))
        lines, held, count = self.listed(over.over)
        cells, ends, parts = (self.fresh(word) for word in ("cells", "ends", "parts"))
        call = f"groups({held}, {count}, &T_{table}[0][0], {wide}, {spaces}, {cells}, {ends})"
        at = f"at_{var.name}"
        start = f"const int32_t from_{var.name} = {at} ? {ends}[{at} - 1] : 0;"
        group = f"const Set {var.name} = {{{cells} + from_{var.name}, {ends}[{at}] - from_{var.name}}};"
        lines += [
            f"number {cells}[{room + 1}];",
            f"int32_t {ends}[{room}];",
            f"const int32_t {parts} = {call};",
            f"for (int32_t {at} = 0; {at} < {parts}; {at}++) {{",
            *indented([start, group, *body()]),
            "}",
        ]
        return ["{", *indented(lines), "}"]

    # -- sets in lists of their own -----------------------------------------------------------------------------

    def listed(self, over: ir.Expr) -> tuple[Lines, str, str]:
        """Lines that put a set's elements into an array, the array, and what counts them."""
        held = self.fresh("list")
        count = f"count_of_{held}"
        return (
            [f"number {held}[{self.sizes.room(over) + 1}];", f"int32_t {count} = 0;", *self._put(over, held, count)],
            held,
            count,
        )

    def _put(self, over: ir.Expr, held: str, count: str) -> Lines:
        var = ir.Var(self.fresh("element"))
        add = f"{held}[{count}++] = {var.name};"
        match over:
            case ir.Select(condition, then, otherwise):
                return [
                    f"if {enclosed(self.text(condition))} {{",
                    *indented(self._put(then, held, count)),
                    "} else {",
                    *indented(self._put(otherwise, held, count)),
                    "}",
                ]
            case ir.Combined("union", left, right):
                fresh = f"if (!among({var.name}, {held}, {count})) {add}"
                return [*self.loop(left, var, lambda: [fresh]), *self.loop(right, var, lambda: [fresh])]
            case ir.Reversed(inner):
                at = self.fresh("at")
                lines, forward, end = self.listed(inner)
                turned = f"for (int32_t {at} = {end} - 1; {at} >= 0; {at}--) {held}[{count}++] = {forward}[{at}];"
                return ["{", *indented([*lines, turned]), "}"]
            case ir.Filter(own, inner, where) if own.name not in self.sizes.groups:
                # Whether an element passes no processor can foresee: it is written in any case.
                return self.loop(
                    inner, own, lambda: [f"{held}[{count}] = {own.name};", f"{count} += {self.truth(where)};"]
                )
            case _:
                return self.loop(over, var, lambda: [add])


def declared(kind: str, name: str) -> str:
    """A name after its C type."""
    return f"{kind}{name}" if kind.endswith("*") else f"{kind} {name}"


def enclosed(text: str) -> str:
    """The text in parentheses, unless it has its own."""
    depth = 0
    for i, letter in enumerate(text):
        depth += (letter == "(") - (letter == ")")
        if depth == 0 and (i > 0 or letter != "("):
            return text if i == len(text) - 1 and text[0] == "(" else f"({text})"
    return f"({text})"
