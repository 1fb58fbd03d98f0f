"""Opens the browser for a command, with a message while it starts."""

from __future__ import annotations

import argparse
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import fields
from typing import Any

from viewmark.api.browsers import Browser
from viewmark.cli.usage import chosen_of
from viewmark.progress import progress
from viewmark.session.opening import open_browser
from viewmark.session.settings import BrowserOptions


def browser_options(args: argparse.Namespace, **others: Any) -> BrowserOptions:
    """Return the browser options given by the arguments of a command."""
    # in commands, `output` is the image file
    names = {each.name for each in fields(BrowserOptions)} - {"output"}
    return BrowserOptions(**others | chosen_of(args, names))


@asynccontextmanager
async def opened(options: BrowserOptions) -> AsyncIterator[Browser]:
    """Open the browser of a command for the duration of the block."""
    with progress("connecting to the browser" if options.attach else "starting the browser"):
        browser = await open_browser(options)
    try:
        yield browser
    finally:
        await browser.close()
