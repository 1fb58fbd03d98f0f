"""PDFs are read in a separate process: text, links, boxes; unreadable parts are reported."""

from __future__ import annotations

import random
import sys

import pytest
from pdf_files import PdfPageOf, pdf

from viewmark.errors import ExtraMissing, PdfUnreadable
from viewmark.pdf import reader
from viewmark.pdf.reader import read_pdf

HELVETICA_12 = {"H": 8.664, "i": 2.664}
"""Widths in pt, from the font's metrics."""


async def test_lines_links_and_boxes_are_where_the_file_puts_them() -> None:
    found = await read_pdf(
        pdf(
            PdfPageOf(
                texts=((72, 720, "Invoice 42"), (72, 700, "Read the terms first")),
                links=(((118, 697, 152, 711), "https://example.org/terms?token=abc"),),
            ),
            PdfPageOf(texts=((72, 720, "Back to the start"),), links=(((72, 717, 100, 731), 1),)),
            title="October",
        ),
        redact=lambda url: url.replace("abc", "***"),
    )
    assert (found.total, found.title, found.incomplete) == (2, "October", ())
    first, second = found.pages
    assert (first.width, first.height, first.text) == (612, 792, "Invoice 42\nRead the terms first")
    box = first.lines[0].box
    # The box is above the baseline (792 - 720) and has the height and width of the text.
    assert box.x == pytest.approx(72, abs=2)
    assert box.y + box.height == pytest.approx(72, abs=2)
    assert 7 < box.height < 12
    assert 50 < box.width < 60
    (link,) = first.links
    assert (link.text, link.url, link.page) == ("terms", "https://example.org/terms?token=***", 0)
    assert link.box == pytest.approx((118, 81, 34, 14), abs=0.1)
    assert [each.address for each in second.links] == ["#page=1"]


@pytest.mark.parametrize(
    ("rotate", "corner"),
    [(0, (52, 57)), (90, (700, 52)), (180, (440, 700)), (270, (57, 440))],
)
async def test_boxes_are_those_of_the_page_as_it_is_shown(
    rotate: int, corner: tuple[float, float]
) -> None:
    """The page is rotated, and its origin is not the corner of the page."""
    page = PdfPageOf(
        texts=((72, 720, "Somewhere on the page of 6"),), box=(20, 20, 612, 792), rotate=rotate
    )
    (shown,) = (await read_pdf(pdf(page))).pages
    across = (592, 772) if rotate % 180 == 0 else (772, 592)
    assert (shown.width, shown.height) == across
    box = shown.lines[0].box
    width = box.width if rotate % 180 == 0 else box.height
    # The line starts 52 pt from the left and 72 - 20 = 52 pt from the top before rotation.
    left, top = 52, 772 - 700 - 9
    expected = {
        0: (left, top),
        90: (772 - top - 9, left),
        180: (592 - left - width, 772 - top - 9),
        270: (top, 592 - left - width),
    }[rotate]
    assert (box.x, box.y) == pytest.approx(expected, abs=4), corner


async def test_a_password_opens_an_encrypted_file() -> None:
    locked = pdf("Salary 1,234.56", password="sesame")
    with pytest.raises(PdfUnreadable) as asks:
        await read_pdf(locked)
    assert asks.value.data["reason"] == "password"
    with pytest.raises(PdfUnreadable, match="not the password"):
        await read_pdf(locked, password="wrong")
    assert (await read_pdf(locked, password="sesame")).text == "Salary 1,234.56"
    assert (await read_pdf(pdf("No password needed", password=""))).text == "No password needed"


async def test_pages_without_text_are_counted() -> None:
    scan = PdfPageOf(has_picture=True)
    (reason,) = (await read_pdf(pdf(scan, scan, scan))).incomplete
    assert reason.startswith("There is no text in it: 3 pages (1 to 3) only pictures")
    (reason,) = (await read_pdf(pdf("Words", scan, PdfPageOf(), scan))).incomplete
    assert reason == "No text, only pictures or drawings: 2 pages (2, 4)."


async def test_a_thousand_pages_are_read_at_once_and_more_in_parts() -> None:
    data = pdf(*(f"Leaf {n}" for n in range(1, 1_101)))
    found = await read_pdf(data)
    assert (len(found.pages), found.total) == (1_000, 1_100)
    assert found.pages[-1].text == "Leaf 1000"
    assert found.incomplete == (
        "The PDF was read in part, 1000 of its 1100 pages, 1 to 1000; read on with first=1001.",
    )
    rest = await read_pdf(data, first=1_001)
    assert [rest.pages[0].text, rest.pages[-1].text] == ["Leaf 1001", "Leaf 1100"]
    assert "read on" not in rest.incomplete[0]
    with pytest.raises(PdfUnreadable, match="no page 1101"):
        await read_pdf(data, first=1_101)


async def test_what_is_read_until_the_time_is_over_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """The reader's own limit gives a partial result; stopping it from outside is an error."""
    monkeypatch.setattr(reader, "MOST_CHARACTERS", 20)
    found = await read_pdf(pdf("Sixteen letters!", "Sixteen letters?", "Never read"))
    assert len(found.pages) == 2
    assert found.incomplete == (
        "The PDF was read in part, 2 of its 3 pages: 20 characters are the most; "
        "read on with first=3.",
    )
    with pytest.raises(PdfUnreadable, match="in the time there was"):
        await read_pdf(pdf("Words"), seconds=1e-6)


@pytest.mark.skipif(sys.platform == "win32", reason="no such limits there")
async def test_memory_is_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reader, "MEMORY", 1 << 20)
    with pytest.raises(PdfUnreadable, match="with the memory it may use"):
        await read_pdf(pdf("Words") + b" " * (2 << 20))


@pytest.mark.parametrize("data", [b"", b"%PDF-1.4\n%%EOF", b"<html>Sign in</html>"])
async def test_what_is_no_pdf_is_refused(data: bytes) -> None:
    with pytest.raises(PdfUnreadable, match="damaged, or it is none") as refused:
        await read_pdf(data)
    assert refused.value.data["reason"] == "damaged"


async def test_words_are_sanitised_and_places_in_the_line_hold() -> None:
    found = await read_pdf(
        pdf(
            PdfPageOf(
                texts=((72, 720, "a\xadb\x01c https://example.org/x end"),),
            )
        )
    )
    line = found.pages[0].lines[0]
    assert line.text.isprintable()
    ((start, end, index),) = line.links
    assert line.text[start:end] == "https://example.org/x"
    assert found.pages[0].links[index].url == "https://example.org/x"


async def test_damaged_files_end_in_words_or_in_an_error() -> None:
    """Random damage has no other effect than these two."""
    whole = pdf("One", PdfPageOf(texts=((72, 700, "Two"),), links=(((0, 0, 9, 9), "http://x"),)))
    chance = random.Random(7)
    for _ in range(12):
        data = bytearray(whole)
        for _ in range(chance.randint(1, 12)):
            data[chance.randrange(len(data))] = chance.randrange(256)
        try:
            found = await read_pdf(bytes(data[: chance.randint(len(data) // 2, len(data))]))
        except PdfUnreadable:
            continue
        assert found.total >= len(found.pages)


async def test_without_the_library_the_error_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(reader, "find_spec", lambda _: None)
    with pytest.raises(ExtraMissing) as missing:
        await read_pdf(pdf("Words"))
    assert 'pip install "viewmark[pdf]"' in missing.value.hint
