"""Comparisons: sentences for changes, nothing without a change, errors for invalid input."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from types import FrameType
from typing import Any

import pytest
from case_files import pages_of
from page_over import PageOf
from planting import PAGES, plant_many

import viewmark
from viewmark.comparison.checkpoint import Checkpoint, Entry
from viewmark.elements.model import Element
from viewmark.errors import CheckpointInvalid, InvalidOption, NotComparable
from viewmark.geometry import Bounds, Viewport

SHOP = pages_of(__file__)["shop"]


@pytest.fixture
async def shop(page_of: PageOf) -> viewmark.Page:
    return viewmark.Page(await page_of(SHOP))


@pytest.mark.parametrize(
    ("script", "sentences"),
    [
        ("0", []),
        ("price.textContent = '12.90'", ['text: "12.40" -> "12.90"']),
        ("save.textContent = 'Store'", ['button: "Save" -> "Store"']),
        ("document.querySelector('a').remove()", ['link "Help": gone']),
        ("save.disabled = true", ['button "Save": now disabled']),
        ("news.checked = true", ['checkbox "News": checked false -> true']),
        ("mail.value = 'c@d.example'", ['textbox "Mail": value "a@b.example" -> "c@d.example"']),
        ("key.value = 'swordfish'", ['textbox "Key": value "empty" -> "filled"']),
        (
            "save.style.position = 'relative'; save.style.top = '8px'",
            ['button "Save": moved 8 px down'],
        ),
        ("head.style.height = '48px'", ['heading "Kettles" and 9 more: moved 8 px down']),
        (
            "document.querySelector('li').before(document.querySelectorAll('li')[2])",
            ['listitem "Blue": now before listitem "Red"'],
        ),
        (
            "chart.getContext('2d').fillRect(0, 0, 45, 40)",
            ['canvas "chart": looks different, 50% of it changed'],
        ),
        (
            "document.body.insertAdjacentHTML('beforeend', `<dialog open aria-label=Cookies "
            "style='position:fixed;inset:0 0 auto 0;width:100%;height:50px;margin:0'>We bake`)",
            [
                'dialog "Cookies": new',
                'link "Help": now covered by dialog "Cookies"',
                'button "Save": now covered by dialog "Cookies"',
            ],
        ),
    ],
)
async def test_a_change_is_one_sentence(
    shop: viewmark.Page, script: str, sentences: list[str]
) -> None:
    before = await shop.checkpoint()
    await shop.evaluate(f"{script}; 0")
    found = await shop.compare(before)
    assert sorted(each.sentence for each in found.changes) == sorted(sentences), found.lines()
    assert all(len(each.sentence) <= 90 for each in found.changes)
    assert "swordfish" not in repr(found.to_json())


async def test_colours_and_fonts_are_told_and_contrast_that_is_lost(shop: viewmark.Page) -> None:
    before = await shop.checkpoint()
    await shop.evaluate("price.style.color = '#999'; price.style.fontSize = '20px'; 0")
    found = await shop.compare(before)
    said = {(each.kind, each.before, each.after) for each in found.changes}
    assert {
        ("color", "#000000", "#999999"),
        ("font", "16px", "20px"),
        ("contrast", "21.0", "2.8, below 4.5"),
    } <= said


async def test_words_elements_and_regions_can_be_ignored(
    shop: viewmark.Page, tmp_path: Path
) -> None:
    before = await shop.checkpoint()
    await shop.evaluate("price.textContent = '12.90'; 0")
    assert (await shop.compare(before, ignore={"words": ["numbers"]})).is_same
    assert (await shop.compare(before, ignore={"elements": ["#price"]})).is_same
    assert (await shop.compare(before, ignore={"regions": [(0, 0, 1280, 720)]})).is_same
    rules = tmp_path / "rules.toml"
    rules.write_text('[ignore]\nwords = ["\\\\d+[.]\\\\d\\\\d"]\n')
    assert (await shop.compare(before, rules=rules)).is_same
    rules.write_text("[ignore]\nword = []\n")
    for wrong in (
        {"rules": rules},
        {"ignore": {"words": ["("]}},
        {"ignore": {"regions": [(1, 2)]}},
    ):
        with pytest.raises(InvalidOption):
            await shop.compare(before, **wrong)


async def test_observations_are_compared_as_they_are(shop: viewmark.Page) -> None:
    before = await shop.observe()
    await shop.evaluate("save.disabled = true; 0")
    found = viewmark.compare(before, await shop.observe())
    assert [each.sentence for each in found.changes] == ['button "Save": now disabled']
    assert found.notes == (
        "There are no pixels to compare: a picture is missing.",
        "Both looks listed without texts, without what is covered: what changed of that is not "
        "told.",
        "Colours and fonts were not compared: a look has no styles.",
    )
    assert before.annotations[0].style is None
    with_styles = await shop.observe(include=["styles"])
    assert with_styles.annotations[1].style is not None


async def test_a_saved_checkpoint_says_what_the_live_one_does(
    shop: viewmark.Page, tmp_path: Path
) -> None:
    file = tmp_path / "shop.png"
    await shop.checkpoint(file)
    await shop.reload()
    assert (await shop.compare(file)).is_same
    await shop.evaluate("document.querySelector('a').remove(); 0")
    assert [c.sentence for c in (await shop.compare(file)).changes] == ['link "Help": gone']


async def test_what_is_no_checkpoint_is_a_clear_error(shop: viewmark.Page, tmp_path: Path) -> None:
    file, wrong = tmp_path / "shop.png", tmp_path / "wrong.png"
    taken = await shop.checkpoint(file)
    raw = file.read_bytes()
    assert taken.picture is not None
    for bad in (b"", b"no", taken.picture, raw[: len(raw) // 2], raw[:-9]):
        wrong.write_bytes(bad)
        with pytest.raises(CheckpointInvalid):
            viewmark.compare(file, wrong)
    at = raw.index(b"vmCp") + 30
    wrong.write_bytes(raw[:at] + bytes([raw[at] ^ 1]) + raw[at + 1 :])
    with pytest.raises(CheckpointInvalid, match="checksum"):
        viewmark.compare(file, wrong)
    with pytest.raises(FileNotFoundError):
        viewmark.compare(file, tmp_path / "none.png")


async def test_another_version_and_another_size_are_clear_errors(
    shop: viewmark.Page, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "shop.png"
    with monkeypatch.context() as patched:
        patched.setattr("viewmark.comparison.saved.VERSION", 99)
        before = await shop.checkpoint(file)
    with pytest.raises(CheckpointInvalid, match="format version 99, this program reads 2"):
        await shop.compare(file)
    await shop.set_viewport(width=900, height=700)
    with pytest.raises(NotComparable, match="1280 x 720 and 900 x 700"):
        await shop.compare(before)


def made(count: int) -> Checkpoint:
    """Return a checkpoint with `count` buttons in a list, without a browser."""
    entries = []
    for n in range(count):
        found = {"id": n + 1, "tag": "button", "bounds": [0, 20 * n, 90, 20 * n + 19], "share": 1}
        about = {"role": "button", "name": f"Row {n}", "path": f"body[1]/button[{n + 1}]"}
        element = Element.from_wire(found, about | {"hint": "clickable", "text": f"Row {n}"})
        assert element is not None
        entries.append(Entry(element=element, ref=f"@r{n}"))
    return Checkpoint(
        url="https://a.example/",
        title="",
        viewport=Viewport(1280, 720, 0, 0, 1),
        entries=tuple(entries),
        total_found=count,
    )


def test_many_elements_are_compared_and_too_many_refused() -> None:
    before = made(20_000)
    rows = (*before.entries[:9], *before.entries[10:])
    after = replace(before, entries=rows, total_found=len(rows))
    found = viewmark.compare(before, after)
    assert [each.sentence for each in found.changes] == ['button "Row 9": gone']
    with pytest.raises(NotComparable, match="20001"):
        viewmark.compare(before, made(20_001))


def steps_of(work: Callable[[], object]) -> int:
    """Count the Python instructions of a call, which do not depend on the machine's load."""
    steps = 0

    def count(frame: FrameType, event: str, _: object) -> Any:
        nonlocal steps
        frame.f_trace_lines, frame.f_trace_opcodes = False, True
        steps += event == "opcode"
        return count

    before = sys.gettrace()
    sys.settrace(count)
    try:
        work()
    finally:
        sys.settrace(before)
    return steps


def test_growth_is_about_linear() -> None:
    def cost(count: int) -> int:
        before = made(count)
        last = before.entries[-1]
        renamed = replace(last, element=replace(last.element, name="Another", text="Another"))
        after = replace(before, entries=(*before.entries[:-1], renamed))
        return steps_of(lambda: viewmark.compare(before, after))

    small, large = cost(100), cost(800)
    assert small > 1_000
    assert large < 10 * small


def test_where_two_fit_nothing_is_guessed() -> None:
    def listed(*texts: str) -> Checkpoint:
        entries = []
        for n, text in enumerate(texts, 1):
            found = {
                "id": 0 + n + 50 * len(texts),
                "tag": "p",
                "bounds": [0, 30 * n, 90, 30 * n + 20],
            }
            about = {"role": "paragraph", "text": text, "path": f"body[1]/p[{n}]", "hint": "static"}
            element = Element.from_wire(found | {"share": 1, "static": True}, about)
            assert element is not None
            entries.append(Entry(element=replace(element, bounds=Bounds(0, 30 * n, 90, 20))))
        return replace(made(0), entries=tuple(entries), total_found=len(entries))

    found = viewmark.compare(
        listed("Sent to Ann today", "Sent to Ann now"), listed("Sent to Ann late")
    )
    assert [each.kind for each in found.changes] == ["undecidable"]
    assert "not decidable" in found.changes[0].sentence


async def test_planted_changes_are_told_as_the_right_element_and_property(
    page_of: PageOf,
) -> None:
    page = viewmark.Page(await page_of("<p>x"))
    kinds = ["text", "color", "state", "gone", "covered", "image"]
    done = await plant_many(page, PAGES[1:2], 1, 1, kinds)
    assert len(done) >= 5
    assert [one.lines() for one in done if not one.is_found] == []


async def test_a_head_with_a_box_around_it_in_another_version_is_the_same(
    page_of: PageOf,
) -> None:
    head = "<div role=columnheader style='display:inline-block;width:90px'>{}</div>"
    heads = head.format("Name") + head.format("Age")
    markup = "<title>T</title><div role=grid><div role=row>{}</div></div>"
    pages = [markup.format(heads), markup.format(f"<div>{heads}</div>")]
    looks = [await viewmark.Page(await page_of(each)).checkpoint() for each in pages]
    found = viewmark.compare(*looks)
    assert found.is_same, found.lines()


async def test_a_label_that_goes_takes_no_placeholder_along(page_of: PageOf) -> None:
    html = "<div><div id=label>Customer</div><input placeholder=name></div>"
    page = viewmark.Page(await page_of(html))
    before = await page.checkpoint()
    await page.evaluate("label.remove(); 0")
    found = await page.compare(before)
    assert [each.kind for each in found.changes] == ["gone"], found.lines()
