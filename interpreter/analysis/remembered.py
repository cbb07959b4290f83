"""Findings kept until something changes that could make them others: by part, such as each file of scenarios."""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path
from typing import TYPE_CHECKING

from interpreter.engine import cache

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from interpreter.source import Diagnostic

    Stamps = Mapping[str, str | None]
    Findings = Mapping[str, Sequence[Diagnostic]]


def remembered(
    what: Iterable[str], stamps: Callable[[], Stamps], check: Callable[[list[str]], Findings]
) -> dict[str, Sequence[Diagnostic]]:
    """What is wrong with each part; `what` names the whole of them, for those who are here: findings show paths from
    the current directory.

    stamps: for each part what stands for all that its findings depend on; None when that cannot be had, and then they
    are not kept.  check: finds what is wrong with the parts of which it is not known. What it says of others is never
    kept, nor what it says while stamps change.
    """
    key, wanted = cache.key_of(("findings", str(Path.cwd()), *what)), stamps()
    kept = cache.read(key)
    before = kept if isinstance(kept, dict) else {}
    known = {part: before[part] for part, stamp in wanted.items() if stamp and before.get(part, (None,))[0] == stamp}
    missing = [part for part in wanted if part not in known]
    found = dict(check(missing)) if missing else {}
    if missing and found.keys() <= set(missing) and stamps() == wanted:
        new = {part: (stamp, tuple(found.get(part, ()))) for part in missing if (stamp := wanted[part])}
        cache.write(key, {**known, **new})
    return {part: known[part][1] if part in known else found.get(part, ()) for part in (*wanted, *found)}


def by_file(findings: Iterable[Diagnostic]) -> dict[str, list[Diagnostic]]:
    """Findings by the file that they are in."""
    found = defaultdict(list)
    for one in findings:
        found[one.span.file].append(one)
    return found
