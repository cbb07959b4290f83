"""language.md: every construct from the registry, the functions, and the grammar."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from docs.pages import markdown
from docs.pages.markdown import code
from interpreter.compiler.program import MOST_DECISIONS
from interpreter.compiler.runtime import GREATEST, LEAST, MOST_ROUNDS
from interpreter.language import RESERVED
from interpreter.language.constructs import CONSTRUCTS, FUNCTION_TEXTS
from interpreter.language.parser import MAX_DEPTH
from interpreter.language.scan import MAX_LENGTH, MAX_NUMBER
from interpreter.model.bind_calls import FUNCTIONS
from interpreter.model.bind_effects import MOST_ROUNDS as MOST_TIMES
from interpreter.model.bind_values import MOST_NUMBERS
from interpreter.model.effort import MOST_LEVELS, MOST_LOOPS, MOST_STEPS

if TYPE_CHECKING:
    from interpreter.language.constructs import Construct

GRAMMAR = markdown.ROOT / "grammar" / "kamon.lark"
INTRO = """
One language serves turn structure, actions, cards, icons, conditions and scoring. A text says either an
**effect** (what is done) or a **value** (what is so). Whole numbers only; division rounds down. Names are
small letters, digits and `_`; spaces and line ends mean nothing. Comments belong in YAML, outside the text.
Each construct below is shown by a tiny game, its *toy*.

How far a part reaches:

- A body after `:` reaches as far right as it can: in `choose c in hand: move c to heap; apple 1` the apple belongs to
  the choice, and who has nothing to choose gains none. Parentheses end it earlier: `(choose c in hand: move c to
  heap); apple 1`. A body after a bare word (`may`, `->`, `otherwise`,
  `else:` after a unit) is one unit, or something with a `:`, or a text in parentheses.
- `;` (in this order), `&` (in any order), `|` (one of these) and `otherwise` do not mix: parentheses say
  which belongs together.
- Of values, `of` binds closest, then `on`, then `^`, the sign `-`, `*` `/` `mod`, `+` `-`, comparisons and `in`,
  `not`, `and`, `or`. So `-2 ^ 2` is -4.

Only what can be done is offered. An option is left out when its costs cannot be paid, or when it contains a
choice that must be made and has not enough to choose from. What has to be done and cannot is left out alone, and
the rest of its sequence goes on: in `pay apple 1; pear 2`, where nobody chose it, whoever has no apple still gains
the pears. `pay apple 1 -> pear 2` does both or neither, and `otherwise` says what happens instead. Nobody is asked
who could only decline or be done.

- Asked beforehand is what stands now, after what the same effect pays and gains. What it moves itself is not: in
  `move stone from a to b; move stone from b to c` the second part counts the stones on b as they lie before the first.
- An exact number (`choose 3`, `exactly 2 different of`) is chosen as a whole or not at all: whether there are so
  many, each of them possible, is asked before the first. What the first ones use up can still leave too few.
- A set narrowed by `with most` or `with least` is formed once, before the first choice; of other sets, each choice
  is among what is in them by then. `for each` goes through what was in the set when it began.
- Moving a set is all or nothing: without room for all of it, it is impossible. `draw` moves as many as there are and
  as there is room for, and is impossible only where that is none.

`nothing` is what a value gives where no component or place is: comparing it with `=` `!=` is fine, and moving
something there is impossible. A number that is read from something that is not there, and so is anything that can
change about a piece, is nothing as well: no comparison about it holds, neither `rank of top(deck) < 5` nor
`rank of top(deck) != 5`. Where it is counted with, or has been given a name by `let`, it reads 0.
"""
LIMITS = f"""
- A text has at most {MAX_LENGTH} characters, numbers go up to {MAX_NUMBER}, ranges to {MOST_NUMBERS} numbers, and
  `repeat`, `exactly … of` and `up to … of` to {MOST_TIMES} times.
- Brackets, and what stands within each other without brackets, can be {MAX_DEPTH} levels deep, and as many parts can be
  added, subtracted, multiplied and divided in a row.
- Values and rules that call each other can lie {MOST_LEVELS} parts deep. {MOST_LOOPS} loops can lie within each other
  where nobody decides, and no text can take more than {MOST_STEPS} steps.
- In play, a number that would be past {GREATEST} or {LEAST} is the one of these that is nearest, a score line's
  too, and what is repeated so often as a number says is done {MOST_TIMES} times at most.
- In play, loops in which nobody decides end with an error after {MOST_ROUNDS} rounds between two decisions, and
  matches of bots after {MOST_DECISIONS} decisions.

`check` refuses what is past the first three, loops that cannot end because nothing in them changes what their
condition depends on, and free actions that use nothing up, or two that give each other back what they take.
"""
NAMES = (
    ("`players`, `teams`", "all of them, in turn order"),
    ("`player_count`", "how many play"),
    (
        "`direction`",
        "the eight directions of a grid, clockwise from `north`; every game with a grid has them",
    ),
    ("`box`", "the zone of everything that starts nowhere"),
    ("`true`, `false`", "truth values"),
    ("`place of PIECE`", "where a piece is"),
    ("`team of PLAYER`, `opponents of PLAYER`", "a player's team; the set of all other teams"),
    ("`owner of PIECE`", "whose it is, for pieces that each player or team has"),
    ("`COUNTER of OWNER`, `ZONE of OWNER`", "somebody's; without `of`, that of `me`"),
    (
        "`ATTRIBUTE of PIECE`, `ATTRIBUTE of SPACE`, `VARIABLE of PIECE`",
        "what is printed on it, what can change about it",
    ),
    (
        "`KIND on PLACE`",
        "the pieces of that kind there; of a token on a space for one: whose it is, or the side it shows",
    ),
    (
        "`number`, `boolean`, `player`, `team`, `place`, an enum, a kind of piece or space",
        "types of parameters",
    ),
)


def page() -> str:
    """The page's text."""
    parts = []
    for kind, title in (("effect", "Effects"), ("value", "Values")):
        parts.append(f"## {title}")
        for construct in CONSTRUCTS:
            if construct.kind == kind:
                parts += _said(construct)
    rows = [(code(FUNCTION_TEXTS[name][0]), FUNCTION_TEXTS[name][1]) for name in FUNCTIONS]
    parts += ["## Functions", markdown.table(("function", "value"), rows)]
    parts += ["## Names and relations that every game has", markdown.table(("name", "meaning"), NAMES)]
    parts += ["## Limits", LIMITS.strip()]
    parts += ["## Words that cannot be names", ", ".join(map(code, sorted(RESERVED)))]
    parts += ["## Grammar", markdown.block(GRAMMAR.read_text(encoding="utf-8"), "text")]
    return markdown.page("The language", INTRO, *parts)


def _said(construct: Construct) -> list[str]:
    toy = f"Toy: [{construct.toy}](../../tests/toys/{construct.toy}/game.yaml)"
    rule = markdown.block(grammar_rule(construct.grammar_rule), "text")
    return [f"### {construct.name}", construct.summary, markdown.block(construct.example), f"Grammar:\n\n{rule}", toy]


def grammar_rule(name: str) -> str:
    """The lines of the grammar that define a rule, or the one alternative that has this name."""
    lines = [line for line in GRAMMAR.read_text(encoding="utf-8").splitlines() if not line.startswith("//")]
    for i, line in enumerate(lines):
        if re.match(rf"\??{name}:", line):
            body = [line]
            for more in lines[i + 1 :]:
                if not more.startswith(" "):
                    break
                body.append(more)
            return "\n".join(part for part in body if "->" not in re.sub(r'"[^"]*"', "", part))
    found = next(line for line in lines if re.search(rf"-> {name}$", line))
    alternative = re.sub(rf"^\??\w+:|^\s*\|?|-> {name}$", "", found).strip()
    return f"{name}: {alternative.removeprefix('|').strip()}"
