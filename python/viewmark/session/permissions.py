"""Decides which URLs a browser may open. No side effects."""

from __future__ import annotations

from collections.abc import Iterable

from viewmark.errors import InvalidOption, OriginNotAllowed
from viewmark.session.addresses import Address, is_private, is_private_host, parse

_PLAIN = ("about:blank",)
_SHOWN = 120


class Permissions:
    """Decides which URLs a browser may open.

    Args:
        origins: the allowed origins (`https://example.com`); if empty, all http and https URLs.
        allow_local: True to allow file:, view-source: and internal pages as typed URLs.
        block_private: True to block addresses that are not on the public internet, unless they
            belong to the origins.
        in_library: True if a program set the rules by `launch(origins=...)`; otherwise a user set
            them by flags of a server or session, and hints refer to these flags.

    Raises:
        InvalidOption: an origin is invalid.
    """

    def __init__(
        self,
        *,
        origins: Iterable[str] = (),
        allow_local: bool = False,
        block_private: bool = False,
        in_library: bool = False,
    ) -> None:
        self._origins = {each.origin: each for each in map(_origin, origins)}
        self._in_library = in_library
        self._allow_local, self._block_private = allow_local, block_private

    @property
    def fences(self) -> bool:
        """True if the browser must enforce a list of origins."""
        return bool(self._origins)

    @property
    def confines(self) -> bool:
        """True if the browser must enforce any rule."""
        return self.fences or self.blocks_private

    @property
    def blocks_private(self) -> bool:
        """True if connections to private addresses must be blocked."""
        return self._block_private

    def is_private(self, address: str) -> bool:
        """Return True if an IP address is not on the public internet."""
        return is_private(address)

    @property
    def places(self) -> frozenset[tuple[str, int]]:
        """Host and port of each allowed origin."""
        return frozenset((each.host.strip("[]"), each.port) for each in self._origins.values())

    def check_typed(self, url: str) -> str:
        """Return the URL to open for a URL that the user or the agent typed.

        Raises:
            InvalidOption: the text is not a URL.
            OriginNotAllowed: the URL has a scheme such as file: or chrome: without `allow_local`,
                or its origin is forbidden.
        """
        if url.strip() in _PLAIN:
            return url.strip()
        address = parse(url)
        if not address.host:
            if address.scheme == "javascript":
                call = "Page.evaluate" if self._in_library else "interact run_script"
                refusal = "javascript: addresses are scripts, and none is opened."
                raise OriginNotAllowed(refusal, hint=f"{call} runs one.", param="url")
            if self._allow_local or (address.scheme == "data" and not self._origins):
                return address.text
            raise OriginNotAllowed(
                f"{address.scheme}: addresses are not allowed: {_cut_text(address.text)}.",
                hint="A browser that is confined opens addresses of the web only."
                if self._in_library
                else "Ask the user to start the server with --allow-local.",
                param="url",
            )
        if reason := self._refusal(address):
            raise self.error(address.text, reason, address)
        return address.text

    def refusal(self, url: str) -> str | None:
        """Return the reason if the browser must not load a document from this URL; else None."""
        if not url.lower().startswith(("http:", "https:")):
            # internal pages (about:, data:, blob:, pages of the browser) have no origin to check
            return None
        return self._refusal(parse(url))

    def error(self, url: str, reason: str, address: Address | None = None) -> OriginNotAllowed:
        """Return the error for a URL that is not allowed."""
        address = address or parse(url)
        hint = (
            f"If the user wants it opened: start the server with --allow-origin {address.origin}."
        )
        if self._in_library:
            hint = f"To open it, name {address.origin!r} in launch(origins=[...])."
        return OriginNotAllowed(
            f"{_cut_text(url)} {reason}.",
            hint=hint,
            param="url",
            origin=address.origin,
        )

    def _refusal(self, address: Address) -> str | None:
        if address.origin in self._origins:
            return None
        if self._origins:
            return f"is outside the allowed origins ({', '.join(self._origins)})"
        if self._block_private and is_private_host(address.host):
            return "is not on the public internet (--block-private)"
        return None


def _origin(text: str) -> Address:
    address = parse(text)
    if not address.host:
        raise InvalidOption(
            f"{_cut_text(text)!r} is not an origin.", hint="Write it as https://example.com:8443."
        )
    return address


def _cut_text(text: str) -> str:
    return text if len(text) <= _SHOWN else text[: _SHOWN - 1] + "…"
