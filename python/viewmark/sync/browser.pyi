"""Types of browsers without `await`, written by `make sync`."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from viewmark.browser.launch.browser import Tab
from viewmark.sync.page import Page
from viewmark.sync.worker import Owner

class Browser(Owner):
    """A running browser; made by `launch` or `attach`."""
    def page(
        self, url: str | None = None, *, tab_id: str | None = None, reused: bool = False
    ) -> Page:
        """A new tab, or the one with that id; waits until `url` is loaded."""
    def pages(self) -> list[Page]:
        """All tabs that answer."""
    def tabs(self) -> list[Tab]:
        """The tabs that are open, without touching them."""
    @property
    def closed(self) -> bool:
        """Whether the connection is gone."""
    @property
    def endpoint(self) -> str | None:
        """Websocket address by which others can join, if `launch` was given a `debugging_port`."""
    @property
    def process_id(self) -> int | None:
        """The browser's process, if `launch` started it."""
    def refuse_downloads(self) -> None:
        """Keep no file from now on: the browser cancels every download that an action begins."""

def launch(
    *,
    origins: Sequence[str] = (),
    block_private: bool = False,
    headless: bool = True,
    executable: str | None = None,
    viewport: tuple[int, int] | None = (1280, 720),
    device_scale_factor: float | None = None,
    profile: str | None = None,
    sandbox: bool | None = None,
    args: Sequence[str] = (),
    preferences: Mapping[str, Any] | None = None,
    output_dir: str | Path | None = None,
    debugging_port: int | None = None,
    timeout: float = 30.0,
) -> Browser:
    """Start Chrome or Chromium."""

def attach(
    url: str,
    *,
    timeout: float = 10.0,
    headers: Mapping[str, str] | None = None,
    output_dir: str | Path | None = None,
    origins: Sequence[str] = (),
) -> Browser:
    """Use a browser that runs already; it is never ended by us."""
