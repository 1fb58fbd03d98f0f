"""Mouse, keyboard and form calls that need more than one method call, such as drags."""

from __future__ import annotations

import re
from typing import Any

from viewmark.calls.answer import CallAnswer
from viewmark.calls.call import Invocation
from viewmark.calls.method import act
from viewmark.errors import InvalidOption, NotSelectable
from viewmark.geometry import way_of
from viewmark.page.target import FORMS, Target, read, target_of

NOTCH, NOTCHES = 100, 20
"""Distance of one wheel notch in CSS px, and the largest `amount` that counts as notches, which
computer-use models send; a larger amount is in CSS px."""
_JOINT = re.compile(r"(?<=[A-Za-z])_(?=[A-Za-z])")
_WAYS = ("down", "up", "right", "left")


async def click(call: Invocation) -> CallAnswer:
    """Click a target; reject `expect_timeout` without `expect`."""
    if "expect" not in call.args and call.args.get("expect_timeout") is not None:
        message = "`expect_timeout` of a click is how long `expect` is waited for."
        raise InvalidOption(message, hint="Give expect too.", param="expect_timeout")
    return await act(call)


async def drag(call: Invocation) -> CallAnswer:
    """Drag a target onto another one, or by an amount."""
    args = call.args
    if (delta := args.get("delta")) is not None:
        if args.get("to") is not None:
            raise InvalidOption("drag needs one destination: TO, or --delta DX,DY.")
        args["dx"], args["dy"] = number_pair(delta, "--delta")
    if isinstance(args.get("to"), dict):
        args["to"] = _end(call, args["to"])
    return await act(call)


def number_pair(text: str, what: str) -> tuple[float, float]:
    """Parse two numbers separated by a comma.

    Raises:
        InvalidOption: the text is not two numbers.
    """
    try:
        first, second = (float(each) for each in text.split(","))
    except ValueError:
        raise InvalidOption(f"{what} is two numbers such as 120,45, not {text!r:.40}.") from None
    return first, second


def _end(call: Invocation, to: dict[str, Any]) -> Target:
    """Return the destination of a drag; a point refers to the same screenshot as the start."""
    shared = {name: call.args[name] for name in ("frame_id", "coordinates") if name in call.args}
    end = target_of(**(to | shared if "x" in to else to))
    if end is None:
        raise InvalidOption("`to` names nothing.", hint=FORMS, param="to")
    return end


async def scroll(call: Invocation) -> CallAnswer:
    """Scroll by an amount, in a direction or to an offset, or bring a target into view."""
    args, ways = call.args, dict[str, float]()
    direction, amount = args.get("direction"), args.get("amount")
    if direction is not None or amount is not None:
        if any(args.get(name) is not None for name in ("dx", "dy", "to_x", "to_y")):
            message = "`direction` and `amount` say how far, and so do dx, dy, to_x and to_y."
            raise InvalidOption(message, hint="Give one of them.", param="direction")
        ways["dx"], ways["dy"] = await _way(call, direction or "down")
    return await act(call, "", **ways)


async def _way(call: Invocation, direction: str) -> tuple[float, float]:
    """Return the distance to scroll in x and y, in CSS px."""
    amount = call.args.get("amount")
    if amount is not None and amount <= NOTCHES:
        amount *= NOTCH
    return way_of(await (await call.tab()).page.viewport(), direction, amount)


async def scroll_somewhere(call: Invocation) -> CallAnswer:
    """Scroll in a direction, to an end, to an element, or until a text appears."""
    args = call.args
    where, inside = args.get("where") or "down", args.get("container")
    if args.get("text") is not None or args.get("selector") is not None:
        options = {"text": args.get("text"), "selector": args.get("selector")}
        more = {"container": inside, "up": where == "up"}
        return await act(call, "scroll_until", "none", **options, **more)
    if where in _WAYS:
        dx, dy = await _way(call, where)
        return await act(call, "scroll", "wheel", "pointer", target=inside, dx=dx, dy=dy)
    if where in ("top", "bottom"):
        end = 0 if where == "top" else 10_000_000
        return await act(call, "scroll", "none", target=inside, to_y=end)
    if read(where).point is not None:
        raise InvalidOption("scroll takes a way, top, bottom, or an element.")
    return await act(call, "scroll_to", "none", target=where)


async def keypress(call: Invocation) -> CallAnswer:
    """Press a key or combination in the focused element or in a target."""
    keys = call.needed("keys")
    return await act(call, "", keys=_combination(keys) if call.session.is_model else keys)


async def hold_key(call: Invocation) -> CallAnswer:
    """Press a key and keep it down, or release it."""
    return await act(call, "", key=_combination(call.needed("key")))


def _combination(key: Any) -> str:
    """Convert a key or combination sent by a model to viewmark's notation.

    Some clients send a list of keys, or use X11 key names such as `Page_Down`.
    """
    written = "+".join(map(str, key)) if isinstance(key, list) else str(key)
    return _JOINT.sub("", written)


async def mouse(call: Invocation) -> CallAnswer:
    """Move the mouse, or press or release a button (verb `mouse`)."""
    what = call.needed("what")
    names = ("target",) if what == "move" else ("target", "button")
    return await act(call, f"mouse_{what}", *names)


async def key(call: Invocation) -> CallAnswer:
    """Press a key and keep it down, or release it (verb `key`)."""
    return await act(call, f"key_{call.needed('what')}")


async def type_text(call: Invocation) -> CallAnswer:
    """Type into a field, or at the caret."""
    is_nowhere = call.args.get("target") is None
    if not call.session.is_model and is_nowhere is not bool(call.args.get("focused")):
        raise InvalidOption("type needs a target and a text.", hint="Or --focused and a text.")
    return await act(call)


async def fill_form(call: Invocation) -> CallAnswer:
    """Set several controls, in the given order."""
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
    """Choose options by label; for a model, by value if no label matches."""
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
