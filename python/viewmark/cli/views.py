"""Page views for `diff` and `audit`: a page at a given size and in a given colour scheme."""

from __future__ import annotations

import argparse
import json
import re
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from hashlib import blake2b
from pathlib import Path
from typing import Any, Literal, TypeVar, cast
from urllib.parse import urljoin

from viewmark.api.page import Page
from viewmark.cli.opening import browser_options, opened
from viewmark.cli.usage import address, size
from viewmark.comparison.audit import Audit
from viewmark.comparison.checkpoint import Checkpoint
from viewmark.comparison.model import PageComparison
from viewmark.comparison.report import (
    file_stem,
    index_page,
    junit_report,
    markdown_report,
    write_text,
)
from viewmark.comparison.rules import IgnoreRules
from viewmark.comparison.saved import load_checkpoint
from viewmark.errors import InvalidOption
from viewmark.files import write_atomic
from viewmark.progress import progress
from viewmark.toml_text import parsed_toml

Scheme = Literal["light", "dark"]
MOST = 1000
"""Maximum number of page views in a manifest (the file that lists pages and sizes)."""
_KEYS = ("pages", "base", "sizes", "color_schemes", "full_page", "baseline", "ignore")
_Seen = TypeVar("_Seen")
_Found = TypeVar("_Found", PageComparison, Audit)


@dataclass(frozen=True, slots=True)
class SizedPage:
    """A page at one size and in one colour scheme."""

    page: str
    """A URL, an HTML file, or a saved checkpoint."""
    size: tuple[int, int]
    """Width and height in CSS px."""
    scheme: Scheme | None = None
    """The colour scheme; None: the browser's own."""
    title: str = ""
    """Name of the page; the page's URL if the manifest gives no name."""
    has_siblings: bool = False
    """Whether the manifest also lists the same page at other sizes or in other colour schemes."""

    @property
    def name(self) -> str:
        """The name used in reports."""
        page = self.title or self.page
        if not self.has_siblings:
            return page
        return " ".join([page, "x".join(map(str, self.size)), *filter(None, [self.scheme])])

    @property
    def file_name(self) -> str:
        """File name of the page's baseline: parts of the page's name, the size, and a hash."""
        page = self.title or self.page
        words = re.sub(r"[^a-z0-9]+", "-", re.sub(r"^\w+://", "", page.lower())).strip("-")[:60]
        digest = blake2b(page.encode(), digest_size=4).hexdigest()
        scheme = f"-{self.scheme}" if self.scheme else ""
        return f"{words}-{self.size[0]}x{self.size[1]}{scheme}-{digest}.png"


@dataclass(frozen=True, slots=True, kw_only=True)
class Manifest:
    """Pages to view at each size and in each colour scheme, and rules for changes to ignore."""

    views: tuple[SizedPage, ...]
    baseline: Path | None = None
    ignore: IgnoreRules | None = None
    full_page: bool = False

    @classmethod
    def load(cls, path: Path, base: str | None = None) -> Manifest:
        """Read a manifest, in TOML or (depending on the suffix) JSON.

        Args:
            path: the file; paths inside it are relative to its folder.
            base: URL to which pages are relative, instead of the URL in the file.

        Raises:
            InvalidOption: the file is missing or invalid; the message names the invalid part.
        """
        try:
            text = path.read_text(encoding="utf-8")
            data = json.loads(text) if path.suffix.lower() == ".json" else parsed_toml(text)
        except (OSError, ValueError) as error:
            raise InvalidOption(f"{path}: no manifest can be read: {error}.") from None
        if not isinstance(data, dict) or (unknown := set(data) - {*_KEYS}):
            known = ", ".join(_KEYS)
            named = (
                f" {sorted(unknown)[0]!r:.40} is none of them." if isinstance(data, dict) else ""
            )
            raise InvalidOption(f"{path}: a manifest has {known}.{named}")
        base = base or _text(path, "base", data.get("base", ""))
        pages = [_page(path, each, base) for each in _list(path, "pages", data.get("pages"))]
        schemes = _list(path, "color_schemes", data.get("color_schemes", [None]))
        if set(schemes) - {None, "light", "dark"}:
            raise InvalidOption(f"{path}: color_schemes are light and dark.")
        try:
            sizes = [
                size(str(each)) for each in _list(path, "sizes", data.get("sizes", ["1280x720"]))
            ]
        except argparse.ArgumentTypeError as error:
            raise InvalidOption(f"{path}: sizes: {error}.") from None
        views = tuple(
            SizedPage(
                page, each, cast("Scheme | None", scheme), title, len(sizes) * len(schemes) > 1
            )
            for title, page in pages
            for each in sizes
            for scheme in schemes
        )
        if len(views) > MOST or len({view.file_name for view in views}) < len(views):
            raise InvalidOption(f"{path}: at most {MOST} views, each of them once.")
        ignore = data.get("ignore", {})
        if not isinstance(ignore, dict) or set(ignore) - {"words", "elements", "regions"}:
            raise InvalidOption(f"{path}: [ignore] has words, elements, regions.")
        for key, value in ignore.items():
            _list(path, f"ignore.{key}", value, least=0)
        saved = _text(path, "baseline", data.get("baseline", ""))
        return cls(
            views=views,
            baseline=path.parent / saved if saved else None,
            ignore=IgnoreRules.of(ignore) if ignore else None,
            full_page=data.get("full_page") is True,
        )


def _list(path: Path, key: str, value: object, *, least: int = 1) -> list[Any]:
    if not isinstance(value, list) or len(value) < least:
        raise InvalidOption(f"{path}: {key} must be a list{' that is not empty' * least}.")
    return value


def _text(path: Path, key: str, value: object) -> str:
    if not isinstance(value, str):
        raise InvalidOption(f"{path}: {key} must be text.")
    return value


def _page(path: Path, value: object, base: str) -> tuple[str, str]:
    """Parse a page entry: a URL, or a table with `name` and `page`."""
    named: dict[str, Any] = value if isinstance(value, dict) else {"name": value, "page": value}
    if set(named) != {"name", "page"} or not all(isinstance(v, str) and v for v in named.values()):
        raise InvalidOption(f"{path}: a page is an address, or has name and page: {value!r:.60}.")
    name, page = str(named["name"]), str(named["page"])
    if base:
        return name, urljoin(address(base), page)
    local = path.parent / page
    return name, str(local) if local.is_file() else page


def views_of(args: argparse.Namespace, pages: Sequence[str]) -> tuple[SizedPage, ...]:
    """Return views of the pages at the size given by the options."""
    return tuple(SizedPage(page, args.viewport or (1280, 720)) for page in pages)


async def see_views(
    views: Sequence[SizedPage],
    of_saved: Callable[[Checkpoint], _Seen],
    see: Callable[[Page], Awaitable[_Seen]],
    args: argparse.Namespace,
) -> list[_Seen]:
    """Return the result for each view, in order.

    Args:
        views: the views.
        of_saved: function that returns the result for a saved checkpoint.
        see: function that returns the result for a page that is open in a browser.
        args: the arguments of the verb, with the options of that browser.
    """
    said = {view: of_saved(load_checkpoint(view.page)) for view in views if _is_saved(view.page)}
    live = [view for view in views if view not in said]
    said |= dict(zip(live, await _at_views(live, see, args), strict=True))
    return [said[view] for view in views]


def _is_saved(page: str) -> bool:
    """Return whether a page is the file of a saved checkpoint."""
    return page.lower().endswith(".png") and "://" not in page


async def _at_views(
    views: Sequence[SizedPage],
    see: Callable[[Page], Awaitable[_Seen]],
    args: argparse.Namespace,
) -> list[_Seen]:
    if not views:
        return []
    found = []
    async with opened(replace(browser_options(args), viewport=views[0].size)) as browser:
        for view in views:
            with progress(f"opening {view.name}"):
                page = await browser.page()
                width, height = view.size
                await page.set_viewport(width=width, height=height)
                if view.scheme is not None:
                    await page.emulate(color_scheme=view.scheme)
                await page.goto(address(view.page))
                found.append(await see(page))
                await page.close()
    return found


def why_missing(args: argparse.Namespace) -> str:
    """Return the text that reports show for a page view without a baseline."""
    return "saved" if args.accept else "nothing to compare it with"


def write_reports(
    args: argparse.Namespace,
    title: str,
    named: Sequence[tuple[str, _Found]],
    html: Callable[..., str],
    pictures: Callable[[_Found], Iterable[tuple[str, bytes | None]]],
    *,
    verb: str = "diff",
    missing: Sequence[str] = (),
) -> None:
    """Write the files of `--markdown`, `--junit` and `--out`.

    The `--out` folder gets a page with images for each view with findings, and an index page.

    Args:
        args: the arguments of the verb.
        title: title of the index page.
        named: name and findings of each view.
        html: function that returns the HTML page for a view's findings, given a title.
        pictures: function that returns the images of the findings, each as a file name suffix and
            bytes.
        verb: name of the verb, for the JUnit report.
        missing: names of views without a baseline.
    """
    junit = junit_report(named, missing=() if args.accept else missing, verb=verb)
    for path, content in ((args.markdown, markdown_report(named)), (args.junit, junit)):
        if path is not None:
            write_text(path, content)
    folder = args.out
    if folder is None:
        return
    folder.mkdir(parents=True, exist_ok=True)
    rows = []
    for number, (name, found) in enumerate(named, 1):
        stem = f"{number:03}-{file_stem(name)}"
        rows.append((name, found.summary, f"{stem}.html" if found.sentences else ""))
        if not found.sentences:
            continue
        write_text(folder / f"{stem}.html", html(found, title=name))
        for ending, picture in pictures(found):
            if picture is not None:
                write_atomic(folder / f"{stem}{ending}", picture)
    if len(rows) + len(missing) > 1:
        rows += [(name, why_missing(args), "") for name in missing]
        write_text(folder / "index.html", index_page(title, rows))
