"""Small loops over known numbers written out, and pure functions put in place of their calls."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import TYPE_CHECKING, Any

from interpreter.compiler import ir
from interpreter.compiler.algebra import any_of
from interpreter.compiler.lowering import CALLED_VALUE

if TYPE_CHECKING:
    from collections.abc import Callable

MOST_ROUNDS = 6
LARGEST_BODY = 300  # parts of a function that is put in place of its call

Functions = dict[str, tuple[tuple[ir.Var, ...], ir.Expr]]


def unroll(expr: ir.Expr, functions: Functions, depth: int = 4) -> ir.Expr:
    """`exists` over a few known numbers as a disjunction; calls of small functions as their bodies."""
    expr = ir.rebuild(expr, lambda child: unroll(child, functions, depth))
    match expr:
        case ir.Reduce("exists", var, ir.Range(ir.Const(first), ir.Const(last)), where, _, _):
            if where is not None and last - first < MOST_ROUNDS:
                return any_of([ir.substitute(where, var, ir.Const(i)) for i in range(first, last + 1)])
        case ir.Invoke(name, arguments, _) if depth > 0 and name in functions and not name.startswith(CALLED_VALUE):
            parameters, body = functions[name]
            if sum(1 for _ in ir.walk(body)) <= LARGEST_BODY and not calls_back(name, functions):
                for parameter, argument in zip(parameters, arguments, strict=True):
                    body = ir.substitute(body, parameter, argument)
                return unroll(body, functions, depth - 1)
        case _:
            pass
    return expr


def calls_back(name: str, functions: Functions) -> bool:
    """Whether a function can come to call itself."""
    seen: set[str] = set()
    queue = [name]
    while queue:
        called = {node.function for node in ir.walk(functions[queue.pop()][1]) if isinstance(node, ir.Invoke)}
        if name in called:
            return True
        queue += [other for other in called - seen if other in functions]
        seen |= called
    return False


def unrolled(statement: ir.Stmt, own: Callable[[ir.Stmt], bool]) -> list[ir.Stmt]:
    """A loop over a few known numbers as its rounds, if `own` says so of one of its statements; else the statement."""
    match statement:
        case ir.For(var, ir.Range(ir.Const(first), ir.Const(last)), body):
            if last - first < MOST_ROUNDS and any(map(own, body)):
                return [in_statement(inner, var, ir.Const(i)) for i in range(first, last + 1) for inner in body]
        case _:
            pass
    return [statement]


def in_statement(part: Any, old: ir.Expr, new: ir.Expr) -> Any:
    """A statement with an expression replaced throughout."""
    if isinstance(part, ir.Expr):
        return ir.substitute(part, old, new)
    if isinstance(part, tuple):
        return tuple(in_statement(item, old, new) for item in part)
    if isinstance(part, ir.Stmt | ir.ListAt | ir.SetAt):
        changes = {spec.name: in_statement(getattr(part, spec.name), old, new) for spec in fields(part)}
        return replace(part, **changes)
    return part
