"""How long an editor waits for an answer, on the largest game that is shipped."""

import statistics
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("pytest_lsp")

import pytest_lsp  # type: ignore[import-not-found, unused-ignore]
from lsprotocol import types

pytestmark = [pytest.mark.speed, pytest.mark.asyncio]
GAMES = Path(__file__).resolve().parents[2] / "games"
LONGEST = 0.050  # seconds
TIMES = 60


@pytest_lsp.fixture(  # type: ignore[untyped-decorator]
    config=pytest_lsp.ClientServerConfig(server_command=[sys.executable, "-m", "interpreter", "lsp"])
)
async def client(lsp_client: pytest_lsp.LanguageClient) -> AsyncIterator[None]:
    capabilities = pytest_lsp.client_capabilities("visual-studio-code")
    await lsp_client.initialize_session(types.InitializeParams(capabilities=capabilities, locale="ja"))
    yield
    await lsp_client.shutdown_session()


def largest() -> Path:
    """The rules of the game with the most text."""
    return max(
        GAMES.glob("*/rules.yaml"), key=lambda path: sum(one.stat().st_size for one in path.parent.glob("*.yaml"))
    )


async def test_hover_and_completion_answer_at_once(client: Any) -> None:
    path = largest()
    uri, text = path.as_uri(), path.read_text(encoding="utf-8")
    lines = text.splitlines()
    client.text_document_did_open(types.DidOpenTextDocumentParams(types.TextDocumentItem(uri, "yaml", 1, text)))
    document = types.TextDocumentIdentifier(uri)
    places = [types.Position(line, len(lines[line]) // 2) for line in range(0, len(lines), len(lines) // TIMES)]

    async def median(ask: Callable[[types.Position], Awaitable[object]]) -> float:
        taken = []
        for place in places:
            start = time.perf_counter()
            await ask(place)
            taken.append(time.perf_counter() - start)
        print(f"median {statistics.median(taken) * 1000:.1f} ms, longest {max(taken) * 1000:.1f} ms")
        return statistics.median(taken)

    await client.text_document_hover_async(types.HoverParams(document, places[0]))  # reads the game
    await client.wait_for_notification(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
    assert await median(lambda place: client.text_document_hover_async(types.HoverParams(document, place))) < LONGEST
    complete = client.text_document_completion_async
    assert await median(lambda place: complete(types.CompletionParams(document, place))) < LONGEST
