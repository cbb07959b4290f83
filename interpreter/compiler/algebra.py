"""Integer expressions put together, with constants worked out on the way."""

from __future__ import annotations

from interpreter.compiler import ir

TRUE = ir.Const(1)
FALSE = ir.Const(0)


def add(left: ir.Expr, right: ir.Expr) -> ir.Expr:
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
    if all(isinstance(item, ir.Const) for item in items):
        return ir.Const(calculate(kind, [item.value for item in items if isinstance(item, ir.Const)]))
    if kind == "+":
        flat: list[ir.Expr] = []
        constant = 0
        for item in items:
            parts = item.items if isinstance(item, ir.Op) and item.kind == "+" else (item,)
            for part in parts:
                if isinstance(part, ir.Const):
                    constant += part.value
                else:
                    flat.append(part)
        if constant:
            flat.append(ir.Const(constant))
        return flat[0] if len(flat) == 1 else ir.Op("+", tuple(flat))
    return ir.Op(kind, items)  # type: ignore[arg-type]


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
                result = result // value if value else 0
            case "%":
                result = result % value if value else 0
            case "**":
                result = power(result, value)
            case "min":
                result = min(result, value)
            case _:
                result = max(result, value)
    return result


def power(base: int, exponent: int) -> int:
    return min(base ** max(exponent, 0), ir.UNKNOWN[1]) if abs(base) < 2**31 and exponent < 64 else ir.UNKNOWN[1]


def truth(left: ir.Const, operator: str, right: ir.Const) -> ir.Const:
    a, b = left.value, right.value
    held = {"=": a == b, "!=": a != b, "<": a < b, "<=": a <= b, ">": a > b, ">=": a >= b}[operator]
    return ir.Const(int(held))


def conjuncts(expr: ir.Expr) -> list[ir.Expr]:
    if isinstance(expr, ir.Logic) and expr.kind == "and":
        return [part for item in expr.items for part in conjuncts(item)]
    return [expr]


def all_of(items: list[ir.Expr]) -> ir.Expr:
    parts = list(dict.fromkeys(part for item in items for part in conjuncts(item) if part != TRUE))
    if FALSE in parts:
        return FALSE
    if not parts:
        return TRUE
    return parts[0] if len(parts) == 1 else ir.Logic("and", tuple(parts))


def any_of(items: list[ir.Expr]) -> ir.Expr:
    parts = list(dict.fromkeys(item for item in items if item != FALSE))
    if TRUE in parts:
        return TRUE
    if not parts:
        return FALSE
    return parts[0] if len(parts) == 1 else ir.Logic("or", tuple(parts))
