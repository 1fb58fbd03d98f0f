"""Run every agent framework in its own environment and let it act on a page with our tools.

Run by `make test-agents`, optionally with ONLY="langchain smolagents". A scripted model replaces
the real one. The environments are kept in .cache/agents. A framework that cannot be installed is
listed with the reason. The exit code is 1 if a framework fails.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import venv
from pathlib import Path

ROOT = Path(__file__).parents[3]
HERE = Path(__file__).parent
CACHE = ROOT / ".cache" / "agents"
sys.path.insert(0, str(ROOT / "tests"))

from webserver import LocalSite  # noqa: E402  # the web server of the tests

FRAMEWORKS = {
    "openai_agents": ("openai-agents>=0.24",),
    "langchain": ("langchain>=1.4", "langgraph>=1.2"),
    "pydantic_ai": ("pydantic-ai-slim>=2.60",),
    "smolagents": ("smolagents>=1.26", "pillow"),
    "google_adk": ("google-adk>=2.13",),
}
OURS = ("cdp-socket==1.2.8", "websockets>=15", "orjson>=3.10")
PAGE = """<!doctype html><title>Shop</title><script>window.bought = 0</script>
<input id=name aria-label=Name><button id=buy onclick="bought++">Buy</button>"""
ROW = "{:<16}{:<12}{:>6}  {}"


def python_of(name: str) -> Path:
    """Return the interpreter of a framework's environment, which is created if necessary."""
    folder = CACHE / name
    python = folder / "bin" / "python"
    if not python.exists():
        venv.create(folder, with_pip=True)
    return python


def installed(name: str) -> str:
    """Install a framework and viewmark's dependencies; return the error, or an empty string."""
    command = [
        str(python_of(name)),
        "-m",
        "pip",
        "install",
        "--quiet",
        "--disable-pip-version-check",
    ]
    done = subprocess.run([*command, *FRAMEWORKS[name], *OURS], capture_output=True, text=True)
    return "" if done.returncode == 0 else done.stderr.strip().splitlines()[-1][:200]


def driven(name: str, address: str) -> tuple[str, str, str]:
    """Return a framework's version, the number of lines of its example, and the result."""
    command = [str(python_of(name)), str(HERE / f"drive_{name}.py"), address]
    env = os.environ | {"PYTHONPATH": str(ROOT / "python")}
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=120, env=env)
        told = json.loads(done.stdout.splitlines()[-1])
    except (ValueError, IndexError, subprocess.TimeoutExpired) as error:
        said = getattr(done, "stderr", "") if "done" in locals() else str(error)
        return "?", "?", "FAILED: " + (said.strip().splitlines() or [str(error)])[-1][:200]
    failed = [each for each, ok in told["checks"].items() if not ok]
    result = f"FAILED: {', '.join(failed)}" if failed else "ok"
    return told["version"], str(told["lines"]), result


def main() -> int:
    wanted = os.environ.get("ONLY", "").split() or list(FRAMEWORKS)
    site = LocalSite()
    site.put("/", PAGE)
    failures = 0
    print(ROW.format("framework", "version", "lines", "look, click by number, act by ref"))
    for name in wanted:
        if reason := installed(name):
            print(ROW.format(name, "-", "-", f"not installable: {reason}"), flush=True)
            failures += 1
            continue
        version, lines, result = driven(name, site.url("/"))
        print(ROW.format(name, version, lines, result), flush=True)
        failures += result != "ok"
    site.close()
    return 1 if failures else 0


if __name__ == "__main__":
    raise SystemExit(main())
