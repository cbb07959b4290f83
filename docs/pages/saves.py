"""saves.md: the format of a saved match, field by field, with a real one."""

from __future__ import annotations

import json

from docs.pages import markdown
from interpreter.engine import Session, load

FIELDS = {
    "kamon_save": "The format's version, 1.",
    "game": "The game's name.",
    "overlays": "The overlays' names, lowest first.",
    "options": "What each option of the game is set to.",
    "players": "How many play.",
    "fingerprint": "Of everything that was read to make the game. On rules that have changed a save is not "
    "loaded; its choices can be played again, as far as they fit: `kamon play GAME --load FILE --replay`.",
    "table": "Who played each seat: `human` or a bot, as `kamon play --players` has it; `null` when nobody has said.",
    "seed": "What chance began with; `null` for a single moment without a past.",
    "choices": "Every choice so far: who chose, and the option's key. `null` without a past.",
    "offered": "The keys of the options of the pending decision, in order; empty when the game is over.",
    "state": "Every slot by its name. Pieces and places are written by name, sets of pieces as lists.",
    "stack": "Variables of rules that call themselves, above the slots.",
    "checksum": "SHA-256 of all numbers, joined by commas.",
}
INTRO = """
A saved match is JSON (UTF-8, at most 10 MB). `kamon play --save FILE` writes it after each choice,
`Session.to_json()` and `State.to_json()` too; `kamon play --load FILE` and `Game.from_json(text)` read it. It
is read back before it is handed out, so that a save that cannot be loaded is never written. Reading trusts
nothing: every field, every slot's range, each piece's one place, the invariants and the offered options are
checked, and what is wrong is said by a [diagnostic](diagnostics.md).

`Session.to_json(player)` gives what one player may know, for reading only: it has `view` with the player's
name, no seed, no checksum, and `hidden` where the player may not look. A choice that he could
not know when it was carried out stays hidden, whatever comes to light later.
"""
EXAMPLE = "The match that `tests/toys/tic_tac_toe` has become after two choices:"


def page() -> str:
    """The page's text."""
    session = Session(load(markdown.ROOT / "tests" / "toys" / "tic_tac_toe"), 2, seed=1)
    session.choose(4).choose(0)
    text = session.to_json()
    fields = json.loads(text)
    if fields.keys() != FIELDS.keys():
        raise ValueError(f"undocumented or missing fields: {fields.keys() ^ FIELDS.keys()}")
    rows = [(markdown.code(name), FIELDS[name]) for name in fields]
    return markdown.page(
        "Saved matches",
        INTRO,
        markdown.table(("field", "meaning"), rows),
        EXAMPLE,
        markdown.block(text, "json"),
    )
