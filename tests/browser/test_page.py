from __future__ import annotations


async def test_a_function_runs_in_the_page_and_returns_by_value(page_of):
    page = await page_of("<h1>Hello</h1>")
    said = await page.call(
        None, "(a, b) => ({text: document.body.innerText, sum: a + b.n})", 1, {"n": 2}
    )
    assert said == {"text": "Hello", "sum": 3}
