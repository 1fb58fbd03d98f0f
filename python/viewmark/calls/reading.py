"""Reads a page as text: outline, Markdown, trees; also one property of one element."""

from __future__ import annotations

from typing import Any

from viewmark.calls.answer import CallAnswer
from viewmark.calls.call import Invocation
from viewmark.calls.method import result_of
from viewmark.calls.present import plain
from viewmark.errors import InvalidOption
from viewmark.page.arrival import where_now
from viewmark.page.target import target_of
from viewmark.text import cut_address


async def read(call: Invocation) -> CallAnswer:
    """Return the page as text or JSON; with `cursor`, the next part of an earlier result."""
    tab, args, session = await call.tab(), call.args, call.session
    page, form = tab.page, call.call.of_page
    # the password given here opens the PDF for all later calls too
    if args.get("password") is not None:
        await page.read_pdf(password=args["password"])
    key, is_json = f"{form} {tab.id}", args.get("answer") == "json"
    if args.get("since") == "last":
        args["since"] = session.observations.get(key)
    options = call.options()
    if args.get("cursor") is not None:
        found = await page.read_on(str(args["cursor"]), **_own(args, "characters"))
    elif is_json and "nodes" in call.call.options and not args.get("since"):
        return CallAnswer(text="", facts=(await _tree(call, page)).to_json())
    else:
        found = await getattr(page, form)(**options)
    session.observations[key] = found.frame_id
    head = f"{found.title}  {cut_address(found.url)}"
    head += f"\nframe_id {found.frame_id}" if session.is_server else ""
    return CallAnswer(text=f"{head}\n{found.lines()}".rstrip(), facts=found.to_json())


async def _tree(call: Invocation, page: Any) -> Any:
    """Return a whole tree as data; parts and differences are available only as lines."""
    if call.call.of_page == "dom":
        return await page.dom_tree(**_own(call.args, "nodes", "characters"))
    return await page.accessibility_tree(**_own(call.args, "nodes"))


def _own(args: dict[str, Any], *names: str) -> dict[str, Any]:
    return {name: args[name] for name in names if args.get(name) is not None}


async def get(call: Invocation) -> CallAnswer:
    """Return a property of an element; on the command line also URL and title of the page."""
    args, session = call.args, call.session
    what = call.needed("property")
    if what in ("url", "title"):
        there = await where_now((await call.tab()).page.browser_page, "get")
        value = there.url if what == "url" else there.title
        return CallAnswer(text=value, facts={"what": what, "value": value})
    target = session.target_of(call)
    if args.get("label") is not None:
        target = target_of(**_own(args, "label", "ref", "selector"))
    if target is None:
        hint = "Give ref, label or selector." if session.is_model else "Such as @ref."
        raise InvalidOption(f"{call.title} needs a target.", hint=hint, param="ref")
    if session.is_model and (what in ("attribute", "style")) is not ("name" in args):
        message = "`name` goes with property attribute or style, and they need it."
        raise InvalidOption(message, hint="Such as property: attribute, name: href.", param="name")
    found = await result_of(call, "", "name", "secrets", target=target, what=what)
    facts = found.to_json()
    value, most = facts["value"], args.get("characters")
    if isinstance(value, str) and most is not None and len(value) > most:
        cut = f"the first {most} of {len(value)} characters; ask for more with `characters`"
        facts |= {"value": value[:most], "cut": cut}
    return CallAnswer(text=plain(found.value), facts=facts)
