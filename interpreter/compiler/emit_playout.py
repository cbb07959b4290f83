"""Whole random games as one Python function: the fastest way to play many.

The blocks become sections of a loop. Whose turn it is is known in each section where it can be, single slots are kept
in locals, and a decision goes straight on with the option drawn. The course of a game is the same as with
`begin` and `choose` for the same draws.
"""

from __future__ import annotations

import re

from interpreter.compiler import ir
from interpreter.compiler.emit_python import PythonEmitter
from interpreter.compiler.lines import Lines, indented
from interpreter.compiler.simplify import simplify
from interpreter.compiler.slot_writer import SlotWriter
from interpreter.compiler.slots import GENERATOR, ME, PENDING
from interpreter.compiler.unroll import unroll, unrolled

MOST_LINES = 2500  # of a playout function; a larger game is played by `begin` and `choose`
ON_LIST = re.compile(r"(?:moved = )?(?:push_all|pop_all|shuffle|append|clear|put_bottom)\(S, (\d+)")
CONSTANTS = re.compile(r"\b(?:T_\w+|bits?_\d+|len|insort|mix)\b")
END = -1
Section = tuple[ir.Block, int | None]


class PlayoutEmitter(PythonEmitter):
    """Emits `playout(S, bits, limit)` instead of what PythonEmitter emits."""

    def playout(self) -> str | None:
        """The function's text; None when it would be too long."""
        self._prepare()
        if self._sections() is None:
            return None
        self.slot_writer.settle({GENERATOR, ME, PENDING}, self.size)
        self.ring: list[int] = self._ring()
        self.counted: dict[int, int] = self._counted()
        sections = self._sections()
        if sections is None:
            return None
        lines = indented(self.slot_writer.begin(), 1)
        lines += self._in_turn(sections) if self.ring else self._by_number(sections)
        constants = sorted(set(CONSTANTS.findall("\n".join(lines))))
        returns = [f"returns={self.returns}"] if self.returns else []
        head = ", ".join(["S", "bits", "limit", *(f"{name}={name}" for name in constants), *returns])
        return "\n".join([f"def playout({head}):", *lines]) + "\n"

    def _by_number(self, sections: dict[int, Lines]) -> Lines:
        """Each section runs when it is its number's turn, and breaks off to the next."""
        lines = ["    n = pc = 0", "    for _ in range(limit):"]
        for number in sorted(sections, key=lambda number: number == 0):
            lines += indented([f"while pc == {number}:", *indented(sections[number], 1)], 2)
        return [*lines, "    goes_on(n)"]

    def _in_turn(self, sections: dict[int, Lines]) -> Lines:
        """The same without numbers, where the sections after the first only ever follow each other in a ring."""
        decisions = self.counted.get(END)
        if decisions is None:
            start, rounds, end = ["    n = 0"], "_ in range(limit)", "n"
        else:
            start, rounds, end = [], f"n in range(0, {decisions} * limit, {decisions})", f"{decisions} * limit"
        lines = [*start, "    while True:", *indented(sections[0], 2), f"    for {rounds}:"]
        for number in self.ring:
            lines += indented(["while True:", *indented(sections[number], 1)], 2)
        return [*lines, f"    goes_on({end})"]

    def _ring(self) -> list[int]:
        """The sections after the first in the order in which they always follow each other; empty if they do not."""
        ring = [0]
        while len(self.exits[ring[-1]]) == 1 and len(ring) <= len(self.exits):
            ring += self.exits[ring[-1]]
        whole = sorted(ring) == sorted([*self.exits, *ring[1:2]]) and ring[-1:] == ring[1:2]
        return ring[1:-1] if whole else []

    def _counted(self) -> dict[int, int]:
        """Of sections in a ring: how many decisions of a round were taken before each, and, at END, in a whole round.
        Empty if that differs from round to round.
        """
        found: dict[int, int] = {}
        total = 0
        for number in [0, *self.ring]:
            found[number] = total
            if len(self.asked_at_exits[number]) != 1 or (number == 0 and self.asked_at_exits[0] != {0}):
                return {}
            total += min(self.asked_at_exits[number])
        return {**found, END: total} if self.ring and total else {}

    def _prepare(self) -> None:
        self.me: int | None = None
        self.section = 0
        self.known_variables: dict[ir.Expr, ir.Const] = {}
        self.section_numbers: dict[Section, int] = {}
        self.queue: list[Section] = []
        self.returns: dict[int, int] = {}
        self.exits: dict[int, set[int]] = {}
        self.asked = 0  # decisions in this section up to here
        self.asked_at_exits: dict[int, set[int]] = {}
        self.ring = []
        self.counted = {}
        self.slot_writer = SlotWriter(dict(self.writer.slots), self.game.tables.values, self.game.layout)
        self.writer = self.statements.writer = self.asks.writer = self.slot_writer
        self.statements.fuse = self.asks.fuse = self._known
        self.statements.around = self._around
        self.statements.stored = self._stored

    def _sections(self) -> dict[int, Lines] | None:
        """The first section, number 0, is the beginning of the game, before which it is the first seat's turn."""
        self.section_numbers = {}
        self.queue = []
        self._number((self.roots.resolve(self.game.entry), 0))
        found: dict[int, Lines] = {}
        total = 0
        for block, me in self.queue:
            self.me = me
            self.section = self.section_numbers[block, me]
            self.exits[self.section] = set()
            self.asked_at_exits[self.section] = set()
            start = self._restore(block) if block.number in self.roots.returns else []
            body = start + self._block(block)
            found[self.section_numbers[block, me]] = body
            total += len(body)
            if total > MOST_LINES:
                return None
        return found

    def _number(self, section: Section) -> int:
        if section not in self.section_numbers:
            self.section_numbers[section] = len(self.section_numbers)
            self.queue.append(section)
        return self.section_numbers[section]

    # -- what is known ------------------------------------------------------------------------------------------

    def _known(self, expr: ir.Expr) -> ir.Expr:
        for variable, value in self.known_variables.items():
            expr = ir.substitute(expr, variable, value)
        if self.me is not None:
            expr = ir.substitute(expr, ir.Load(ir.Const(ME)), ir.Const(self.me))
            expr = unroll(expr, self.game.functions)
        return self.fuser.fuse(simplify(expr, self.game.tables.values))

    def _stored(self, store: ir.Store) -> Lines | None:
        """A store of whose turn it is: no line at all, if it can be known here."""
        if store.index != ir.Const(ME):
            return None
        value = self._known(store.value)
        if isinstance(value, ir.Const):
            self.me = value.value
            return []
        self.me = None
        return [f"S[{ME}] = {self.writer.number(value)}"]

    def _around(self, statement: ir.Stmt, lines: Lines) -> Lines:
        """Routines work on the state itself: before them locals are written back, and read anew after them."""
        if isinstance(statement, ir.While) and calls(lines[0]):
            test = lines[0].removeprefix("while ").removesuffix(":")
            return ["while True:", *indented([*self._flush(), f"if not {test}: break"], 1), *lines[1:]]
        if isinstance(statement, ir.If | ir.For | ir.While):
            return [*self._flush(), *lines] if calls(lines[0]) else lines
        pure = isinstance(statement, ir.Assign | ir.Store)
        found: Lines = []
        for line in lines:
            found += self._called(line, pure=pure) if calls(line) else [line]
        return found

    def _called(self, line: str, *, pure: bool) -> Lines:
        """Routines on lists touch nothing but their list."""
        if line.startswith("mix(S, p"):
            return [line]
        on_list = ON_LIST.match(line)
        if on_list is None:
            return [*self._flush(), line, *([] if pure else self._load())]
        slot = int(on_list[1])
        if slot not in self.slot_writer.local:
            return [line]
        return [self.slot_writer.write_slot(slot), line, self.slot_writer.read_slot(slot)]

    def _flush(self) -> Lines:
        lines = self.slot_writer.write_back()
        return lines if self.me is None else [*lines, f"S[{ME}] = {self.me}"]

    def _load(self) -> Lines:
        return self.slot_writer.read()

    # -- blocks -------------------------------------------------------------------------------------------------

    def _block(self, block: ir.Block) -> Lines:
        before = (self.me, dict(self.known_variables))
        lines: Lines = []
        for whole in block.statements:
            for statement in unrolled(whole, sets_turn):
                lines += self._statement(statement)
        lines += self._terminator(block)
        self.me, self.known_variables = before
        return lines

    def _statement(self, statement: ir.Stmt) -> Lines:
        if isinstance(statement, ir.Assign) and statement.var.name.startswith("me_before"):
            value = self._known(statement.value)
            if isinstance(value, ir.Const):
                self.known_variables[statement.var] = value
        if self.me is None or not forgets_turn(statement):
            return self.statements.statement(statement)
        lines = [f"S[{ME}] = {self.me}"]
        self.me = None
        return lines + self.statements.statement(statement)

    def _goto(self, target: ir.Block) -> Lines:
        target = self.roots.resolve(target)
        if target in self.roots.functions_set:
            number = self._number((target, self.me))
            self.exits[self.section].add(number)
            self.asked_at_exits[self.section].add(self.asked)
            return ["break"] if self.ring else [f"pc = {number}", "break"]
        return self._block(target)

    def _terminator(self, block: ir.Block) -> Lines:
        match block.end:
            case ir.Branch(condition, then, otherwise):
                test = self.writer.test(self._known(condition))
                before = self._flush() if calls(test) else []
                body = self._goto(then)
                return [*before, f"if {test}:", *indented(body, 1), *self._goto(otherwise)]
            case ir.End() | None:
                return [*self._flush(), *self._unwind(), f"S[{PENDING}] = 0", f"return {self._decisions()}"]
            case ir.Call(procedure, arguments, entry, back):
                self.returns[back.number] = self._number((back, None))
                self.exits[self.section] |= {-1, -2}
                save = self._save(block, procedure)
                written = [f"S[{ME}] = {self.me}"] if self.me is not None else []
                self.me = None
                if save:
                    written += [*self._flush(), *save]
                written += self._pass(procedure, arguments)
                return [*written, f"{self.writer.text(procedure.back)} = {back.number}", *self._goto(entry)]
            case ir.Return(procedure):
                turn = [] if self.me is None else [f"S[{ME}] = {self.me}"]
                self.exits[self.section] |= {-1, -2}  # any section at all
                return [*turn, f"pc = returns[{self.writer.text(procedure.back)}]", "break"]
            case _:
                return super()._terminator(block)

    def _restore(self, block: ir.Block) -> Lines:
        lines = super()._restore(block)
        return [*self._flush(), *lines, *self._load()] if lines else []

    def _ask(self, ask: ir.Ask) -> Lines:
        known = dict(self.writer.names)
        self.slot_writer.searching = True
        lines = self.asks.lines(ask.site)
        self.slot_writer.searching = False
        if any(map(calls, lines)):
            lines = [*self._flush(), *lines]
        self.asked += 1
        count = [] if self.counted else ["n += 1"]
        answer = [*count, "o = ops[bits(24) * len(ops) >> 24]", *self._answered(ask)]
        self.asked -= 1
        self.writer.names = known
        if ask.empty is None:
            return lines + answer
        return [*lines, f"if {ask.found}:", *indented(answer, 1), *self._goto(ask.empty)]

    def _decisions(self) -> str:
        """How many decisions were taken up to here."""
        before = self.counted.get(self.section, 0) + self.asked if self.counted else 0
        if self.counted and self.section == 0:
            return str(before)
        return f"n + {before}" if before else "n"

    def _answered(self, ask: ir.Ask) -> Lines:
        lines: Lines = []
        pairs = list(zip(ask.site.groups, ask.targets, strict=True))
        for i, (group, target) in enumerate(pairs):
            body = self._choose(group) + self._goto(target)
            if i == len(pairs) - 1:
                return lines + body
            lines += [f"if o <= {group.high}:", *indented(body, 1)]
        return lines


def calls(line: str) -> bool:
    """Whether the line hands the state to a function."""
    return "(S," in line or "(S)" in line


def sets_turn(statement: ir.Stmt) -> bool:
    """Whether the statement itself stores whose turn it is."""
    return isinstance(statement, ir.Store) and statement.index == ir.Const(ME)


def forgets_turn(statement: ir.Stmt) -> bool:
    """Whether a nested statement sets whose turn it is."""
    match statement:
        case ir.If(_, then, otherwise):
            inner = (*then, *otherwise)
        case ir.For(body=body) | ir.While(body=body):
            inner = body
        case ir.CallPlain():
            return True
        case _:
            return False
    return any(sets_turn(part) or forgets_turn(part) for part in inner)
