"""Form controls, where a call is more than a method: typing, pairs of targets and values, lists."""

from __future__ import annotations

from typing import Any

from viewmark.calls.answer import CallAnswer
from viewmark.calls.call import Invocation
from viewmark.calls.method import act
from viewmark.errors import InvalidOption, NotSelectable


async def type_text(call: Invocation) -> CallAnswer:
    """Type into a field, or where the caret is."""
    is_nowhere = call.args.get("target") is None
    if not call.session.is_model and is_nowhere is not bool(call.args.get("focused")):
        raise InvalidOption("type needs a target and a text.", hint="Or --focused and a text.")
    return await act(call)


async def fill_form(call: Invocation) -> CallAnswer:
    """Set many controls, in the order given."""
    words = call.args.get("pairs")
    if words is None:
        return await act(call)
    if len(words) % 2:
        raise InvalidOption("fill needs a value for each target.", hint="fill @name Ada @age 36")
    if len(words) == 2:
        return await act(call, "fill", "timeout", target=words[0], value=words[1])
    pairs = zip(words[::2], words[1::2], strict=True)
    rows = [{"target": target, "value": value} for target, value in pairs]
    return await act(call, "", "timeout", fields=rows)


async def select(call: Invocation) -> CallAnswer:
    """Choose options by label; for a model, if there are none of that name, by value."""
    options: list[Any] = call.needed("options")
    texts = [str(each) for each in (options if isinstance(options, list) else [options])]
    by = call.args.get("by") or "label"
    if by != "label":
        chosen = [{by: int(each) if by == "index" else each} for each in texts]
        return await act(call, "", options=chosen)
    try:
        return await act(call, "", options=texts)
    except NotSelectable:
        if not call.session.is_model:
            raise
        return await act(call, "", options=[{"value": each} for each in texts])
