"""Many observations and actions in one server: memory, descriptors, tasks, files stay bounded."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from server import Server
from webserver import LocalSite

PAGE = """<!doctype html><title>Soak</title><h1>Soak</h1><input id="name" aria-label="Name">
<button id="go" onclick="document.querySelector('ul').append(
 Object.assign(document.createElement('li'), {textContent: Date.now()}))">Go</button><ul></ul>
""" + "".join(f"<a href='#{i}'>Link {i}</a> " for i in range(60))
WARM = 0.25
"""Share of the calls after which caches count as filled."""
SLOPE_LIMIT_KB = 8.0
"""Maximum growth of the server in kilobytes per call, once warm."""


def _facts(server: Server) -> dict[str, int]:
    process = Path(f"/proc/{server.process.pid}")
    return {
        "memory_kb": int((process / "statm").read_text().split()[1]) * 4,
        "descriptors": len(list((process / "fd").iterdir())),
        "threads": len(list((process / "task").iterdir())),
        "files": sum(1 for p in server.temporary.glob("*")),
    }


async def run(long: bool) -> dict[str, Any]:
    """Run 2,000 observations and 500 actions, or 60 and 15 in the short form."""
    looks = 2_000 if long else 60
    site = LocalSite()
    site.put("/", PAGE)
    marks, failed = [], []
    try:
        async with Server() as server:
            await server.call("interact", what="navigate", url=site.url("/"))
            for turn in range(looks):
                calls: list[tuple[str, dict[str, Any]]] = [
                    ("observe", {"what": "page", "annotate_screenshot": turn % 2 == 0})
                ]
                if turn % 4 == 0:
                    kinds = (
                        {"what": "click", "selector": "#go"},
                        {"what": "type", "selector": "#name", "text": "soak", "clear": True},
                        {"what": "scroll", "dy": 200},
                        {"what": "reload"},
                    )
                    calls.append(("interact", kinds[turn // 4 % 4]))
                for tool, asked in calls:
                    result = await server.call(tool, **asked)
                    if result.code not in ("ok", "rate_limited"):
                        failed.append(f"{turn} {asked.get('what')}: {result.code} {result.text}")
                if turn % max(1, looks // 40) == 0:
                    marks.append({"turn": turn} | _facts(server))
            traces = server.tracebacks
            folders = server.temporary
        left = [str(p) for p in folders.rglob("*") if p.is_file()]
    finally:
        site.close()
    warm = marks[int(len(marks) * WARM) :]
    turns = warm[-1]["turn"] - warm[0]["turn"]
    slope = (warm[-1]["memory_kb"] - warm[0]["memory_kb"]) / max(1, turns)
    grown = {key: warm[-1][key] - warm[0][key] for key in ("descriptors", "threads", "files")}
    wrong = [
        *failed[:5],
        *([f"memory grows by {slope:.1f} kB a look"] if long and slope > SLOPE_LIMIT_KB else []),
        *(f"{key} grew by {n}" for key, n in grown.items() if n > 2),
        *([f"files left: {left[:5]}"] if left else []),
        *([f"{traces} tracebacks"] if traces else []),
    ]
    return {
        "looks": looks,
        "actions": (looks + 3) // 4,
        "slope_kb": round(slope, 2),
        "first": marks[0],
        "warm": warm[0],
        "last": warm[-1],
        "grown": grown,
        "wrong": wrong,
    }
