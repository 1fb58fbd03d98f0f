"""Browser storage: cookies, and files with logins or refs."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from viewmark.api.browsers import Page
from viewmark.calls.answer import CallAnswer
from viewmark.calls.call import Invocation
from viewmark.calls.method import result_of
from viewmark.calls.traffic import named_values
from viewmark.errors import InvalidOption, PathNotAllowed
from viewmark.files import check_target

_GOES_WITH = {
    "cookies": ("set",),
    "name": ("clear_cookies",),
    "domain": ("clear_cookies",),
    "urls": ("cookies",),
    "file": ("save", "load", "save_refs", "load_refs"),
}


async def storage(call: Invocation) -> CallAnswer:
    """Read or set cookies; save or load logins and refs in files of the output folder."""
    page, task = (await call.tab(checked=True)).page, call.args["task"]
    for name, tasks in _GOES_WITH.items():
        if call.args.get(name) is not None and task not in tasks:
            raise InvalidOption(f"`{name}` goes with task: {' or '.join(tasks)}.", param=name)
    if task == "cookies":
        rows = [each.to_json() for each in await page.cookies(call.args.get("urls"))]
        return CallAnswer(text="", facts={"cookies": rows})
    if task == "set":
        return CallAnswer(text="", facts=await _add(page, call.needed("cookies")))
    if task == "clear_cookies":
        return CallAnswer(text="", facts=await _clear(page, call))
    if task == "clear":
        return CallAnswer(text="", facts={"cleared": (await page.clear_storage()).to_json()})
    return CallAnswer(text="", facts=await _in_file(page, task, _file(call)))


async def _clear(page: Page, call: Invocation) -> dict[str, Any]:
    """Remove all cookies, or those of a name or domain; if none matches, list existing names."""
    chosen = {name: call.args[name] for name in ("name", "domain") if name in call.args}
    count = await page.clear_cookies(**chosen)
    done: dict[str, Any] = {"cleared": {"cookies": count, **chosen}}
    if chosen and not count:
        done["cookies_of_page"] = [f"{c.name} of {c.domain}" for c in await page.cookies()][:20]
    return done


async def _add(page: Page, rows: list[dict[str, Any]]) -> dict[str, Any]:
    """Set cookies; those without a URL or domain are set for the page's URL."""
    here = {} if not page.url.startswith("http") else {"url": page.url}
    added = [each if {"url", "domain"} & each.keys() else each | here for each in rows]
    await page.add_cookies(added)
    return {"set": [str(each.get("name")) for each in added], "next": "interact reload"}


async def _in_file(page: Page, task: str, file: Path) -> dict[str, Any]:
    if task == "save":
        return {"saved": (await page.save_storage_state(file)).to_json(), "file": file.name}
    if task == "save_refs":
        page.save_refs(file)
        return {"saved": {"refs": len(page.context.registry)}, "file": file.name}
    if task == "load_refs":
        page.load_refs(file)
        return {"loaded": {"refs": len(page.context.registry)}, "next": "observe snapshot"}
    return {"loaded": (await page.load_storage_state(file)).to_json(), "next": "interact reload"}


def _file(call: Invocation) -> Path:
    folder = call.session.output.absolute()
    try:
        file = check_target(folder, call.needed("file"))
    except PathNotAllowed as error:
        advice = "Give the plain name of a file in the output folder."
        raise PathNotAllowed(error.message, hint=advice, param="file") from None
    if call.args["task"].startswith("load") and not file.is_file():
        message = f"There is no file {file.name!r:.80} in the output folder."
        raise InvalidOption(message, hint=f"That is {folder}.", param="file")
    return file


async def cookies(call: Invocation) -> CallAnswer:
    """List the page's cookies (verb `cookies`)."""
    rows = [each.to_json() for each in await result_of(call, urls=call.args.get("urls") or None)]
    lines = [f"{row['name']}={row['value']}  {row['domain']}{row['path']}" for row in rows]
    return CallAnswer(text="\n".join(lines) or "no cookies", facts=rows)


async def set_cookies(call: Invocation) -> CallAnswer:
    """Set cookies (verb `cookies set`)."""
    page, args = (await call.tab()).page, call.args
    place = {"url": args.get("url") or page.url}
    if args.get("domain") is not None:
        place = {"domain": args["domain"], "path": args.get("path") or "/"}
    values = named_values(call.needed("pairs"))
    await page.add_cookies([{"name": n, "value": v, **place} for n, v in values.items()])
    return CallAnswer(text=f"set {', '.join(values)}", facts={"set": list(values)})


async def clear_cookies(call: Invocation) -> CallAnswer:
    """Remove cookies of the browser (verb `cookies clear`)."""
    count = await result_of(call)
    return CallAnswer(text=f"{count} cookie(s) removed", facts={"removed": count})


async def save(call: Invocation) -> CallAnswer:
    """Write cookies and localStorage to a file or to stdout (verb `state save`)."""
    if (file := call.needed("file")) != "-":
        return _summarize(f"saved to {file}", await result_of(call))
    with TemporaryDirectory() as folder:
        path = Path(folder) / "state.json"
        done = _summarize("saved", await result_of(call, file=path))
        return CallAnswer(text=done.text, facts=done.facts, blob=path.read_bytes())


async def load(call: Invocation) -> CallAnswer:
    """Load cookies and localStorage from a file (verb `state load`)."""
    return _summarize("loaded", await result_of(call))


async def clear(call: Invocation) -> CallAnswer:
    """Remove all cookies, and the storage of this origin (verb `state clear`)."""
    return _summarize("removed", await result_of(call))


def _summarize(what: str, done: Any) -> CallAnswer:
    origins = ", ".join(done.origins) or "no origin"
    text = f"{what}: {done.cookies} cookie(s), storage of {origins}"
    return CallAnswer(text=text, facts=done.to_json())
