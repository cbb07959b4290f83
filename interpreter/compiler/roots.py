"""Which blocks become functions, and which variables must live in the state."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from interpreter.compiler import ir
from interpreter.compiler.lower_choices import GameLowering

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator


@dataclass(slots=True)
class Roots:
    """`functions`: blocks emitted as functions. `returns`: those to which a procedure comes back. `asks`: each
    reachable decision. `kept`: variables that live in the state, with their bounds.
    """

    functions: list[ir.Block] = field(default_factory=list)
    functions_set: set[ir.Block] = field(default_factory=set)
    returns: dict[int, ir.Procedure] = field(default_factory=dict)
    asks: dict[int, ir.Ask] = field(default_factory=dict)
    kept: dict[str, tuple[int, int]] = field(default_factory=dict)
    looping: set[ir.Block] = field(default_factory=set)
    procedures: dict[str, set[str]] = field(default_factory=dict)

    def resolve(self, block: ir.Block) -> ir.Block:
        """The block itself, or the one that an empty block only leads to."""
        seen = {block}
        while not block.statements and isinstance(block.end, ir.Goto):
            if block.number in self.returns or block.end.target in seen:
                break
            block = block.end.target
            seen.add(block)
        return block

    def loops_back(self, block: ir.Block) -> bool:
        """Whether going to the block by a call could nest without end."""
        return block in self.looping

    def variables_of(self, cycle: Iterable[str]) -> set[str]:
        return {name for procedure in cycle for name in self.procedures.get(procedure, ())}


def find_roots(game: GameLowering) -> Roots:
    """Finds all that `Roots` tells about a lowered game's blocks and variables."""
    roots = Roots()
    for block in game.blocks:
        if isinstance(block.end, ir.Call):
            roots.returns[block.end.back.number] = block.end.procedure
    reachable = _reachable(game.entry, roots)
    ways_in: dict[ir.Block, int] = {}
    forced = {game.entry, *(procedure.entry for procedure in game.procedures.values())}
    for block in reachable:
        for target in jumps(block, roots):
            ways_in[target] = ways_in.get(target, 0) + 1
        if isinstance(block.end, ir.Call):
            forced.add(block.end.back)
        if isinstance(block.end, ir.Ask):
            roots.asks[block.end.site.number] = block.end
    roots.functions = [
        block
        for block in reachable
        if roots.resolve(block) is block
        and (block in forced or (ways_in.get(block, 0) > 1 and not short(block, roots)))
    ]
    if roots.resolve(game.entry) is not game.entry:
        roots.functions.insert(0, game.entry)
    roots.functions_set = set(roots.functions)
    _find_loops(roots)
    _find_kept(game, roots, reachable)
    return roots


def short(block: ir.Block, roots: Roots) -> bool:
    """Whether a block is written out wherever it is entered: one assignment, then on to another block. What is noted
    beside it does not count.
    """
    done = [statement for statement in block.statements if not isinstance(statement, ir.Note)]
    if not isinstance(block.end, ir.Goto) or len(done) > 1:
        return False
    return roots.resolve(block.end.target) is not block and all(
        isinstance(statement, ir.Store | ir.Assign) for statement in done
    )


def jumps(block: ir.Block, roots: Roots) -> Iterator[ir.Block]:
    """The blocks that play can go to from here."""
    match block.end:
        case ir.Goto(target):
            yield roots.resolve(target)
        case ir.Branch(_, then, otherwise):
            yield roots.resolve(then)
            yield roots.resolve(otherwise)
        case ir.Ask(_, targets, empty):
            yield from map(roots.resolve, targets)
            if empty is not None:
                yield roots.resolve(empty)
        case ir.Call(_, _, entry, back):
            yield entry
            yield back
        case _:
            pass


def _reachable(entry: ir.Block, roots: Roots) -> list[ir.Block]:
    found = {entry: None}
    queue = [entry]
    for block in queue:
        for target in jumps(block, roots):
            if target not in found:
                found[target] = None
                queue.append(target)
    return sorted(found, key=lambda block: block.number)


def silent_jumps(block: ir.Block, roots: Roots) -> Iterator[ir.Block]:
    """Where play can go from here without a decision between."""
    if isinstance(block.end, ir.Ask):
        if block.end.empty is not None:
            yield roots.resolve(block.end.empty)
    elif isinstance(block.end, ir.Call):
        yield block.end.entry
    else:
        yield from jumps(block, roots)


def _find_loops(roots: Roots) -> None:
    """Functions that play can come back to without a decision: they are entered by number, not by a call."""
    direct: dict[ir.Block, set[ir.Block]] = {}
    for function in roots.functions:
        targets: set[ir.Block] = set()
        queue = [function]
        for block in queue:
            for target in silent_jumps(block, roots):
                if target in roots.functions_set:
                    targets.add(target)
                elif target not in queue:
                    queue.append(target)
        direct[function] = targets
    for function in roots.functions:
        seen: set[ir.Block] = set()
        queue = list(direct[function])
        while queue:
            block = queue.pop()
            if block not in seen:
                seen.add(block)
                queue.extend(direct[block])
        if function in seen:
            roots.looping.add(function)


# ---- variables ------------------------------------------------------------------------------------------------


def _find_kept(game: GameLowering, roots: Roots, reachable: list[ir.Block]) -> None:
    """A variable lives in the state if some function reads it without having set it; so do all that a decision's
    options depend on, and the parameters of procedures.
    """
    exposed: dict[str, ir.Var] = {}
    for function in roots.functions:
        _scan(function, set(), exposed, roots)
    for ask in roots.asks.values():
        for group, target in zip(ask.site.groups, ask.targets, strict=True):
            resolved = roots.resolve(target)
            if resolved not in roots.functions_set:
                _scan(resolved, {group.var.name} if group.var else set(), exposed, roots)
        for group in ask.site.groups:
            own = {group.var.name} if group.var else set()
            if group.over is not None:
                _read(group.over, own, exposed)
            for condition, _ in group.conditions:
                _read(condition, own, exposed)
    for procedure in game.procedures.values():
        for var in (procedure.back, *procedure.parameters):
            exposed[var.name] = var
    roots.kept = {name: (var.low, var.high) for name, var in exposed.items()}
    for block in reachable:
        mentioned = roots.procedures.setdefault(block.procedure, set())
        mentioned |= {name for name in _mentions(block) if name in roots.kept}
    for procedure in game.procedures.values():
        roots.procedures.setdefault(procedure.name, set()).update(
            [procedure.back.name, *(var.name for var in procedure.parameters)]
        )


def _mentions(block: ir.Block) -> Iterator[str]:
    found: dict[str, ir.Var] = {}
    defined: set[str] = set()
    for statement in block.statements:
        _statement(statement, defined, found)
    yield from defined
    match block.end:
        case ir.Branch(condition, _, _):
            _read(condition, set(), found)
        case ir.Call(_, arguments, _, _):
            for argument in arguments:
                _read(argument, set(), found)
        case ir.Ask(site):
            for group in site.groups:
                for condition, _ in group.conditions:
                    _read(condition, set(), found)
                if group.over is not None:
                    _read(group.over, set(), found)
                if group.var is not None:
                    yield group.var.name
        case _:
            pass
    yield from found


def _scan(block: ir.Block, defined: set[str], exposed: dict[str, ir.Var], roots: Roots) -> None:
    """Walks the blocks of one function in order."""
    defined = set(defined)
    for statement in block.statements:
        _statement(statement, defined, exposed)
    match block.end:
        case ir.Branch(condition, _, _):
            _read(condition, defined, exposed)
        case ir.Call(_, arguments, _, _):
            for argument in arguments:
                _read(argument, defined, exposed)
        case _:
            pass
    for target in silent_jumps(block, roots):
        if target not in roots.functions_set:
            _scan(target, defined, exposed, roots)


def _statement(statement: ir.Stmt, defined: set[str], exposed: dict[str, ir.Var]) -> None:
    match statement:
        case ir.Assign(var, value):
            _read(value, defined, exposed)
            defined.add(var.name)
        case ir.If(condition, then, otherwise):
            _read(condition, defined, exposed)
            branches = []
            for body in (then, otherwise):
                inner = set(defined)
                for child in body:
                    _statement(child, inner, exposed)
                branches.append(inner)
            defined |= branches[0] & branches[1]
        case ir.For(var, over, body):
            _read(over, defined, exposed)
            inner = defined | {var.name}
            for child in body:
                _statement(child, inner, exposed)
        case ir.While(condition, body):
            _read(condition, defined, exposed)
            inner = set(defined)
            for child in body:
                _statement(child, inner, exposed)
        case ir.PopTo(temporary=temporary):
            defined.add(temporary.name)
            for expr in statement_expressions(statement):
                _read(expr, defined, exposed)
        case _:
            for expr in statement_expressions(statement):
                _read(expr, defined, exposed)


def statement_expressions(statement: ir.Stmt) -> Iterator[ir.Expr]:
    """The expressions that are a statement's own fields; nested statements are not entered."""
    for name in statement.__dataclass_fields__:
        value = getattr(statement, name)
        match value:
            case ir.Expr():
                yield value
            case ir.ListAt(expr) | ir.SetAt(expr):
                yield expr
            case tuple():
                yield from (item for item in value if isinstance(item, ir.Expr))
            case _:
                pass


def _read(expr: ir.Expr, defined: set[str], exposed: dict[str, ir.Var]) -> None:
    for var in ir.free(expr):
        if var.name not in defined:
            exposed[var.name] = var
