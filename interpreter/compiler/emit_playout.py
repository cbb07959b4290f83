"""Whole random games as one Python function: the fastest way to play many.

The blocks become sections of a loop. Whose turn it is is known in each section where it can be, single slots are kept
in locals, and a decision goes straight on with the option drawn. The course of a game is the same as with
`begin` and `choose` for the same draws.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from interpreter.compiler import ir
from interpreter.compiler.emit_python import PythonEmitter
from interpreter.compiler.layout import ME, PENDING
from interpreter.compiler.possible import interval
from interpreter.compiler.python_expressions import ExpressionWriter
from interpreter.compiler.simplify import simplify

MOST_LINES = 2500  # of a playout function; a larger game is played by `begin` and `choose`
Section = tuple[ir.Block, int | None]


class SlotWriter(ExpressionWriter):
    """Writes single slots as locals where it may, and notes which slots are single."""

    def __init__(self, slots: dict[str, int], tables: dict[str, tuple[object, ...]]) -> None:
        super().__init__(slots)
        self.tables = tables
        self.allowed: set[int] = set()
        self.local: set[int] = set()
        self.single: set[int] = set()
        self.spread: set[int] = set()
        self.unbounded = False
        self.noting = False

    def use_locals(self, wanted: bool) -> None:
        """Whether what is written next may use locals; what it does with slots is noted only then."""
        self.noting = wanted
        self.local = self.allowed if wanted else set()
        self.names = {ir.Load(ir.Const(slot)): f"s{slot}" for slot in self.local}

    def text(self, expr: ir.Expr) -> str:
        match expr:
            case ir.Load(ir.Const(slot)):
                self.single.add(slot)
            case ir.Load(index) if self.noting:
                low, high = interval(index, self.tables)
                if low < 0 or high > 1 << 20:
                    self.unbounded = True
                else:
                    self.spread.update(range(low, high + 1))
            case ir.Var(name=name) if name in self.slots:
                slot = self.slots[name]
                self.single.add(slot)
                return f"s{slot}" if slot in self.local else f"S[{slot}]"
            case _:
                pass
        return super().text(expr)


class PlayoutEmitter(PythonEmitter):
    """Emits `playout(S, draw)` beside what PythonEmitter emits."""

    def prepare_playout(self) -> None:
        self.me: int | None = None
        self.section_numbers: dict[Section, int] = {}
        self.queue: list[Section] = []
        self.slot_writer = SlotWriter(dict(self.writer.slots), self.game.tables.values)
        self.writer = self.statements.writer = self.asks.writer = self.slot_writer
        self.statements.fuse = self.asks.fuse = self._known
        self.statements.around = self._around
        self.statements.stored = self._stored

    def playout(self) -> str | None:
        """The function's text; None when it would be too long."""
        self.prepare_playout()
        if self._sections() is None:
            return None
        writer = self.slot_writer
        lists = {
            slot
            for listed in self.game.layout.lists.values()
            for slot in range(listed.base + 1, listed.base + 1 + listed.capacity)
        }
        if not writer.unbounded:
            writer.allowed = {slot for slot in writer.single - writer.spread - lists - {ME, PENDING} if slot < self.size}
        sections = self._sections()
        assert sections is not None
        first = self.section_numbers[self._entry()]
        lines = ["    n = 0", f"    pc = {first}", "    while True:"]
        for number, body in sorted(sections.items(), key=lambda item: item[0] == first):
            lines += self._indented([f"if pc == {number}:", *self._indented(body, 1)], 2)
        constants = sorted(set(re.findall(r"\b(?:T_\w+|bits_\d+)\b", "\n".join(lines))))
        head = ", ".join(["S", "draw", *(f"{name}={name}" for name in constants)])
        return "\n".join([f"def playout({head}):", *lines]) + "\n"

    def _entry(self) -> Section:
        return (self.roots.resolve(self.game.entry), None)

    def _sections(self) -> dict[int, list[str]] | None:
        self.section_numbers = {}
        self.queue = []
        self._number(self._entry())
        found: dict[int, list[str]] = {}
        total = 0
        for block, me in self.queue:
            self.me = me
            self.slot_writer.use_locals(me is not None)
            start = self._restore(block) if block.number in self.roots.returns else []
            body = start + self._block(block)
            found[self.section_numbers[block, me]] = body
            total += len(body)
            if total > MOST_LINES or len(self.queue) > MOST_LINES // 10:
                return None
        return found

    def _number(self, section: Section) -> int:
        if section not in self.section_numbers:
            self.section_numbers[section] = len(self.section_numbers)
            self.queue.append(section)
        return self.section_numbers[section]

    # -- what is known ------------------------------------------------------------------------------------------

    def _known(self, expr: ir.Expr) -> ir.Expr:
        if self.me is not None:
            expr = ir.substitute(expr, ir.Load(ir.Const(ME)), ir.Const(self.me))
            expr = simplify(expr, self.game.tables.values)
        return self.fuser.fuse(expr)

    def _stored(self, store: ir.Store) -> list[str] | None:
        """A store of whose turn it is: no line at all, if it can be known here."""
        if store.index != ir.Const(ME):
            return None
        value = self._known(store.value)
        if isinstance(value, ir.Const):
            self.me = value.value
            return []
        self.me = None
        return [f"S[{ME}] = {self.writer.number(value)}"]

    def _around(self, statement: ir.Stmt, lines: list[str]) -> list[str]:
        """Routines work on the state itself: before them locals are written back, and read anew after them."""
        if isinstance(statement, ir.If | ir.For | ir.While):
            return [*self._flush(), *lines] if calls(lines[0]) else lines
        pure = isinstance(statement, ir.Assign | ir.Store)
        found: list[str] = []
        for line in lines:
            found += self._called(line, pure) if calls(line) else [line]
        return found

    def _called(self, line: str, pure: bool) -> list[str]:
        """A call with what it may read written back before, and what it may write read anew after. Routines on lists
        touch nothing but their list."""
        on_list = re.match(r"(?:moved = )?(?:push_all|pop_all|shuffle|append|clear|put_bottom)\(S, (\d+)", line)
        if on_list is None:
            return [*self._flush(), line, *([] if pure else self._load())]
        slot = int(on_list[1])
        if slot not in self.slot_writer.local:
            return [line]
        return [f"S[{slot}] = s{slot}", line, f"s{slot} = S[{slot}]"]

    def _flush(self) -> list[str]:
        lines = [f"S[{slot}] = s{slot}" for slot in sorted(self.slot_writer.local)]
        return lines if self.me is None else [*lines, f"S[{ME}] = {self.me}"]

    def _load(self) -> list[str]:
        return [f"s{slot} = S[{slot}]" for slot in sorted(self.slot_writer.local)]

    # -- blocks -------------------------------------------------------------------------------------------------

    def _block(self, block: ir.Block) -> list[str]:
        before = self.me
        lines: list[str] = []
        for statement in block.statements:
            if self.me is not None and forgets_turn(statement):
                lines.append(f"S[{ME}] = {self.me}")
                self.me = None
            lines += self.statements.statement(statement)
        lines += self._terminator(block)
        self.me = before
        return lines

    def _goto(self, target: ir.Block) -> list[str]:
        target = self.roots.resolve(target)
        if target in self.roots.functions_set:
            return [*self._change(), f"pc = {self._number((target, self.me))}", "continue"]
        return self._block(target)

    def _change(self) -> list[str]:
        """Sections in which it is known whose turn it is keep slots in locals, the others do not."""
        slots = sorted(self.slot_writer.allowed)
        if self.me is not None and not self.slot_writer.noting:
            return [f"s{slot} = S[{slot}]" for slot in slots]
        if self.me is None and self.slot_writer.noting:
            return self._flush()
        return []

    def _terminator(self, block: ir.Block) -> list[str]:
        match block.end:
            case ir.Branch(condition, then, otherwise):
                test = self.writer.text(self._known(condition))
                before = self._flush() if calls(test) else []
                body = self._goto(then)
                return [*before, f"if {test}:", *self._indented(body, 1), *self._goto(otherwise)]
            case ir.End() | None:
                return [*self._flush(), f"S[{PENDING}] = 0", "return n"]
            case ir.Call(procedure, entry, back):
                number = self._number((back, None))
                written = self._flush()
                self.me = None
                return [
                    *written,
                    *self._save(block, procedure),
                    f"{self.writer.text(procedure.back)} = {number}",
                    *self._goto(entry),
                ]
            case ir.Return(procedure):
                return [*self._flush(), f"pc = {self.writer.text(procedure.back)}", "continue"]
            case _:
                return super()._terminator(block)

    def _ask(self, ask: ir.Ask) -> list[str]:
        known = dict(self.writer.names)
        lines = self.asks.lines(ask.site)
        if any(map(calls, lines)):
            lines = [*self._flush(), *lines]
        answer = ["n += 1", "o = ops[int(draw() * len(ops))]", *self._answered(ask)]
        self.writer.names = known
        if any(not group.conditions and group.over is None for group in ask.site.groups) or ask.empty is None:
            return lines + answer
        return [*lines, "if ops:", *self._indented(answer, 1), *self._goto(ask.empty)]

    def _answered(self, ask: ir.Ask) -> list[str]:
        lines: list[str] = []
        pairs = list(zip(ask.site.groups, ask.targets, strict=True))
        for i, (group, target) in enumerate(pairs):
            body = self._choose(group) + self._goto(target)
            if i == len(pairs) - 1:
                return lines + body
            lines += [f"if o <= {group.high}:", *self._indented(body, 1)]
        return lines


def calls(line: str) -> bool:
    """Whether the line hands the state to a function."""
    return "(S," in line or "(S)" in line


def forgets_turn(statement: ir.Stmt) -> bool:
    """Whether a nested statement sets whose turn it is."""

    def inside(statements: Iterable[ir.Stmt]) -> bool:
        return any(
            (isinstance(inner, ir.Store) and inner.index == ir.Const(ME)) or forgets_turn(inner)
            for inner in statements
        )

    match statement:
        case ir.If(_, then, otherwise):
            return inside(then) or inside(otherwise)
        case ir.For(body=body) | ir.While(body=body):
            return inside(body)
        case ir.CallPlain():
            return True
        case _:
            return False
