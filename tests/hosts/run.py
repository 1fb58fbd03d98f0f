"""Test each host library in its own environment, with its example and our checks; print a table.

Run by `make test-hosts`; `python tests/hosts/run.py nodriver pydoll` selects hosts. Environments
are kept in .cache/hosts. The exit code is 1 if a host fails; a host that cannot be installed is
listed as such.
"""

from __future__ import annotations

import ast
import asyncio
import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT / "tests"), str(ROOT / "tests" / "hosts")]

from site_of_frames import BUTTONS, put_frames  # noqa: E402
from webserver import LocalSite  # noqa: E402

import viewmark  # noqa: E402
from viewmark.browser.launch.executable import find_executable  # noqa: E402

CACHE = ROOT / ".cache" / "hosts"
HERE = Path(__file__).parent
LIMIT = 240  # seconds for one process


@dataclass(frozen=True)
class Host:
    """One row of the table."""

    name: str
    package: str | None
    """The pip requirement; None if the host needs only viewmark."""
    example: str | None = None
    probed: bool = True
    environment: str = ""
    """Name of another host whose environment is shared."""


HOSTS = (
    Host("playwright", "playwright", "playwright_async.py"),
    Host("playwright-sync", "playwright", "playwright_sync.py", environment="playwright"),
    Host("selenium", "selenium>=4", "selenium_driver.py"),
    Host("browser-use", "browser-use", "browser_use_session.py"),
    Host("nodriver", "nodriver", "nodriver_tab.py"),
    Host("zendriver", "zendriver", "zendriver_tab.py"),
    Host("pydoll", "pydoll-python", "pydoll_tab.py"),
    Host("pyppeteer", "pyppeteer>=1"),
    Host("address", None, "address.py", probed=False),
    Host("own client", None, "own_client.py", probed=False, environment="address"),
)


def run(
    *command: object, limit: float = LIMIT, **environment: str
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [str(each) for each in command],
        capture_output=True,
        text=True,
        timeout=limit,
        env={**os.environ, **environment},
    )


def wheel() -> Path:
    folder = CACHE / "wheel"
    for old in folder.glob("*.whl"):
        old.unlink()
    maturin = Path(sys.executable).with_name("maturin")
    done = run(maturin, "build", "--release", "--locked", "--out", folder, "--manifest-path",
               ROOT / "rust" / "bindings" / "Cargo.toml", limit=1500)  # fmt: skip
    if done.returncode:
        sys.exit(done.stderr)
    return next(folder.glob("*.whl"))


def installed(host: Host, ours: Path) -> tuple[Path, str]:
    """Return the interpreter and the library's version, which is empty if installation failed."""
    python = CACHE / (host.environment or host.name) / "bin" / "python"
    if not python.exists():
        run(sys.executable, "-m", "venv", python.parents[1])
    pip = (python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check")
    if not host.environment:
        run(*pip, "--force-reinstall", "--no-deps", ours)
    package = host.package
    if run(*pip, ours, *([package] if package else [])).returncode:
        return python, ""
    name = package.partition(">")[0] if package else "viewmark"
    asked = f"from importlib.metadata import version; print(version({name!r}))"
    return python, run(python, "-c", asked).stdout.strip()


def our_lines(example: str) -> int:
    """Count the lines that use viewmark: its import and the block of `wrap`."""
    tree = ast.parse((ROOT / "examples" / example).read_text())
    blocks = [
        node
        for node in ast.walk(tree)
        if isinstance(node, (ast.With, ast.AsyncWith))
        and "wrap" in ast.unparse(node.items[-1].context_expr)
    ]
    (block,) = blocks
    return 2 + len(block.body)


def tried(host: Host, python: Path, site: LocalSite, address: str) -> tuple[int, str]:
    """Return the number of frames that the example listed, and what is wrong or an empty string."""
    url = put_frames(site)
    browser = {"VIEWMARK_BROWSER": find_executable()}
    assert host.example is not None
    given = address if host.probed is False else url
    done = run(python, ROOT / "examples" / host.example, given, **browser)
    frames = sum(f'"{name}"' in done.stdout for name in BUTTONS)
    if done.returncode:
        return frames, last(done.stderr)
    pressed = [name for name in BUTTONS if site.resources[f"/did/{name.lower()}"].asked.is_set()]
    if len(pressed) != 2:
        return frames, f"the example pressed {pressed}, not two buttons"
    if not host.probed:
        return frames, ""
    done = run(python, HERE / "probe.py", host.name, put_frames(site), **browser)
    if done.returncode:
        return frames, last(done.stderr)
    told: dict[str, Any] = json.loads(done.stdout.strip().splitlines()[-1])
    wrong = {name: value for name, value in told.items() if name != "frames" and value is not True}
    frames = min(frames, told["frames"])
    return frames, json.dumps(wrong) if wrong else ""


def last(text: str) -> str:
    """Return the last error message in the output."""
    lines = text.partition("Exception ignored")[0].splitlines()
    errors = [line for line in lines if line and line[0] not in " \t"]
    return (errors or ["no reason given"])[-1][:300]


async def main(names: list[str]) -> bool:
    ours, rows, site = wheel(), [], LocalSite()
    for host in HOSTS:
        if names and host.name not in names:
            continue
        python, version = installed(host, ours)
        if not version:
            rows.append((host.name, "-", "-", "-", "not installable beside viewmark"))
            continue
        if host.example is None:
            rows.append((host.name, version, "-", "-", "installed, and not tried"))
            continue
        async with viewmark.launch(args=["--site-per-process"], debugging_port=0) as browser:
            page = await browser.page(put_frames(site))
            assert browser.endpoint is not None
            endpoint = browser.endpoint.partition("/devtools")[0]
            address = f"{endpoint}/devtools/page/{page.browser_page.session.target_id}"
            frames, wrong = await asyncio.to_thread(tried, host, python, site, address)
            again = bool(wrong)  # some libraries fail to start a browser on a loaded machine
            if again:
                print(f"{host.name}: once more after {wrong}", file=sys.stderr, flush=True)
                frames, wrong = await asyncio.to_thread(tried, host, python, site, address)
        good = (
            ("ok at the second try" if again else "ok")
            if not wrong and frames == len(BUTTONS)
            else f"FAILED {wrong}"
        )
        lines = our_lines(host.example)
        rows.append((host.name, version, str(lines), f"{frames} of {len(BUTTONS)}", good))
        print(f"{host.name}: {good}", file=sys.stderr, flush=True)
    site.close()
    head = ("host", "version", "lines", "frames reached", "ok")
    widths = [max(map(len, column)) for column in zip(head, *rows, strict=True)]
    for row in (head, *rows):
        print("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)))
    return not any("FAILED" in row[-1] for row in rows)


if __name__ == "__main__":
    sys.exit(0 if asyncio.run(main(sys.argv[1:])) else 1)
