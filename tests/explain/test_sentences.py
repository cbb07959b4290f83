"""What every construct says, word for word, in English, Spanish, French and Chinese."""

import pytest

from interpreter.model import typed
from tests.explain.helpers import GOLDEN, Sentence, bodies, effect, events, sentences, speaker

CASES = list(enumerate(sentences()))


@pytest.mark.parametrize("locale", GOLDEN)
@pytest.mark.parametrize(("index", "sentence"), CASES, ids=[one.text for _, one in CASES])
def test_a_sentence(index: int, sentence: Sentence, locale: str) -> None:
    body = bodies()[index]
    one = speaker(locale)
    said = one.say_effect(body) if isinstance(body, typed.Effect) else one.say_value(body)
    assert said == sentence.said[locale]
    assert one.gaps == frozenset()


@pytest.mark.parametrize(("text", "values", "said"), events())
def test_an_event(text: str, values: tuple[int, ...], said: str) -> None:
    assert speaker().say_event(effect(text), values, seat=0) == said


@pytest.mark.parametrize(
    ("text", "steps"),
    [
        ("coin 1", ["Gain 1 coin."]),
        ("coin 1; seal 1", ["Gain 1 coin.", "Gain 1 seal."]),
        ("may coin 1", ["You may do this: gain 1 coin."]),
        ("may (coin 1; seal 1)", ["You may do this:", "  Gain 1 coin.", "  Gain 1 seal."]),
        (
            "if phase = 1: (coin 1; seal 1) else: pass",
            ["If the phase is 1:", "  Gain 1 coin.", "  Gain 1 seal.", "Otherwise: pass."],
        ),
        (
            "(coin 1; seal 1) | may coin 2 | pass",
            [
                "Do one of these:",
                "  – Gain 1 coin.",
                "    Gain 1 seal.",
                "  – You may do this: gain 2 coins.",
                "  – Pass.",
            ],
        ),
    ],
)
def test_steps(text: str, steps: list[str]) -> None:
    assert speaker().say_steps(effect(text)) == steps


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("(may coin 1); seal 1", "(you may do this: gain 1 coin); gain 1 seal."),
        ("may (coin 1; seal 1)", "You may do this: gain 1 coin; gain 1 seal."),
        (
            "if phase = 1: (may coin 1) else: pass",
            "If the phase is 1: (you may do this: gain 1 coin); otherwise: pass.",
        ),
        (
            "(if phase = 1: coin 1 else: seal 1); pass",
            "(if the phase is 1: gain 1 coin; otherwise: gain 1 seal); pass.",
        ),
        ("may (coin 1 | seal 1)", "You may do this: do one of these: gain 1 coin or gain 1 seal."),
    ],
)
def test_parentheses_keep_together_what_belongs_together(text: str, said: str) -> None:
    assert speaker().say_effect(effect(text)) == said
