"""Controls a page's requests: blocking, mocking, headers, credentials, network conditions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any

from viewmark.browser.emulation.interception import (
    Credentials,
    Fulfilment,
    HeaderRule,
    Interception,
    origin_of,
)
from viewmark.browser.emulation.overrides import Overrides
from viewmark.browser.http_headers import check_headers
from viewmark.defaults import Range
from viewmark.errors import InvalidOption
from viewmark.page.context import PageContext
from viewmark.secrets import in_header
from viewmark.unknown_options import checked

PATTERNS = 100
BODY_LIMIT = 10_000_000
SPEEDS = Range(1, 1e7)
"""Valid speeds, in kilobits per second."""
_TOPIC = "network conditions"
_NORMAL = {"offline": False, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1}


class Traffic:
    """Control over the requests of a page and its frames; a mixin of `Page`.

    In URL patterns, `*` matches any characters and `?` any single character. Requests made by
    service workers are not affected.
    """

    context: PageContext

    @checked
    async def block_urls(self, patterns: Sequence[str]) -> None:
        """Block requests to these URLs; replaces earlier patterns, `[]` unblocks all.

        Args:
            patterns: at most 100 URL patterns, such as `*://ads.example.com/*`.

        Raises:
            InvalidOption: `patterns` is not a valid list of patterns.
        """
        if isinstance(patterns, str) or len(patterns) > PATTERNS:
            message = f"patterns must be a list of at most {PATTERNS} patterns."
            raise InvalidOption(message, param="patterns")
        blocked = tuple(_pattern(each) for each in patterns)
        rules = Interception.of(self.context.page)
        rules.blocked = blocked
        await rules.apply()

    @checked
    async def mock(
        self,
        url: str,
        *,
        body: str | bytes = "",
        status: Annotated[int, Range(200, 599, whole=True)] = 200,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        """Respond to requests for a URL instead of the server; the newest matching mock is used.

        Args:
            url: URL or pattern.
            body: body of the response.
            status: HTTP status, 200 to 599.
            headers: response headers, such as `Content-Type` (plain text if omitted), or
                `Access-Control-Allow-Origin` for other origins.

        Raises:
            InvalidOption: a pattern, status, body or header is invalid.
        """
        url, headers = _pattern(url), headers or {}
        body = body.encode() if isinstance(body, str) else body
        if not isinstance(body, bytes) or len(body) > BODY_LIMIT:
            message = f"body must be text or bytes of at most {BODY_LIMIT:,}."
            raise InvalidOption(message, param="body")
        if "content-type" not in map(str.lower, headers):
            headers = {"Content-Type": "text/plain; charset=utf-8", **headers}
        check_headers(headers)
        rules = Interception.of(self.context.page)
        if len(rules.fulfilments) >= PATTERNS and url not in rules.fulfilments:
            raise InvalidOption(f"At most {PATTERNS} addresses can be mocked.", param="url")
        rules.fulfilments.pop(url, None)
        rules.fulfilments[url] = Fulfilment(body, status, headers)
        await rules.apply()

    @checked
    async def unmock(self, url: str | None = None) -> None:
        """Remove a mock, so that the server responds again.

        Args:
            url: as given to `mock`; all mocks if omitted.

        Raises:
            InvalidOption: this URL is not mocked.
        """
        rules = Interception.of(self.context.page)
        if url is None:
            rules.fulfilments.clear()
        elif rules.fulfilments.pop(url, None) is None:
            known = ", ".join(map(repr, rules.fulfilments)) or "nothing"
            raise InvalidOption(f"{url!r:.120} is not mocked; {known} is.", param="url")
        await rules.apply()

    @checked
    async def set_extra_http_headers(
        self, headers: Mapping[str, str], *, origin: str | None = None
    ) -> None:
        """Send these headers with every request; replaces earlier headers, `{}` removes them.

        Args:
            headers: values, keyed by name.
            origin: send them only to this origin (`https://example.com`); required for headers
                with credentials, which would otherwise go to every server.

        Raises:
            InvalidOption: a header or origin is invalid, or credentials have no origin.
        """
        rules = Interception.of(self.context.page)
        rules.headers = header_rule(headers, origin)
        await rules.apply()

    @checked
    async def set_http_credentials(
        self, username: str | None, password: str = "", *, origin: str = ""
    ) -> None:
        """Respond to HTTP authentication requests of an origin; username None stops that.

        Args:
            username: the user name.
            password: the password; sent only to that origin, and never part of a result.
            origin: `https://example.com`.

        Raises:
            InvalidOption: the origin is invalid.
        """
        rules = Interception.of(self.context.page)
        rules.credentials = (
            None if username is None else Credentials(username, password, _origin(origin))
        )
        await rules.apply()

    @checked
    async def set_network_conditions(
        self,
        *,
        offline: bool = False,
        latency_ms: Annotated[float, Range(0, 60_000)] = 0.0,
        download_kbps: Annotated[float, SPEEDS] | None = None,
        upload_kbps: Annotated[float, SPEEDS] | None = None,
    ) -> None:
        """Throttle the network or go offline; without options, restore normal conditions.

        Args:
            offline: True to make all requests fail.
            latency_ms: delay that is added to every request, in milliseconds.
            download_kbps: maximum kilobits per second.
            upload_kbps: maximum kilobits per second.

        Raises:
            InvalidOption: a number is out of range.
        """
        requested: dict[str, Any] = {
            "offline": offline is True,
            "latency": latency_ms,
            "downloadThroughput": _bytes(download_kbps),
            "uploadThroughput": _bytes(upload_kbps),
        }
        overrides = Overrides.of(self.context.page)
        conditions = "Network.emulateNetworkConditions"
        if requested == _NORMAL:
            await overrides.drop(_TOPIC, [(conditions, dict(_NORMAL)), ("Network.disable", {})])
        else:  # without Network.enable, only navigator.onLine would be affected
            await overrides.put(_TOPIC, [("Network.enable", {}), (conditions, requested)])


def header_rule(headers: Mapping[str, str], origin: str | None) -> HeaderRule | None:
    """Return the rule that adds headers to requests; None if there are no headers.

    Raises:
        InvalidOption: a header or origin is invalid, or credentials have no origin.
    """
    check_headers(headers)
    secret = next((name for name in headers if in_header(name)), None)
    if secret is not None and origin is None:
        raise InvalidOption(
            f"The header {secret!r:.60} may carry a secret; without an origin it would go to "
            "every server that the page asks.",
            hint="Say whom it is for: origin='https://example.com' (--header-origin).",
            param="origin",
        )
    only = None if origin is None else _origin(origin)
    return HeaderRule(dict(headers), only) if headers else None


def _bytes(kbps: float | None) -> float:
    return -1 if kbps is None else kbps * 1000 / 8


def _pattern(pattern: object) -> str:
    if not isinstance(pattern, str) or not 1 <= len(pattern) <= 2_000:
        message = f"A pattern is an address with * and ?, at most 2,000 long, not {pattern!r:.60}."
        raise InvalidOption(message, param="url")
    return pattern


def _origin(origin: object) -> str:
    found = origin_of(origin) if isinstance(origin, str) else ""
    if not found.startswith(("http://", "https://")):
        message = f"origin must be such as https://example.com, not {origin!r:.60}."
        raise InvalidOption(message, param="origin")
    return found
