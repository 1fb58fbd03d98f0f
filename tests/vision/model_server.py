"""A local server with the HTTP APIs of OpenAI, Anthropic and Gemini, which follows a script.

It records each request: path, headers, body, and the bytes of every image in it.
"""

from __future__ import annotations

import json
import socket
import threading
from base64 import b64decode
from collections.abc import Callable
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Literal

Deed = Literal["ok", "limit", "fail", "hang", "cut", "refuse", "nonsense"]
KEY = "sk-local-0123456789abcdef"


@dataclass
class Asked:
    """One request."""

    api: str
    headers: dict[str, str]
    body: dict[str, Any]
    pictures: list[bytes] = field(default_factory=list)
    text: str = ""
    """All text of the user, in order, with a line feed between blocks."""


def api_of(path: str) -> str:
    if path.endswith("/responses"):
        return "openai-responses"
    if path.endswith("/chat/completions"):
        return "openai-chat"
    return "anthropic" if path.endswith("/messages") else "gemini"


def read(api: str, body: dict[str, Any]) -> tuple[list[bytes], str]:
    """Return images and text of the user's messages; fail if the request is malformed."""
    pictures, texts = [], []
    turns = body[
        "input" if api == "openai-responses" else "contents" if api == "gemini" else "messages"
    ]
    for turn in turns:
        if turn["role"] != "user":
            assert turn["role"] in ("assistant", "model", "system"), turn["role"]
            continue
        for part in turn["parts" if api == "gemini" else "content"]:
            if api == "gemini":
                if "text" in part:
                    texts.append(part["text"])
                else:
                    # The service accepts both spellings of members (protobuf's JSON), and SDKs mix
                    # them.
                    kind = part["inlineData"].get("mimeType") or part["inlineData"]["mime_type"]
                    assert kind in ("image/jpeg", "image/png")
                    # Google's SDK uses the URL-safe alphabet, which the service accepts too.
                    data = part["inlineData"]["data"].replace("-", "+").replace("_", "/")
                    pictures.append(b64decode(data, validate=True))
            elif part["type"] in ("text", "input_text"):
                texts.append(part["text"])
            elif api == "anthropic":
                assert part["type"] == "image"
                assert part["source"]["type"] == "base64"
                pictures.append(b64decode(part["source"]["data"], validate=True))
            else:
                url = part["image_url"]
                assert part["type"] == ("input_image" if api == "openai-responses" else "image_url")
                url = url if api == "openai-responses" else url["url"]
                pictures.append(b64decode(url.partition("base64,")[2], validate=True))
    return pictures, "\n".join(texts)


def answer(api: str, text: str) -> dict[str, Any]:
    """Return the service's reply with that text."""
    if api == "openai-responses":
        part = {"type": "output_text", "text": text, "annotations": []}
        said = {"type": "message", "id": "m1", "role": "assistant", "status": "completed"}
        usage = {"input_tokens": 7, "output_tokens": 3, "total_tokens": 10}
        usage |= {"input_tokens_details": {"cached_tokens": 0}}
        usage |= {"output_tokens_details": {"reasoning_tokens": 0}}
        made = {"id": "r1", "object": "response", "created_at": 1, "model": "m", "usage": usage}
        made |= {"parallel_tool_calls": True, "tool_choice": "auto", "tools": []}
        return made | {"output": [said | {"content": [part]}], "status": "completed"}
    if api == "openai-chat":
        choice = {"index": 0, "finish_reason": "stop"}
        choice |= {"message": {"role": "assistant", "content": text}}
        usage = {"prompt_tokens": 7, "completion_tokens": 3, "total_tokens": 10}
        made = {"id": "c1", "object": "chat.completion", "created": 1, "model": "m"}
        return made | {"choices": [choice], "usage": usage}
    if api == "anthropic":
        made = {"id": "m1", "type": "message", "role": "assistant", "model": "m"}
        made |= {"stop_reason": "end_turn", "stop_sequence": None}
        usage = {"input_tokens": 7, "output_tokens": 3}
        return made | {"content": [{"type": "text", "text": text}], "usage": usage}
    usage = {"promptTokenCount": 7, "candidatesTokenCount": 3, "totalTokenCount": 10}
    content = {"role": "model", "parts": [{"text": text}]}
    return {"candidates": [{"content": content, "finishReason": "STOP"}], "usageMetadata": usage}


class ModelServer:
    """Replies to requests according to the script, whose last entry is repeated."""

    def __init__(self) -> None:
        self.script: list[Deed] = ["ok"]
        self.think: Callable[[Asked], str] = lambda _: "done"
        self.asked: list[Asked] = []
        self.watch: Callable[[], object] = lambda: None
        """Called with each request before the reply."""
        self.hanging = threading.Event()
        """Set while a request is left without a reply."""
        self._release = threading.Event()
        outer = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self) -> None:
                body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                asked = Asked(api_of(self.path), dict(self.headers.items()), body)
                asked.pictures, asked.text = read(asked.api, body)
                outer.asked.append(asked)
                outer.watch()
                deed = outer.script.pop(0) if len(outer.script) > 1 else outer.script[0]
                outer.act(self, asked, deed)

            def log_message(self, format: str, *args: object) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}"
        self._thread = threading.Thread(target=self._server.serve_forever, daemon=True)
        self._thread.start()

    def begin(self, *script: Deed) -> None:
        """Reset everything; the next requests get these replies."""
        self._release.set()
        self._release = threading.Event()
        self.hanging.clear()
        self.script, self.asked = list(script) or ["ok"], []
        self.think, self.watch = lambda _: "done", lambda: None

    def act(self, handler: BaseHTTPRequestHandler, asked: Asked, deed: Deed) -> None:
        if deed == "hang":
            release = self._release
            self.hanging.set()
            release.wait(60)
            handler.close_connection = True
            return
        if deed == "cut":
            handler.send_response(200)
            handler.send_header("Content-Type", "application/json")
            handler.send_header("Content-Length", "4000")
            handler.end_headers()
            handler.wfile.write(b'{"id": ')
            handler.wfile.flush()
            handler.connection.shutdown(socket.SHUT_RDWR)
            handler.close_connection = True
            return
        problem = {"limit": (429, "slow down"), "fail": (500, "broken")}
        problem["refuse"] = (401, f"Incorrect API key provided: {KEY}")
        if deed in problem:
            status, words = problem[deed]
            error = {"message": words, "type": "error", "code": status, "status": "X"}
            reply: Any = {"type": "error", "error": error}
        else:
            status = 200
            reply = {"odd": 1} if deed == "nonsense" else answer(asked.api, self.think(asked))
        data = json.dumps(reply).encode()
        handler.send_response(status)
        handler.send_header("Content-Type", "application/json")
        handler.send_header("Content-Length", str(len(data)))
        handler.send_header("retry-after-ms", "1")
        handler.end_headers()
        handler.wfile.write(data)

    def close(self) -> None:
        self._release.set()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()
