"""The readable content of a page as Markdown with refs."""

from __future__ import annotations

from page_over import PageOf

from viewmark import Page

GUIDE = """<article><h1>Guide</h1><p>The <strong>total price</strong> is 42.17 EUR.</p>
<p>See the <a id=terms href="/terms?token=abc&page=2">terms</a>.</p>
<ul><li>One<li>Two<ul><li>inner</ul></ul><ol start=3><li>three<li>four</ol>
<table><tr><th>Item<th>Price<tr><td>Lamp | lit<td>12</table>
<pre>def f():
    return "```"</pre><blockquote><p>First</p><p>Second</p></blockquote>
<p>Press <button id=go>Go</button> now<br>or later.</p><img alt="A boat" src="data:,"><hr>
<p hidden>never</p></article>"""


async def test_one_element_is_read_by_ref_and_by_selector(page_of: PageOf) -> None:
    page = Page(await page_of(GUIDE))
    assert (await page.text("ol")).text == "3. three\n4. four"
    await page.snapshot()
    assert (await page.text("@terms")).text.startswith("[terms](/terms")


async def test_no_text_is_cut(page_of: PageOf) -> None:
    words = " ".join(f"word{n}" for n in range(3000))
    page = Page(await page_of(f"<p>{words}</p>"))
    part = await page.text(characters=5_000)
    text = part.text
    while part.cursor is not None:
        part = await page.read_on(part.cursor, characters=5_000)
        text += part.text
    assert text.replace("\n", "").replace("…→ ", "") == words


async def test_a_document_that_has_not_begun_is_waited_for_and_then_told(
    page_of: PageOf,
) -> None:
    page = Page(await page_of("<p>Words"))
    await page.evaluate(
        "() => { const root = document.documentElement; root.remove();"
        " setTimeout(() => document.append(root), 150); }"
    )
    assert (await page.text()).text == "Words"
    await page.evaluate("() => document.documentElement.remove()")
    for told in (await page.text(), await page.snapshot()):
        assert "has no document yet" in told.lines()
    assert (await page.find(text="Words")).matches == ()
    for tree in (await page.dom(), await page.accessibility_tree()):
        assert tree is not None
    assert len(await page.observe()) == 0
