"""The search for a decision's options as C: the plan is the Python emitter's, the lines are written here."""

from __future__ import annotations

from interpreter.compiler import ir
from interpreter.compiler.c_loops import LoopWriter, enclosed
from interpreter.compiler.lines import Lines, indented
from interpreter.compiler.python_asks import AskWriter, Candidate
from interpreter.compiler.python_expressions import repeated, uses, worth_naming

PLAIN = ir.Compare | ir.Const | ir.Var | ir.Load | ir.Table


class CAskWriter(AskWriter):
    """Writes lines that leave the option codes in the match."""

    writer: LoopWriter

    def lines(self, site: ir.Site) -> Lines:
        known = dict(self.writer.names)
        order, loops, variables = self._candidates(site)
        lines = ["int32_t n = 0;"]
        lines += self._outer_names(order, loops, variables)
        for over, candidates in loops.items():
            lines += self._loop(self.fuse(over), variables[over], candidates)  # type: ignore[operator]
        lines += [*self._collect(order), "m->count = n;"]
        self.writer.names = known
        return lines

    def _name(self, expr: ir.Expr) -> str:
        self.serial += 1
        name = f"k{self.serial}"
        lines = self.writer.hold(expr, name)
        self.writer.names[expr] = name
        return " ".join(lines)

    def _loop(self, over: ir.Expr, var: ir.Var, candidates: list[Candidate]) -> Lines:
        before = dict(self.writer.names)
        lines: Lines = []
        for one in candidates:
            room = one.group.high - one.group.low + 1
            if one.result != "ops":
                lines += [f"int32_t {one.result}[{room + 1}], n_{one.result} = 0;"]
            if self._alike(one):
                lines += [f"number {self._seen(one)}[{room}];", f"int32_t n_{self._seen(one)} = 0;"]
        guards = []
        for one in candidates:
            made, guard = self._guard(one, var, candidates)
            lines += made
            guards.append(guard)
        only = guards[0] if len(candidates) == 1 else ""
        if only:
            guards = [""]
        body = self.writer.loop(over, var, lambda: self._body(var, candidates, guards))
        self.writer.names = before  # a value that stands for nothing where a guard fails does so in this loop only
        return [*lines, f"if {enclosed(only)} {{", *indented(body), "}"] if only else lines + body

    def _guard(self, one: Candidate, var: ir.Var, candidates: list[Candidate]) -> tuple[Lines, str]:
        """What must hold for a group to have any options, as a text; lines that work it out before the loop."""
        guard = " && ".join(self.writer.text(expr) for expr in one.guards)
        if not guard or len(candidates) == 1 or self._cheap(one.guards):
            return [], guard
        self.serial += 1
        name = self.writer.bind(f"k{self.serial}")
        wanted = self._wanted(one, var, candidates)
        if wanted is None:
            return [f"const bool {name} = {guard};"], name
        lines = [f"const number {name} = {guard} ? {self.writer.text(wanted)} : NO_NUMBER;"]
        self.writer.names[wanted] = name
        return lines, ""

    def _body(self, var: ir.Var, candidates: list[Candidate], guards: list[str]) -> Lines:
        before = dict(self.writer.names)
        self.writer.names[var] = var.name  # also of a variable whose last choice lives in the state
        inner = [
            expr
            for expr in repeated([test for candidate in candidates for test in candidate.tests])
            if uses(expr, var) and worth_naming(expr) and expr not in before and self.writer.may_name(expr)
        ]
        lines = [self._name(expr) for expr in inner]
        lines += self._tests(var, candidates, guards)
        self.writer.names = before
        return lines

    def _tests(self, var: ir.Var, candidates: list[Candidate], guards: list[str]) -> Lines:
        lines: Lines = []
        previous: Candidate | None = None
        for one, guard in zip(candidates, guards, strict=True):
            code = f"{var.name} + {one.group.offset}" if one.group.offset else var.name
            to = "m->options[n++]" if one.result == "ops" else f"{one.result}[n_{one.result}++]"
            tests = [self.writer.text(test) for test in one.tests]
            if guard:  # a hoisted one first; one that is tested where it stands last
                tests.insert(len(tests) if self._cheap(one.guards) else 0, guard)
            if self._alike(one):
                tests.append(f"{self._alike(one)}(m, {var.name}, {self._seen(one)}, &n_{self._seen(one)})")
            if one.tests and tests == [self.writer.text(test) for test in one.tests[:1] if self._plain(test)]:
                # Whether the test holds no processor can foresee: the code is written in any case.
                counter = "n" if one.result == "ops" else f"n_{one.result}"
                lines += [
                    f"{to.replace('++', '')} = (int32_t)({code});",
                    f"{counter} += {self.writer.truth(one.tests[0])};",
                ]
                previous = None
                continue
            word = "else if" if previous is not None and self._exclusive(previous, one) else "if"
            test = f"{word} {enclosed(' && '.join(tests))} " if tests else ""
            lines.append(f"{test}{to} = (int32_t)({code});")
            previous = one if tests else None
        return lines

    def _plain(self, expr: ir.Expr) -> bool:
        """Whether an expression costs no more than a few loads."""
        if expr in self.writer.names:
            return True
        return isinstance(expr, PLAIN) and all(map(self._plain, ir.children(expr)))

    def _collect(self, order: list[Candidate]) -> Lines:
        lines: Lines = []
        for one in order:
            if one.result == "ops":
                continue
            if one.result:
                lines.append(f"for (int32_t i = 0; i < n_{one.result}; i++) m->options[n++] = {one.result}[i];")
                continue
            guard = " && ".join(self.writer.text(expr) for expr in one.guards)
            test = f"if {enclosed(guard)} " if guard else ""
            lines.append(f"{test}m->options[n++] = {one.group.offset};")
        return lines
