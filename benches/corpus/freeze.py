"""Save a live page as files from which `replay.py` rebuilds it without its application.

How a screen is saved ("frozen"):

1. Bring a tab to the state (`Stage.open`, `Stage.step`); the stage knows the viewport and the
  pointer.
2. `await freeze(stage, folder, {"screen": name, ...})` writes `folder/NAME.json.xz`: each document
  is a tree (`freeze.js`) with open and closed shadow roots, values, scroll positions and focus.
3. Listeners are read over CDP, with their type and position in a script. Delegated jQuery handlers
  keep their selectors, and custom elements keep the role and states of their internals.
4. Files go to `folder.parent/assets` and are named by their SHA-256, so that screens share them:
  style sheets, images, canvases (as images), fonts. Only resources that style sheets have loaded
  are kept.
5. Scripts are omitted. Passwords are replaced by the same number of letters x.
6. The data in `meta` for the reader (application, version, licence, set) is stored as well.
7. `async with replayed(endpoint, folder, name) as stage` opens the frozen page in a tab.
8. Not saved: frames of other processes, videos, fonts loaded only by script (`FontFace`), and the
  effects of clicks.
9. A replay downloads nothing: the page may load files from the local server only.
10. `freeze_recipes.py` freezes the screens of the recipes and compares live and frozen pages.
"""

# ruff: noqa: ASYNC240 (nothing else runs in this loop)
from __future__ import annotations

import base64
import contextlib
import hashlib
import json
import lzma
import mimetypes
import re
import urllib.parse
from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

    from stage import Stage

HERE = Path(__file__).resolve().parent
SCRIPT = (HERE / "freeze.js").read_text()
TEXT = 4000
"""Maximum characters of style rules in the document; longer ones become a file, which other screens
may share."""
_URL = re.compile(r"""url\(\s*(?:"([^"]*)"|'([^']*)'|([^'")]*?))\s*\)|@import\s+["']([^"']+)["']""")
_FETCH = """async address => {
  const answer = await fetch(address);
  if (!answer.ok) return null;
  const reader = new FileReader();
  return new Promise(async done => {
    reader.onload = () => done(reader.result);
    reader.readAsDataURL(await answer.blob());
  });
}"""
_KINDS = {"image/svg+xml": ".svg", "text/css": ".css", "image/jpeg": ".jpg", "image/x-icon": ".ico"}
_PACKED = {".css", ".svg", ".ttf", ".otf", ".bmp", ".ico", ".eot", ".bin"}
_TRISTATE = {"true": "true", "false": "false", "mixed": "mixed"}
_STATES = {
    "checked": "ariaChecked", "pressed": "ariaPressed", "expanded": "ariaExpanded",
    "selected": "ariaSelected", "disabled": "ariaDisabled", "required": "ariaRequired",
    "readonly": "ariaReadOnly", "hasPopup": "ariaHasPopup", "level": "ariaLevel",
    "multiselectable": "ariaMultiSelectable", "valuemin": "ariaValueMin",
    "valuemax": "ariaValueMax", "invalid": "ariaInvalid",
}  # fmt: skip


async def freeze(stage: Stage, folder: Path, meta: Mapping[str, Any]) -> Path:
    """Save the page of a tab as files; `meta` has at least its name (`screen`)."""
    freezer = _Freezer(stage, folder.parent / "assets")
    documents = await freezer.documents()
    page = {
        "viewport": stage.viewport,
        "scale": stage.scale,
        "phone": stage.phone,
        "pointer": stage.pointer,
        "dark": documents[0].pop("dark"),
        **meta,
    }
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{meta['screen']}.json.xz"
    text = json.dumps({"meta": page, "documents": documents}, separators=(",", ":"))
    path.write_bytes(lzma.compress(text.encode(), preset=9))
    return path


@dataclass
class _Document:
    """The position of a document in CDP's tree, and the data that only that tree has."""

    node: int
    closed: list[int] = field(default_factory=list)
    nodes: list[int] = field(default_factory=list)
    """Backend ids of all its nodes."""
    customs: dict[int, int] = field(default_factory=dict)
    """Backend ids of possible custom elements, keyed by their index among the elements."""
    frames: list[_Document | None] = field(default_factory=list)
    elements: int = 0

    def take(self, node: Mapping[str, Any]) -> None:
        """Walk in the same order as `freeze.js`: the element, its shadow tree, its children."""
        self.nodes.append(node["backendNodeId"])
        if node["nodeType"] == 1:
            self.elements += 1
            if "-" in node["localName"]:
                self.customs[self.elements] = node["backendNodeId"]
        if node["nodeName"] in ("IFRAME", "FRAME"):
            inner = node.get("contentDocument")
            self.frames.append(inner and _Document.of(inner))
            return
        for root in node.get("shadowRoots", ()):
            if root["shadowRootType"] != "user-agent":
                if root["shadowRootType"] == "closed":
                    self.closed.append(root["backendNodeId"])
                self.nodes.append(root["backendNodeId"])
                self._take_children(root)
        self._take_children(node)

    def _take_children(self, node: Mapping[str, Any]) -> None:
        for child in node.get("children", ()):
            if child["nodeType"] == 1:
                self.take(child)

    @classmethod
    def of(cls, node: Mapping[str, Any]) -> _Document:
        made = cls(node["backendNodeId"], nodes=[node["backendNodeId"]])
        made._take_children(node)
        return made


class _Freezer:
    """Saves the documents of one page and the files that they need."""

    def __init__(self, stage: Stage, assets: Path) -> None:
        self._stage = stage
        self._assets = assets
        self._files: dict[str, str | None] = {}
        self._rules: dict[tuple[str, str, str], str] = {}
        self._loaded: set[str] = set()
        self._places: dict[tuple[Any, ...], int] = {}
        self._heard: defaultdict[int, list[Any]] = defaultdict(list)
        self._made: list[dict[str, Any]] = []

    async def documents(self) -> list[dict[str, Any]]:
        """Return the main document, followed by those of its frames."""
        stage = self._stage
        tree = await stage.send("DOM.getDocument", depth=-1, pierce=True)
        resources = await stage.send("Page.getResourceTree")
        self._note_resources(resources["frameTree"])
        top = _Document.of(tree["root"])
        document = await stage.send("DOM.resolveNode", backendNodeId=top.node)
        await self._learn_listeners(document["object"]["objectId"])
        await self._take(top)
        window = (await stage.send("Runtime.evaluate", expression="window"))["result"]["objectId"]
        heard = await stage.send("DOMDebugger.getEventListeners", objectId=window)
        self._made[0]["window"] = len(self._made[0]["heard"])
        self._made[0]["heard"].append([self._listener(each) for each in heard["listeners"]])
        self._made[0]["places"] = len(self._places)
        return self._made

    def _note_resources(self, tree: Mapping[str, Any]) -> None:
        self._loaded |= {each["url"] for each in tree["resources"] if not each.get("failed")}
        for child in tree.get("childFrames", ()):
            self._note_resources(child)

    async def _learn_listeners(self, document: str) -> None:
        answer = await self._stage.send(
            "DOMDebugger.getEventListeners", objectId=document, depth=-1, pierce=True
        )
        for each in answer["listeners"]:
            self._heard[each.get("backendNodeId", 0)].append(self._listener(each))

    def _listener(self, each: Mapping[str, Any]) -> list[Any]:
        place = (each["scriptId"], each["lineNumber"], each["columnNumber"])
        number = self._places.setdefault(place, len(self._places))
        return [each["type"], number, each["useCapture"], each["passive"], each["once"]]

    async def _object(self, node: int) -> str:
        answer = await self._stage.send("DOM.resolveNode", backendNodeId=node)
        return str(answer["object"]["objectId"])

    async def _take(self, document: _Document) -> str:
        """Save a document and those of its frames; return the file name that a frame refers to."""
        number = len(self._made)
        self._made.append({})
        heard = [node for node in document.nodes if node in self._heard]
        arguments: list[dict[str, Any]] = [{"value": len(document.closed)}]
        nodes = (*document.closed, *heard)
        arguments += [{"objectId": await self._object(node)} for node in nodes]
        answer = await self._stage.send(
            "Runtime.callFunctionOn",
            functionDeclaration=SCRIPT,
            objectId=await self._object(document.node),
            arguments=arguments,
            awaitPromise=True,
            returnByValue=True,
        )
        if "exceptionDetails" in answer:
            raise RuntimeError(f"freeze.js: {answer['exceptionDetails']}")
        made = answer["result"]["value"]
        if made.pop("elements") != document.elements:
            raise RuntimeError("The page changed while it was frozen.")
        self._loaded.update(made.pop("loaded"))
        made["heard"] = [self._heard[node] for node in heard]
        made["pictures"] = [await self._picture(each) for each in made["pictures"]]
        made["texts"] = {}
        made["sheets"] = [await self._text(made, each) for each in made["sheets"]]
        await self._finish(made, made["tree"], document)
        del made["pictures"]
        origin = "{0.scheme}://{0.netloc}".format(urllib.parse.urlsplit(made["url"]))
        if origin.startswith("http"):
            made = json.loads(json.dumps(made).replace(f"{origin}/", "live:/").replace(
                origin, "live:/"))  # fmt: skip
        self._made[number] = made
        return f"document/{number}"

    async def _finish(self, made: dict[str, Any], el: dict[str, Any], document: _Document) -> None:
        """Replace URLs by file names in an element and its descendants."""
        for name, value in [*el["a"].items()]:
            if not isinstance(value, dict):
                continue
            if "url" in value:
                found = await self._file(value["url"])
            elif el["t"] == "link":
                found = await self._sheet(value["css"], value["base"])
            else:
                found = await self._rewritten(value["css"], value["base"], "frozen:")
            el["a"][name] = found or "about:invalid"
        properties = el["p"]
        if "picture" in properties:
            properties["picture"] = made["pictures"][properties["picture"]]
        if "custom" in el:
            internals = await self._internals(document.customs[el.pop("custom")], el["a"])
            el.update({"internals": internals} if internals else {})
        if "frame" in el:
            inner = document.frames[el["frame"]]
            el["frame"] = await self._take(inner) if inner else ""
        if "s" in el:
            el["s"]["sheets"] = [await self._text(made, each) for each in el["s"]["sheets"]]
        for children in (el.get("c", ()), el.get("s", {}).get("c", ())):
            for n, child in enumerate(children):
                if isinstance(child, dict) and "css" in child:
                    children[n] = {"text": await self._text(made, child)}
                elif isinstance(child, dict):
                    await self._finish(made, child, document)
        for key in [key for key in ("a", "p", "c") if not el.get(key)]:
            el.pop(key, None)

    async def _text(self, made: dict[str, Any], rules: Mapping[str, str]) -> str:
        """Return the name under which style rules are stored; long rules become files."""
        text = await self._rewritten(rules["css"], rules["base"], "frozen:")
        if len(text) > TEXT:
            name = self._store(text.encode(), ".css")
            made["texts"][name] = None
            return name
        name = _digest(text.encode())[:8]
        made["texts"][name] = text
        return name

    async def _sheet(self, css: str, base: str) -> str:
        text = await self._rewritten(css, base, "")
        return "frozen:" + self._store(text.encode(), ".css")

    async def _rewritten(self, css: str, base: str, prefix: str) -> str:
        """Return style rules with file names for URLs; URLs that were not loaded are removed."""
        if (key := (css, base, prefix)) in self._rules:
            return self._rules[key]
        names: dict[str, str] = {}
        for match in _URL.finditer(css):
            url = next(filter(None, match.groups()), "")
            if not url or url.startswith(("#", "data:")):
                continue
            with contextlib.suppress(ValueError):
                full = urllib.parse.urljoin(base, url)
                wanted = full.partition("#")[0]
                if wanted in self._loaded or full in self._loaded:
                    names[url] = await self._file(full) or ""

        def replaced(match: re.Match[str]) -> str:
            url = next(filter(None, match.groups()), "")
            if not url or url.startswith(("#", "data:")):
                return match[0]
            name = names.get(url, "").removeprefix("frozen:")
            address = f'url("{prefix}{name}")' if name else 'url("about:invalid")'
            return f"@import {address}" if match[4] else address

        self._rules[key] = _URL.sub(replaced, css)
        return self._rules[key]

    async def _file(self, url: str) -> str | None:
        """Return the name of an asset, downloaded by the page; None if it is not available."""
        url, _, part = url.partition("#")
        if url.startswith("data:") and len(url) < 2000:
            return f"{url}#{part}" if part else url
        if url not in self._files:
            self._files[url] = None
            data, kind = await self._fetch(url)
            if kind == "text/css":
                self._files[url] = await self._sheet(data.decode("utf-8", "replace"), url)
            elif data:
                suffix = _KINDS.get(kind) or Path(urllib.parse.urlsplit(url).path).suffix.lower()
                if not re.fullmatch(r"\.\w{2,5}", suffix):
                    suffix = mimetypes.guess_extension(kind) or ".bin"
                self._files[url] = "frozen:" + self._store(data, suffix)
        name = self._files[url]
        return f"{name}#{part}" if name and part else name

    async def _fetch(self, url: str) -> tuple[bytes, str]:
        call = f"({_FETCH})({json.dumps(url)})"
        with contextlib.suppress(RuntimeError):
            if reply := await self._stage.evaluate(call):
                head, _, data = reply.partition(",")
                return base64.b64decode(data), head[5:].partition(";")[0]
        return b"", ""

    def _store(self, data: bytes, suffix: str) -> str:
        name = _digest(data) + suffix
        self._assets.mkdir(parents=True, exist_ok=True)
        is_packed = suffix in _PACKED
        path = self._assets / (f"{name}.xz" if is_packed else name)
        if not path.exists():
            path.write_bytes(lzma.compress(data, preset=9) if is_packed else data)
        return name

    async def _picture(self, canvas: Mapping[str, Any]) -> str:
        """Return the image of a canvas, from its own data or from a screenshot."""
        if canvas.get("data", "").startswith("data:image/png"):
            return self._store(base64.b64decode(canvas["data"].partition(",")[2]), ".png")
        if not (canvas["width"] and canvas["height"]):
            return ""
        clip = {key: canvas[key] for key in ("x", "y", "width", "height")} | {"scale": 1}
        reply = await self._stage.send("Page.captureScreenshot", format="png", clip=clip)
        return self._store(base64.b64decode(reply["data"]), ".png")

    async def _internals(self, node: int, attributes: Mapping[str, Any]) -> dict[str, str]:
        """Return role, name and states that a custom element sets only in `ElementInternals`."""
        answer = await self._stage.send(
            "Accessibility.getPartialAXTree", backendNodeId=node, fetchRelatives=False
        )
        ax = answer["nodes"][0]
        role = ax.get("role", {}).get("value", "")
        if ax.get("ignored") or not re.fullmatch("[a-z][a-z-]+", role) or role in _NO_ROLES:
            return {}
        found = {"role": role}
        for each in ax.get("properties", ()):
            key, value = each["name"], each["value"].get("value")
            if key in _STATES and value is not None and f"aria-{key.lower()}" not in attributes:
                found[_STATES[key]] = str(value).lower() if isinstance(value, bool) else str(value)
        sources = ax.get("name", {}).get("sources", ())
        used = next((s for s in sources if "value" in s and not s.get("superseded")), {})
        if used.get("type") == "attribute" and "aria-label" not in attributes:
            found["ariaLabel"] = ax["name"]["value"]
        return found


_NO_ROLES = ("generic", "none", "presentation")


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:24]


def unpack(path: Path) -> dict[str, Any]:
    """Return a frozen page: its `meta` and `documents`."""
    return json.loads(lzma.decompress(path.read_bytes()))
