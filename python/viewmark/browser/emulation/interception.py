"""Intercepts requests of a page: blocks or fulfils them, adds headers or credentials.

Uses CDP's Fetch domain, only for URLs to which a rule applies; every paused request is continued,
fulfilled or failed. Requests of service workers and of other tabs are not intercepted.
"""

from __future__ import annotations

import asyncio
import base64
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

from viewmark.background import TaskSet
from viewmark.browser import wire
from viewmark.browser.cdp.session import Session
from viewmark.browser.confinement.confinement import Confinement
from viewmark.browser.emulation.overrides import Overrides
from viewmark.browser.page_target import PageTarget
from viewmark.errors import ViewmarkError

_TOPIC = "fetch"
_TRIED_KEPT = 1_000


@dataclass(frozen=True, slots=True)
class Fulfilment:
    """A response that is sent instead of the server's response."""

    body: bytes = field(repr=False)
    status: int
    headers: Mapping[str, str] = field(repr=False)


@dataclass(frozen=True, slots=True)
class HeaderRule:
    """Headers to add to requests."""

    headers: Mapping[str, str] = field(repr=False)
    origin: str | None
    """Origin to whose requests the headers are added; None: all requests."""


@dataclass(frozen=True, slots=True)
class Credentials:
    """Credentials for one origin (HTTP authentication)."""

    username: str = field(repr=False)
    password: str = field(repr=False)
    origin: str


class Interception:
    """The interception rules of one page."""

    def __init__(self, page: PageTarget) -> None:
        self.blocked: tuple[str, ...] = ()
        """Patterns of URLs to block: `*` matches any text, `?` one character, `\\` escapes."""
        self.fulfilments: dict[str, Fulfilment] = {}
        """Fulfilments, keyed by URL pattern; the newest match applies."""
        self.headers: HeaderRule | None = None
        self.credentials: Credentials | None = None
        self._page = page
        self._overrides = Overrides.of(page)
        self._tried: set[str] = set()
        self._answering = TaskSet()
        self._overrides.listen("Fetch.requestPaused", self._on_paused)
        self._overrides.listen("Fetch.authRequired", self._on_auth_required)

    @classmethod
    def of(cls, page: PageTarget) -> Interception:
        """Return the interception of a page, which is kept as long as the page."""
        return page.state.of(cls, lambda: cls(page))

    async def apply(self) -> None:
        """Apply the current rules to all requests from now on."""
        patterns = [*self.blocked, *self.fulfilments]
        if self.headers is not None:
            patterns.append("*" if self.headers.origin is None else f"{self.headers.origin}/*")
        if self.credentials is not None:
            patterns.append(f"{self.credentials.origin}/*")
        if not patterns:
            await self._overrides.drop(_TOPIC, [("Fetch.disable", {})])
            return
        params = {
            "patterns": [{"urlPattern": each} for each in dict.fromkeys(patterns)],
            "handleAuthRequests": self.credentials is not None,
        }
        await self._overrides.put(_TOPIC, [("Fetch.enable", params)])

    def _on_paused(self, session: Session, params: dict[str, Any]) -> None:
        request = wire.record(params.get("request"))
        method, answer = self._decision(request)
        is_document = params.get("resourceType") == "Document"
        if is_document and Confinement.of(self._page).refusal(str(request.get("url", ""))):
            # the handler of the confinement rejects this request
            method, answer = "Fetch.continueRequest", {}
        self._send(session, method, {"requestId": params.get("requestId")} | answer)

    def _decision(self, request: dict[str, Any]) -> tuple[str, dict[str, Any]]:
        url = str(request.get("url", ""))
        if any(_fits(pattern, url) for pattern in self.blocked):
            return "Fetch.failRequest", {"errorReason": "BlockedByClient"}
        for pattern, answer in reversed(self.fulfilments.items()):
            if _fits(pattern, url):
                return "Fetch.fulfillRequest", {
                    "responseCode": answer.status,
                    "responseHeaders": _pairs(answer.headers),
                    "body": base64.b64encode(answer.body).decode(),
                }
        rule = self.headers
        # A CORS preflight request must not have the added headers; it only names them.
        if rule is None or request.get("method") == "OPTIONS":
            return "Fetch.continueRequest", {}
        if rule.origin is not None and origin_of(url) != rule.origin:
            return "Fetch.continueRequest", {}
        ours = {name.lower() for name in rule.headers}
        before = wire.record(request.get("headers"))
        headers = {name: str(value) for name, value in before.items() if name.lower() not in ours}
        return "Fetch.continueRequest", {"headers": _pairs(headers | dict(rule.headers))}

    def _on_auth_required(self, session: Session, params: dict[str, Any]) -> None:
        challenge, known = wire.record(params.get("authChallenge")), self.credentials
        number = str(params.get("requestId"))
        answer: dict[str, Any] = {"response": "Default"}
        is_ours = known is not None and origin_of(str(challenge.get("origin", ""))) == known.origin
        if known is not None and is_ours and challenge.get("source") != "Proxy":
            if number in self._tried:  # the server has already rejected the credentials
                answer = {"response": "CancelAuth"}
            else:
                answer = {"response": "ProvideCredentials"}
                answer |= {"username": known.username, "password": known.password}
                if len(self._tried) > _TRIED_KEPT:
                    self._tried.clear()
                self._tried.add(number)
        request = {"requestId": number, "authChallengeResponse": answer}
        self._send(session, "Fetch.continueWithAuth", request)

    def _send(self, session: Session, method: str, params: dict[str, Any]) -> None:
        async def send() -> None:
            try:
                await session.send(method, params)
            # the request is gone, or is made to fail below, so that it does not stay paused
            except ViewmarkError:
                number = params["requestId"]
                failing = {"requestId": number, "errorReason": "Failed"}
                with_reason = session.send("Fetch.failRequest", failing)
                await asyncio.gather(with_reason, return_exceptions=True)

        self._answering.start(send())


def origin_of(url: str) -> str:
    """Return the origin of a URL, in the form browsers use; empty if it has none."""
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        return ""
    if not parts.hostname:
        return ""
    host = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname
    usual = {"http": 80, "https": 443, "ws": 80, "wss": 443}.get(parts.scheme)
    return f"{parts.scheme}://{host}" + ("" if port in (None, usual) else f":{port}")


def _fits(pattern: str, url: str) -> bool:
    # Implements the syntax of CDP's URL patterns.
    pieces = re.findall(r"\\.|[*?]|[^\\*?]+|\\$", pattern, re.DOTALL)
    wild = {"*": ".*", "?": "."}
    code = "".join(
        wild.get(each) or re.escape(each[1:] if each[0] == "\\" and len(each) == 2 else each)
        for each in pieces
    )
    return re.fullmatch(code, url, re.DOTALL) is not None


def _pairs(headers: Mapping[str, str]) -> list[dict[str, str]]:
    return [{"name": name, "value": value} for name, value in headers.items()]
