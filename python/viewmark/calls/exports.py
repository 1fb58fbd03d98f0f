"""Makes steps, tests and archives of what was done on a page."""

from __future__ import annotations

import json

from viewmark.calls.answer import CallAnswer
from viewmark.calls.call import Invocation
from viewmark.calls.method import result_of
from viewmark.files import write_inside
from viewmark.text import compact


async def export(call: Invocation) -> CallAnswer:
    """What was done on a tab, as numbered steps or as a test."""
    return deliver(call, await result_of(call))


async def steps(call: Invocation) -> CallAnswer:
    """What was done, in words; or as a Playwright test: the verb `steps`."""
    page, test = (await call.tab()).page, call.args.get("test")
    text = await (page.reproduction() if test is None else page.playwright_test(name=test))
    return CallAnswer(text=text, facts={"steps" if test is None else "test": text})


async def har(call: Invocation) -> CallAnswer:
    """The requests of a tab as HAR 1.2."""
    archive = await (await call.tab(checked=not call.session.is_model)).page.har()
    if call.session.is_model:
        return deliver(call, compact(archive))
    file, count = call.needed("file"), len(archive["log"]["entries"])
    blob = call.session.write(file, json.dumps(archive, indent=1).encode())
    facts = {"file": file, "requests": count}
    return CallAnswer(text=f"{file}  {count} request(s)", facts=facts, blob=blob)


def deliver(call: Invocation, text: str) -> CallAnswer:
    """The text, or the file that it was written to."""
    text = call.session.tabs.redactor(text)  # before it may go to a file
    if name := call.args.get("save_to"):
        path = write_inside(call.session.output, name, text.encode())
        return CallAnswer(text=f"Written to {path} ({len(text)} characters)")
    return CallAnswer(text=text)
