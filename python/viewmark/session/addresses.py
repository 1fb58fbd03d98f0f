"""Parses URLs like the browser (WHATWG URL): scheme, host and port in any notation.

The parser is stricter than the standard: a URL that cannot be parsed is rejected, and the host is
returned in normalized form. The URL that was checked is therefore the URL that is opened. Pure.
"""

from __future__ import annotations

import ipaddress
import re
from dataclasses import dataclass
from urllib.parse import quote, unquote_to_bytes

from viewmark.errors import InvalidOption

_DEFAULT_PORTS = {"http": 80, "https": 443}
_EDGES = "".join(map(chr, range(0x21)))
_BARE_HOST = re.compile(r"(?:[^\s:/?#@\\\[\]]+|\[[0-9A-Fa-f:.]+\])(?::\d+)?(?=[/?#\\]|$)")
_SCHEME = re.compile(r"([A-Za-z][A-Za-z0-9+.-]*):")
_AUTHORITY = re.compile(r"[/\\]*([^/\\?#]*)(.*)", re.DOTALL)
_HOST = re.compile(r"[a-z0-9_.~-]+")
_NUMBER = re.compile(r"0x[0-9a-f]*|[0-9]+")
_SHOWN = 120
_EMBEDDED = tuple(map(ipaddress.IPv6Network, ("64:ff9b::/96", "64:ff9b:1::/48")))
"""NAT64 prefixes: the last four bytes of such an address are an IPv4 address."""


@dataclass(frozen=True, slots=True)
class Address:
    """An absolute URL."""

    text: str
    """The URL to pass to the browser."""
    scheme: str
    """The scheme in lower case."""
    host: str = ""
    """Host of an http or https URL: lower case, internationalized names as punycode, IPv4 as four
    numbers, IPv6 in brackets."""
    port: int = 0
    """Port of an http or https URL, even if it is the scheme's default port."""

    @property
    def origin(self) -> str:
        """`scheme://host`, with the port if it is not the default."""
        port = "" if self.port == _DEFAULT_PORTS.get(self.scheme) else f":{self.port}"
        return f"{self.scheme}://{self.host}{port}"


def parse(source: str) -> Address:
    """Parse a URL as the browser does.

    Args:
        source: an absolute URL; a bare `localhost:3000` or `example.com` means http.

    Raises:
        InvalidOption: the text is not a URL.
    """
    shown = source if len(source) <= _SHOWN else source[: _SHOWN - 1] + "…"
    try:
        source.encode()
    except UnicodeEncodeError:
        readable = source[:_SHOWN].encode("utf-8", "replace").decode()
        raise _refusal(readable, "half a character") from None
    text = source.strip(_EDGES)
    for sign in "\t\n\r":
        text = text.replace(sign, "")
    if _BARE_HOST.match(text) and text.partition(":")[0].lower() not in _DEFAULT_PORTS:
        text = f"http://{text}"
    found = _SCHEME.match(text)
    if found is None:
        raise _refusal(shown, "no scheme")
    scheme = found[1].lower()
    if scheme not in _DEFAULT_PORTS:
        return Address(text, scheme)
    parts = _AUTHORITY.match(text, found.end())
    assert parts is not None
    user, at, place = parts[1].rpartition("@")
    host, port = _host_and_port(place, scheme, shown)
    path = "/" + parts[2][1:] if parts[2].startswith("\\") else parts[2]
    user = quote(user, safe="%:!$&'()*+,;=-._~")
    return Address(f"{scheme}://{user}{at}{host}{port[1]}{path}", scheme, host, port[0])


def _refusal(shown: str, why: str) -> InvalidOption:
    return InvalidOption(
        f"{shown!r} is not an address ({why}).",
        hint="Give an absolute address, such as https://example.com.",
        param="url",
    )


def _host_and_port(place: str, scheme: str, shown: str) -> tuple[str, tuple[int, str]]:
    end = place.find("]") + 1 if place.startswith("[") else place.find(":")
    if place.startswith("[") and not end:
        raise _refusal(shown, "no end of the IPv6 address")
    name, tail = (place, "") if end < 0 else (place[:end], place[end:])
    digits = tail[1:]
    if (tail and tail[0] != ":") or (digits and not (digits.isascii() and digits.isdigit())):
        raise _refusal(shown, "a port that is not a number")
    # Numbers with too many digits for a port are rejected before they are converted.
    number = int(digits) if digits and len(digits.lstrip("0")) <= 5 else (-1 if digits else None)
    if number is not None and not 0 <= number <= 65_535:
        raise _refusal(shown, "a port above 65535")
    default = _DEFAULT_PORTS[scheme]
    port = default if number is None else number
    return _host(name, shown), (port, "" if port == default else f":{port}")


def _host(name: str, shown: str) -> str:
    if name.startswith("["):
        try:
            return f"[{ipaddress.IPv6Address(name[1:-1]).compressed}]"
        except ValueError:
            raise _refusal(shown, "not an IPv6 address") from None
    try:
        host = unquote_to_bytes(name).decode()
        host = host.lower() if host.isascii() else host.encode("idna").decode().lower()
    except UnicodeError:
        raise _refusal(shown, "a host that is not a name") from None
    if not host:
        raise _refusal(shown, "no host")
    if not _HOST.fullmatch(host) or len(host) > 255:
        raise _refusal(shown, "a host with signs that names do not have")
    labels = host.split(".")
    if len(labels) > 1 and not labels[-1]:
        labels.pop()
    if not _NUMBER.fullmatch(labels[-1]):
        return host
    numbers = [_number(label) for label in labels]
    if len(numbers) > 4 or any(n is None for n in numbers):
        raise _refusal(shown, "a number that is not an IPv4 address")
    *heads, last = (n for n in numbers if n is not None)
    if any(n > 255 for n in heads) or last >= 256 ** (4 - len(heads)):
        raise _refusal(shown, "a number that is not an IPv4 address")
    value = last + sum(n * 256 ** (3 - i) for i, n in enumerate(heads))
    return str(ipaddress.IPv4Address(value))


def _number(label: str) -> int | None:
    """Parse a part of an IPv4 address as decimal, octal or hexadecimal; None if it is neither."""
    if len(label) > 40 or not _NUMBER.fullmatch(label):
        return None
    if label.startswith("0x"):
        return int(label[2:] or "0", 16)
    try:
        return int(label, 8 if len(label) > 1 and label[0] == "0" else 10)
    except ValueError:
        return None


def is_private_host(host: str) -> bool:
    """Return True if a host name shows that the host is not on the public internet."""
    name = host.rstrip(".")
    if name == "localhost" or name.endswith(".localhost"):
        return True
    try:
        return is_private(name.strip("[]"))
    except ValueError:
        return False


def is_private(address: str) -> bool:
    """Return True if an IP address is not on the public internet.

    This covers loopback, private and shared networks (RFC 1918, RFC 6598, ULA), link-local
    addresses including cloud metadata services, multicast, unspecified and reserved addresses,
    also if they are embedded in IPv6 addresses.

    Raises:
        ValueError: the text is not an IP address.
    """
    ip = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(ip, ipaddress.IPv6Address):
        inside = ip.ipv4_mapped or ip.sixtofour or (ip.teredo[1] if ip.teredo else None)
        if inside is None and (
            any(ip in network for network in _EMBEDDED) or int(ip) >> 32 == 0  # ::a.b.c.d
        ):
            inside = ipaddress.IPv4Address(int(ip) & 0xFFFFFFFF)
        if inside is not None:
            return is_private(str(inside))
        if ip.is_site_local:
            return True
    return not ip.is_global or ip.is_multicast or ip.is_reserved or ip.is_unspecified
