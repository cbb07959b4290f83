"""Hypothesis strategies for every syntax tree that some text has."""

from typing import TypeVar

from hypothesis import strategies as st

from interpreter.language import RESERVED, ast

T = TypeVar("T")
Values = st.SearchStrategy[ast.Value]
Effects = st.SearchStrategy[ast.Effect]

integers = st.one_of(st.integers(0, 12), st.sampled_from([10**6, 2**31 - 1]))
numbers = st.builds(ast.Number, integers)
names = st.from_regex(r"\A[a-z_][a-z0-9_]{0,5}\Z").filter(lambda name: name not in RESERVED)
signatures = st.builds(ast.Signature, names, st.lists(st.builds(ast.Parameter, names, names), max_size=3).map(tuple))


def _several(items: st.SearchStrategy[T], least: int) -> st.SearchStrategy[tuple[T, ...]]:
    return st.lists(items, min_size=least, max_size=least + 2).map(tuple)


def extremes(inner: Values) -> st.SearchStrategy[ast.Extreme]:
    return st.builds(ast.Extreme, st.sampled_from(["most", "least"]), inner)


def binders(inner: Values) -> st.SearchStrategy[ast.Binder]:
    return st.builds(ast.Binder, names, inner, st.none() | inner, st.none() | extremes(inner))


def _filters(inner: Values) -> st.SearchStrategy[ast.Binder]:
    """Binders as they stand among arguments, where they may go without a variable but not without a test."""
    variables = st.none() | names
    found = st.builds(ast.Binder, variables, inner, st.none() | inner, st.none() | extremes(inner))
    return found.filter(
        lambda binder: (
            (binder.where, binder.extreme) != (None, None)
            and not (
                binder.variable is None
                and isinstance(binder.domain, ast.Member)
                and isinstance(binder.domain.element, ast.Name)
            )
        )
    )


def arguments(inner: Values, least: int) -> st.SearchStrategy[tuple[ast.Value, ...]]:
    comprehensions = st.builds(ast.Comprehension, inner, binders(inner))
    return _several(st.one_of(inner, inner, comprehensions, _filters(inner)), least)


def _larger_values(inner: Values) -> Values:
    return st.one_of(
        st.builds(ast.Of, names, inner),
        st.builds(ast.On, inner, inner),
        st.builds(ast.Call, names | st.sampled_from(["most", "least"]), arguments(inner, 1)),
        st.builds(ast.Quantified, st.sampled_from(["exists", "no"]), binders(inner)),
        st.builds(ast.Quantified, st.just("every"), binders(inner), inner),
        st.builds(ast.IfValue, inner, inner, inner),
        st.builds(ast.Or, _several(inner, 2)),
        st.builds(ast.And, _several(inner, 2)),
        st.builds(ast.Not, inner),
        st.builds(ast.Compare, st.sampled_from(["=", "!=", "<", "<=", ">", ">="]), inner, inner),
        st.builds(ast.Member, inner, inner),
        st.builds(ast.Can, inner, names, arguments(inner, 0)),
        st.builds(ast.Arithmetic, st.sampled_from(["+", "-", "*", "/", "mod", "^"]), inner, inner),
        st.builds(ast.Negate, inner),
        st.builds(ast.SetOf, _several(inner, 1)),
    )


values: Values = st.recursive(
    st.one_of(
        numbers,
        st.builds(ast.Name, names),
        st.sampled_from([ast.Me(), ast.It(), ast.Nothing()]),
        st.builds(ast.NumberRange, integers, integers),
    ),
    _larger_values,
    max_leaves=6,
)

bounds = st.builds(ast.Bound, st.sampled_from(["exactly", "at_most"]), values)
costs = st.builds(ast.Cost, names, st.none() | values)
gifts = st.builds(ast.Gift, st.sampled_from(["each", "any", "another"]), values)
_optional = st.none() | values


def _larger_effects(inner: Effects) -> Effects:
    lists = st.one_of(
        st.builds(ast.Sequence, _several(inner, 2)),
        st.builds(ast.AnyOrder, _several(inner, 2)),
        st.builds(ast.Alternatives, _several(inner, 2)),
        st.builds(ast.Otherwise, inner, inner),
        st.builds(ast.SomeOf, bounds, st.booleans(), _several(inner, 2)),
    )
    headed = st.one_of(
        st.builds(ast.Conditional, values, inner, st.none() | inner),
        st.builds(ast.OnlyIf, values, inner),
        st.builds(ast.ForEach, binders(values), st.booleans(), inner),
        st.builds(ast.EachPlayer, _optional, inner),
        st.builds(ast.AtOnce, binders(values), inner),
        st.builds(ast.AsPlayer, values, inner),
        st.builds(ast.Choose, st.none() | bounds, binders(values), inner),
        st.builds(ast.Repeat, values, inner),
        st.builds(ast.RepeatUntil, values, inner),
        st.builds(ast.TakeTurns, _optional, values, inner),
        st.builds(ast.Let, names, values, inner),
    )
    sources = st.builds(ast.Source, binders(values), gifts, _optional, inner)
    others = st.one_of(
        st.builds(ast.Cover, values, binders(values), _several(sources, 1)),
        st.builds(ast.Pay, _several(costs, 1), inner),
        st.builds(ast.May, inner),
        st.builds(ast.Lose, costs),
    )
    return st.one_of(lists, headed, others)


effects: Effects = st.recursive(
    st.one_of(
        st.builds(ast.Invoke, names, arguments(values, 0)),
        st.builds(ast.Invoke, names, st.tuples(numbers)),
        st.builds(ast.Pay, _several(costs, 1), st.none()),
        st.builds(ast.SetTo, values, values),
        st.builds(ast.Move, _optional, values, _optional, values, _optional, st.booleans()),
        st.builds(ast.Draw, _optional, values, values),
        st.builds(ast.Shuffle, values),
        st.builds(ast.Roll, values),
        st.builds(ast.Flip, values, values),
        st.builds(ast.Do, names, values),
        st.sampled_from([ast.Pass(), ast.EndGame(), ast.NoEffect()]),
    ),
    _larger_effects,
    max_leaves=6,
)
