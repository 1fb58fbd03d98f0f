"""Helpers of the page-script tests: call the scripts, and query Chromium for comparison.

The reference is Chromium's own accessibility tree over CDP, which does not use the tested scripts.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from webserver import LocalSite

from viewmark.browser import scripts
from viewmark.browser.actions.navigation import goto
from viewmark.browser.page_target import PageTarget

PAGES = Path(__file__).parents[1] / "pages"
WORDS = sorted(path.stem for path in (PAGES / "words").glob("*.html"))
ALL = [f"words/{name}" for name in WORDS] + sorted(
    path.stem for path in PAGES.glob("*.html") if not path.stem.startswith("frame")
)
# Characters that the scripts remove from names: controls, bidirectional controls, invisible ones.
INVISIBLE = re.compile(
    "[\x00-\x08\x0e-\x1f\x7f-\x9f\xad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff]"
)
NAME_LIMIT = 200

EVERYTHING = """
  const everything = (root, found = []) => {
    for (const el of root.querySelectorAll("*")) {
      found.push(el);
      const inner = vm.rootOf(el);
      if (inner) everything(inner, found);
    }
    return found;
  };
"""


@dataclass(frozen=True)
class Answer:
    """Results of the scripts and of Chromium for one element."""

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


async def open_words(page_of: Any, site: LocalSite, name: str) -> PageTarget:
    page: PageTarget = await page_of("<title>empty</title>")
    await turn_to(page, site, name)
    return page


async def turn_to(page: PageTarget, site: LocalSite, name: str) -> None:
    """Navigate to a test page; one tab is used for many."""
    text = text_of(name).replace("{other}", site.url("", host="localhost"))
    site.put(f"/{name}.html", text.replace("{port}", str(site.port)))
    await goto(page, site.url(f"/{name}.html"))


async def ask(page: PageTarget, body: str, *args: Any) -> Any:
    """Return the value of a function body with `vm` (all exports), `all` (all elements), `args`."""
    vm = await scripts.handle(page, None)
    exports = "const vm = Object.assign({}, made, ...Object.values(made.modules));"
    function = (
        f"(made, ...args) => {{ {exports} {EVERYTHING} const all = everything(document); {body} }}"
    )
    return await page.call(None, function, vm, *args)


async def of_marked(page: PageTarget, call: str) -> dict[str, Any]:
    """Return the value of `call` for each element, keyed by the element's `data-mark` or id.

    `call` is an expression of `el` and `vm`.
    """
    name = "(el.getAttribute('data-mark') ?? el.id)"
    body = f"return all.filter((el) => {name}).map((el) => [{name}, {call}]);"
    return dict(await ask(page, body))


async def of_rows(page: PageTarget, rows: list[str], call: str) -> list[Any]:
    """Return `call` (an expression of `el` and `vm`) for the element `t` of each HTML snippet."""
    body = f"""
      return args[0].map((html) => {{
        document.body.setHTMLUnsafe(html);
        vm.forget();
        const el = document.getElementById("t");
        return {call};
      }});
    """
    return list(await ask(page, body, rows))


def cleaned(name: str) -> str:
    line = re.sub(r"[\t-\r ]+", " ", INVISIBLE.sub("", name)).strip(" ")
    line = line if line.strip() else ""
    return line if len(line) <= NAME_LIMIT else line[: NAME_LIMIT - 1].rstrip() + "…"


async def answers(page: PageTarget) -> list[Answer]:
    """Return every element in Chromium's accessibility tree, with both results."""
    send = page.session.send
    reply = await ask(
        page,
        """vm.forget();
        const said = all.map((el) => [el.outerHTML.slice(0, 200), vm.role(el), vm.name(el)]);
        all.forEach((el, n) => Element.prototype.setAttribute.call(el, "data-n", n));
        return said;""",
    )
    document = await send("DOM.getDocument", {"depth": -1, "pierce": True})
    backend_of = dict(_numbered(document["root"]))
    tree = (await send("Accessibility.getFullAXTree"))["nodes"]
    known = {node["backendDOMNodeId"]: node for node in tree if "backendDOMNodeId" in node}
    found = []
    for number, (html, role, name) in enumerate(reply):
        truth = known.get(backend_of[number])
        if truth is None or truth.get("ignored"):
            continue
        chrome_name = cleaned(str(truth.get("name", {}).get("value", "")))
        found.append(Answer(html, role, name, truth["role"]["value"], chrome_name))
    return found


def _numbered(node: dict[str, Any]) -> Iterator[tuple[int, int]]:
    """Yield (data-n, backend id) of a DOM node and its descendants in the same document."""
    attributes = node.get("attributes", [])
    if "data-n" in attributes[::2]:
        yield int(attributes[attributes.index("data-n") + 1]), node["backendNodeId"]
    for child in (*node.get("children", ()), *node.get("shadowRoots", ())):
        yield from _numbered(child)


async def in_the_tree(page: PageTarget, rows: list[str]) -> list[tuple[str, str, bool]]:
    """Return Chromium's role, name and ignored state of the element `t` of each piece of HTML."""
    found = []
    for html in rows:
        await page.call(None, "function (html) { document.body.setHTMLUnsafe(html); }", html)
        node = await page.session.send(
            "Runtime.evaluate", {"expression": "document.getElementById('t')"}
        )
        reply = await page.session.send(
            "Accessibility.getPartialAXTree",
            {"objectId": node["result"]["objectId"], "fetchRelatives": False},
        )
        told = reply["nodes"][0]
        values = [str(told.get(key, {}).get("value", "")) for key in ("role", "name")]
        found.append((values[0], cleaned(values[1]), bool(told.get("ignored"))))
    return found
