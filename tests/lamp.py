"""A coloured lamp on a page, for which tests search captures; captures are counted."""

from __future__ import annotations

from typing import Any

from pictures import opened

from viewmark.browser.page_target import PageTarget


def is_lit(data: str | None) -> bool:
    """Return whether the image is pure red where the lamp is."""
    picture = opened(data)
    red, green, _ = picture.getpixel((100, 100))  # type: ignore[misc]
    return bool(red > 230 and green < 40)


def captures_of(page: PageTarget) -> list[str]:
    """Return a list to which later capture commands of the page are added."""
    asked: list[str] = []
    sent = page.session.send

    async def send(method: str, *args: Any, **options: Any) -> Any:
        if method == "Page.captureScreenshot":
            asked.append(method)
        return await sent(method, *args, **options)

    page.session.send = send  # type: ignore[method-assign]
    return asked
