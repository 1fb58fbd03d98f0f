"""Real runs: the cause of a slow page is named; results are written; budgets."""

from __future__ import annotations

import json
import os
import re
import shlex
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from page_over import PageOf
from webserver import LocalSite

import viewmark
from viewmark.errors import InvalidOption
from viewmark.slo import (
    BudgetExceeded,
    Objective,
    PageUnderTest,
    Plan,
    budget,
    load_plan,
    run,
)
from viewmark.slo.noise import Noise, NoiseMeter
from viewmark.slo.report import EXIT_CODES
from viewmark.slo.verdict import blame, judge

QUIET = Noise(0.0, None)
# Content that changed since the previous observation is searched again; other content is not.
HUGE = "<div><button>b</button><p>some words</p></div>" * 4000
HUGE += "<p id=n></p><script>setInterval(() => n.textContent = performance.now(), 10)</script>"
PICTURE = """<style>body{margin:0}</style><canvas id=c width=1280 height=720></canvas><script>
const x = c.getContext('2d'), d = x.createImageData(1280, 720);
let s = 1; for (let i = 0; i < d.data.length; i++) d.data[i] = (s = s * 16807 % 2147483647) & 255;
for (let i = 3; i < d.data.length; i += 4) d.data[i] = 255; x.putImageData(d, 0, 0);</script>"""


@contextmanager
def serving(respond: Callable[[BaseHTTPRequestHandler], int]) -> Iterator[str]:
    """URL of a page with a button; `respond` returns the HTTP status of each request."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(respond(self))
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(b"<!doctype html><button>a</button>")

        def log_message(self, format: str, *args: object) -> None: ...

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_address[1]}/"
        server.shutdown()


@pytest.fixture
def slow_server() -> Iterator[str]:
    """URL of a page whose server takes 0.4 s to respond."""
    with serving(lambda _: 200 + int(threading.Event().wait(0.4))) as url:
        yield url


@pytest.fixture
def login() -> Iterator[str]:
    """URL of a page that requires a cookie."""
    with serving(lambda asked: 200 if "s=1" in asked.headers.get("Cookie", "") else 403) as url:
        yield url


@pytest.mark.long
async def test_what_slows_a_page_down_is_named(site: LocalSite, slow_server: str) -> None:
    site.put("/huge", f"<!doctype html>{HUGE}")
    site.put("/picture", f"<!doctype html><title>p</title>{PICTURE}")
    pages = [PageUnderTest(url=site.url(f"/{name}"), name=name) for name in ("huge", "picture")]
    pages.append(PageUnderTest(url=slow_server, name="slow"))
    pages.append(PageUnderTest(url="demo", name="throttled", cpu_throttle=12))
    found = await run(Plan(pages=tuple(pages), samples=5, loads=3, warmup=1, objectives=()))
    told = {page.name: page for page in found.pages}
    assert [page.error for page in found.pages] == [""] * 4

    def missed(name: str, objective: str, limit: float) -> Any:
        # The machine may be busy, so the samples are judged as if it were idle.
        return judge(Objective.parse(objective, limit), told[name].samples, QUIET, found.reference)

    slow = missed("slow", "navigate_ms", 100)
    assert (slow.verdict, slow.stage) == ("breach", "server")
    assert missed("picture", "base64_max", 300_000).verdict == "breach"
    picture = blame("observe", told["picture"].samples, found.reference)
    assert picture in ("capture", "encode", "decode")
    assert blame("observe", told["huge"].samples, found.reference) == "discover"
    assert blame("observe", told["throttled"].samples, found.reference) in ("discover", "capture")
    assert found.verdict in ("inconclusive", "breach")


@pytest.mark.long
async def test_a_page_that_cannot_be_opened_is_a_breach_and_the_others_are_measured(
    closed_port: int,
) -> None:
    pages = (PageUnderTest(url=f"http://127.0.0.1:{closed_port}/"), PageUnderTest(url="demo"))
    found = await run(Plan(pages=pages, samples=5, loads=1, warmup=0))
    assert "ERR_CONNECTION_REFUSED" in found.pages[0].error
    assert found.pages[0].verdict == found.verdict == "breach"
    assert len(found.pages[1].samples["observe"]) == 5


async def test_an_error_page_is_a_breach_and_a_log_in_opens_what_needs_one(
    login: str, tmp_path: Path
) -> None:
    state = {"cookies": [{"name": "s", "value": "1", "url": login}], "origins": []}
    state["cookies"][0] |= {"domain": "127.0.0.1", "path": "/"}  # type: ignore[operator]
    (tmp_path / "login.json").write_text(json.dumps(state))
    (tmp_path / "slo.toml").write_text(
        f'samples = 5\nloads = 1\nwarmup = 0\n[[pages]]\nurl = "{login}"\nname = "out"\n'
        f'[[pages]]\nurl = "{login}"\nname = "in"\nstorage_state = "login.json"\n'
    )
    out, inside = (await run(load_plan(tmp_path / "slo.toml"))).pages
    assert (out.verdict, out.results) == ("breach", ())
    assert "HTTP status 403" in out.error
    assert (inside.error, inside.elements) == ("", 1)


def test_a_run_writes_what_it_found_and_exits_with_its_verdict(tmp_path: Path) -> None:
    (tmp_path / "slo.toml").write_text(
        "samples = 5\nloads = 1\n[objectives]\nobserve_ms = 60000\nbase64_max = 10\n"
    )
    files = ("--json", "a/run.json", "--report", "run.html", "--junit", "run.xml")
    done = subprocess.run(
        [
            sys.executable,
            "-m",
            "viewmark",
            "slo",
            *files,
            "--history",
            "past",
        ],
        cwd=tmp_path,
        env=os.environ
        | {"GITHUB_ACTIONS": "true", "GITHUB_STEP_SUMMARY": str(tmp_path / "step_summary")},
        capture_output=True,
        text=True,
        timeout=100,
        check=False,
    )
    assert done.returncode == 1, done.stderr
    assert "BREACH  base64_max" in done.stdout
    assert done.stderr == ""
    told = json.loads((tmp_path / "a/run.json").read_text())
    assert told["verdict"] == "breach"
    assert set(told["pages"][0]["stages"]) >= {"discover", "capture", "place", "encode"}
    assert "::error title=demo%3A base64_max::" in done.stdout
    step = (tmp_path / "step_summary").read_text()
    assert step.startswith("### viewmark slo: breach")
    assert re.search(r"\| demo \| base64_max \| [\d,]+ characters \| 10 \| breach \|", step)
    assert told["pages"][0]["samples"]["memory"][0] < 20
    for name in ("run.html", "run.xml"):
        assert (tmp_path / name).stat().st_size > 300
    assert len(list((tmp_path / "past").glob("slo-*.json"))) == 1
    again = subprocess.run(
        [sys.executable, "-m", "viewmark", "slo", "demo", "--compare", "nothing.json"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=50,
        check=False,
    )
    assert again.returncode == 8
    assert "nothing.json" in again.stderr


def test_exit_codes_tell_a_pass_from_what_cannot_be_told() -> None:
    assert dict(EXIT_CODES) == {"pass": 0, "breach": 1, "inconclusive": 3}


def test_a_machine_that_others_keep_busy_is_noticed() -> None:
    with burning():
        meter = NoiseMeter()
        for _ in range(200):
            meter.spin()
        assert meter.result().reasons


@pytest.mark.long
@pytest.mark.timeout(150)
@pytest.mark.parametrize(
    ("objective", "code", "told"),
    [
        ("observe_ratio=3", 3, "inconclusive"),
        ("observe_ms=0.1", 1, "breach"),  # noise cannot cause a factor of 1,000
        ("observe_ms=600000", 0, "pass"),
    ],
)
def test_a_run_beside_a_busy_process_tells_what_is_far_from_its_limit_alone(
    objective: str, code: int, told: str
) -> None:
    command = [sys.executable, "-m", "viewmark", "slo", "demo", "--samples", "5", "--loads", "2"]
    with burning():
        command += ["--objective", objective]
        done = subprocess.run(command, capture_output=True, text=True, timeout=100, check=False)
    assert (done.returncode, done.stdout.splitlines()[-1]) == (code, f"verdict: {told}")
    assert "noise: " in done.stdout


@pytest.mark.parametrize(("code", "passes"), [(0, True), (1, False), (2, False), (3, True)])
def test_the_line_for_ci_in_the_guide_fails_for_a_breach(code: int, passes: bool) -> None:
    guide = (Path(__file__).parents[2] / "docs" / "slo.md").read_text()
    (line,) = re.findall(r"^ *- run: (viewmark slo .+)$", guide, re.MULTILINE)
    script = f"viewmark() {{ return {code}; }}\n{line}"  # as in GitHub Actions
    done = subprocess.run(["bash", "-e", "-o", "pipefail", "-c", script], check=False)
    assert (done.returncode == 0) is passes


@contextmanager
def burning() -> Iterator[None]:
    """Four processes that use as much CPU as they can, for at most 300 s."""
    code = "import time; end = time.monotonic() + 300\nwhile time.monotonic() < end: pass"
    # Their parent exits at once, so they are not our children: our own work does not count as
    # noise.
    burner = f"{shlex.quote(sys.executable)} -c {shlex.quote(code)}"
    start = f"for n in 1 2 3 4; do {burner} >/dev/null & echo $!; done"
    begun = subprocess.run(
        ["sh", "-c", f"({start}) 2>/dev/null"], stdout=subprocess.PIPE, text=True, check=True
    )
    try:
        yield
    finally:
        for pid in begun.stdout.split():
            with suppress(ProcessLookupError):
                os.kill(int(pid), signal.SIGKILL)


async def test_a_block_is_held_to_its_budget(
    page_of: PageOf,
) -> None:
    page = viewmark.Page(await page_of("<button id=go>Go</button>"))
    with budget(observe_ms=60_000, click_p95_ms=60_000) as spent:
        await page.observe(annotate=True)
        await page.click("#go")
    assert len(spent.samples["observe"]) == len(spent.samples["click"]) == 1
    says = r"observe_ms: .* ms instead of 0\.001 .*most in"
    with pytest.raises(BudgetExceeded, match=says), budget(observe_ms=0.001):
        await page.observe(annotate=True)
    with pytest.raises(BudgetExceeded, match="nothing of the kind"), budget(observe_ms=5):
        pass
    with pytest.raises(ZeroDivisionError), budget(observe_ms=0.001):
        1 / 0  # noqa: B018
    with pytest.raises(InvalidOption, match="observe_ms"), budget(obsrve_ms=5):
        pass


@pytest.mark.long
def test_a_run_that_is_interrupted_tells_what_it_has(site: LocalSite, tmp_path: Path) -> None:
    hangs = site.hold("/hangs")
    command = [sys.executable, "-m", "viewmark", "slo", "demo", site.url("/hangs")]
    command += ["--json", "run.json", "--samples", "5", "--loads", "1"]
    command += ["--objective", "base64_max=10"]
    begun = subprocess.Popen(
        command, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    try:
        assert hangs.asked.wait(60)
        begun.send_signal(signal.SIGINT)
        out, err = begun.communicate(timeout=30)
    finally:
        begun.kill()
    assert begun.returncode not in (0, 1, 3)
    assert "BREACH  base64_max" in out
    assert "verdict" not in out
    assert "1 of 2 pages were measured, http://127.0.0.1" in err
    assert "no file was written" in err
    assert not (tmp_path / "run.json").exists()
