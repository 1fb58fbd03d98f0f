"""Records the commands that a page is sent."""

from __future__ import annotations

from typing import Any

import pytest

from viewmark.browser.page_target import PageTarget

__all__ = ["sent_to"]


def sent_to(page: PageTarget, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return a list to which the method of each later command is added."""
    methods: list[str] = []
    send = page.session.send

    async def noted(method: str, *args: Any, **options: Any) -> dict[str, Any]:
        methods.append(method)
        return await send(method, *args, **options)

    monkeypatch.setattr(page.session, "send", noted)
    return methods
