"""PDFs shown in a page: text, links and boxes come from the bytes that the viewer received."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from page_over import PageOf
from pdf_files import PdfPageOf, pdf
from webserver import LocalSite

import viewmark
from viewmark import Page
from viewmark.browser import pdfs
from viewmark.browser.launch.browser import ChromeBrowser
from viewmark.errors import ExtraMissing, PdfUnreadable

pytestmark = pytest.mark.full_browser  # the headless shell has no PDF viewer
IS_PDF = {"Content-Type": "application/pdf", "Cache-Control": "no-store"}
INVOICE = pdf(
    PdfPageOf(
        texts=((72, 720, "Invoice 2026-11"), (72, 700, "Pay by the [terms] of sale")),
        links=(((132, 697, 168, 711), "https://example.org/terms"),),
    ),
    PdfPageOf(texts=((72, 720, "Total 42.17 EUR"),)),
    title="October",
)


async def test_words_links_and_boxes_of_the_file_that_is_shown(
    page_of: PageOf, site: LocalSite
) -> None:
    resource = site.put("/invoice.pdf", INVOICE, headers=IS_PDF)
    page = Page(await page_of("<p>x"))
    await page.goto(site.url("/invoice.pdf"))
    resource.asked.clear()
    assert (await page.text()).lines().split("\n") == [
        "## Page 1 of 2",
        "",
        "Invoice 2026-11",
        "Pay by the [\\[terms\\]](https://example.org/terms) of sale",
        "",
        "## Page 2 of 2",
        "",
        "Total 42.17 EUR",
        "",
    ]
    head, first, *rest = (await page.snapshot()).lines().split("\n")
    assert head.startswith('pdf "October": 2 pages; boxes (x,y width x height) in pt')
    assert first == "  page 1 (612x792)"
    assert rest[0].startswith("    text: Invoice 2026-11 (7")
    assert rest[2].startswith('    link "[terms]" -> https://example.org/terms (132,81 36x14)')
    (place,) = await page.find("total 42")
    assert (place.ref, place.role, place.bounds) == ("", "text", None)
    assert place.spot is not None
    assert place.spot.page == 2
    assert "page 2 of 2 of the PDF, at 7" in place.line()
    (link,) = await page.find(role="link", name="terms")
    assert "[terms] -> https://example.org/terms" in link.line()
    assert link.to_json()["pdf"]["page"] == 1
    found = await page.read_pdf(first=2, pages=1)
    assert [each.text for each in found.pages] == ["Total 42.17 EUR"]
    assert not resource.asked.is_set(), "nothing was asked for a second time"


async def test_a_look_at_a_pdf_says_what_has_its_words(page_of: PageOf, site: LocalSite) -> None:
    site.put("/invoice.pdf", INVOICE, headers=IS_PDF)
    page = Page(await page_of("<button>Go</button>"))
    assert (await page.observe()).incomplete == ()
    await page.goto(site.url("/invoice.pdf"))
    (told,) = (await page.observe()).incomplete
    assert told.startswith("This is a PDF: nothing in it has a mark; text")
    assert (await page.outline()).incomplete == (told,)


async def test_the_answer_to_a_form_is_read_and_not_sent_again(
    page_of: PageOf, site: LocalSite
) -> None:
    answer = site.put("/bought", pdf("Bought once"), headers=IS_PDF)
    page = Page(
        await page_of("<form method=post action=/bought><button id=buy>Buy</button></form>")
    )
    await page.click("#buy")
    await page.wait_for(url="/bought")
    answer.asked.clear()
    site.put("/bought", pdf("Bought twice"), headers=IS_PDF)
    assert "Bought once" in (await page.text()).text
    assert not answer.asked.is_set()


@pytest.mark.heavy(4)
async def test_pdfs_in_frames_embeds_objects_and_blobs(
    page_of: PageOf, site: LocalSite, eventually: Callable[..., Any]
) -> None:
    site.put("/one.pdf", pdf("In a frame"), headers=IS_PDF)
    site.put("/two.pdf", pdf("In an embed"), headers=IS_PDF)
    site.put("/three", pdf("In an object"), headers=IS_PDF)
    site.put("/blob.pdf", pdf("In a blob"), headers=IS_PDF)
    other = site.url("/one.pdf", host="localhost")
    page = Page(
        await page_of(
            f"""<h1>Papers</h1><iframe src=/one.pdf width=400 height=200></iframe><p>Between</p>
            <iframe style="display:none" src=/one.pdf></iframe><iframe src={other}></iframe>
            <embed src=/two.pdf width=300 height=200><object data=/three></object>
            <iframe id=made></iframe>"""
        )
    )
    await page.evaluate(
        "() => fetch('/blob.pdf').then((r) => r.blob()).then((b) => new Promise((done) => {"
        "made.onload = done; made.src = URL.createObjectURL(b) })).then(() => true)"
    )
    # The page receives the load event before we receive the document.
    frames = page.context.page.frames
    await eventually(lambda: any(f.url.startswith("blob:") and f.mime for f in frames))
    text = (await page.text()).text
    assert "In a blob" in text
    assert text.count("In a frame") == 2, "hidden frames are not read"
    assert text.index("In a frame") < text.index("Between")
    assert "In an embed" in text
    assert "In an object" in text
    with pytest.raises(PdfUnreadable, match="has 6 PDFs in frames"):
        await page.read_pdf()
    (told,) = (await page.observe()).incomplete
    assert told.startswith("A frame shows a PDF")


async def test_a_password_that_was_given_once_opens_all_readings(
    page_of: PageOf, site: LocalSite
) -> None:
    site.put("/locked.pdf", pdf("Salary 1,234.56", password="sesame"), headers=IS_PDF)
    page = Page(await page_of("<p>x"))
    await page.goto(site.url("/locked.pdf"))
    (told,) = (await page.text()).incomplete
    assert told.startswith("This is a PDF whose words are missing: The PDF is encrypted and asks")
    assert "read_pdf" in told
    with pytest.raises(PdfUnreadable, match="not the password"):
        await page.read_pdf(password="open")
    assert (await page.read_pdf(password="sesame")).text == "Salary 1,234.56"
    assert "Salary" in (await page.snapshot()).text


async def test_long_files_are_given_in_parts_of_one_reading(
    page_of: PageOf, site: LocalSite
) -> None:
    site.put("/long.pdf", pdf(*(f"Leaf {n} of the tree" for n in range(300))), headers=IS_PDF)
    page = Page(await page_of("<p>x"))
    await page.goto(site.url("/long.pdf"))
    part = await page.text(characters=2_500)
    parts = [part.text]
    while part.cursor is not None:
        part = await page.read_on(part.cursor, characters=2_500)
        parts.append(part.text)
    assert len(parts) > 4
    whole = "\n".join(parts)
    assert [line for line in whole.split("\n") if line.startswith("Leaf")] == [
        f"Leaf {n} of the tree" for n in range(300)
    ]


@pytest.mark.parametrize(
    ("body", "why"),
    [
        (b"%PDF-1.4\n%%EOF", "damaged"),
        (b"", "damaged"),
        (pdf(PdfPageOf(has_picture=True)), "only pictures or drawings, as of a scan"),
    ],
)
async def test_files_without_words_are_told(
    page_of: PageOf, site: LocalSite, body: bytes, why: str
) -> None:
    site.put("/a.pdf", body, headers=IS_PDF)
    page = Page(await page_of("<p>x"))
    await page.goto(site.url("/a.pdf"))
    for read in (page.text, page.snapshot):
        told = await read()
        assert len(told.incomplete) == 1
        assert why in told.incomplete[0]
    assert (await page.find("x")).incomplete == told.incomplete
    assert (await page.screenshot()).image, "and a picture works"


async def test_without_the_extra_it_says_what_to_install(
    page_of: PageOf, site: LocalSite, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("viewmark.pdf.reader.find_spec", lambda _: None)
    site.put("/invoice.pdf", INVOICE, headers=IS_PDF)
    page = Page(await page_of("<p>x"))
    await page.goto(site.url("/invoice.pdf"))
    (told,) = (await page.text()).incomplete
    assert 'pip install "viewmark[pdf]"' in told
    with pytest.raises(ExtraMissing):
        await page.read_pdf()


async def test_a_pdf_that_was_open_before_us_is_asked_for_once_more(
    chromium: ChromeBrowser, page_of: PageOf, site: LocalSite
) -> None:
    headers = {"Content-Type": "application/pdf", "Cache-Control": "max-age=600"}
    resource = site.put("/kept.pdf", INVOICE, headers=headers)
    target = await page_of("<p>x")
    await Page(target).goto(site.url("/kept.pdf"))
    await Page(target).text()  # until the viewer has loaded it
    resource.asked.clear()
    async with viewmark.attach(chromium.process.endpoint) as late:
        (page,) = [
            await late.page(tab_id=tab.id)
            for tab in await late.tabs()
            if tab.url.endswith("/kept.pdf")
        ]
        told = await page.text()
        assert "Total 42.17 EUR" in told.text
        assert told.incomplete[0].startswith("The PDF was open before viewmark was at the page")
        assert not resource.asked.is_set(), "the cache had it"
        site.put("/kept.pdf", pdf("Paid"), headers=headers)
        await page.reload()
        told = await page.text()
        assert "Paid" in told.text
        # If the viewer disconnects or loads first, that is reported; it was not open before.
        assert all(each.startswith("The viewer ") for each in told.incomplete)


async def test_bytes_that_the_browser_threw_away_are_asked_for_once_more(
    page_of: PageOf, site: LocalSite
) -> None:
    """The viewer may disconnect before its stream ends; then the browser discards the bytes."""
    site.put("/thrown.pdf", INVOICE, headers=IS_PDF)
    page = Page(await page_of("<p>x"))
    await page.goto(site.url("/thrown.pdf"))
    known = page.browser_page.pdfs
    await page.text()
    ((session, stream),) = known.streams.items()
    await session.send("Network.disable")
    stream.failed = "net::ERR_ABORTED"
    known.readings.clear()
    told = await page.text()
    assert "Total 42.17 EUR" in told.text
    assert told.incomplete[0].startswith("The viewer hung up when it had read the PDF")


async def test_a_pdf_that_is_offered_as_a_file_is_read_from_there(
    page_of: PageOf, site: LocalSite
) -> None:
    site.put("/invoice.pdf", INVOICE, headers=IS_PDF)
    page = Page(await page_of("<a id=get href=/invoice.pdf download>Invoice</a>"))
    await page.click("#get", expect="download")
    (got,) = page.downloads
    assert got.path is not None
    assert (await page.read_pdf(got.path)).pages[1].text == "Total 42.17 EUR"


def test_frames_of_the_viewer_are_no_pdfs_of_the_page() -> None:
    from viewmark.browser.frames.table import Frames

    frames = Frames()
    session: Any = object()
    for number, parent, mime in (("a", None, "text/html"), ("b", "a", pdfs.PDF), ("c", "b", "x")):
        frame = {"id": number, "parentId": parent, "loaderId": "1", "mimeType": mime}
        frames.feed(session, "Page.frameNavigated", {"frame": frame})
    inner = {"id": "d", "parentId": "c", "loaderId": "1", "mimeType": pdfs.PDF}
    frames.feed(session, "Page.frameNavigated", {"frame": inner})
    assert [frame.id for frame in pdfs.shown_pdfs(frames)] == ["b"]
