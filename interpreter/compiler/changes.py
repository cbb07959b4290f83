"""What statements change, and which conditions that could make false."""

from __future__ import annotations

from interpreter.compiler import ir


def writes(statement: ir.Stmt) -> frozenset[str]:
    """The areas of the state (and the variables, as `var:NAME`) that a statement changes."""
    match statement:
        case ir.Store(area=area):
            return frozenset({area})
        case ir.Assign(var=var):
            return frozenset({f"var:{var.name}"})
        case ir.Take():
            return frozenset({"lists"})
        case ir.Put(kind=kind) | ir.MoveAll(kind=kind):
            return frozenset({"lists", f"place:{kind}", "place:"})
        case ir.PopTo(temporary=temporary, kinds=kinds):
            places = [f"place:{kind}" for kind in (*kinds, "")]
            return frozenset({"lists", *places, f"var:{temporary.name}"})
        case ir.Run(writes=areas):
            return frozenset(areas)
        case ir.Gather():
            return frozenset({"lists"})
        case ir.If(then=then, otherwise=otherwise):
            return frozenset().union(*map(writes, then), *map(writes, otherwise))
        case ir.For(var=var, body=body):
            return frozenset({f"var:{var.name}"}).union(*map(writes, body))
        case ir.While(body=body):
            return frozenset().union(*map(writes, body))
        case ir.CallPlain():
            return frozenset({"anything"})
        case _:
            return frozenset()


def touches(fact: ir.Expr, written: frozenset[str]) -> bool:
    """Whether a condition could have changed."""
    read = ir.areas(fact)
    if read & written or (read and "anything" in written) or "anything" in read:
        return True
    return any(f"var:{var.name}" in written for var in ir.free(fact))
