"""Ways to pay, held against a search that tries every set of sources in every use."""

from itertools import chain, combinations, permutations, product

from hypothesis import given, settings
from hypothesis import strategies as st

from interpreter.compiler.covering import ANOTHER, ANY, EACH, Amounts, Clause, offered, payable, picks

KINDS = 3
amounts = st.tuples(*[st.integers(0, 2)] * KINDS)
no_debts = st.just((0,) * KINDS)


def clause(sort: int, gives: st.SearchStrategy[Amounts], owes: st.SearchStrategy[Amounts]) -> st.SearchStrategy[Clause]:
    entry = st.tuples(st.integers(0, 5), gives, owes)
    return st.tuples(st.just(sort), st.lists(entry, max_size=3, unique_by=lambda entry: entry[0]))


any_of = st.tuples(st.integers(0, 2))
any_clauses = st.lists(
    st.one_of(
        clause(EACH, amounts, no_debts),
        clause(EACH, amounts, amounts),
        clause(ANY, any_of, no_debts),
        clause(ANY, any_of, amounts),
        clause(ANOTHER, any_of, no_debts),
    ),
    max_size=4,
)


def enough(needs: Amounts, clauses: list[Clause], sources: frozenset[int]) -> bool:
    """Whether these sources are enough, each used in one way or not at all."""
    ways = [
        [None, *((sort, gives, owes) for sort, entries in clauses for one, gives, owes in entries if one == source)]
        for source in sources
    ]
    return any(pays(needs, [use for use in uses if use is not None]) for uses in product(*ways))


def pays(needs: Amounts, uses: list[tuple[int, Amounts, Amounts]]) -> bool:
    """Whether sources used like this are enough: every way to share out what is given of any kind is tried."""
    wanted = [need + sum(owes[kind] for _, _, owes in uses if owes) for kind, need in enumerate(needs)]
    asked = [kind for kind in range(KINDS) if needs[kind]]
    each = [sum(gives[kind] for sort, gives, _ in uses if sort == EACH) for kind in range(KINDS)]
    wild = sum(gives[0] for sort, gives, _ in uses if sort == ANY)
    another = sum(gives[0] for sort, gives, _ in uses if sort == ANOTHER)
    for shares in product(asked, repeat=wild) if asked else [()]:
        given_ = [each[kind] + shares.count(kind) for kind in range(KINDS)]
        missing = [max(want - got, 0) for want, got in zip(wanted, given_, strict=True)]
        if sum(missing) <= another and all(
            not missing[kind] or (needs[kind] and given_[kind]) for kind in range(KINDS)
        ):
            return True
    return False


def minimal(needs: Amounts, clauses: list[Clause]) -> set[frozenset[int]]:
    everything = sorted({source for _, entries in clauses for source, _, _ in entries})
    subsets = chain.from_iterable(combinations(everything, size) for size in range(len(everything) + 1))
    found = [frozenset(subset) for subset in subsets if enough(needs, clauses, frozenset(subset))]
    return {one for one in found if not any(other < one for other in found)}


def picked_one_by_one(needs: Amounts, clauses: list[Clause], so_far: tuple[int, ...] = ()) -> list[frozenset[int]]:
    """Every payment that can be picked, as often as it can."""
    following = picks(needs, offered(*clauses), list(so_far))
    if not following:
        return [frozenset(so_far)]
    return [one for source in following for one in picked_one_by_one(needs, clauses, (*so_far, source))]


@settings(max_examples=150, deadline=None)
@given(amounts, any_clauses)
def test_each_minimal_set_can_be_picked_once(needs: Amounts, clauses: list[Clause]) -> None:
    wanted = minimal(needs, clauses)
    assert payable(needs, offered(*clauses)) == bool(wanted)
    found = picked_one_by_one(needs, clauses)
    if wanted:
        assert len(found) == len(set(found))
        assert set(found) == wanted
    else:
        assert found == [frozenset()]


def test_a_requirement_with_very_many_ways_can_still_be_paid() -> None:
    """Past the most steps a pick is offered when it leaves enough; what is picked ends when it is enough."""
    coins: list[Clause] = [(EACH, [(value, (value,), ()) for value in range(1, 19)])]
    so_far: list[int] = []
    while following := picks((90,), offered(*coins), so_far):
        so_far.append(following[-1])
    assert 90 <= sum(so_far) < 90 + 18


def test_order_of_sources_does_not_matter_to_what_is_payable() -> None:
    clauses: list[Clause] = [
        (ANOTHER, [(1, (1,), ())]),
        (EACH, [(2, (1, 0), (0, 0)), (3, (0, 1), (0, 0))]),
        (ANY, [(4, (1,), (0, 1))]),
    ]
    assert all(payable((3, 0), offered(*order)) for order in permutations(clauses))
