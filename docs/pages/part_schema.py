"""part.schema.json: the schema of one of the files that a game is split into, for editors."""

from __future__ import annotations

import json

from docs.pages.markdown import ROOT


def page() -> str:
    """The schema of a whole game, of which a part need say no more than the format's version."""
    schema = json.loads((ROOT / "schema" / "game.schema.json").read_text(encoding="utf-8"))
    changed = {
        "$id": "urn:kamon:schema:part",
        "title": "One of the files of a game of Kamon, format 1",
        "required": ["kamon"],
    }
    return json.dumps({**schema, **changed}, indent=1, ensure_ascii=False) + "\n"
