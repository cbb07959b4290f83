"""Expressions keep their value through everything that makes them shorter."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from interpreter.compiler import ir, runtime
from interpreter.compiler.algebra import all_of, any_of, calculate, compared, fold, multiply, negation, one_if
from interpreter.compiler.fuse import Fuser
from interpreter.compiler.intervals import interval
from interpreter.compiler.lowering import Tables
from interpreter.compiler.python_expressions import ExpressionWriter
from interpreter.compiler.simplify import simplify

if TYPE_CHECKING:
    from collections.abc import Callable

STATE = [3, 0, 5, 1, 2, 7]
SIZE = 8
TABLES: dict[str, tuple[object, ...]] = {
    "square": tuple(i * i for i in range(SIZE)),
    "less": tuple(3 - i for i in range(SIZE)),
    "grid": tuple(tuple(i * j for j in range(SIZE)) for i in range(SIZE)),
}
ROUTINES = {name: getattr(runtime, name) for name in ("divide", "remainder", "power")}
COMPARISONS: dict[str, Callable[[int, int], bool]] = {
    "==": lambda a, b: a == b,
    "!=": lambda a, b: a != b,
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b,
    ">=": lambda a, b: a >= b,
}


def evaluated(expr: ir.Expr) -> int:
    """The value by the meaning of each node alone."""
    match expr:
        case ir.Const(value):
            return value
        case ir.Load(index):
            return STATE[evaluated(index)]
        case ir.Table(base, index):
            row: Any = TABLES[base] if isinstance(base, str) else TABLES[str(base.base)][evaluated(base.index)]
            return int(row[evaluated(index)])
        case ir.Op(kind, items):
            return operated(kind, [evaluated(item) for item in items])
        case ir.Compare(kind, left, right):
            return int(COMPARISONS[kind](evaluated(left), evaluated(right)))
        case ir.Logic("and", items):
            return int(all(evaluated(item) for item in items))
        case ir.Logic(_, items):
            return int(any(evaluated(item) for item in items))
        case ir.Not(item):
            return int(not evaluated(item))
        case ir.Select(condition, then, otherwise):
            return evaluated(then if evaluated(condition) else otherwise)
        case _:
            raise AssertionError(expr)


def operated(kind: str, values: list[int]) -> int:
    first, *rest = values
    for value in rest:
        match kind:
            case "//":
                first = first // value if value else 0
            case "%":
                first = first % value if value else 0
            case "min" | "max":
                first = min(first, value) if kind == "min" else max(first, value)
            case _:
                first = {"+": first + value, "-": first - value, "*": first * value}[kind]
    return first


def emitted(expr: ir.Expr, tables: dict[str, tuple[object, ...]]) -> int:
    """The value of the Python text."""
    names = {f"T_{name}": values for name, values in tables.items()}
    return int(eval(ExpressionWriter({}).text(expr), {**ROUTINES, **names, "S": STATE}))


@st.composite
def loads(draw: st.DrawFn) -> ir.Expr:
    index = draw(st.integers(0, len(STATE) - 1))
    return ir.Load(ir.Const(index), "slots", 0, SIZE - 1)


SMALL = st.integers(0, SIZE - 1).map(ir.Const) | loads()
LEAVES = st.integers(-4, SIZE).map(ir.Const) | loads()


def larger(inner: st.SearchStrategy[ir.Expr]) -> st.SearchStrategy[ir.Expr]:
    pair = st.tuples(inner, inner)
    several = st.lists(inner, min_size=2, max_size=3).map(tuple)
    truth = st.builds(ir.Compare, st.sampled_from(list(COMPARISONS)), inner, inner)
    truths = st.lists(truth, min_size=2, max_size=3).map(tuple)
    return st.one_of(
        st.builds(ir.Op, st.sampled_from(["-", "//", "%"]), pair),
        st.builds(ir.Op, st.just("*"), st.tuples(inner, SMALL)),
        st.builds(ir.Op, st.sampled_from(["+", "min", "max"]), several),
        st.builds(ir.Table, st.sampled_from(["square", "less"]), SMALL),
        st.builds(lambda row, column: ir.Table(ir.Table("grid", row), column), SMALL, SMALL),
        st.builds(ir.Select, truth, inner, inner),
        truth,
        st.builds(ir.Logic, st.sampled_from(["and", "or"]), truths),
        st.builds(ir.Not, truth),
    )


EXPRESSIONS = st.recursive(LEAVES, larger, max_leaves=12)
TRUTHS = EXPRESSIONS.map(lambda expr: ir.Compare("<", expr, ir.Const(3)))


@given(expr=EXPRESSIONS)
def test_the_emitted_text_has_the_value(expr: ir.Expr) -> None:
    assert emitted(expr, TABLES) == evaluated(expr)


@given(expr=EXPRESSIONS)
def test_simplifying_changes_no_value(expr: ir.Expr) -> None:
    assert emitted(simplify(expr, TABLES), TABLES) == evaluated(expr)


@given(expr=EXPRESSIONS)
def test_fusing_changes_no_value(expr: ir.Expr) -> None:
    tables = Tables(dict(TABLES))
    assert emitted(Fuser(tables).fuse(expr), tables.values) == evaluated(expr)


def test_an_input_may_stand_within_another_input() -> None:
    first, second = (ir.Load(ir.Const(slot), "slots", 0, SIZE - 1) for slot in (0, 1))
    within = ir.Select(ir.Compare("<", first, second), ir.Const(1), ir.Const(2))
    expr = ir.Op("+", (ir.Table("square", first), within))
    tables = Tables(dict(TABLES))
    assert emitted(Fuser(tables).fuse(expr), tables.values) == evaluated(expr)


@given(expr=EXPRESSIONS)
def test_a_value_is_within_its_interval(expr: ir.Expr) -> None:
    low, high = interval(expr, TABLES)
    assert low <= evaluated(expr) <= high


@given(kind=st.sampled_from(["+", "-", "*", "//", "%", "min", "max"]), items=st.tuples(EXPRESSIONS, EXPRESSIONS))
def test_folding_changes_no_value(kind: str, items: tuple[ir.Expr, ...]) -> None:
    assert evaluated(fold(kind, items)) == operated(kind, [evaluated(item) for item in items])


@given(expr=EXPRESSIONS, factor=st.integers(-3, 5))
def test_products_are_products(expr: ir.Expr, factor: int) -> None:
    assert evaluated(multiply(expr, factor)) == evaluated(expr) * factor


@given(items=st.lists(TRUTHS, max_size=4), other=TRUTHS)
def test_truths_put_together_keep_their_truth(items: list[ir.Expr], other: ir.Expr) -> None:
    assert evaluated(all_of(list(items))) == int(all(map(evaluated, items)))
    assert evaluated(any_of(list(items))) == int(any(map(evaluated, items)))
    assert evaluated(negation(other)) == 1 - evaluated(other)
    assert evaluated(one_if(other)) == evaluated(other)


@given(kind=st.sampled_from(list(COMPARISONS)), left=EXPRESSIONS | TRUTHS.map(one_if), right=EXPRESSIONS)
def test_comparisons_keep_their_truth(kind: str, left: ir.Expr, right: ir.Expr) -> None:
    assert evaluated(compared(kind, left, right)) == int(COMPARISONS[kind](evaluated(left), evaluated(right)))
    assert evaluated(compared(kind, left, ir.Const(0))) == int(COMPARISONS[kind](evaluated(left), 0))


@pytest.mark.parametrize(
    ("base", "exponent", "result"),
    [
        *((2, 0, 1), (2, 10, 1024), (-2, 3, -8), (-2, 4, 16), (0, 0, 1), (0, 5, 0), (1, 1000, 1)),
        *((-1, 1000, 1), (-1, 1001, -1), (7, -1, 0), (0, -1, 0), (-9, 2, 81)),
        *((3, 1000, 2**31 - 1), (-3, 1001, -(2**31)), (-3, 1000, 2**31 - 1), (-2, 31, -(2**31))),
    ],
)
def test_powers_have_an_end(base: int, exponent: int, result: int) -> None:
    assert runtime.power(base, exponent) == result
    assert calculate("**", [base, exponent]) == result
    written = ir.Op("**", (ir.Load(ir.Const(0)), ir.Const(exponent)))
    text = ExpressionWriter({}).text(written)
    assert eval(text, {**ROUTINES, "S": [base]}) == result


@given(left=st.integers(-9, 9), right=st.integers(-9, 9))
def test_what_is_worked_out_ahead_is_what_play_gives(left: int, right: int) -> None:
    for kind in ("+", "-", "*", "//", "%", "min", "max"):
        text = ExpressionWriter({}).text(ir.Op(kind, (ir.Load(ir.Const(0)), ir.Load(ir.Const(1)))))
        assert calculate(kind, [left, right]) == eval(text, {**ROUTINES, "S": [left, right]})
