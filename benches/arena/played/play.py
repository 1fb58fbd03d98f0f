"""Let an agent play: a site, an MCP server, and a command for everything that the agent may do.

    play.py FOLDER up [--port N] [--server COMMAND ...]   run the site and the server until `down`
    play.py FOLDER tools                                  show the tools as a model sees them
    play.py FOLDER task NAME                              show a goal, to which later calls belong
    play.py FOLDER call TOOL JSON                         make one call; an image is saved as a file
    play.py FOLDER answer TEXT                            give the answer that the task asks for
    play.py FOLDER down
    play.py FOLDER table                                  solved, calls and tokens by task

FOLDER contains `transcript.jsonl` (each call with its result) and the files of the server.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import shlex
import socket
import subprocess
import sys
from base64 import b64decode
from dataclasses import dataclass, field
from io import BytesIO
from pathlib import Path
from typing import Any

import tomllib

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client

from arena.played.checks import checks
from arena.played.site import PICTURE, PlayedSite
from viewmark.model_rules import rules_of

HERE = Path(__file__).parent
LIBRARIES = Path("/tmp/played-libraries")
"""The folder in which the packages of `package.json` are installed."""
TOKEN = 4
"""Characters per token, as `docs/evidence/arena.md` counts them."""


@dataclass
class Player:
    """The actions of an agent with one server on one site."""

    folder: Path
    site: PlayedSite
    session: ClientSession
    task: str = ""
    answers: dict[str, str] = field(default_factory=dict)
    count: int = 0

    def note(self, **row: Any) -> None:
        """Add a row to the transcript."""
        with (self.folder / "transcript.jsonl").open("a") as file:
            file.write(json.dumps({"task": self.task, **row}) + "\n")

    async def do(self, verb: str, *words: str) -> str:
        """Run one command of the agent; return its output."""
        if verb == "tools":
            listed = [
                tool.model_dump(exclude_none=True)
                for tool in (await self.session.list_tools()).tools
            ]
            return json.dumps(listed, indent=1)
        if verb == "task":
            self.task = words[0]
            url = f"http://127.0.0.1:{self.site.server.server_port}"
            return str(tasks()[self.task]["goal"]).replace("{site}", url)
        if verb == "answer":
            self.answers[self.task] = " ".join(words)
        elif verb == "call":
            return await self.call(words[0], words[1] if len(words) > 1 else "{}")
        results = checks(self.site.state, self.answers)
        (self.folder / "results.json").write_text(json.dumps(results, indent=1))
        return "noted"

    async def call(self, name: str, arguments: str) -> str:
        """Call a tool of the server."""
        self.count += 1
        reply = await self.session.call_tool(name, json.loads(arguments))
        shown, pictures = list[str](), list[tuple[int, int]]()
        for part in reply.content:
            if part.type == "text":
                shown.append(part.text)
            elif part.type == "image":
                file = self.folder / f"picture-{self.count}.png"
                pictures.append(_kept(b64decode(part.data), file))
                shown.append(f"[picture {file}]")
        text = "\n".join(shown)
        error = bool(getattr(reply, "isError", None) or getattr(reply, "is_error", None))
        self.note(call=name, sent=arguments, got=text, pictures=pictures, error=error)
        return f"ERROR {text}" if error else text


def _kept(data: bytes, file: Path) -> tuple[int, int]:
    from PIL import Image

    picture = Image.open(BytesIO(data))
    picture.convert("RGB").save(file)
    return picture.size


def tasks() -> dict[str, Any]:
    """Return the goals by name."""
    return tomllib.loads((HERE / "tasks.toml").read_text())


def install() -> None:
    """Install the packages if they are missing."""
    if (LIBRARIES / "node_modules").exists():
        return
    LIBRARIES.mkdir(parents=True, exist_ok=True)
    (LIBRARIES / "package.json").write_bytes((HERE / "package.json").read_bytes())
    subprocess.run(["npm", "install", "--ignore-scripts", "--silent"], cwd=LIBRARIES, check=True)


async def serve(folder: Path, port: int, command: list[str]) -> None:
    """Serve the commands until `down`."""
    files = folder / "files"
    files.mkdir(parents=True, exist_ok=True)
    (files / "hall.png").write_bytes(PICTURE)
    site = PlayedSite(port, LIBRARIES / "node_modules")
    command = command or [sys.executable, "-m", "viewmark", "mcp", "--output", str(files)]
    server = StdioServerParameters(command=command[0], args=command[1:], cwd=files)
    over, turn = asyncio.Event(), asyncio.Lock()
    async with stdio_client(server) as streams, ClientSession(*streams) as session:
        await session.initialize()
        player = Player(folder, site, session)

        async def one(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            words = json.loads(await reader.readline())
            if words == ["down"]:
                over.set()
            async with turn:
                try:
                    writer.write((await player.do(*words)).encode())
                except Exception as error:  # report it to the agent, keep the server running
                    writer.write(f"{type(error).__name__}: {error}".encode())
            await writer.drain()
            writer.close()

        async with await asyncio.start_unix_server(one, folder / "socket", limit=1 << 24):
            print("up", flush=True)
            await over.wait()


def ask(folder: Path, words: list[str]) -> str:
    """Send a command to a running player; return the response."""
    with socket.socket(socket.AF_UNIX) as line:
        line.connect(str(folder / "socket"))
        line.sendall(json.dumps(words).encode() + b"\n")
        return b"".join(iter(lambda: line.recv(1 << 16), b"")).decode()


def table(folder: Path) -> str:
    """Return the results as a table.

    The row of a task shows its result or the failed conditions, and its calls, errors, images and
    tokens.
    """
    rows = [json.loads(line) for line in (folder / "transcript.jsonl").read_text().splitlines()]
    results = json.loads((folder / "results.json").read_text())
    picture = rules_of("claude-standard")
    lines, calls_of_all, tokens_of_all = list[str](), 0, 0
    for task in dict.fromkeys(row["task"] for row in rows):
        calls = [row for row in rows if row["task"] == task]
        tokens = sum(len(row["sent"]) + len(row["got"]) for row in calls) // TOKEN
        tokens += sum(
            picture.tokens((size[0], size[1])) for row in calls for size in row["pictures"]
        )
        wrong = [
            name for name, holds in results.get(task, {"no such task": False}).items() if not holds
        ]
        state = f"no: {', '.join(wrong)}" if wrong else "yes"
        counts = f"{len(calls)} | {sum(row['error'] for row in calls)} | {tokens:,}"
        lines.append(f"| {task} | {state} | {counts} |")
        calls_of_all, tokens_of_all = calls_of_all + len(calls), tokens_of_all + tokens
    head = ["| task | solved | calls | errors | tokens |", "|---|---|---:|---:|---:|"]
    return "\n".join([*head, *lines, f"| sum | | {calls_of_all} | | {tokens_of_all:,} |"])


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("verb")
    parser.add_argument("words", nargs="*")
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument(
        "--server", type=shlex.split, default=[], help="another MCP server's command"
    )
    given = parser.parse_args()
    if given.verb == "up":
        install()
        asyncio.run(serve(given.folder, given.port, given.server))
    elif given.verb == "table":
        print(table(given.folder))
    else:
        print(ask(given.folder, [given.verb, *given.words]))
