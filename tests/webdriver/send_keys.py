"""WebDriver's send keys: text, private characters as keys, and values such as files and dates."""

from __future__ import annotations

from keys import MODIFIERS, NULL, SPECIAL

from viewmark import Page

PICKED = {"color", "date", "datetime-local", "month", "range", "time", "week"}


async def send_keys(
    page: Page, selector: str, kind: list[str | None], text: str, *, focused: bool
) -> None:
    """Implement WebDriver's `value` command.

    Args:
        page: the page.
        selector: the element.
        kind: its tag name and type.
        text: text that may contain private characters for keys.
        focused: whether it has focus, so its caret must not move.
    """
    tag, type_ = kind
    if tag == "input" and type_ == "file":
        await page.upload(selector, text.split("\n"))
        return
    if tag == "input" and type_ in PICKED:
        await page.fill(selector, text)
        return
    held: list[str] = []
    if not text:
        await page.type(selector, "")
    first = not focused
    for piece in _pieces(text):
        if piece == NULL:
            while held:
                await page.key_up(held.pop())
        elif SPECIAL.get(piece) in MODIFIERS:
            key = SPECIAL[piece]
            if first:
                await page.type(selector, "")
            if key in held:
                held.remove(key)
                await page.key_up(key)
            else:
                held.append(key)
                await page.key_down(key)
        elif piece in SPECIAL:
            if first:
                await page.type(selector, "")
            await page.keypress(SPECIAL[piece])
        elif first:
            await page.type(selector, piece, keys=True)
        else:
            await page.type(None, piece, keys=True)
        first = False
    while held:
        await page.key_up(held.pop())


def _pieces(text: str) -> list[str]:
    """Return runs of plain characters, and each private character separately."""
    pieces: list[str] = []
    for char in text:
        if char in SPECIAL or not pieces or pieces[-1] in SPECIAL:
            pieces.append(char)
        else:
            pieces[-1] += char
    return pieces
