"""Batches over a real site in Chromium: rows, errors, politeness, data sets, resuming."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sqlite3
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pyarrow.parquet as pq
import pytest
from batch_pages import QUICK, fill, rows_of
from webserver import LocalSite

from viewmark import imaging
from viewmark.batch import BatchOptions, BatchProgress, PageView, observe_many, views_of
from viewmark.batch.exports import EXPORTS, export
from viewmark.batch.journal import Journal
from viewmark.batch.prepare import SiteScripts
from viewmark.batch.shards import read_rows
from viewmark.batch.soundness import UNDER_WAY, _without_failed
from viewmark.batch.verification import verify
from viewmark.browser.launch.browser import ChromeBrowser
from viewmark.errors import FileNotWritten, InvalidOption, StateInvalid


def stored(folder: Path) -> list[dict[str, Any]]:
    return [row for path in sorted((folder / "data").glob("*.parquet")) for row in read_rows(path)]


def open_to_others(folder: Path) -> list[Path]:
    return [path for path in folder.rglob("*") if path.is_file() and path.stat().st_mode & 0o077]


async def test_every_page_in_every_view_is_a_row_with_picture_and_marks(
    site: LocalSite, quick: BatchOptions, tmp_path: Path
) -> None:
    urls = fill(site, 3)
    views = views_of(viewports=[(800, 600), (400, 300)], scales=[2.0], color_schemes=["dark"])
    told: list[tuple[int, int | None]] = []

    def progress(now: BatchProgress) -> None:
        told.append((now.done, now.total))

    rows = await rows_of(
        urls, out=tmp_path, views=views, total=6, on_progress=progress, options=quick
    )
    assert sorted({(row.url, row.view) for row in rows}) == sorted(
        (url, view.name) for url in urls for view in views
    )
    assert told[-1] == (6, 6)
    for row in rows:
        assert (row.error_code, row.status, row.color_scheme) == (None, 200, "dark")
        assert row.image is not None
        assert row.marked is not None
        assert imaging.probe(row.image) == ("jpeg", row.width * 2, row.height * 2)
        assert (row.image_width, row.scale) == (row.width * 2, 2.0)
        button = next(mark for mark in row.marks if mark["role"] == "button")
        assert button["name"].startswith("Save ")
        assert button["x"] <= button["click_x"] <= button["x"] + button["width"]
    kept = stored(tmp_path)
    assert sorted(row["key"] for row in kept) == sorted(row.key for row in rows)
    by_key = {row.key: row for row in rows}
    assert all(row["image"]["bytes"] == by_key[row["key"]].image for row in kept)
    assert all(row["image"]["path"] == f"{row['key']}.jpg" for row in kept)
    found = verify(tmp_path)
    assert (found.problems, found.rows, found.pictures) == ([], 6, 12)
    facts = json.loads((tmp_path / "dataset.json").read_text())
    assert (facts["schema"], facts["rows"], facts["failed"]) == (1, 6, 0)


@pytest.mark.heavy(8)
async def test_what_fails_is_a_row_and_the_others_go_on(
    site: LocalSite, quick: BatchOptions, closed_port: int, tmp_path: Path
) -> None:
    good = fill(site, 2)
    site.hold("/endless")
    site.put(
        "/file",
        b"x" * 2000,
        headers={"Content-Type": "application/zip", "Content-Disposition": "attachment"},
    )
    site.put("/dialog", "<script>alert('hello')</script><button>Go on</button>")
    site.put("/waits", "<button>Here</button><img src=/endless>")
    site.put("/gone", "<h1>Not here</h1>", status=404)
    site.put("/empty", "", status=204)
    site.put("/loop", "<title>loop</title><script>for (;;) {}</script>")
    site.put("/round", "", status=302, headers={"Location": "/round"})
    bad = {
        site.url("/endless"): "navigation_failed",
        site.url("/file"): "navigation_failed",
        site.url("/loop"): None,
        site.url("/round"): "navigation_failed",
        f"http://127.0.0.1:{closed_port}/": "navigation_failed",
        f"https://127.0.0.1:{site.port}/p0": "navigation_failed",
        "http://no-such-host.invalid/": "navigation_failed",
        "file:///etc/passwd": "invalid_option",
        "chrome://version": "invalid_option",
        "javascript:alert(1)": "invalid_option",
        "no address": "invalid_option",
        "http://" + "a" * 40_000: "invalid_option",
    }
    fine = [*good, site.url("/dialog"), site.url("/gone"), site.url("/waits")]
    options = replace(quick, navigation_timeout=1.5, timeout=4)
    rows = await rows_of([*bad, *fine], out=tmp_path, options=options)
    by_url = {row.url: row for row in rows}
    assert len(rows) == len(bad) + len(fine)
    for url, code in bad.items():
        row = by_url[url] if url in by_url else by_url[next(u for u in by_url if "aaaa" in u)]
        assert row.failed, url
        assert code is None or row.error_code == code, (url, row.error)
        assert row.error
        assert (row.image, row.marks) == (None, [])
    assert by_url[site.url("/dialog")].marks[0]["name"] == "Go on"
    assert by_url[site.url("/gone")].status == 404
    assert "saved" not in (by_url[site.url("/file")].error or "saved"), "no disk is filled"
    waits = by_url[site.url("/waits")]
    assert [mark["name"] for mark in waits.marks] == ["Here"]
    assert waits.incomplete == ["It did not finish loading within 2 s."]
    assert all(not by_url[url].failed for url in fine)
    assert verify(tmp_path).problems == []


@pytest.mark.long
async def test_a_page_that_crashes_takes_no_other_with_it(site: LocalSite) -> None:
    urls = fill(site, 4)
    rows = await rows_of(["chrome://crash", *urls], options=replace(QUICK, allow_local=True))
    failed = [row for row in rows if row.failed]
    assert [row.url for row in failed] == ["chrome://crash"]
    assert len(rows) == 5


async def test_what_may_pass_is_tried_again_and_the_row_says_why(
    site: LocalSite, quick: BatchOptions
) -> None:
    busy = site.put("/busy", "<button>Now</button>", status=503)
    seen: list[int] = []

    def progress(now: BatchProgress) -> None:
        seen.append(now.attempts_again)

    async def mend() -> None:
        await asyncio.to_thread(busy.asked.wait, 20)
        busy.status = 200

    options = replace(quick, retries=2, retry_delay=0.01)
    mending = asyncio.create_task(mend())
    [row] = await rows_of([site.url("/busy")], options=options, on_progress=progress)
    await mending
    assert (row.failed, row.status, row.retried) == (False, 200, ["http_503"])
    assert (row.attempts, seen[-1]) == (2, 1)


async def test_the_hook_prepares_the_page_and_what_it_raises_is_the_row(
    site: LocalSite, quick: BatchOptions
) -> None:
    site.put("/menu", "<details><summary>Menu</summary><button>Inside</button></details>")

    async def opened(page: Any, task: Any) -> None:
        assert task.url == site.url("/menu")
        await page.click("summary")

    [row] = await rows_of([site.url("/menu")], prepare=opened, options=quick)
    assert "Inside" in [mark["name"] for mark in row.marks]

    def broken(page: Any, task: Any) -> None:
        raise LookupError("no account left")

    [row] = await rows_of([site.url("/menu")], prepare=broken, options=quick)
    assert (row.error_code, row.error) == (
        "prepare_failed",
        "prepare raised LookupError: no account left.",
    )


async def test_scripts_of_verbs_prepare_the_pages_of_their_site(
    site: LocalSite, quick: BatchOptions
) -> None:
    site.put("/menu", "<details><summary>Menu</summary><input aria-label=Who></details>")
    scripts = SiteScripts(
        '# every site\n[*]\n? click button "Accept all"\nclick summary\n'
        '[localhost]\nclick button "Missing"\n'
        f"[127.0.0.1:{site.port}]\nclick summary\nfill input Ann Lee\n"
    )
    [row] = await rows_of([site.url("/menu")], prepare=scripts, options=quick)
    field = next(mark for mark in row.marks if mark["role"] == "textbox")
    assert json.loads(field["state"])["value"] == "Ann Lee"
    [row] = await rows_of([site.url("/menu", host="localhost")], prepare=scripts, options=quick)
    assert row.error_code == "prepare_failed"
    assert '\'click button "Missing"\': There is no button "Missing".' in (row.error or "")


@pytest.mark.parametrize(
    "script", ["fly away", "click", "close", 'click "a" "b"', "drag #a", "fill '"]
)
def test_a_line_that_is_no_verb_is_refused_before_any_work(script: str) -> None:
    with pytest.raises(InvalidOption, match="The script: Line 2"):
        SiteScripts(f"[*]\n{script}")


async def test_secrets_are_in_no_row(site: LocalSite, quick: BatchOptions) -> None:
    site.put("/login", "<form><input type=password value=hunter2><button>In</button></form>")
    url = site.url("/login?token=tok-123&q=1")
    [row] = await rows_of([url], options=quick)
    assert row.redactions == 1
    assert "tok-123" not in json.dumps(row.facts())
    assert "hunter2" not in json.dumps(row.facts())
    assert "q=1" in row.url


async def test_a_run_that_is_left_goes_on_and_does_nothing_twice(
    site: LocalSite, quick: BatchOptions, tmp_path: Path
) -> None:
    urls = fill(site, 8)
    options = replace(quick, shard_rows=3)
    first: list[str] = []
    running = observe_many(urls, out=tmp_path, options=options)
    async for row in running:
        first.append(row.key)
        if len(first) == 4:
            break
    await running.aclose()
    again = await rows_of([*urls, urls[0]], out=tmp_path, options=options)
    # Pages that were finished but not yet yielded when the run was closed are kept as well.
    assert not {row.key for row in again} & set(first)
    keys = [row["key"] for row in stored(tmp_path)]
    assert len(keys) == len(set(keys)) == 8
    for kind in EXPORTS:
        export(kind, tmp_path)
    assert open_to_others(tmp_path) == []
    assert await rows_of(urls, out=tmp_path, options=options) == []
    assert verify(tmp_path).problems == []


@pytest.mark.long
async def test_after_kill_9_nothing_is_lost_and_nothing_double(
    site: LocalSite, tmp_path: Path, eventually: Callable[..., Any]
) -> None:
    urls = fill(site, 14)
    (tmp_path / "urls.txt").write_text("\n".join(urls))
    out = tmp_path / "out"
    command = [sys.executable, "-m", "viewmark", "batch", str(tmp_path / "urls.txt")]
    command += ["--out", str(out), "--shard-rows", "5", "--concurrency", "3", "--per-host", "3"]
    asked = [site.resources[f"/p{n}"].asked for n in range(14)]
    process = await asyncio.create_subprocess_exec(
        *command, stdout=asyncio.subprocess.DEVNULL, stderr=asyncio.subprocess.DEVNULL
    )
    await eventually(lambda: sum(each.is_set() for each in asked) >= 7, "half of the pages")
    os.kill(process.pid, signal.SIGKILL)
    await process.wait()
    with sqlite3.connect(out / "journal.sqlite") as base:
        done = {key for (key,) in base.execute("SELECT key FROM done")}
    assert 4 <= len(done) < 14
    for each in asked:
        each.clear()
    process = await asyncio.create_subprocess_exec(*command, stdout=asyncio.subprocess.PIPE)
    told, _ = await asyncio.wait_for(process.communicate(), 60)
    assert process.returncode == 0
    assert f"{len(done)} done before" in told.decode()
    assert sum(each.is_set() for each in asked) == 14 - len(done)
    rows = stored(out)
    assert sorted(row["url"] for row in rows) == sorted(urls)
    assert verify(out).problems == []


async def test_what_failed_is_done_again_on_request_and_its_rows_are_replaced(
    site: LocalSite, quick: BatchOptions, tmp_path: Path
) -> None:
    urls = fill(site, 5)
    lost = site.url("/p1").replace("/p1", "/later")
    options = replace(quick, shard_rows=2)
    broken = "http://127.0.0.1:1/nobody"
    # One file has only failed rows, one has some, one has none, and one failed row is still in the
    # journal.
    first = await rows_of([broken, f"{broken}2"], out=tmp_path, options=options)
    assert all(row.failed for row in first)
    prepared = [*urls, lost]
    fails = lambda _, task: 1 / 0 if task.url in (urls[1], lost) else None  # noqa: E731
    await rows_of(prepared, out=tmp_path, options=options, prepare=fails)
    site.put("/later", "<!doctype html><button>Here</button>")
    every = [broken, f"{broken}2", *prepared]
    told: list[BatchProgress] = []
    assert await rows_of(every, out=tmp_path, options=options, on_progress=told.append) == []
    assert (told[-1].skipped, told[-1].failed_before) == (8, 4)
    assert "8 done before (4 failed)" in told[-1].line()
    again = await rows_of(every, out=tmp_path, options=options, retry_errors=True)
    assert {row.url for row in again} == {broken, f"{broken}2", urls[1], lost}
    assert {row.url for row in again if row.failed} == {broken, f"{broken}2"}
    rows = stored(tmp_path)
    assert sorted(row["url"] for row in rows) == sorted(every)
    assert sorted(row["url"] for row in rows if row["error_code"]) == [broken, f"{broken}2"]
    assert verify(tmp_path).problems == []


async def test_a_kill_while_failed_rows_are_taken_out_is_made_good_by_the_next_run(
    site: LocalSite, quick: BatchOptions, tmp_path: Path
) -> None:
    urls = fill(site, 3)
    fails = lambda _, task: 1 / 0 if task.url == urls[0] else None  # noqa: E731
    await rows_of(urls, out=tmp_path, options=quick, prepare=fails)
    journal = Journal(tmp_path)
    journal.note(UNDER_WAY, "1")
    for shard in journal.shards():  # rewrite the files, but not the journal
        assert _without_failed(tmp_path, shard) is not None
    journal.close()
    again = await rows_of(urls, out=tmp_path, options=quick)
    assert [row.url for row in again] == [urls[0]]
    assert sorted(row["url"] for row in stored(tmp_path)) == urls
    assert verify(tmp_path).problems == []


async def test_a_broken_journal_is_told_and_made_anew_of_the_files(
    site: LocalSite, quick: BatchOptions, tmp_path: Path
) -> None:
    urls = fill(site, 4)
    options = replace(quick, shard_rows=2)
    await rows_of(urls[:3], out=tmp_path, options=options)
    (tmp_path / "journal.sqlite").write_bytes(b"not a journal" * 1000)
    with pytest.raises(StateInvalid, match="journal"):
        await rows_of(urls, out=tmp_path, options=options)
    again = await rows_of(urls, out=tmp_path, options=options, rebuild=True)
    assert [row.url for row in again] == [urls[3]]
    assert sorted(row["url"] for row in stored(tmp_path)) == urls
    assert verify(tmp_path).problems == []


async def test_other_options_and_a_second_process_are_refused(
    site: LocalSite, quick: BatchOptions, tmp_path: Path
) -> None:
    urls = fill(site, 1)
    await rows_of(urls, out=tmp_path, options=quick)
    with pytest.raises(InvalidOption, match="quality=80, not 30"):
        await rows_of(urls, out=tmp_path, options=replace(quick, quality=30))
    running = observe_many([site.url("/p0?2"), site.url("/p0?3")], out=tmp_path, options=quick)
    await anext(running)
    with pytest.raises(InvalidOption, match="Another process"):
        await rows_of(urls, out=tmp_path, options=quick)
    await running.aclose()


@pytest.mark.long
async def test_browsers_are_started_anew_after_so_many_pages(site: LocalSite) -> None:
    last: list[BatchProgress] = []
    rows = await rows_of(
        fill(site, 7), options=replace(QUICK, recycle_after=3), on_progress=last.append
    )
    assert [row.error for row in rows if row.failed] == []
    assert last[-1].recycled == 2


@pytest.mark.long
async def test_a_browser_that_eats_memory_is_ended_and_its_pages_are_rows(
    site: LocalSite,
) -> None:
    site.put(
        "/eater",
        "<script>const kept = []; setInterval(() => "
        "{ for (let i = 0; i < 8; i++) kept.push(new Float64Array(1 << 20).fill(1)); }, 1)"
        "</script><img src=/held>",
    )
    site.hold("/held")
    options = replace(QUICK, concurrency=1, max_memory=400 << 20, timeout=40)
    rows = await rows_of([site.url("/eater"), *fill(site, 2)], options=options)
    [eater] = [row for row in rows if row.failed]
    assert eater.url == site.url("/eater")
    assert eater.error_code in ("connection_lost", "page_crashed")
    assert len(rows) == 3


@pytest.mark.long
async def test_pages_are_shared_out_over_browsers_that_run_already(
    site: LocalSite, own_browser: Callable[..., Any]
) -> None:
    browsers: list[ChromeBrowser] = [await own_browser(debugging_port=0) for _ in range(2)]
    addresses = tuple(str(each.process and each.process.endpoint) for each in browsers)
    options = replace(QUICK, attach=addresses, concurrency=2)
    rows = await rows_of(fill(site, 6), options=options)
    assert [row.error for row in rows if row.failed] == []
    assert all(not each.closed for each in browsers)
    assert [len(await each.tabs()) for each in browsers] == [1, 1]


@pytest.mark.long
async def test_no_browser_at_all_ends_the_run_and_not_the_list(
    closed_port: int, tmp_path: Path
) -> None:
    options = BatchOptions(attach=(f"127.0.0.1:{closed_port}",), retry_delay=0.01, retries=9)
    with pytest.raises(Exception, match="goes on where it stopped") as caught:
        await rows_of([f"http://site{n}.invalid" for n in range(50)], out=tmp_path, options=options)
    assert getattr(caught.value, "code", "") == "browser_failed"


@pytest.mark.long
async def test_a_host_has_so_many_pages_at_once_and_the_others_go_on(site: LocalSite) -> None:
    urls = fill(site, 6)
    held = [site.hold(f"/h{n}", f"<button>{n}</button>") for n in range(4)]
    slow = [site.url(f"/h{n}", host="localhost") for n in range(4)]
    options = replace(QUICK, per_host=1, concurrency=4)
    rows = []
    async for row in observe_many([*slow, *urls], options=options):
        rows.append(row)
        if len(rows) == len(urls):  # one host is done, and a page of the other host is requested
            assert [each.asked.is_set() for each in held].count(True) == 1
            for each in held:
                each.released.set()
    assert len(rows) == 10


@pytest.mark.long
async def test_pages_that_look_the_same_are_dropped_on_request(
    site: LocalSite, quick: BatchOptions, tmp_path: Path
) -> None:
    urls = fill(site, 3)
    options = replace(quick, drop_duplicates=True, concurrency=1)
    rows = await rows_of([*urls, f"{urls[0]}?again", f"{urls[2]}?again"], options=options)
    assert [row.duplicate_of for row in rows] == [None] * 5  # only data sets detect duplicates
    rows = await rows_of(
        [*urls, f"{urls[0]}?again", f"{urls[2]}?again"], out=tmp_path, options=options
    )
    first = {row.url: row.key for row in rows if row.duplicate_of is None}
    twins = {row.url: row.duplicate_of for row in rows if row.duplicate_of is not None}
    assert sorted(first) == urls
    assert twins == {f"{urls[0]}?again": first[urls[0]], f"{urls[2]}?again": first[urls[2]]}
    assert all(row.image is None and row.marks == [] for row in rows if row.duplicate_of)
    assert verify(tmp_path).problems == []


@pytest.mark.long
async def test_sites_go_to_one_part_of_the_data_set_each(
    site: LocalSite, quick: BatchOptions, tmp_path: Path
) -> None:
    fill(site, 2)
    hosts = [f"s{n}.localhost" for n in range(12)]
    urls = [site.url(f"/p{n}", host=host) for host in hosts for n in range(2)]
    options = replace(quick, split=True, concurrency=4)
    rows = await rows_of(urls, out=tmp_path, options=options)
    parts: dict[str, set[str]] = {}
    for row in rows:
        parts.setdefault(row.site, set()).add(row.split)
    assert all(len(each) == 1 for each in parts.values())
    assert {part for each in parts.values() for part in each} >= {"train", "validation"}
    for path in (tmp_path / "data").glob("*.parquet"):
        split = path.name.partition("-")[0]
        assert set(pq.read_table(path, columns=["split"])["split"].to_pylist()) == {split}
    assert "split: validation" in (tmp_path / "README.md").read_text()


@pytest.mark.long
async def test_a_full_disk_ends_the_run_and_more_room_goes_on(
    site: LocalSite, tmp_path: Path, small_disk: Callable[[int], Path]
) -> None:
    urls = fill(site, 40)
    room = small_disk(1 << 20)
    view = [PageView(width=1280, height=900, device_scale_factor=2)]
    options = replace(QUICK, shard_rows=4)
    with pytest.raises(FileNotWritten, match="written") as caught:
        await rows_of(urls, out=room / "out", views=view, options=options)
    assert "goes on where it stopped" in caught.value.hint
    small_disk(64 << 20)
    await rows_of(urls, out=room / "out", views=view, options=options)
    rows = stored(room / "out")
    assert sorted(row["url"] for row in rows) == sorted(urls)
    assert verify(room / "out").problems == []


@pytest.mark.long
async def test_a_list_of_a_million_lines_is_read_as_the_work_goes_on(
    site: LocalSite, quick: BatchOptions, eventually: Callable[..., Any]
) -> None:
    taken = 0

    def endless() -> Any:
        nonlocal taken
        for n in range(1_000_000):
            taken = n
            yield site.url(f"/p{n % 3}?{n}")

    fill(site, 3)
    running = observe_many(endless(), options=replace(quick, lookahead=50))
    rows = [await anext(running) for _ in range(5)]
    await running.aclose()
    assert len(rows) == 5
    assert taken < 5_000


def test_the_rate_counts_from_the_begin_of_the_run(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = iter([0.0, 4.0, 4.0])
    monkeypatch.setattr("viewmark.batch.progress.time", SimpleNamespace(monotonic=clock.__next__))
    progress = BatchProgress(total=4)
    for _ in range(2):
        progress.count(None, 1)
    assert (progress.rate, progress.eta) == (0.5, 4.0)
