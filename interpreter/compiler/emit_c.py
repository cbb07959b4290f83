"""Blocks emitted as C functions over the same state array as the Python engine's.

A function returns the number of the block to go on with, or STOP with the next decision's options in the match.
"""

from __future__ import annotations

from importlib.resources import files
from typing import TYPE_CHECKING

from interpreter.compiler import ir
from interpreter.compiler.c_asks import CAskWriter
from interpreter.compiler.c_expressions import CExpressionWriter
from interpreter.compiler.c_loops import enclosed
from interpreter.compiler.c_names import SlotNames, filled, table_lines
from interpreter.compiler.c_sizes import MOST_CHOICES, NotInCError, Sizes
from interpreter.compiler.c_statements import CStatementWriter
from interpreter.compiler.emit_python import PythonEmitter, place, stores
from interpreter.compiler.lines import Lines, indented
from interpreter.compiler.program import LONGER, MOST_BLOCKS
from interpreter.compiler.runtime import DEEPEST, MOST_ROUNDS
from interpreter.compiler.slots import GENERATOR, PENDING
from interpreter.compiler.unroll import calls_back

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator


class CEmitter:
    """Turns a game that was prepared for Python into the text of a C file."""

    def __init__(self, prepared: PythonEmitter) -> None:
        self.game = prepared.game
        self.roots = prepared.roots
        self.size = prepared.size
        self.frame = prepared.frame
        self.fuse = prepared.fuser.fuse
        self.layout = self.game.layout
        self.sizes = Sizes(self.layout, self.game.tables.values)
        self.names = SlotNames(self.layout)
        self.writer = CExpressionWriter(prepared.writer.slots, self.names, self.sizes)
        self.statements = CStatementWriter(self.writer, self.fuse, self.layout)
        self.alike = prepared.alike
        self.asks = CAskWriter(self.writer, self.game.tables.values, self._fused, prepared.asks.alike)
        self.frames: dict[tuple[tuple[int, ...], tuple[tuple[int, int], ...]], int] = {}
        self.largest_frame = 0

    def _fused(self, expr: ir.Expr) -> ir.Expr:
        found = self.fuse(expr)
        self.sizes.tables.update(self.game.tables.values)
        return found

    def emit(self) -> str:
        """The file's text. Raises NotInCError."""
        self.statements.fuse = self._fused
        bodies = [*self._alike(), *self._functions(), *self._plain_rules()]
        bodies += [*self._searches(), *self._blocks(), *self._resumes(), *self._keeping()]
        tables = self._tables()  # known only now
        helpers = [f"{text}\n" for text in self.writer.helpers.values()]
        payments = [_text("cover.h")] if self.writer.limits else []
        parts = [*self._head(), _text("match.h"), *payments, *self.names.lines(), "", *tables, *self._initial(), ""]
        parts += [*(f"{line};" for line in self._declared(bodies)), "", *helpers, *bodies]
        return "\n".join([*parts, *self._dispatch(), _text("play.h")])

    # -- what comes first ---------------------------------------------------------------------------------------

    def _head(self) -> Iterator[str]:
        model = self.game.model
        per_team = model.score.per == "team"
        stack = DEEPEST + self.largest_frame + 1 if self.largest_frame else 0
        most = max((sum(group.high - group.low + 1 for group in site.groups) for site in self.game.sites), default=1)
        if most > MOST_CHOICES:
            raise NotInCError("a choice without bounds")
        constants = {
            "SLOTS": self.size,
            "CAPACITY": self.size + stack,
            "DEEPEST": DEEPEST,
            "MOST_BLOCKS": MOST_BLOCKS,
            "MOST_ROUNDS": MOST_ROUNDS,
            "LONGER": LONGER,
            "GENERATOR": GENERATOR,
            "PENDING": PENDING,
            "MOST_OPTIONS": max(most, 1),
            "MOST_IN_A_LIST": max(self.sizes.longest_list, 1),
            "OWNERS": len(model.teams if per_team else model.seats),
            "LINES": len(model.score.lines),
            "TIES": len(model.score.ties),
            **self.writer.limits,
        }
        yield f"/* Emitted from the rules of {model.name}. */"
        yield ""
        yield from (f"#define {name} {value}" for name, value in constants.items())
        yield ""

    def _tables(self) -> Iterator[str]:
        for name in sorted(self.writer.tables_used):
            yield from table_lines(name, self.game.tables.values[name], rows=name in self.writer.rows_used)
        yield "static const Store stores[] = {"
        for found in stores(self.layout):
            slot, first = (-1, -1) if found is None else found
            yield f"    {{{slot}, {first}}},"
        yield "};"

    def _initial(self) -> Iterator[str]:
        yield "static const number initial[SLOTS] = {"
        yield from filled(self.layout.initial)
        yield "};"
        yield "#ifdef KAMON_DEBUG"
        yield "static const struct { number low, high; } bounds[SLOTS] = {"
        for i, slot in enumerate(self.layout.slots):
            low, high = (-(2**63) + 1, 2**63 - 1) if i == GENERATOR else (slot.low, slot.high)
            yield f"    {{{low}, {high}}},"
        yield "};"
        yield "#endif"

    def _declared(self, bodies: Iterable[str]) -> Iterator[str]:
        for body in bodies:
            yield from (line[:-2] for line in body.splitlines() if line.startswith("static ") and line.endswith(" {"))

    # -- functions ----------------------------------------------------------------------------------------------

    def _function(self, head: str, lines: Lines, comment: str = "") -> str:
        """A function's text. Its locals are declared first, as they may be set in any branch."""
        given = sorted(self.statements.assigned)
        self.statements.assigned = {}
        before = [f"number {', '.join(f'{name} = 0' for name in given)};"] if given else []
        note = [f"/* {comment} */"] if comment else []
        return "\n".join([*note, f"static {head} {{", *indented([*before, *lines]), "}", ""])

    def _alike(self) -> Iterator[str]:
        """For kinds with pieces that nobody can tell apart: the test that lets one of them through."""
        for name, _ in self.alike:
            kind = self.game.model.pieces[name]
            table = f"class_of_{name}"
            self.writer.tables_used.add(table)
            bases = [self.layout.location, *(self.layout.variables[name, v] for v in kind.variables)]
            same = [f"T_{table}[seen[i]] == T_{table}[piece]"]
            same += [f"S[{self.names.base(base)} + seen[i]] == S[{self.names.base(base)} + piece]" for base in bases]
            lines = [
                "for (int32_t i = 0; i < *count; i++) {",
                f"    if ({' && '.join(same)}) return false;",
                "}",
                "seen[(*count)++] = piece;",
                "return true;",
            ]
            yield self._function(f"bool new_{name}(Match *m, number piece, number *seen, int32_t *count)", lines)

    def _functions(self) -> Iterator[str]:
        for name, (parameters, body) in self.game.functions.items():
            if name.startswith("invariant_"):
                continue
            head = ", ".join(["Match *m", *(f"number {var.name}" for var in parameters)])
            value = self.writer.text(self._fused(body))
            lines = [f"return {value};"]
            if calls_back(name, self.game.functions):
                lines = ["deeper(m);", f"const number result = {value};", "m->depth -= 1;", "return result;"]
            yield self._function(f"number {name}({head})", lines)

    def _plain_rules(self) -> Iterator[str]:
        rules = {**self.game.model.rules, **self.game.printed_rules}
        calls = {name: set(_called(statements)) for name, (_, statements) in self.game.plain_rules.items()}
        for name, (variables, statements) in self.game.plain_rules.items():
            head = ", ".join(["Match *m", *(f"number {var.name}" for var in variables)])
            lines = self.statements.lines(statements)
            for var in variables:
                self.statements.assigned.pop(var.name, None)
            if name in _reached(name, calls):
                lines = ["deeper(m);", *lines, "m->depth -= 1;"]
            yield self._function(f"void rule_{name}({head})", lines, place(rules[name].span))

    def _searches(self) -> Iterator[str]:
        """For each decision, the search for its options."""
        for site in self.game.sites:
            if site.number in self.roots.asks:
                yield self._function(f"void options_{site.number}(Match *m)", self.asks.lines(site), _said(site))

    # -- blocks -------------------------------------------------------------------------------------------------

    def _blocks(self) -> Iterator[str]:
        rules = self.game.model.rules
        for block in self.roots.functions:
            start = self._restore(block) if block.number in self.roots.returns else []
            rule = rules.get(block.procedure)
            comment = "" if rule is None else f"{block.procedure}: {place(rule.span)}"
            yield self._function(f"int b{block.number}(Match *m)", [*start, *self._block(block)], comment)

    def _resumes(self) -> Iterator[str]:
        for site in self.game.sites:
            ask = self.roots.asks.get(site.number)
            if ask is None:
                continue
            lines: Lines = []
            pairs = list(zip(site.groups, ask.targets, strict=True))
            for group, target in pairs:
                body = self._choose(group) + self._goto(target)
                last = group is pairs[-1][0]
                lines += body if last else [f"if (o <= {group.high}) {{", *indented(body), "}"]
            yield self._function(f"int resume_{site.number}(Match *m, number o)", lines, _said(site))

    def _choose(self, group: ir.Group) -> Lines:
        if group.var is None:
            return []
        value = f"o - {group.offset}" if group.offset else "o"
        return [f"{self.statements.target(group.var)} = {value};"]

    def _block(self, block: ir.Block) -> Lines:
        return self.statements.lines(block.statements) + self._terminator(block)

    def _goto(self, target: ir.Block) -> Lines:
        target = self.roots.resolve(target)
        if target in self.roots.functions_set:
            if self.roots.loops_back(target):
                return [f"return {target.number};"]
            return [f"return b{target.number}(m);"]
        return self._block(target)

    def _terminator(self, block: ir.Block) -> Lines:
        match block.end:
            case ir.Goto(target):
                return self._goto(target)
            case ir.Branch(condition, then, otherwise):
                test = self.statements.text(condition)
                return [f"if {enclosed(test)} {{", *indented(self._goto(then)), "}", *self._goto(otherwise)]
            case ir.Ask():
                return self._ask(block.end)
            case ir.Call(procedure, arguments, entry, back):
                pairs = zip(procedure.parameters, arguments, strict=True)
                return [
                    *self._save(block, procedure),
                    *self.statements.lines([ir.Assign(parameter, value) for parameter, value in pairs]),
                    f"{self.statements.target(procedure.back)} = {back.number};",
                    *self._goto(entry),
                ]
            case ir.Return(procedure):
                return [f"return (int){self.writer.text(procedure.back)};"]
            case ir.End() | None:
                return ["m->length = SLOTS;", "S[PENDING] = 0;", "m->count = 0;", "return STOP;"]

    def _ask(self, ask: ir.Ask) -> Lines:
        search = f"options_{ask.site.number}(m);"
        answer = [f"S[PENDING] = {ask.site.number};", "return STOP;"]
        if ask.empty is None:
            return [search, *answer]
        least, below = ask.needs
        found = f"m->count >= {least}" + ("" if below is None else f" && m->options[0] < {below}")
        return [search, f"if ({found}) {{", *indented(answer), "}", *self._goto(ask.empty)]

    def _save(self, block: ir.Block, procedure: ir.Procedure) -> Lines:
        return [f"keep_{self._frame(procedure)}(m);"] if block.procedure in procedure.cycle else []

    def _restore(self, block: ir.Block) -> Lines:
        procedure = self.roots.returns[block.number]
        return [f"give_back_{self._frame(procedure)}(m);"] if block.procedure in procedure.cycle else []

    def _frame(self, procedure: ir.Procedure) -> int:
        """The number of what must outlast a call between the rules of a cycle."""
        slots, lists = self.frame(procedure)
        return self.frames.setdefault((tuple(slots), tuple(lists)), len(self.frames) + 1)

    def _keeping(self) -> Iterator[str]:
        """For each such frame, the functions that put it on the stack and take it back."""
        for (slots, lists), number in self.frames.items():
            size = len(slots) + sum(end - first for first, end in lists)
            self.largest_frame = max(self.largest_frame, size)
            keep, back = [f"number *const frame = push(m, {size});"], [f"const number *const frame = drop(m, {size});"]
            for i, slot in enumerate(slots):
                keep.append(f"frame[{i}] = S[{self.names.slot(slot)}];")
                back.append(f"S[{self.names.slot(slot)}] = frame[{i}];")
            done = len(slots)
            for first, end in lists:
                keep.append(f"memcpy(frame + {done}, &S[{self.names.slot(first)}], {end - first} * sizeof(number));")
                back.append(f"memcpy(&S[{self.names.slot(first)}], frame + {done}, {end - first} * sizeof(number));")
                done += end - first
            yield self._function(f"void keep_{number}(Match *m)", keep)
            yield self._function(f"void give_back_{number}(Match *m)", back)

    # -- what holds it together ---------------------------------------------------------------------------------

    def _dispatch(self) -> Iterator[str]:
        entry = self.roots.resolve(self.game.entry)
        entered = [block for block in self.roots.functions if self._by_number(block)]
        asked = sorted(self.roots.asks)
        score = self.game.model.score
        yield "/* Goes on from block to block up to the next decision. */"
        yield "static void go_on(Match *m, int next) {"
        yield "    for (int32_t round = 0; round < MOST_BLOCKS; round++) {"
        yield "        switch (next) {"
        yield "        case STOP: return;"
        yield from (f"        case {block.number}: next = b{block.number}(m); break;" for block in entered)
        yield "        default: fault(m);"
        yield "        }"
        yield "    }"
        yield "    fault(m);"
        yield "}"
        yield f"static int entry(Match *m) {{ return b{entry.number}(m); }}"
        yield "static inline int resume(Match *m, number code) {"
        yield "    switch (S[PENDING]) {"
        yield from (f"    case {number}: return resume_{number}(m, code);" for number in asked)
        yield "    default: fault(m);"
        yield "    }"
        yield "}"
        yield "static void find_options(Match *m) {"
        yield "    switch (S[PENDING]) {"
        yield from (f"    case {number}: options_{number}(m); break;" for number in asked)
        yield "    default: m->count = 0;"
        yield "    }"
        yield "}"
        yield "static void score(Match *m, number (*points)[LINES + 1]) {"
        yield "    for (int32_t owner = 0; owner < OWNERS; owner++) {"
        yield from (f"        points[owner][{i}] = score_{i}(m, owner);" for i in range(len(score.lines)))
        yield "    }"
        yield "}"
        yield "static void rank_ties(Match *m, number owner, number *rank) {"
        yield from (f"    rank[{i}] = tie_{i}(m, owner);" for i in range(len(score.ties)))
        yield "}"

    def _by_number(self, block: ir.Block) -> bool:
        """Whether a block's number is ever returned."""
        return self.roots.loops_back(block) or block.number in self.roots.returns


def _text(name: str) -> str:
    return (files("interpreter.compiler") / "native" / name).read_text(encoding="utf-8")


def _said(site: ir.Site) -> str:
    return f"{site.name}: {place(site.span)}"


def _called(statements: Iterable[ir.Stmt]) -> Iterator[str]:
    """The rules that statements call, also those nested in them."""
    for statement in statements:
        if isinstance(statement, ir.CallPlain):
            yield statement.rule
        for name in ("then", "otherwise", "body"):
            yield from _called(getattr(statement, name, ()))


def _reached(name: str, calls: dict[str, set[str]]) -> set[str]:
    """The rules that a rule may come to call."""
    found: set[str] = set()
    queue = [name]
    while queue:
        fresh = calls.get(queue.pop(), set()) - found
        found |= fresh
        queue += fresh
    return found
