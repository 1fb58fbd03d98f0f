"""The site of the arena: the pages of `tests/tasks`, those of `pages/`, and a shop's back office.

Success is determined here alone: by reports of the pages, opened URLs, and the shop's tables.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any
from urllib.parse import parse_qs

from site_of_tasks import Site

from arena.office import Office

__all__ = ["ArenaSite"]

PAGES = Path(__file__).parent / "pages"


class ArenaSite(Site):
    """Serves all pages of the arena; every try uses a new one."""

    def __init__(self) -> None:
        self.office = Office()
        super().__init__()

    def answer(self, path: str, query: str, headers: Any) -> tuple[int, dict[str, str], bytes]:
        """Return the response to a GET request, which is reported as `visit`."""
        self.report("visit", path)
        if path.startswith("/office/"):
            return self.office.page(path, parse_qs(query, keep_blank_values=True))
        return super().answer(path, query, headers)

    def received(self, path: str, body: bytes) -> tuple[int, dict[str, str], bytes]:
        """Process a POST request; one to the office reports the changes since the start."""
        if not path.startswith("/office/"):
            return super().received(path, body)
        form = parse_qs(body.decode(), keep_blank_values=True)
        before = self.office.differences()
        answer = self.office.received(path, form)
        if (now := self.office.differences()) != before:
            self.report("office", now)
        return answer

    def page(self, name: str) -> str | None:
        """Return the source of a page of the arena or of the agent tasks."""
        page = PAGES / f"{name}.html"
        if page.parent == PAGES and page.is_file():
            return page.read_text("utf-8").replace("BANK", self.url("", host="bank.localhost"))
        return super().page(name)
