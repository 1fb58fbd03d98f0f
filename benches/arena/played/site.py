"""The site of the played tasks: pages with popular libraries, whose state the server keeps.

Requests that change the state are delayed, as on a real server.
"""

from __future__ import annotations

import json
import mimetypes
import random
import threading
import time
from base64 import b64decode
from hashlib import sha256
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

__all__ = ["PICTURE", "PlayedSite"]

HERE = Path(__file__).parent
LATENCY = 0.3
"""Delay, in seconds, of a response to a request that changes the state."""
SUPPLIERS = ("Moss & Hale", "Northpipe", "Ferro Casting", "Delta Seals", "Moss & Hardy")
PARTS = ("elbow", "tee", "tap", "valve", "nipple", "clamp", "reducer", "cap", "union", "flange")
METALS = ("Copper", "Brass", "Steel", "Ball", "Cast", "Chrome", "Bronze")
SIZES = (10, 12, 15, 18, 22, 28, 35, 42)
PICTURE = b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAADwAAAAkCAIAAABaG87TAAAAOUlEQVR42u3OAREAQAQAMD6NTHIK+Dm4LcFyumKb"
    "FwtJS0tLS0tLS0tLS0tLS0tLS0tLS0tLS19Of4BaAX6HcZ8KAAAAAElFTkSuQmCC"
)
"""An image of 60 x 36 px that is available to the player as `hall.png`."""


def articles() -> list[dict[str, Any]]:
    """Return 2,240 articles, which are the same in every run, and a leftover test article."""
    chance, rows = random.Random(11), list[dict[str, Any]]()
    for metal in METALS:
        for part in PARTS:
            for size in SIZES:
                for supplier in chance.sample(SUPPLIERS, 4):
                    row = {"name": f"{metal} {part} {size} mm", "supplier": supplier}
                    row |= {"stock": chance.randrange(0, 400), "reorder": chance.randrange(5, 30)}
                    rows.append({"id": len(rows) + 1, **row, "discontinued": False})
    chance.shuffle(rows)
    test = {"id": 9001, "name": "Test entry", "supplier": "Moss & Hale", "stock": 1, "reorder": 1}
    rows.insert(700, {**test, "discontinued": False})
    return rows


def cards() -> list[dict[str, Any]]:
    """Return the cards of the board in their order."""
    lists = {
        "To do": ("Order new filters", "Paint the railing", "Check the pump curve"),
        "Doing": ("Replace the pump seal", "Replace the pump seal (hall 2)", "Label the valves"),
        "Done": ("Clean the sump", "Test the alarm"),
    }
    return [
        {"id": 10 * i + j, "list": name, "title": title, "labels": [], "due": "", "text": ""}
        for i, (name, titles) in enumerate(lists.items())
        for j, title in enumerate(titles)
    ]


TREE = [
    {"id": "n1", "parent": "#", "text": "Projects"},
    {"id": "n2", "parent": "n1", "text": "Harbour bridge"},
    {"id": "n3", "parent": "n2", "text": "Drawings"},
    {"id": "n4", "parent": "n2", "text": "Offers"},
    {"id": "n5", "parent": "n4", "text": "Offer 17 old"},
    {"id": "n6", "parent": "n4", "text": "Offer 18"},
    {"id": "n7", "parent": "n1", "text": "Town hall"},
    {"id": "n8", "parent": "n7", "text": "Drawings"},
    {"id": "n9", "parent": "n7", "text": "Offers"},
    {"id": "n10", "parent": "n8", "text": "Section B-B"},
    {"id": "n11", "parent": "n8", "text": "Scan 0007"},
    {"id": "n12", "parent": "#", "text": "Templates"},
    {"id": "n13", "parent": "#", "text": "Unsorted"},
    {"id": "n14", "parent": "n13", "text": "Scan 0007"},
    {"id": "n15", "parent": "n13", "text": "Scan 0008"},
]
SETTINGS = {
    "profile.name": "Rosa Lindqvist",
    "profile.language": "en",
    "mail.digest": "daily",
    "mail.quiet": False,
    "mail.quietFrom": "22:00",
    "mail.quietTo": "06:00",
    "push.mentions": True,
    "push.sound": "chime",
    "sessions.idle": 60,
    "sessions.trusted": True,
}
PASSWORD, CODE = "violet-harbour-9", "704926"
COSTS = {"9 May": 412, "16 May": 371, "23 May": 388, "30 May": 366, "6 June": 359, "13 June": 431}


def first_state() -> dict[str, Any]:
    """Return the initial state of every run."""
    return {
        "articles": articles(),
        "cards": cards(),
        "tree": [dict(each) for each in TREE],
        "settings": dict(SETTINGS),
        "devices": [
            {"id": i, "name": f"{('Lab tablet', 'Desk', 'Scanner', 'Door panel')[i % 4]} {i}"}
            for i in range(1, 4001)
        ],
        "posts": [],
        "uploads": [],
        "trips": [],
        "signed_in": False,
        "code_sent": 0,
    }


class PlayedSite:
    """Serves the pages and keeps the state; checks read `state`."""

    def __init__(self, port: int, libraries: Path) -> None:
        self.state = first_state()
        self.lock = threading.Lock()
        site = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self) -> None:
                path = self.path.partition("?")[0]
                if path.startswith("/api/"):
                    self.send(200, "application/json", site.get(path.removeprefix("/api/")))
                    return
                folder, name = (libraries, path[5:]) if path[:5] == "/lib/" else (HERE, path[1:])
                names = [name] if path[:5] == "/lib/" else [f"pages/{name or 'home'}.html"]
                file = folder / names[0]
                if path[:5] != "/lib/" and not file.is_file():
                    file = folder / "pages" / name
                if not file.is_file() or not file.resolve().is_relative_to(folder.resolve()):
                    self.send(404, "text/plain", b"Not here")
                    return
                kind = mimetypes.guess_type(file.name)[0] or "application/octet-stream"
                self.send(200, kind, file.read_bytes())

            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
                time.sleep(LATENCY)
                with site.lock:
                    code, answer = site.post(self.path.removeprefix("/api/"), body)
                self.send(code, "application/json", json.dumps(answer).encode())

            def send(self, code: int, kind: str, body: bytes) -> None:
                self.send_response(code)
                self.send_header("Content-Type", kind)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_: object) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", port), Handler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def get(self, name: str) -> bytes:
        """Return a part of the state for the pages."""
        if name == "inbox":
            older = "Your sign-in code is 118302. It is valid for ten minutes."
            mails = [{"from": "Northgate ID", "at": "yesterday", "text": older}]
            if self.state["code_sent"]:
                text = f"Your sign-in code is {CODE}. It is valid for ten minutes."
                mails.insert(0, {"from": "Northgate ID", "at": "just now", "text": text})
            return json.dumps(mails).encode()
        if name in ("settings", "devices") and not self.state["signed_in"]:
            return b"null"
        return json.dumps(COSTS if name == "costs" else self.state[name]).encode()

    def post(self, name: str, body: bytes) -> tuple[int, Any]:
        """Apply a change; return the HTTP status and the response."""
        if name == "upload":
            # FilePond sends a multipart form; the file follows the part's header.
            content = body.partition(b"PNG")[2].partition(b"\r\n--")[0]
            digest = sha256(b"\x89PNG" + content).hexdigest()
            self.state["uploads"].append(digest)
            return 200, digest
        given = json.loads(body)
        if name == "articles":
            changed = {each["id"]: each for each in given["changed"]}
            rows = [changed.get(each["id"], each) for each in self.state["articles"]]
            self.state["articles"] = [each for each in rows if each["id"] not in given["deleted"]]
        elif name in ("cards", "tree"):
            self.state[name] = given
        elif name == "posts":
            self.state["posts"].append(given)
        elif name == "trips":
            self.state["trips"].append(given)
            return 200, {"reference": "NL-4471-KX"}
        elif name == "sign-in":
            if (given["mail"], given["password"]) != ("rosa@northgate.example", PASSWORD):
                return 403, {"error": "The e-mail or the password is wrong."}
            self.state["code_sent"] += 1
        elif name == "code":
            if given["code"] != CODE or not self.state["code_sent"]:
                return 403, {"error": "This code is not valid."}
            self.state["signed_in"] = True
        elif name == "settings" and self.state["signed_in"]:
            self.state["settings"].update(given)
        elif name == "revoke" and self.state["signed_in"]:
            rows = self.state["devices"]
            self.state["devices"] = [each for each in rows if each["id"] != given["id"]]
        return 200, {"ok": True}
