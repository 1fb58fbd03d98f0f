"""Calls a method of `Page` with the options of its call, and presents the result."""

from __future__ import annotations

from typing import Any

from viewmark.calls.answer import CallAnswer
from viewmark.calls.call import Invocation
from viewmark.calls.present import present


async def result_of(call: Invocation, method: str = "", *names: str, **more: Any) -> Any:
    """Call the method of `Page` and return its result.

    Args:
        call: the invocation with the arguments.
        method: the method to call; by default, the method that the call declares.
        *names: names of the options to pass; if omitted, all options.
        **more: additional options, which override those of the call.
    """
    page = (await call.tab()).page
    return await getattr(page, method or call.call.of_page)(**call.options(*names) | more)


async def call(call: Invocation) -> CallAnswer:
    """Run the call's method and convert its result, without further processing."""
    return await act(call)


async def act(call: Invocation, method: str = "", *names: str, **more: Any) -> CallAnswer:
    """Run the call and present its result; if a dialog is open, the input may answer it."""
    page = (await call.tab()).page
    if page.dialog is not None and call.call.acts:
        answered: CallAnswer | None = await call.session.answer_dialog(call, page)
        if answered is not None:
            return answered
    return present(await result_of(call, method, *names, **more), call, page)
