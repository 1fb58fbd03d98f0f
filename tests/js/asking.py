"""Helpers of the page-script tests: ask the scripts, and ask Chromium the same question.

The oracle is Chromium's own accessibility tree over CDP; nothing here uses the scripts under test
to find out what is right.
"""

from __future__ import annotations

import asyncio
import re
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from viewmark.browser import scripts

if TYPE_CHECKING:
    from webserver import LocalSite

    from viewmark.browser.page import Page

PAGES = Path(__file__).parents[1] / "pages"
WORDS = sorted(path.stem for path in (PAGES / "words").glob("*.html"))
ALL = [f"words/{name}" for name in WORDS] + sorted(
    path.stem for path in PAGES.glob("*.html") if not path.stem.startswith("frame")
)
# What the scripts take out of a name on purpose: controls, bidirectional controls, invisibles.
INVISIBLE = re.compile(
    "[\x00-\x08\x0e-\x1f\x7f-\x9f\xad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff]"
)
NAME_LIMIT = 200

EVERYTHING = """
  const everything = (root, found = []) => {
    for (const el of root.querySelectorAll("*")) {
      found.push(el);
      const inner = vm.dom.rootOf(el);
      if (inner) everything(inner, found);
    }
    return found;
  };
"""


@dataclass(frozen=True)
class Answer:
    """One element: what the scripts say of it and what Chromium says."""

    html: str
    role: str
    name: str
    chrome_role: str
    chrome_name: str

    @property
    def is_same(self) -> bool:
        return (self.role, self.name) == (self.chrome_role, self.chrome_name)


def text_of(name: str) -> str:
    return (PAGES / f"{name}.html").read_text(encoding="utf-8")


async def open_words(page_of: Any, site: LocalSite, name: str) -> Page:
    text = text_of(name).replace("{other}", site.url("", host="localhost"))
    return await page_of(text.replace("{port}", str(site.port)))


async def ask(page: Page, body: str, *args: Any) -> Any:
    """The value of a function body with `vm`, `all` (every element, in tree order) and `args`."""
    vm = await scripts.handle(page, None)
    function = f"(vm, ...args) => {{ {EVERYTHING} const all = everything(document); {body} }}"
    return await page.call(None, function, vm, *args)


async def of_marked(page: Page, call: str) -> dict[str, Any]:
    """`call` (an expression of `el` and `vm`) for every element with an id, by that id."""
    body = f"return all.filter((el) => el.id).map((el) => [el.id, {call}]);"
    return dict(await ask(page, body))


async def of_rows(page: Page, rows: list[str], call: str) -> list[Any]:
    """`call` (an expression of `el` and `vm`) for the element `t` of each piece of HTML in turn."""
    body = f"""
      return args[0].map((html) => {{
        document.body.innerHTML = html;
        vm.forget();
        const el = document.getElementById("t");
        return {call};
      }});
    """
    return list(await ask(page, body, rows))


def cleaned(name: str) -> str:
    line = re.sub(r"[\s\xa0]+", " ", INVISIBLE.sub("", name)).strip()
    return line if len(line) <= NAME_LIMIT else line[: NAME_LIMIT - 1].rstrip() + "…"


async def answers(page: Page) -> list[Answer]:
    """Every element that is in Chromium's accessibility tree, with both answers."""
    send = page.session.send
    tree = (await send("Accessibility.getFullAXTree"))["nodes"]
    known = {node["backendDOMNodeId"]: node for node in tree if "backendDOMNodeId" in node}
    vm = await scripts.handle(page, None)
    function = f"(vm) => {{ {EVERYTHING} vm.forget(); return everything(document); }}"
    array = (await page.evaluate(None, function, vm))["objectId"]
    said = await page.call(
        None,
        "(vm, all) => all.map((el) => [el.outerHTML.slice(0, 200), vm.role(el), vm.name(el)])",
        vm,
        type(vm)(array),
    )
    listed = await send("Runtime.getProperties", {"objectId": array, "ownProperties": True})
    ids = [entry["value"]["objectId"] for entry in listed["result"] if entry["name"].isdigit()]
    nodes = await asyncio.gather(*(send("DOM.describeNode", {"objectId": each}) for each in ids))
    found = []
    for node, (html, role, name) in zip(nodes, said, strict=True):
        truth = known.get(node["node"]["backendNodeId"])
        if truth is None or truth.get("ignored"):
            continue
        chrome_name = cleaned(str(truth.get("name", {}).get("value", "")))
        found.append(Answer(html, role, name, truth["role"]["value"], chrome_name))
    return found
