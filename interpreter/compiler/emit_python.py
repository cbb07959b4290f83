"""Blocks emitted as Python functions over the state array S.

A function returns the options of the next decision (none: the game is over) or the number of the block to go on with.
Blocks with one way in are written where they are entered; the others, and what follows a decision, are functions.
"""

from __future__ import annotations

from itertools import accumulate
from typing import TYPE_CHECKING

from interpreter.compiler import ir
from interpreter.compiler.emitted import AT_ONCE
from interpreter.compiler.fuse import Fuser
from interpreter.compiler.layout import Layout
from interpreter.compiler.lines import indented
from interpreter.compiler.lower_choices import GameLowering
from interpreter.compiler.python_asks import AskWriter
from interpreter.compiler.python_expressions import ExpressionWriter
from interpreter.compiler.python_statements import StatementWriter
from interpreter.compiler.roots import Roots, find_roots, statement_expressions
from interpreter.compiler.simplify import simplify
from interpreter.compiler.slots import PENDING
from interpreter.model.game import SpaceKind, Zone
from interpreter.source import Span

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

HEADER = '''"""Emitted from the rules of {name}. S is the state; see the layout for what each slot holds."""
'''


class PythonEmitter:
    """Turns a lowered game into the text of a module."""

    def __init__(self, game: GameLowering, *, trace: bool) -> None:
        self.game = game
        self.trace = trace
        self.fuser = Fuser(game.tables)
        game.layout.untrack(untracked_kinds(game))
        game.tables.add("stores", stores(game.layout))
        self.roots: Roots = find_roots(game)
        slots = {name: game.layout.add_local(name, *bounds) for name, bounds in sorted(self.roots.kept.items())}
        self.size = len(game.layout.slots)
        self.writer = ExpressionWriter(slots)
        self.statements = StatementWriter(self.writer, self.fuser.fuse, game.layout, trace=trace)
        self.alike = tuple(alike_classes(game))
        tests = {name: f"new_{name}" for name, _ in self.alike}
        self.asks = AskWriter(self.writer, game.tables.values, self.fuser.fuse, tests)
        self.cycles = list(dict.fromkeys(rule.cycle for rule in game.procedures.values() if rule.cycle))
        self.lines: list[str] = []

    def emit(self) -> dict[str, str]:
        """The module's text in parts: what is made at once, then each function for a block or a decision, by name.
        Tables are not in it: they are given to it by name, as `T_name`.
        """
        self.lines = HEADER.format(name=self.game.model.name).splitlines()
        self._emit_alike()
        self._emit_frames()
        for name, (parameters, body) in self.game.functions.items():
            self._emit_function(name, parameters, body)
        self._emit_scores()
        for name, (variables, statements) in self.game.plain_rules.items():
            self._emit_plain_rule(name, variables, statements)
        parts = {AT_ONCE: self.lines}
        parts |= {f"b{block.number}": self._root(block) for block in self.roots.functions}
        parts |= {
            f"resume_{site.number}": self._resume(site) for site in self.game.sites if site.number in self.roots.asks
        }
        return {name: "\n".join(lines) for name, lines in parts.items()}

    def emit_options(self, site: ir.Site) -> str:
        """A function that finds the options of a pending decision from the state alone."""
        lines = [f"def options_{site.number}(S):"]
        lines += indented(self.asks.lines(site), 1)
        return "\n".join([*lines, "    return ops"]) + "\n"

    def emit_asking(self, site: ir.Site) -> str:
        """A function that asks a pending decision anew; when there is nothing to choose, play goes on."""
        return "\n".join([f"def ask_{site.number}(S):", *indented(self._ask(self.roots.asks[site.number]), 1)]) + "\n"

    def emit_value(self, name: str, parameters: tuple[ir.Var, ...], body: ir.Expr) -> str:
        head = ", ".join(["S", *(var.name for var in parameters)])
        return f"def {name}({head}):\n    return {self.writer.text(self.fuser.fuse(body))}\n"

    def emit_iterable(self, name: str, over: ir.Expr) -> str:
        return f"def {name}(S):\n    return list({self.writer.iterable(self.fuser.fuse(over))})\n"

    def _emit_scores(self) -> None:
        """All score lines of all players or teams, worked out together."""
        score = self.game.model.score
        owners = len(self.game.model.teams if score.per == "team" else self.game.model.seats)
        self.writer.shared = {}
        rows = []
        for owner in range(owners):
            texts = []
            for i in range(len(score.lines)):
                (parameter,), body = self.game.functions[f"score_{i}"]
                known = ir.substitute(body, parameter, ir.Const(owner))
                texts.append(self.writer.number(self.fuser.fuse(simplify(known, self.game.tables.values))))
            rows.append(f"[{', '.join(texts)}]")
        self.lines += ["", "", "def scores(S):"]
        for spaces, groups in self.writer.shared.items():
            self.lines += indented(groups.lines(spaces, self.game.tables), 1)
        self.lines.append(f"    return [{', '.join(rows)}]")
        self.writer.shared = None

    # -- functions ----------------------------------------------------------------------------------------------

    def _emit_function(self, name: str, parameters: tuple[ir.Var, ...], body: ir.Expr) -> None:
        self.lines += ["", "", *self.emit_value(name, parameters, body).splitlines()]

    def _emit_plain_rule(self, name: str, variables: tuple[ir.Var, ...], statements: tuple[ir.Stmt, ...]) -> None:
        head = ", ".join(["S", *(var.name for var in variables)])
        rules = {**self.game.model.rules, **self.game.printed_rules}
        self.lines += ["", "", f"# {place(rules[name].span)}", f"def rule_{name}({head}):"]
        body = self.statements.lines(statements)
        self.lines += indented(body or ["pass"], 1)

    def _root(self, block: ir.Block) -> list[str]:
        start = self._restore(block) if block.number in self.roots.returns else []
        return [f"def b{block.number}(S):", *indented([*start, *self._block(block)], 1)]

    def _resume(self, site: ir.Site) -> list[str]:
        lines = [f"# {site.name}: {place(site.span)}", f"def resume_{site.number}(S, o):"]
        pairs = list(zip(site.groups, self.roots.asks[site.number].targets, strict=True))
        for i, (group, target) in enumerate(pairs):
            body = self._choose(group) + self._goto(target)
            if i == len(pairs) - 1:
                lines += indented(body, 1)
            else:
                lines += indented([f"if o <= {group.high}:", *indented(body, 1)], 1)
        return lines

    def _choose(self, group: ir.Group) -> list[str]:
        if group.var is None:
            return []
        value = f"o - {group.offset}" if group.offset else "o"
        return [f"{self.writer.text(group.var)} = {value}"]

    # -- blocks -------------------------------------------------------------------------------------------------

    def _block(self, block: ir.Block) -> list[str]:
        return self.statements.lines(block.statements) + self._terminator(block)

    def _goto(self, target: ir.Block) -> list[str]:
        target = self.roots.resolve(target)
        if target in self.roots.functions_set:
            if self.roots.loops_back(target):
                return [f"return {target.number}"]
            return [f"return b{target.number}(S)"]
        return self._block(target)

    def _terminator(self, block: ir.Block) -> list[str]:
        match block.end:
            case ir.Goto(target):
                return self._goto(target)
            case ir.Branch(condition, then, otherwise):
                test = self.writer.test(self.fuser.fuse(condition))
                return [f"if {test}:", *indented(self._goto(then), 1), *self._goto(otherwise)]
            case ir.Ask():
                return self._ask(block.end)
            case ir.Call(procedure, arguments, entry, back):
                return [
                    *self._save(block, procedure),
                    *self._pass(procedure, arguments),
                    f"{self.writer.text(procedure.back)} = {back.number}",
                    *self._goto(entry),
                ]
            case ir.Return(procedure):
                return [f"return {self.writer.text(procedure.back)}"]
            case ir.End() | None:
                return [*self._unwind(), "return []"]

    def _ask(self, ask: ir.Ask) -> list[str]:
        lines = self.asks.lines(ask.site)
        answer = [f"S[{PENDING}] = {ask.site.number}", "return ops"]
        if ask.empty is None:
            return lines + answer
        return [*lines, f"if {ask.found}:", *indented(answer, 1), *self._goto(ask.empty)]

    def frame(self, procedure: ir.Procedure) -> tuple[list[int], list[tuple[int, int]]]:
        """What must outlast a call between the rules of a cycle: the slots of their variables, and their own lists,
        each from one slot up to another.
        """
        names = sorted(self.roots.variables_of(procedure.cycle))
        slots = [self.writer.slots[name] for name in names if name in self.writer.slots]
        lists = [own for own in self.game.layout.own_lists if own.procedure in procedure.cycle]
        return slots, [(own.base, own.base + 1 + own.capacity) for own in lists]

    def _save(self, block: ir.Block, procedure: ir.Procedure) -> list[str]:
        return [f"keep_{self._frame(procedure)}(S)"] if block.procedure in procedure.cycle else []

    def _restore(self, block: ir.Block) -> list[str]:
        procedure = self.roots.returns[block.number]
        return [f"give_back_{self._frame(procedure)}(S)"] if block.procedure in procedure.cycle else []

    def _frame(self, procedure: ir.Procedure) -> int:
        """The number of what must outlast a call between the rules of a cycle."""
        return self.cycles.index(procedure.cycle)

    def _emit_frames(self) -> None:
        """For each cycle of rules, the functions that put what must outlast a call on the stack and take it back."""
        for cycle in self.cycles:
            procedure = next(rule for rule in self.game.procedures.values() if rule.cycle == cycle)
            slots, lists = self.frame(procedure)
            runs = [*in_a_row(slots), *lists]
            starts = [0, *accumulate(end - first for first, end in runs)]
            number = self._frame(procedure)
            kept = ", ".join(f"*S[{first}:{end}]" for first, end in runs)
            self.lines += ["", "", f"def keep_{number}(S):", f"    push(S, ({kept},), {self.size})"]
            self.lines += ["", "", f"def give_back_{number}(S):", f"    at = len(S) - {starts[-1]}"]
            for (first, end), start in zip(runs, starts, strict=False):
                self.lines.append(f"    S[{first}:{end}] = S[at + {start} : at + {start + end - first}]")
            self.lines.append("    del S[at:]")

    def _pass(self, procedure: ir.Procedure, arguments: tuple[ir.Expr, ...]) -> list[str]:
        """Gives a procedure's parameters their values."""
        pairs = zip(procedure.parameters, arguments, strict=True)
        return self.statements.lines([ir.Assign(parameter, value) for parameter, value in pairs])

    def _unwind(self) -> list[str]:
        """Gives up what is on the stack when the game ends in the midst of rules that call each other."""
        return [f"del S[{self.size} :]"] if self.cycles else []

    # -- pieces that are alike ----------------------------------------------------------------------------------

    def _emit_alike(self) -> None:
        """For each kind with pieces that nobody can tell apart, the test that lets one of them through."""
        for name, classes in self.alike:
            kind = self.game.model.pieces[name]
            table = self.game.tables.add(f"class_of_{name}", (*(0,) * kind.first, *classes, -1))
            slots = [f"S[{self.game.layout.variables[name, v]} + piece]" for v in kind.variables]
            key = ", ".join([f"T_{table}[piece]", f"S[{self.game.layout.location} + piece]", *slots])
            self.lines += [
                "",
                "",
                f"def new_{name}(S, piece, seen):",
                f"    key = ({key})",
                "    fresh = key not in seen",
                "    seen.add(key)",
                "    return fresh",
            ]


def alike_classes(game: GameLowering) -> Iterator[tuple[str, tuple[int, ...]]]:
    """For each kind with pieces that no rule tells apart: its name, and for each piece the number of its class."""
    for kind in game.model.pieces.values():
        known: dict[object, int] = {}
        classes = []
        for i in range(len(kind.members)):
            features = tuple(
                attribute.effects[i] if attribute.effects else attribute.values[i]
                for attribute in map(kind.attributes.__getitem__, kind.told_apart_by)
            )
            classes.append(known.setdefault(features, len(known)))
        if len(known) < len(kind.members):
            yield kind.name, tuple(classes)


def in_a_row(slots: list[int]) -> list[tuple[int, int]]:
    """Slots as runs of neighbours, each from its first slot up to, but not including, its end."""
    runs: list[tuple[int, int]] = []
    for slot in slots:
        if runs and runs[-1][1] == slot:
            runs[-1] = (runs[-1][0], slot + 1)
        else:
            runs.append((slot, slot + 1))
    return runs


def place(span: Span) -> str:
    """A place in the rules as `FILE:LINE`."""
    return f"{span.file}:{span.line}"


def stores(layout: Layout) -> tuple[tuple[int, int] | None, ...]:
    """For each place, where it keeps its pieces: a list's slot and -1, or a set's slot and the piece of bit 0."""
    found: list[tuple[int, int] | None] = [None] * (len(layout.model.place_names) + 1)
    for place, listed in layout.lists.items():
        found[place] = (listed.base, -1)
    for place, kept in layout.sets.items():
        found[place] = (kept.slot, kept.first)
    return tuple(found)


def untracked_kinds(game: GameLowering) -> set[str]:
    """Kinds of pieces whose place no rule ever asks for, and which always lie in places that keep account of them."""
    places: dict[str, SpaceKind | Zone] = {**game.model.spaces, **game.model.zones}
    kept = game.layout.lists.keys() | game.layout.sets.keys()
    found = {
        kind
        for kind, names in game.homes.items()
        if "" not in names and all(places[name].first in kept for name in names)
    }
    read = map(ir.areas, set(all_expressions(game))) if found else ()
    return found - {area.partition(":")[2] for area in frozenset[str]().union(*read)}


def all_expressions(game: GameLowering) -> Iterator[ir.Expr]:
    """Whatever emitted code may work out."""
    for _, body in game.functions.values():
        yield body
    for site in game.sites:
        for group in site.groups:
            yield from (expr for expr, _ in group.conditions)
            if group.over is not None:
                yield group.over
    for block in game.blocks:
        yield from statements_expressions(block.statements)
        if isinstance(block.end, ir.Branch):
            yield block.end.condition
    for _, statements in game.plain_rules.values():
        yield from statements_expressions(statements)


def statements_expressions(statements: Iterable[ir.Stmt]) -> Iterator[ir.Expr]:
    """What the statements, and those nested in them, work out when they run."""
    for statement in statements:
        if isinstance(statement, ir.Take) and statement.store is not None:
            yield statement.piece
            continue
        yield from statement_expressions(statement)
        for name in ("then", "otherwise", "body"):
            yield from statements_expressions(getattr(statement, name, ()))
