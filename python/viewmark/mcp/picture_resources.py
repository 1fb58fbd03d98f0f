"""Offers the screenshots of the last observations as MCP resources, marked and clean."""

from __future__ import annotations

from collections import OrderedDict

from viewmark.errors import InvalidOption
from viewmark.page.observation import Observation

PICTURES_KEPT = 6
"""Number of observations whose screenshots are kept."""

ResourceLink = tuple[str, str, str]
"""URI, name and MIME type."""

_PREFIX = "viewmark://picture/"

_KINDS = ("marked", "clean")


class PictureResources:
    """The screenshots of the newest observations, which a client can read as resources."""

    def __init__(self) -> None:
        self._cached: OrderedDict[str, tuple[str, str]] = OrderedDict()

    def add(self, seen: Observation) -> tuple[ResourceLink, ...]:
        """Keep the marked and the clean screenshot of an observation; return links to both."""
        if seen.base64 is None or seen.clean_base64 is None:
            return ()
        self._cached[seen.frame_id] = (seen.base64, seen.clean_base64)
        while len(self._cached) > PICTURES_KEPT:
            self._cached.popitem(last=False)
        return _links(seen.frame_id, self._cached[seen.frame_id])

    def list_links(self) -> list[ResourceLink]:
        """Return links to all screenshots that are kept."""
        return [link for frame_id, pair in self._cached.items() for link in _links(frame_id, pair)]

    def read(self, uri: str) -> tuple[str, str]:
        """Return base64 text and MIME type of a screenshot.

        Raises:
            InvalidOption: there is no such screenshot, or it is no longer kept.
        """
        frame_id, _, kind = uri.removeprefix(_PREFIX).partition("/")
        pair = self._cached.get(frame_id)
        if pair is None or kind not in _KINDS:
            raise InvalidOption(
                f"There is no picture {uri[:120]!r}; the last {PICTURES_KEPT} are kept."
            )
        data = pair[_KINDS.index(kind)]
        return data, _mime(data)


def _links(frame_id: str, pair: tuple[str, str]) -> tuple[ResourceLink, ...]:
    return tuple(
        (f"{_PREFIX}{frame_id}/{kind}", f"{kind} {frame_id}", _mime(data))
        for kind, data in zip(_KINDS, pair, strict=True)
    )


def _mime(data: str) -> str:
    return "image/jpeg" if data.startswith("/9j/") else "image/png"
