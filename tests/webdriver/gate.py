"""A WebDriver server that implements clicks, send keys, clear and actions with viewmark.

All other commands (sessions, navigation, scripts, windows, screenshots) are forwarded to
chromedriver unchanged, as are checks whether an element or a window exists. Both use the same tab.
"""

from __future__ import annotations

import asyncio
import http.client
import json
import threading
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from perform import ELEMENT, Devices, Refused, perform, release
from send_keys import send_keys

import viewmark
from viewmark.errors import ViewmarkError

ERRORS = {
    "element_covered": ("element click intercepted", 400),
    "element_not_visible": ("element not interactable", 400),
    "not_editable": ("invalid element state", 400),
    "not_uploadable": ("invalid argument", 400),
    "file_missing": ("invalid argument", 400),
    "unknown_key": ("invalid argument", 400),
    "invalid_coordinates": ("move target out of bounds", 500),
    "element_not_found": ("no such element", 404),
    "tab_not_found": ("no such window", 404),
}
"""WebDriver errors, keyed by our error code; all other codes become `unknown error`."""
# A path of tag names and indexes in each tree, outermost host first.
PATH = """
const steps = (node) => {
  const root = node.getRootNode();
  const path = [];
  for (let at = node; at && at.nodeType === 1; at = at.parentElement) {
    const all = at.parentNode ? [...at.parentNode.children] : [at];
    const same = all.filter((other) => other.localName === at.localName);
    path.unshift(`${CSS.escape(at.localName)}:nth-of-type(${same.indexOf(at) + 1})`);
  }
  const own = path.join(" > ");
  return root.host ? `${steps(root.host)} >> ${own}` : own;
};
"""
WHERE = """
const r = arguments[0].getClientRects()[0] || arguments[0].getBoundingClientRect();
const middle = (from, to, size) => (Math.max(0, from) + Math.min(size, to)) / 2;
return [middle(r.left, r.right, innerWidth), middle(r.top, r.bottom, innerHeight)];
"""
KIND = """
const el = arguments[0], takesText = "value" in el || el.isContentEditable;
return [[el.localName, el.type], takesText && el.getRootNode().activeElement === el];
"""
# A click on an option replaces the selection of its list. In a list with multiple selection, the
# click adds the option to the selection, or removes it.
LIST = """
const option = arguments[0], box = option.localName === "option" && option.closest("select");
if (!box || box.disabled || option.disabled) return null;
const at = [...box.options].indexOf(option);
const chosen = [...box.selectedOptions].map((each) => each.index);
const others = box.multiple ? chosen.filter((n) => n !== at) : [];
return [box, box.multiple && chosen.includes(at) ? others : [...others, at]];
"""
CORNER = """
const r = arguments[0].getBoundingClientRect(), s = getComputedStyle(arguments[0]);
return [r.left + parseFloat(s.borderLeftWidth) + parseFloat(s.paddingLeft),
        r.top + parseFloat(s.borderTopWidth) + parseFloat(s.paddingTop)];
"""


@dataclass
class Frame:
    """A frame that the client switched to: its element, and its position."""

    selector: str
    corner: tuple[float, float]


@dataclass
class Session:
    """The state of a session in addition to chromedriver's."""

    id: str
    browser: viewmark.Browser
    frames: list[Frame] = field(default_factory=list)
    devices: dict[str, Devices] = field(default_factory=dict)
    """Input devices by window."""


class Gate:
    """The server between a client and chromedriver."""

    def __init__(self, chromedriver: int) -> None:
        self.upstream = chromedriver
        self.sessions: dict[str, Session] = {}
        self.loop = asyncio.new_event_loop()
        threading.Thread(target=self.loop.run_forever, daemon=True).start()
        gate = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self) -> None:
                body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
                status, answer = gate.handle(self.command, self.path, body)
                self.send_response(status)
                self.send_header("Content-Type", "application/json; charset=utf-8")
                self.send_header("Cache-Control", "no-cache")
                self.send_header("Content-Length", str(len(answer)))
                self.end_headers()
                self.wfile.write(answer)

            do_POST = do_DELETE = do_GET

            def log_message(self, *_: object) -> None:
                """Log nothing."""

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.port = int(self.server.server_address[1])
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def ask(self, method: str, path: str, body: bytes = b"") -> tuple[int, bytes]:
        """Forward a request to chromedriver; return its status and body."""
        connection = http.client.HTTPConnection("127.0.0.1", self.upstream, timeout=60)
        headers = {"Content-Type": "application/json; charset=utf-8"} if body else {}
        connection.request(method, path, body or None, headers)
        reply = connection.getresponse()
        answer = reply.status, reply.read()
        connection.close()
        return answer

    def value(self, method: str, path: str, body: Any = None) -> Any:
        """Send a request to chromedriver; return the value, and pass its error on to the client."""
        status, answer = self.ask(method, path, json.dumps(body).encode() if body else b"")
        if status != 200:
            raise Refused(status, json.loads(answer)["value"])
        return json.loads(answer)["value"]

    def handle(self, method: str, path: str, body: bytes) -> tuple[int, bytes]:
        """Return the response to one request."""
        _, _, *parts = path.split("?")[0].split("/")
        session = self.sessions.get(parts[0]) if parts else None
        try:
            if session and (done := self.own(session, method, parts[1:], body)):
                return 200, json.dumps({"value": None}).encode() if done is True else done
        except Refused as refused:
            return refused.status, json.dumps({"value": refused.value}).encode()
        status, answer = self.ask(method, path, body)
        if method == "POST" and path.rstrip("/") == "/session" and status == 200:
            self.begin(json.loads(answer)["value"])
        if session and status == 200 and len(parts) == 2 and parts[1] in ("window", "url"):
            session.frames.clear()
        if method == "DELETE" and session and len(parts) == 1:
            self.run(session.browser.close())
            del self.sessions[parts[0]]
        return status, answer

    def begin(self, value: dict[str, Any]) -> None:
        """Attach viewmark to the browser of a new session."""
        address = value["capabilities"]["goog:chromeOptions"]["debuggerAddress"]
        browser = self.run(_attached(f"http://{address}"))
        self.sessions[value["sessionId"]] = Session(value["sessionId"], browser)

    def run(self, awaitable: Any) -> Any:
        """Return the result of an awaitable."""
        return asyncio.run_coroutine_threadsafe(awaitable, self.loop).result(60)

    def script(self, session: Session, code: str, *arguments: Any) -> Any:
        """Run a script in the current document with chromedriver."""
        return self.value(
            "POST",
            f"/session/{session.id}/execute/sync",
            {"script": code, "args": list(arguments)},
        )

    def selector(self, session: Session, element: Any) -> str:
        """Return a selector of the element through shadow roots and frames."""
        own = self.script(session, f"{PATH} return steps(arguments[0])", element)
        enter = " >> internal:control=enter-frame >> "
        return enter.join([*(frame.selector for frame in session.frames), own])

    def own(self, session: Session, method: str, parts: list[str], body: bytes) -> Any:
        """Handle a command that viewmark implements; return None for all others."""
        if not parts:
            return None
        if method == "POST" and parts[:1] == ["frame"]:
            return self.enter(session, parts, body)
        element = parts[0] == "element" and len(parts) == 3 and {ELEMENT: parts[1]}
        acts = element and method == "POST" and parts[2] in ("click", "clear", "value")
        if not acts and parts != ["actions"]:
            return None
        sent = json.loads(body) if body else {}
        if acts and parts[2] == "value" and not isinstance(sent and sent.get("text"), str):
            return None  # chromedriver reports the error
        if element:
            self.value("GET", f"/session/{session.id}/element/{parts[1]}/name")
        else:
            self.script(session, "return 1")  # fails if there is no document
        tab = self.value("GET", f"/session/{session.id}/window")
        try:
            page = self.run(session.browser.page(tab_id=tab))
            page.upload_folders = ["/"]
            if parts == ["actions"]:
                self.actions(session, tab, page, sent if method == "POST" else None)
            elif parts[2] == "value":
                kind, focused = self.script(session, KIND, element)
                selector = self.selector(session, element)
                self.run(send_keys(page, selector, kind, sent["text"], focused=focused))
            elif parts[2] == "click" and (several := self.script(session, LIST, element)):
                box, wanted = several
                choice = [{"index": n} for n in wanted]
                self.run(page.select(self.selector(session, box), choice))
            else:
                act = page.click if parts[2] == "click" else page.clear
                self.run(act(selector=self.selector(session, element)))
        except ViewmarkError as error:
            name, status = ERRORS.get(error.code, ("unknown error", 500))
            told = {"error": name, "message": f"{error.code}: {error}", "stacktrace": ""}
            raise Refused(status, told) from None
        return True

    def enter(self, session: Session, parts: list[str], body: bytes) -> bytes:
        """Switch to another frame in chromedriver, and store the path to it."""
        wanted = (json.loads(body) if body else {}).get("id") if len(parts) == 1 else "parent"
        found = None
        if wanted is not None and wanted != "parent":
            code = f"{PATH} const f = arguments[0]; const el = typeof f === 'number' ? "
            code += "window[f].frameElement : f; return [steps(el), el]"
            selector, element = self.script(session, code, wanted)
            found = Frame(selector, tuple(self.script(session, CORNER, element)))
        status, answer = self.ask("POST", "/".join(["", "session", session.id, *parts]), body)
        if status != 200:
            raise Refused(status, json.loads(answer)["value"])
        if wanted is None:
            session.frames.clear()
        elif wanted == "parent":
            del session.frames[-1:]
        elif found:
            session.frames.append(found)
        return answer

    def actions(self, session: Session, tab: str, page: viewmark.Page, sent: Any) -> None:
        """Perform actions, or release all devices if none were sent."""
        devices = session.devices.setdefault(tab, Devices())
        if sent is None:
            self.run(release(page, devices))
            return
        dx = sum(frame.corner[0] for frame in session.frames)
        dy = sum(frame.corner[1] for frame in session.frames)

        async def centre(element: Any) -> tuple[float, float]:
            x, y = await asyncio.to_thread(self.script, session, WHERE, element)
            return x, y

        self.run(perform(page, devices, sent["actions"], centre, (dx, dy)))


async def _attached(address: str) -> viewmark.Browser:
    return await viewmark.attach(address)
