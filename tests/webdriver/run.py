"""Run WPT's WebDriver tests of clicks, keys, clearing and actions with viewmark's input.

    make test-webdriver WPT=/path/to/wpt            # a checkout; chromedriver is installed
    python tests/webdriver/run.py WPT --chromedriver     # the same without the gate
    python tests/webdriver/run.py WPT -k key_events      # options of pytest

WPT's client and tests run unchanged in an environment in .cache/webdriver; the pages come from a
small server of ours. `expected.txt` lists the tests that fail, with the reason: by design, not
caused by us, or a defect. The exit code is 1 if an unlisted test fails or a listed test passes.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import venv
import xml.etree.ElementTree as xml
from collections import Counter
from pathlib import Path

from chromedriver import chromedriver
from gate import Gate
from pages import Pages

ROOT = Path(__file__).parents[2]
CACHE = ROOT / ".cache" / "webdriver"
OUT = ROOT / "out" / "webdriver.json"
EXPECTED = Path(__file__).parent / "expected.txt"
NEEDS = ("pytest==8.2.1", "pytest-asyncio==0.23.8", "pytest-timeout", "websockets", "pillow")
FOLDERS = (
    "element_click",
    "element_send_keys",
    "element_clear",
    "perform_actions",
    "release_actions",
)
LEFT_OUT = ("user_prompts", "invalid", "pointer_pen", "pointer_touch")
"""Tests of sessions, of the protocol, and of devices that the gate does not support."""


def python() -> Path:
    """Return the interpreter of WPT's client, creating the environment if necessary."""
    found = CACHE / "bin" / "python"
    if not (CACHE / "ready").exists():
        venv.create(CACHE, with_pip=True)
        subprocess.run([str(found), "-m", "pip", "install", "--quiet", *NEEDS], check=True)
        (CACHE / "ready").touch()
    return found


def expected() -> dict[str, tuple[str, str]]:
    """Return kind and reason by test; a line `kind: reason` applies to the names below it."""
    found: dict[str, tuple[str, str]] = {}
    kind, reason = "", ""
    for line in EXPECTED.read_text().splitlines():
        if line.startswith("    "):
            found[line.strip()] = (kind, reason)
        elif line and not line.startswith("#"):
            kind, _, reason = line.partition(": ")
    return found


def run(wpt: Path, options: list[str], *, alone: bool) -> dict[str, str]:
    """Return the result of every test: passed, or the last line of the error."""
    tests = wpt / "webdriver"
    work = Path(tempfile.mkdtemp(prefix="webdriver-"))
    report = work / "report.xml"
    with chromedriver() as port, Pages(wpt, CACHE) as pages:
        gate = None if alone else Gate(port)
        config = work / "config.json"
        config.write_text(json.dumps(pages.configuration(gate.port if gate else port)))
        files = [
            str(path.relative_to(tests))
            for folder in FOLDERS
            for path in sorted((tests / "tests" / "classic" / folder).glob("*.py"))
            if path.stem not in (*LEFT_OUT, "__init__", "conftest")
        ]
        environment = os.environ | {
            "WDSPEC_CONFIG_FILE": str(config),
            "PYTHONPATH": f"{tests}:{wpt / 'tools' / 'webdriver'}",
        }
        command = [str(python()), "-m", "pytest", "-q", "-p", "no:cacheprovider", "--timeout=60"]
        command += ["-o", "python_files=*.py", "--tb=short", f"--junitxml={report}", *options]
        subprocess.run([*command, *files], cwd=tests, env=environment, check=False)
    results: dict[str, str] = {}
    for case in xml.parse(report).iter("testcase"):
        where = case.attrib["classname"].removeprefix("tests.classic.").replace(".", "/")
        bad = case.find("failure") if case.find("failure") is not None else case.find("error")
        name = f"{where}::{case.attrib['name']}"
        told = "passed" if bad is None else (bad.text or "").strip()
        # A test that passed and then failed in its teardown is listed twice.
        if told != "passed" or name not in results:
            results[name] = told
    return results


def main() -> int:
    """Run the tests, compare and print the results."""
    arguments = sys.argv[1:]
    alone = "--chromedriver" in arguments
    wpt, *options = (a for a in arguments if a != "--chromedriver")
    results = run(Path(wpt).resolve(), options, alone=alone)
    OUT.parent.mkdir(exist_ok=True)
    OUT.write_text(json.dumps(results, indent=1))
    (OUT.parent / f"webdriver-{os.getpid()}.json").write_text(json.dumps(results, indent=1))
    failed = {name: text for name, text in results.items() if text != "passed"}
    print(f"\n{len(results) - len(failed)} of {len(results)} pass to the letter")
    if alone:
        print(*sorted(failed), sep="\n")
        return 0
    known = expected()
    kinds = Counter(known[name][0] for name in failed if name in known)
    print(", ".join(f"{kind}: {n}" for kind, n in kinds.most_common()))
    new = sorted(failed.keys() - known.keys())
    for name in new:
        print(f"NEW   {name}\n      " + "\n      ".join(failed[name].splitlines()[-6:]))
    healed = sorted(name for name in known if results.get(name) == "passed")
    for name in healed:
        print(f"passes now, take it out of {EXPECTED.name}: {name}")
    return bool(new or healed)


if __name__ == "__main__":
    sys.exit(main())
