"""Records of a page: console messages, exceptions, requests with bodies, and downloads.

The module also exports the recorded actions as steps, tests or archives.
"""

from __future__ import annotations

import json

from viewmark.calls.answer import CallAnswer
from viewmark.calls.call import Invocation
from viewmark.calls.method import result_of
from viewmark.errors import InvalidOption
from viewmark.files import write_inside
from viewmark.page.records import READ_LIMIT
from viewmark.text import compact

_NOUNS = {"console": "console line(s)", "exceptions": "error(s)", "network": "request(s)"}


async def read(call: Invocation) -> CallAnswer:
    """List the records after a cursor, with their number and one line each."""
    args = call.args
    if isinstance(cursor := args.get("cursor"), str):
        if not (cursor.isascii() and cursor.isdecimal() and len(cursor) < 16):
            message = f"`cursor` of {call.title.split()[-1]} is a number, not {cursor!r:.40}."
            raise InvalidOption(message, param="cursor")
        args["cursor"] = int(cursor)
    if call.session.is_model and args.get("limit") is not None:
        args["limit"] = min(args["limit"], READ_LIMIT)
    found = await result_of(call)
    return CallAnswer(text=found.lines(_NOUNS[call.call.of_page]), facts=found.to_json())


async def network(call: Invocation) -> CallAnswer:
    """List requests with status, type and duration; with `request_id`, return one body."""
    if "request_id" in call.args:
        return await body(call)
    for each in call.call.for_models:
        if each.name in ("part", "characters") and call.args.get(each.name) not in (
            None,
            each.default,
        ):
            raise InvalidOption(f"`{each.name}` goes with `request_id`.", param=each.name)
    return await read(call)


async def body(call: Invocation) -> CallAnswer:
    """Return the response or request body of a recorded request."""
    args, page = call.args, (await call.tab()).page
    part = "request" if args.get("request") else args.get("part") or "response"
    options = {n: args[n] for n in ("characters",) if args.get(n) is not None}
    found = await getattr(page, f"{part}_body")(call.needed("request_id"), **options)
    facts = found.to_json()
    if not call.session.is_model:
        text = found.text if found.text is not None else f"{found.mime}, {found.size} bytes"
        cut = f"\n[cut: {found.size} bytes in all]" if found.truncated else ""
        return CallAnswer(text=text + cut, facts=facts)
    head = f"{part} body of {found.url}\n{found.mime or 'unknown type'}, {found.size} "
    if found.text is None:
        return CallAnswer(text=f"{head}bytes; it is not text, so it is not shown.", facts=facts)
    cut = f", cut to {len(found.text)}; ask for more with `characters`" if found.truncated else ""
    return CallAnswer(text=f"{head}characters{cut}\n\n{found.text}", facts=facts)


async def downloads(call: Invocation) -> CallAnswer:
    """List downloads of this browser: name, state, size, and the path once complete."""
    found = (await call.tab()).page.downloads
    rows = [f"{d.state}  {d.name}  {d.size} bytes  {d.path or ''}".rstrip() for d in found]
    facts = {"downloads": [each.to_json() for each in found]}
    return CallAnswer(text="\n".join(rows) or "Nothing was downloaded.", facts=facts)


async def record(call: Invocation) -> CallAnswer:
    """Discard recorded steps, console messages and requests, and start a new recording."""
    await (await call.tab()).page.record()
    return CallAnswer(text="recording anew", facts={"recording": True})


async def export(call: Invocation) -> CallAnswer:
    """Export the actions on a tab as numbered steps or as a test."""
    return deliver(call, await result_of(call))


async def steps(call: Invocation) -> CallAnswer:
    """Export the actions as text or as a Playwright test (verb `steps`)."""
    page, test = (await call.tab()).page, call.args.get("test")
    text = await (page.reproduction() if test is None else page.playwright_test(name=test))
    return CallAnswer(text=text, facts={"steps" if test is None else "test": text})


async def har(call: Invocation) -> CallAnswer:
    """Export the requests of a tab as HAR 1.2."""
    archive = await (await call.tab(checked=not call.session.is_model)).page.har()
    if call.session.is_model:
        return deliver(call, compact(archive))
    file, count = call.needed("file"), len(archive["log"]["entries"])
    blob = call.session.write(file, json.dumps(archive, indent=1).encode())
    facts = {"file": file, "requests": count}
    return CallAnswer(text=f"{file}  {count} request(s)", facts=facts, blob=blob)


def deliver(call: Invocation, text: str) -> CallAnswer:
    """Return the text, or the path of the file to which it was written."""
    # redact secrets before the text can be written to a file
    text = call.session.tabs.redactor(text)
    if name := call.args.get("save_to"):
        path = write_inside(call.session.output, name, text.encode())
        return CallAnswer(text=f"Written to {path} ({len(text)} characters)")
    return CallAnswer(text=text)
