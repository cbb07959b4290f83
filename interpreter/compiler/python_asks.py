"""The search for a decision's options as Python text.

Nothing changes during the search, so every subexpression is worked out once, outside all loops that it does not
depend on; groups that run over the same set share one loop.
"""

from __future__ import annotations

from dataclasses import dataclass

from interpreter.compiler import ir
from interpreter.compiler.intervals import interval
from interpreter.compiler.lines import Lines
from interpreter.compiler.python_expressions import (
    ExpressionWriter,
    invariant_parts,
    plain_size,
    repeated,
    uses,
    worth_naming,
)


@dataclass(slots=True)
class Candidate:
    """A group made ready: conditions on the loop's element, and those on nothing but the state."""

    group: ir.Group
    result: str
    guards: list[ir.Expr]
    tests: list[ir.Expr]


Loops = dict[ir.Expr, list[Candidate]]


class AskWriter:
    """Writes lines that leave the option codes in the local `ops`."""

    def __init__(
        self,
        writer: ExpressionWriter,
        tables: dict[str, tuple[object, ...]],
        fuse: object,
        alike: dict[str, str],
    ) -> None:
        self.writer = writer
        self.tables = tables
        self.fuse = fuse
        self.alike = alike
        self.serial = 0

    def lines(self, site: ir.Site) -> Lines:
        known = dict(self.writer.names)
        order, loops, variables = self._candidates(site)
        lines = ["ops = []"]
        lines += self._outer_names(order, loops, variables)
        for over, candidates in loops.items():
            lines += self._loop(self.fuse(over), variables[over], candidates)  # type: ignore[operator]
        lines += self._collect(order)
        self.writer.names = known
        return lines

    def _candidates(self, site: ir.Site) -> tuple[list[Candidate], Loops, dict[ir.Expr, ir.Var]]:
        """The groups in order; those that run over the same set, by that set; the variable of each set's loop."""
        loops: Loops = {}
        variables: dict[ir.Expr, ir.Var] = {}
        order: list[Candidate] = []
        for i, group in enumerate(site.groups):
            conditions = [expr for expr, _ in group.conditions]
            over = group.over
            if over is not None:
                assert group.var is not None
                var = variables.setdefault(over, group.var)
                conditions = [ir.substitute(expr, group.var, var) for expr in conditions]
            conditions = [self.fuse(expr) for expr in conditions]  # type: ignore[operator]
            if over is None:
                candidate = Candidate(group, "", conditions, [])
            else:
                var = variables[over]
                guards = [expr for expr in conditions if not uses(expr, var)]
                tests = [expr for expr in conditions if uses(expr, var)]
                candidate = Candidate(group, self._result(i, site), guards, tests)
                loops.setdefault(over, []).append(candidate)
            order.append(candidate)
        return order, loops, variables

    def _result(self, i: int, site: ir.Site) -> str:
        """The list for a group's options: the options themselves, if only groups over the same set come before."""
        over = site.groups[i].over
        return "ops" if all(group.over == over for group in site.groups[:i]) else f"ops{i}"

    def _name(self, expr: ir.Expr) -> str:
        """A line that gives the expression a local."""
        self.serial += 1
        text = self.writer.text(expr)
        name = f"k{self.serial}"
        self.writer.names[expr] = name
        return f"{name} = {text}"

    def _outer_names(self, order: list[Candidate], loops: Loops, variables: dict[ir.Expr, ir.Var]) -> Lines:
        hoisted: list[ir.Expr] = []
        outer: list[ir.Expr] = []
        for candidate in order:
            outer += candidate.guards
        for over, candidates in loops.items():
            outer.append(self.fuse(over))  # type: ignore[operator]
            for candidate in candidates:
                for test in candidate.tests:
                    hoisted += invariant_parts(test, variables[over])
        hoisted = list(dict.fromkeys(hoisted))
        named = [expr for expr in repeated([*outer, *hoisted]) if expr not in hoisted]
        return [
            self._name(expr)
            for expr in sorted([*named, *hoisted], key=plain_size)
            if expr not in self.writer.names and self.writer.may_name(expr)
        ]

    def _loop(self, over: ir.Expr, var: ir.Var, candidates: list[Candidate]) -> Lines:
        before = dict(self.writer.names)
        lines = [f"{candidate.result} = []" for candidate in candidates if candidate.result != "ops"]
        guards: list[str] = []
        for candidate in candidates:
            guard = " and ".join(map(self.writer.test, candidate.guards))
            if guard and len(candidates) > 1 and not self._cheap(candidate.guards):
                self.serial += 1
                name = f"k{self.serial}"
                wanted = self._wanted(candidate, var, candidates)
                if wanted is None:
                    lines.append(f"{name} = {guard}")
                    guard = name
                else:  # a value that nothing equals, when the guard does not hold
                    lines.append(f"{name} = {self.writer.text(wanted)} if {guard} else None")
                    self.writer.names[wanted] = name
                    guard = ""
            guards.append(guard)
        indent = ""
        if len(candidates) == 1 and guards[0]:
            lines.append(f"if {guards[0]}:")
            guards, indent = [""], "    "
        header, prelude = self._header(over)
        lines += [indent + line for line in prelude]
        lines += [f"{indent}{self._seen(one)} = set()" for one in candidates if self._alike(one)]
        lines.append(f"{indent}for {var.name} in {header}:")
        self.writer.names[var] = var.name  # also of a variable whose last choice lives in the state
        inner = [
            expr
            for expr in repeated([test for candidate in candidates for test in candidate.tests])
            if uses(expr, var) and worth_naming(expr) and expr not in self.writer.names
        ]
        for expr in inner:
            lines.append(f"{indent}    {self._name(expr)}")
        lines += [f"{indent}    {line}" for line in self._tests(var, candidates, guards)]
        self.writer.names = before
        return lines

    def _cheap(self, guards: list[ir.Expr]) -> bool:
        """Whether a guard costs no more than looking at a local, so that it need not be worked out before the loop."""
        return all(
            isinstance(guard, ir.Compare)
            and all(isinstance(side, ir.Const) or side in self.writer.names for side in (guard.left, guard.right))
            for guard in guards
        )

    def _wanted(self, candidate: Candidate, var: ir.Var, candidates: list[Candidate]) -> ir.Expr | None:
        """The value that the group's first test compares with, if it is used nowhere else in the loop."""
        if not candidate.tests:
            return None
        first = candidate.tests[0]
        if isinstance(first, ir.Compare) and first.kind == "==" and not uses(first.right, var):
            conditions = [expr for one in candidates for expr in (*one.guards, *one.tests)]
            used = sum(node == first.right for expr in conditions for node in ir.walk(expr))
            if used == 1 and not isinstance(first.right, ir.Const):
                return first.right
        return None

    def _header(self, over: ir.Expr) -> tuple[str, Lines]:
        if isinstance(over, ir.ZoneItems) and over.all:
            held = self.writer.pile(over.base)
            if held is not None:
                return held, []
            base = self.writer.text(over.base)
            if isinstance(over.base, ir.Const):
                start = over.base.value + 1
                return f"S[{start} : {start} + S[{base}]]", []
            return "S[base : base + S[base - 1]]", [f"base = {base} + 1"]
        return self.writer.iterable(over), []

    def _tests(self, var: ir.Var, candidates: list[Candidate], guards: list[str]) -> Lines:
        lines: Lines = []
        previous: Candidate | None = None
        for candidate, guard in zip(candidates, guards, strict=True):
            offset = candidate.group.offset
            code = f"{var.name} + {offset}" if offset else var.name
            add = f"{candidate.result}.append({code})"
            alike = self._alike(candidate)
            tests = [self.writer.test(test) for test in candidate.tests]
            if guard:  # a hoisted one first; one that is tested where it stands last
                tests.insert(len(tests) if self._cheap(candidate.guards) else 0, guard)
            if alike is not None:
                tests.append(f"{alike}(S, {var.name}, {self._seen(candidate)})")
            if not tests:
                lines.append(add)
                previous = None
                continue
            word = "elif" if previous is not None and self._exclusive(previous, candidate) else "if"
            lines += [f"{word} {' and '.join(tests)}:", f"    {add}"]
            previous = candidate
        return lines

    def _alike(self, candidate: Candidate) -> str | None:
        """The test that lets only one of several pieces through that nobody can tell apart."""
        variable = candidate.group.variable
        return None if variable is None else self.alike.get(variable.type.name)

    def _seen(self, candidate: Candidate) -> str:
        """The local that holds what such pieces of a group have shown so far."""
        return f"seen{candidate.group.low}"

    def _exclusive(self, one: Candidate, other: Candidate) -> bool:
        """Whether two groups compare the same thing with values that differ."""
        for a in one.tests:
            for b in other.tests:
                if (
                    isinstance(a, ir.Compare)
                    and isinstance(b, ir.Compare)
                    and a.kind == b.kind == "=="
                    and a.left == b.left
                ):
                    (low, high), (least, most) = (
                        interval(a.right, self.tables),
                        interval(b.right, self.tables),
                    )
                    if high < least or most < low:
                        return True
        return False

    def _collect(self, order: list[Candidate]) -> Lines:
        lines: Lines = []
        for candidate in order:
            if candidate.result == "ops":
                continue
            if candidate.result:
                lines.append(f"ops += {candidate.result}")
                continue
            add = f"ops.append({candidate.group.offset})"
            guard = " and ".join(map(self.writer.test, candidate.guards))
            lines += [f"if {guard}:", f"    {add}"] if guard else [add]
        return lines
