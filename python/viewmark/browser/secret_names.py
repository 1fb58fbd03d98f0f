"""Collects names and values of a page's secret fields, so that later text can be redacted."""

from __future__ import annotations

import asyncio
from typing import Any
from weakref import WeakKeyDictionary

from viewmark.background import quietly
from viewmark.browser import scripts, wire
from viewmark.browser.cdp.session import Session
from viewmark.browser.frames.table import Frame
from viewmark.browser.page_target import PageTarget
from viewmark.defaults import FRAMES
from viewmark.secrets.values import SecretValues

PATIENCE = 1.0
"""Maximum seconds to wait for a frame's reply; a frame that does not reply is skipped."""
_values: WeakKeyDictionary[Session, SecretValues] = WeakKeyDictionary()


def secret_values(page: PageTarget) -> SecretValues:
    """Return the values of secret fields that were seen in any tab of the browser."""
    return _values.setdefault(page.session.root, SecretValues())


async def learn_secrets(page: PageTarget) -> None:
    """Add the secret fields of a page to `page.redactor` and `secret_values`; never fails.

    Call this before an action, because the next URL may contain the submitted values, and before
    reading text of the page. It makes one concurrent call per frame of about 1 ms each.
    """
    if page.closed or page.crashed or page.dialog is not None:
        return
    values = secret_values(page)
    frames = [frame for frame, _ in zip(page.frames, range(FRAMES), strict=False)]
    for reply in await asyncio.gather(*(_ask(page, frame, values.bases) for frame in frames)):
        names = wire.list_items(reply.get("names"))[:100]
        page.redactor.learn(name for name in names if isinstance(name, str))
        prints = (
            [*map(wire.whole, wire.list_items(p))] for p in wire.list_items(reply.get("prints"))
        )
        values.learn((p[0], p[1], p[2]) for p in prints if len(p) == 3)


async def _ask(page: PageTarget, frame: Frame, bases: list[int]) -> dict[str, Any]:
    call = scripts.call(page, frame, "secretsToLearn", bases, timeout=PATIENCE)
    return wire.record(await quietly(call))
