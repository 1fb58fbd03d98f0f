"""Generate `docs/evidence/transcripts.md`: five tasks with the MCP SDK's own client over stdio.

python benches/arena/transcripts.py [--out FILE]

The calls are those of the arena's scripted player. Ports and the ids of tabs and screenshots differ
between runs, so they are written as PORT, TAB and FRAME.
"""

from __future__ import annotations

import argparse
import asyncio
import base64
import os
import re
import sys
import tempfile
from datetime import datetime, timezone
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path[:0] = [str(HERE.parent), str(ROOT / "tests" / "tasks")]

from mcp import ClientSession, StdioServerParameters  # noqa: E402
from mcp.client.stdio import stdio_client  # noqa: E402

from arena.readers import ViewmarkReader  # noqa: E402  # the folders above
from arena.report import transcript  # noqa: E402
from arena.scripts import of  # noqa: E402
from arena.site import ArenaSite  # noqa: E402
from arena.tasks import Task, load, verdict  # noqa: E402
from arena.tools import Reply, Tool  # noqa: E402
from viewmark.browser.launch.executable import find_executable  # noqa: E402

FIVE = ("canvas-chart", "frame-in-frame", "hidden-file", "grid", "bulk-delete")
HEAD = """# Five transcripts

These transcripts show what a client sends and receives. The client is the official Python MCP SDK,
connected to `viewmark mcp` over stdio at its defaults. Generated on {date} by
`benches/arena/transcripts.py`. `[picture]` stands for an image, `...` for omitted lines. The calls
are those of [the arena](arena.md) script; a test repeats them.
"""
FIRST, LAST = 8, 9
"""Number of first and last lines that are shown of a result."""


class SdkTool(Tool):
    """A session of the MCP SDK."""

    name = "viewmark"

    def __init__(self, session: ClientSession) -> None:
        super().__init__()
        self._session = session

    async def _call(self, name: str, arguments: dict[str, Any]) -> Reply:
        answer = await self._session.call_tool(name, arguments)
        return Reply(
            "\n".join(each.text for each in answer.content if each.type == "text"),
            tuple(base64.b64decode(e.data) for e in answer.content if e.type == "image"),
            bool(answer.is_error),
        )


async def play(task: Task) -> str:
    """Return one task as Markdown.

    Raises:
        RuntimeError: the task was not solved.
    """
    site = ArenaSite()
    try:
        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as name:
            folder = Path(name)
            for file, text in task.files.items():
                (folder / file).write_text(text)
            server = StdioServerParameters(
                command=sys.executable,
                args=["-m", "viewmark", "mcp", "--output", name],
                env=os.environ | {"VIEWMARK_BROWSER": find_executable()},
            )
            async with stdio_client(server) as streams, ClientSession(*streams) as session:
                await session.initialize()
                tool = SdkTool(session)
                reader = ViewmarkReader(tool, site.url(task.address), folder)
                await of("viewmark", task.id)(reader)
                decided = verdict(task, site, reader.answer)
            if not decided.solved:
                raise RuntimeError(f"{task.id}: {decided.why}")
        calls = [
            {
                "call": call,
                "arguments": arguments,
                "answer": shortened(reply.text),
                "pictures": len(reply.pictures),
            }
            for call, arguments, reply in tool.calls
        ]
        return _without_chance(transcript(task.id, task.goal, calls))
    finally:
        site.close()


def shortened(answer: str) -> str:
    """Return the first and last lines of a long result."""
    lines = answer.splitlines()
    left = len(lines) - FIRST - LAST
    return "\n".join([*lines[:FIRST], f"... {left} lines", *lines[-LAST:]]) if left > 2 else answer


def _without_chance(text: str) -> str:
    text = re.sub(r"http://127\.0\.0\.1:\d+", "http://127.0.0.1:PORT", text)
    return re.sub(r"\bf_[\w-]{12}", "FRAME", re.sub(r"\b[0-9A-F]{32}\b", "TAB", text))


def main() -> int:
    """Play the five tasks and write the page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=ROOT / "docs" / "evidence" / "transcripts.md")
    out = parser.parse_args().out
    tasks = {task.id: task for task in load("twelve")}
    date = datetime.now(timezone.utc).strftime("%d %B %Y")
    parts = [HEAD.format(date=date), *(asyncio.run(play(tasks[each])) for each in FIVE)]
    out.write_text("\n".join(parts).replace("### ", "## "))
    return 0


if __name__ == "__main__":
    sys.exit(main())
