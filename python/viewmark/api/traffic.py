"""Requests of a page: blocked, mocked, given headers or credentials; a slow network, or none."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from viewmark.page import traffic
from viewmark.page.context import PageContext
from viewmark.unknown_options import checked

__all__ = ["Traffic"]


class Traffic:
    """What becomes of the requests of a page and its frames; a part of `Page`.

    In addresses `*` stands for any characters and `?` for any one. Requests of service workers do
    not come by here.
    """

    context: PageContext

    @checked
    async def block_urls(self, patterns: Sequence[str]) -> None:
        """Refuse requests to these addresses, in place of those refused before; `[]`: none.

        Args:
            patterns: at most 100 addresses, such as `*://ads.example.com/*`.

        Raises:
            InvalidOption: not a list of patterns.
        """
        await traffic.block_urls(self.context, patterns)

    @checked
    async def mock(
        self,
        url: str,
        *,
        body: str | bytes = "",
        status: int = 200,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        """Answer requests to an address in place of the server; the newest that fits counts.

        Args:
            url: address or pattern.
            body: what to answer.
            status: 200 to 599.
            headers: of the response, such as `Content-Type` (plain text if omitted), or
                `Access-Control-Allow-Origin` for other origins.

        Raises:
            InvalidOption: an impossible pattern, status, body or header.
        """
        await traffic.mock(
            self.context,
            url,
            body=body,
            status=status,
            headers=headers or {},
        )

    @checked
    async def unmock(self, url: str | None = None) -> None:
        """Let the server answer again.

        Args:
            url: as given to `mock`; all of them if omitted.

        Raises:
            InvalidOption: that is not mocked.
        """
        await traffic.unmock(self.context, url)

    @checked
    async def set_extra_http_headers(
        self, headers: Mapping[str, str], *, origin: str | None = None
    ) -> None:
        """Send these headers with every request, in place of those set before; `{}`: none.

        Args:
            headers: by name.
            origin: only requests to `https://example.com`; needed for headers that carry
                credentials, which would go to every server otherwise.

        Raises:
            InvalidOption: an impossible header or origin, or credentials without an origin.
        """
        await traffic.set_extra_http_headers(self.context, headers, origin=origin)

    @checked
    async def set_http_credentials(
        self, username: str | None, password: str = "", *, origin: str = ""
    ) -> None:
        """Answer an origin that asks for a user (HTTP authentication); None ends that.

        Args:
            username: the user.
            password: told to that origin only, and in no result.
            origin: `https://example.com`.

        Raises:
            InvalidOption: an impossible origin.
        """
        await traffic.set_http_credentials(self.context, username, password, origin=origin)

    @checked
    async def set_network_conditions(
        self,
        *,
        offline: bool = False,
        latency_ms: float = 0.0,
        download_kbps: float | None = None,
        upload_kbps: float | None = None,
    ) -> None:
        """Make the network slow, or take it away; without options it is normal again.

        Args:
            offline: no request gets an answer.
            latency_ms: added to every request.
            download_kbps: kilobits a second, at most.
            upload_kbps: likewise.

        Raises:
            InvalidOption: a number out of range.
        """
        await traffic.set_network_conditions(
            self.context,
            offline=offline,
            latency_ms=latency_ms,
            download_kbps=download_kbps,
            upload_kbps=upload_kbps,
        )
