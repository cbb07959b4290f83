"""Integer expressions put together, with constants worked out on the way."""

from __future__ import annotations

from interpreter.compiler import ir
from interpreter.compiler.runtime import divide, power, remainder

TRUE = ir.Const(1)
FALSE = ir.Const(0)


def add(left: ir.Expr, right: ir.Expr) -> ir.Expr:
    """The sum of two expressions."""
    return fold("+", (left, right))


def multiply(left: ir.Expr, factor: int) -> ir.Expr:
    """A product; of a sum with a constant, the sum of the products, so that constants meet further out."""
    if factor == 1:
        return left
    if isinstance(left, ir.Op) and left.kind == "+" and isinstance(left.items[-1], ir.Const):
        rest = fold("+", left.items[:-1])
        return add(multiply(rest, factor), ir.Const(left.items[-1].value * factor))
    return fold("*", (left, ir.Const(factor)))


def fold(kind: str, items: tuple[ir.Expr, ...]) -> ir.Expr:
    """The operation, worked out now where all its items are constants; sums are kept flat, the constant last."""
    known = [item.value for item in items if item.__class__ is ir.Const]
    if len(known) == len(items):
        return ir.Const(calculate(kind, known))
    return _sum(items) if kind == "+" else ir.Op(kind, items)  # type: ignore[arg-type]


def _sum(items: tuple[ir.Expr, ...]) -> ir.Expr:
    flat: list[ir.Expr] = []
    constant = 0
    for item in items:
        for part in item.items if isinstance(item, ir.Op) and item.kind == "+" else (item,):
            if isinstance(part, ir.Const):
                constant += part.value
            else:
                flat.append(part)
    if constant or not flat:
        flat.append(ir.Const(constant))
    return flat[0] if len(flat) == 1 else ir.Op("+", tuple(flat))


def calculate(kind: str, values: list[int]) -> int:
    """Division and remainder by 0 give 0, as in play."""
    result = values[0]
    for value in values[1:]:
        match kind:
            case "+":
                result += value
            case "-":
                result -= value
            case "*":
                result *= value
            case "//":
                result = divide(result, value)
            case "%":
                result = remainder(result, value)
            case "**":
                result = power(result, value)
            case "min":
                result = min(result, value)
            case _:
                result = max(result, value)
    return result


def truth(left: ir.Const, operator: str, right: ir.Const) -> ir.Const:
    """The comparison of two constants, worked out: 1 or 0. `operator` is written as in the rules."""
    a, b = left.value, right.value
    held = {"=": a == b, "!=": a != b, "<": a < b, "<=": a <= b, ">": a > b, ">=": a >= b}[operator]
    return ir.Const(int(held))


def differs(expr: ir.Expr, value: int) -> ir.Expr:
    """The condition that an expression does not have this value."""
    return truth(expr, "!=", ir.Const(value)) if isinstance(expr, ir.Const) else ir.Compare("!=", expr, ir.Const(value))


def conjuncts(expr: ir.Expr) -> list[ir.Expr]:
    """The conditions that must all hold for the expression to hold; itself, if it is no `and`."""
    if isinstance(expr, ir.Logic) and expr.kind == "and":
        return [part for item in expr.items for part in conjuncts(item)]
    return [expr]


def all_of(items: list[ir.Expr]) -> ir.Expr:
    """The condition that all items hold, each said once; of no items, TRUE."""
    parts = list(dict.fromkeys(part for item in items for part in conjuncts(item) if part != TRUE))
    if FALSE in parts:
        return FALSE
    if not parts:
        return TRUE
    return parts[0] if len(parts) == 1 else ir.Logic("and", tuple(parts))


def any_of(items: list[ir.Expr]) -> ir.Expr:
    """The condition that some item holds, each said once; of no items, FALSE."""
    parts = list(dict.fromkeys(item for item in items if item != FALSE))
    if TRUE in parts:
        return TRUE
    if not parts:
        return FALSE
    return parts[0] if len(parts) == 1 else ir.Logic("or", tuple(parts))


def negation(expr: ir.Expr) -> ir.Expr:
    """The opposite of a truth."""
    match expr:
        case ir.Const(value):
            return FALSE if value else TRUE
        case ir.Not(item):
            return item
        case ir.Compare("==", left, right):
            return ir.Compare("!=", left, right)
        case ir.Compare("!=", left, right):
            return ir.Compare("==", left, right)
        case _:
            return ir.Not(expr)


def one_if(condition: ir.Expr) -> ir.Expr:
    """1 if the condition holds, else 0."""
    return condition if isinstance(condition, ir.Const) else ir.Select(condition, TRUE, FALSE)


def compared(kind: str, left: ir.Expr, right: ir.Expr) -> ir.Expr:
    """A comparison; of 1 or 0 for a condition with 0, the condition itself."""
    match left, right:
        case ir.Const(), ir.Const():
            return truth(left, {"==": "="}.get(kind, kind), right)
        case ir.Select(condition, ir.Const(1), ir.Const(0)), ir.Const(0) if kind in ("==", "!=", ">"):
            return negation(condition) if kind == "==" else condition
        case _:
            return ir.Compare(kind, left, right)  # type: ignore[arg-type]


def select(condition: ir.Expr, then: ir.Expr, otherwise: ir.Expr) -> ir.Expr:
    """`then` where the condition holds, else `otherwise`; decided now, where it can be."""
    if then == otherwise or condition == TRUE:
        return then
    if condition == FALSE:
        return otherwise
    return ir.Select(condition, then, otherwise)
