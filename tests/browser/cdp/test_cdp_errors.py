"""The error map is complete: every row, every exception of the transport, every resulting error."""

from __future__ import annotations

import asyncio
import inspect

import pytest
import websockets.exceptions

from viewmark import errors
from viewmark.browser.cdp.connection import connect
from viewmark.browser.cdp.errors import WORDS, from_cdp, from_foreign


@pytest.mark.parametrize(("fragment", "cls"), WORDS)
def test_every_row_gives_its_error_bare_and_wrapped_by_a_foreign_client(fragment, cls):
    ours = from_cdp("X.y", {"code": -32000, "message": fragment})
    theirs = from_foreign("X.y", RuntimeError(f"Protocol error (X.y): {fragment}."))
    assert type(ours) is type(theirs) is cls
    assert ours.data["method"] == "X.y"


def test_no_row_hides_behind_an_earlier_one():
    for at, (fragment, _) in enumerate(WORDS):
        assert not [earlier for earlier, _ in WORDS[:at] if earlier in fragment]


@pytest.mark.parametrize(
    ("method", "cls"),
    [
        ("Page.captureScreenshot", errors.ScreenshotFailed),
        ("Page.navigate", errors.NavigationFailed),
        ("DOM.getDocument", errors.ProtocolError),
    ],
)
def test_an_internal_error_means_what_the_command_was_for(method, cls):
    assert type(from_cdp(method, {"code": -32603, "message": "Internal error"})) is cls


@pytest.mark.parametrize("error", [None, "text", 5, [], {}, {"code": "x"}, {"message": None}])
def test_an_error_of_nonsense_is_a_protocol_error(error):
    assert type(from_cdp("X.y", error)) is errors.ProtocolError


def test_the_browsers_words_are_one_bounded_line():
    told = from_cdp("X.y", {"code": 1, "message": "a\n\x1b[0m" + "b" * 9999, "data": "more\n"})
    assert len(told.message) < 400
    assert told.message.isprintable()
    assert "more" in told.message


def _exceptions():
    return [
        cls
        for cls in vars(websockets.exceptions).values()
        if inspect.isclass(cls) and issubclass(cls, websockets.exceptions.WebSocketException)
    ]


@pytest.mark.parametrize("cls", [*_exceptions(), OSError, ConnectionRefusedError, ValueError])
async def test_whatever_the_opening_raises_is_a_failed_connection(cls, monkeypatch):
    class Raised(cls):
        def __init__(self):
            """Skips the constructor of the real class."""

        def __str__(self):
            return "its words"

    async def fail(*_, **__):
        raise Raised

    monkeypatch.setattr(websockets, "connect", fail)
    with pytest.raises(errors.ConnectionFailed, match="its words"):
        await connect("ws://127.0.0.1:1/")


async def test_an_opening_that_takes_too_long_is_a_failed_connection(monkeypatch):
    async def fail(*_, **__):
        raise asyncio.TimeoutError

    monkeypatch.setattr(websockets, "connect", fail)
    with pytest.raises(errors.ConnectionFailed):
        await connect("ws://127.0.0.1:1/")


@pytest.mark.parametrize(
    ("error", "cls"),
    [
        (ConnectionResetError("reset"), errors.ConnectionLost),
        (EOFError(), errors.ConnectionLost),
        (websockets.exceptions.ConnectionClosedOK(None, None), errors.ConnectionLost),
        (RuntimeError("Target page, context or browser has been closed"), errors.TabNotFound),
        (RuntimeError("something else"), errors.ProtocolError),
        (ValueError(), errors.ProtocolError),
        (errors.DialogOpen("open"), errors.DialogOpen),
    ],
)
def test_exceptions_of_foreign_clients_are_mapped_by_class_and_words(error, cls):
    assert type(from_foreign("X.y", error)) is cls


def test_every_error_of_browser_and_page_is_raised_somewhere():
    from pathlib import Path

    import viewmark

    package = Path(viewmark.__file__).parent
    source = "".join(
        path.read_text("utf-8") for path in package.rglob("*.py") if path.parent.name != "errors"
    )
    for base in (errors.BrowserError, errors.PageError):
        for cls in base.__subclasses__():
            assert f"{cls.__name__}(" in source or f", {cls.__name__})" in source, cls
