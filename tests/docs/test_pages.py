"""The tutorial and the how-to pages, carried out step by step in an empty folder."""

import re
import shlex
from pathlib import Path

import pytest

from interpreter.cli import main
from tests.docs import pages

ROOT = Path(__file__).resolve().parents[2]
PAGES = [
    ROOT / "README.md",
    ROOT / "docs" / "tutorial.md",
    ROOT / "docs" / "reference" / "python.md",
    *sorted(ROOT.glob("docs/how-to/*.md")),
]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_every_step_does_what_the_page_says(
    page: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    request: pytest.FixtureRequest,
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    steps = pages.blocks(page)
    texts: dict[pages.Block, str] = {}
    wrong: list[str] = []
    for block in steps:
        match block.language:
            case "yaml" if block.word("file"):
                pages.write(block)
            case "diff":
                pages.change(block)
            case "console":
                seen = [(line, shown, printed(line, block, page, capsys)) for line, shown in pages.commands(block)]
                texts[block] = "".join(f"$ {line}\n{pages.renewed(shown, said)}" for line, shown, said in seen)
                wrong += [f"{line}\n{said}" for line, shown, said in seen if not pages.prints(shown, said)]
    if request.config.getoption("--update"):
        pages.rewrite(page, texts)
    else:
        assert wrong == []
    assert pages.type_in([block for block in steps if block.language == "pycon"], page.name).failed == 0


def printed(line: str, block: pages.Block, page: Path, capsys: pytest.CaptureFixture[str]) -> str:
    """What a command prints. It must be one of Kamon's, and end as the block says."""
    name, *arguments = shlex.split(line, comments=True)
    place = f"{page.name}:{block.line}: {line}"
    assert name == "kamon", place
    capsys.readouterr()
    code = main(arguments)
    output = capsys.readouterr()
    assert code == int(block.word("exit") or 0), f"{place}\n{output.out}{output.err}"
    return output.out


def test_links_lead_somewhere() -> None:
    missing = [
        f"{page.relative_to(ROOT)}: {target}"
        for page in [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")]
        for target in links(page)
        if "://" not in target and not (page.parent / target).exists()
    ]
    assert missing == []


def links(page: Path) -> list[str]:
    """The targets of a page's links, without anchors."""
    text = re.sub(r"```.*?```", "", page.read_text(encoding="utf-8"), flags=re.DOTALL)
    return re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", text)
