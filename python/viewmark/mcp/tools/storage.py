"""`configure storage`: cookies, and log-ins and refs kept in files of the output folder."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from viewmark.errors import InvalidOption, PathNotAllowed
from viewmark.files import check_target
from viewmark.mcp.content import Answer, compact
from viewmark.mcp.parameters import TAB
from viewmark.mcp.tool import Call, What
from viewmark.parameters.parameter import parameter, rare

if TYPE_CHECKING:
    from pathlib import Path

    from viewmark.api.browsers import Page

__all__ = ["STORAGE"]


async def storage(call: Call) -> Answer:
    """Cookies without values; log-ins and refs kept in a file of the output folder, and back."""
    page, task = (await call.tab()).page, call.args["task"]
    for name, tasks in _GOES_WITH.items():
        if call.args.get(name) is not None and task not in tasks:
            raise InvalidOption(f"`{name}` goes with task: {' or '.join(tasks)}.", param=name)
    if task == "cookies":
        rows = [each.to_json() for each in await page.cookies(call.args.get("urls"))]
        return Answer(text=compact({"cookies": rows}))
    if task == "set":
        return Answer(text=compact(await _set(page, call)))
    if task == "clear_cookies":
        return Answer(text=compact(await _clear_cookies(page, call)))
    if task == "clear":
        return Answer(text=compact({"cleared": (await page.clear_storage()).to_json()}))
    return Answer(text=compact(await _in_file(page, task, _file(call))))


async def _clear_cookies(page: Page, call: Call) -> dict[str, Any]:
    """Those of a name or domain, else all; where none fits, the names that there are."""
    chosen = {name: call.args[name] for name in ("name", "domain") if name in call.args}
    count = await page.clear_cookies(**chosen)
    done: dict[str, Any] = {"cleared": {"cookies": count, **chosen}}
    if chosen and not count:
        done["cookies_of_page"] = [f"{c.name} of {c.domain}" for c in await page.cookies()][:20]
    return done


async def _set(page: Page, call: Call) -> dict[str, Any]:
    """Set cookies, for the page's own address where they name none."""
    given = call.needed("cookies")
    here = {} if not page.url.startswith("http") else {"url": page.url}
    added = [each if {"url", "domain"} & each.keys() else each | here for each in given]
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


def _file(call: Call) -> Path:
    folder = call.state.settings.output.absolute()
    try:
        file = check_target(folder, call.needed("file"))
    except PathNotAllowed as error:
        advice = "Give the plain name of a file in the output folder."
        raise PathNotAllowed(error.message, hint=advice, param="file") from None
    if call.args["task"].startswith("load") and not file.is_file():
        message = f"There is no file {file.name!r:.80} in the output folder."
        raise InvalidOption(message, hint=f"That is {folder}.", param="file")
    return file


_TASKS = ("cookies", "set", "clear_cookies", "clear", "save", "load", "save_refs", "load_refs")
_TASK = parameter("task", "string", enum=_TASKS, default="cookies")
_COOKIES = rare(
    "cookies",
    "array",
    items=parameter("cookie", "object"),
    doc="to set: {name, value, domain, path, expires, httpOnly, secure, sameSite}; domain may lack",
)
_NAME = rare("name", "string", doc="clear_cookies: only of this name")
_DOMAIN = rare("domain", "string", doc="clear_cookies: only of this domain")
_URLS = rare("urls", "array", doc="cookies: of these addresses instead of the page's")
_FILE = parameter("file", "string", doc="in the output folder, for save and load")
_GOES_WITH = {
    "cookies": ("set",),
    "name": ("clear_cookies",),
    "domain": ("clear_cookies",),
    "urls": ("cookies",),
    "file": ("save", "load", "save_refs", "load_refs"),
}

STORAGE = What(
    name="storage",
    handler=storage,
    parameters=(_TASK, _FILE, _COOKIES, _NAME, _DOMAIN, _URLS, TAB),
    aliases={
        "cookies": {"task": "cookies"},
        "get_cookies": {"task": "cookies"},
        "add_cookies": {"task": "set"},
        "set_cookies": {"task": "set"},
        "save_storage": {"task": "save"},
        "load_storage": {"task": "load"},
        "clear_cookies": {"task": "clear_cookies"},
        "delete_cookies": {"task": "clear_cookies"},
        "clear_storage": {"task": "clear"},
        "save_refs": {"task": "save_refs"},
        "load_refs": {"task": "load_refs"},
    },
    hint="cookies without values; save or load log-ins, refs",
)
