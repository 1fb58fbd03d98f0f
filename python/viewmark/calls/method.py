"""Calls a method of `Page` with the options of its call, and presents its result."""

from __future__ import annotations

from typing import Any

from viewmark.calls.answer import CallAnswer
from viewmark.calls.call import Invocation
from viewmark.calls.present import present


async def result_of(call: Invocation, method: str = "", *names: str, **more: Any) -> Any:
    """Return value of the method.

    Args:
        call: with the options.
        method: another one than the row names.
        *names: only these options, if any are named.
        **more: options besides those, or in place of them.
    """
    page = (await call.tab()).page
    return await getattr(page, method or call.call.of_page)(**call.options(*names) | more)


async def call(call: Invocation) -> CallAnswer:
    """Only that."""
    return await act(call)


async def act(call: Invocation, method: str = "", *names: str, **more: Any) -> CallAnswer:
    """The answer for `result_of`; before that a key or text may answer a dialog that is open."""
    page = (await call.tab()).page
    if page.dialog is not None and call.call.acts:
        answered: CallAnswer | None = await call.session.answer_dialog(call, page)
        if answered is not None:
            return answered
    return present(await result_of(call, method, *names, **more), call, page)
