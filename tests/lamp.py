"""A lamp in the corner of a page, that pictures are read for; counts captures."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pictures import opened

if TYPE_CHECKING:
    from viewmark.browser.page_target import PageTarget


def is_lit(data: str | None) -> bool:
    """Whether the picture is red, and nothing of another colour, where the lamp is."""
    picture = opened(data)
    red, green, _ = picture.getpixel((100, 100))  # type: ignore[misc]
    return bool(red > 230 and green < 40)


def captures_of(page: PageTarget) -> list[str]:
    """The captures that the page is asked for from now on."""
    asked: list[str] = []
    sent = page.session.send

    async def send(method: str, *args: Any, **options: Any) -> Any:
        if method == "Page.captureScreenshot":
            asked.append(method)
        return await sent(method, *args, **options)

    page.session.send = send  # type: ignore[method-assign]
    return asked
