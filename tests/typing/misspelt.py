"""Invalid calls of each interface; type checkers must reject the lines marked so, and no others."""

from typing import Any

import viewmark
from viewmark import sync


async def wrong(page: viewmark.Page, url: str) -> None:
    await page.observe(annotate=True, max_anotations=3)  # wrong
    await page.observe(qualty=80)  # wrong
    await page.observe(refs="all")  # wrong
    await page.observe(include=["stiles"])  # wrong
    await page.emulate(color_scheme="pink")  # wrong
    await page.observe(True)  # wrong
    await page.observe(quality="high")  # wrong
    await page.screenshot(sale="css")  # wrong
    await page.wait_for(selecter="#a")  # wrong
    await page.goto(url, untill="load")  # wrong
    viewmark.launch(headles=True)  # wrong
    viewmark.launch(nonsense=3)  # wrong
    await page.click(1, buton="left")  # wrong
    await page.keypress("Enter", targt="@a")  # wrong


def wrong_too(page: sync.Page, url: str, picture: bytes) -> None:
    page.observe(annotate=True, max_anotations=3)  # wrong
    page.observe(qualty=80)  # wrong
    page.observe(quality="high")  # wrong
    page.screenshot(sale="css")  # wrong
    page.wait_for(selecter="#a")  # wrong
    page.goto(url, untill="load")  # wrong
    sync.launch(headles=True)  # wrong
    sync.launch(nonsense=3)  # wrong
    page.click(1, selector="#a")  # wrong
    page.click(1, frame_id="f")  # wrong
    page.click(x=1, y=2)  # wrong
    page.fill(None, "a")  # wrong
    page.keypress("Enter", targt="@a")  # wrong
    page.reload(until="loaded")  # wrong
    page.dom(node=3)  # wrong
    page.observe(refs="all")  # wrong
    page.observe(include=["stiles"])  # wrong
    page.emulate(color_scheme="pink")  # wrong
    viewmark.annotate(picture, [], formt="png")  # wrong


async def right(page: viewmark.Page, session: Any) -> None:
    seen: viewmark.Observation = await page.observe(annotate=True, scale=1.5, since=None)
    name: str = seen[1].name
    acted: viewmark.ActionResult = await page.click(name, button="right", modifiers=["Shift"])
    hit: viewmark.ElementSummary | None = acted.hit
    shot: viewmark.Screenshot = await page.screenshot(area="page", format="png")
    image: bytes = shot.image
    base64: str = shot.base64
    where: viewmark.NavigationResult = await page.goto("https://example.com", until="dom")
    await page.select("@list", ["One", {"index": 2}])
    drawing: viewmark.DrawingSession = await page.draw(prompt="Look")
    async for mark in drawing:
        drawn: viewmark.DrawnAnnotation = mark
        print(drawn, hit, image, base64, where)
    wrapped: viewmark.Page = await viewmark.wrap(session)
    async with viewmark.launch(headless=False) as browser:
        another: viewmark.Page = await browser.page()
        print(wrapped, another, viewmark.__version__)


def right_too(session: Any) -> None:
    with sync.launch(viewport=(800, 600)) as browser:
        page: sync.Page = browser.page("https://example.com")
        seen: viewmark.Observation = page.observe(annotate=True)
        where: viewmark.NavigationResult = page.back()
        drawing: sync.DrawingSession = page.draw()
        marks: list[viewmark.DrawnAnnotation] = list(drawing)
        wrapped: sync.Page = sync.wrap(session)
        print(seen, where, marks, wrapped)
