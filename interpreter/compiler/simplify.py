"""Expressions worked out as far as constants allow."""

from __future__ import annotations

from interpreter.compiler import ir
from interpreter.compiler.algebra import FALSE, TRUE, all_of, any_of, fold, truth


def simplify(expr: ir.Expr, tables: dict[str, tuple[object, ...]]) -> ir.Expr:
    """The same value with constants folded, also through tables."""
    expr = ir.rebuild(expr, lambda child: simplify(child, tables))
    match expr:
        case ir.Op(kind, items):
            return fold(kind, items)
        case ir.Table(str(name), ir.Const(index)):
            row = tables[name]
            entry = row[index] if 0 <= index < len(row) else 0
            return ir.Const(entry) if isinstance(entry, int) else expr
        case ir.Compare(kind, ir.Const() as left, ir.Const() as right):
            return truth(left, {"==": "="}.get(kind, kind), right)
        case ir.Logic("and", items):
            return all_of(list(items))
        case ir.Logic("or", items):
            return any_of(list(items))
        case ir.Not(ir.Const(value)):
            return FALSE if value else TRUE
        case ir.Select(ir.Const(value), then, otherwise):
            return then if value else otherwise
        case _:
            return expr
