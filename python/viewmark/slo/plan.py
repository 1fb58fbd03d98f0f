"""What a run measures: pages, objectives, samples; read from `slo.toml` or `pyproject.toml`."""

from __future__ import annotations

from dataclasses import dataclass, field, fields, replace
from importlib import import_module
from typing import TYPE_CHECKING, Any

from viewmark.errors import ExtraMissing, InvalidOption
from viewmark.slo.objectives import DEFAULTS, Objective, objectives_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

__all__ = ["DEMO", "PageUnderTest", "Plan", "load_plan"]

DEMO = "demo"
"""The page that comes with viewmark, in place of an address."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PageUnderTest:
    """One page, and how it is shown."""

    url: str = field(repr=False)
    """An address, or `demo`."""
    name: str = ""
    """For reports; the address if empty."""
    objectives: tuple[Objective, ...] = ()
    """Its own; they replace those of the run that have the same name."""
    viewport: tuple[int, int] = (1280, 720)
    """CSS px."""
    device_scale_factor: float | None = None
    cpu_throttle: float = 1.0
    """How many times slower the page's processor is made (CDP `setCPUThrottlingRate`)."""
    click_selector: str | None = None
    """What is clicked for `click_ms`; without it no click is measured."""

    @property
    def title(self) -> str:
        """Its name in reports."""
        return self.name or self.url


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """A whole run."""

    pages: tuple[PageUnderTest, ...] = (PageUnderTest(url=DEMO),)
    objectives: tuple[Objective, ...] = DEFAULTS
    samples: int = 30
    """Looks per page, each with its baseline."""
    loads: int = 5
    """Navigations per page."""
    warmup: int = 3
    """Looks before, which do not count."""
    mcp: bool = False
    """Measure looks over MCP too (needs the extra `mcp`)."""

    def check(self) -> None:
        """Refuse what cannot be measured.

        Raises:
            InvalidOption: with what is allowed.
        """
        for name, low, high in (("samples", 5, 10_000), ("loads", 1, 1_000), ("warmup", 0, 1_000)):
            value = getattr(self, name)
            if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
                raise InvalidOption(
                    f"{name} must be {low} to {high}, not {value!r:.40}.", param=name
                )
        if not self.pages:
            raise InvalidOption("There is no page to measure.", param="pages")
        for page in self.pages:
            for each in self.for_page(page):
                if each.metric in ("click", "aim", "input", "effect") and not page.click_selector:
                    raise InvalidOption(
                        f"{each.name} of {page.title} needs to know what to click.",
                        hint="Give the page a click_selector.",
                        param=each.name,
                    )
                if each.metric == "mcp" and not self.mcp:
                    raise InvalidOption(
                        f"{each.name} needs looks over MCP.",
                        hint="Set mcp = true, or --mcp.",
                        param=each.name,
                    )

    def for_page(self, page: PageUnderTest) -> tuple[Objective, ...]:
        """The objectives of a page: its own, and those of the run that it does not replace."""
        own = {each.name for each in page.objectives}
        return (*(each for each in self.objectives if each.name not in own), *page.objectives)


_RUN = ("samples", "loads", "warmup", "mcp")
_PAGE = tuple(f.name for f in fields(PageUnderTest))


def load_plan(path: Path) -> Plan:
    """Read a plan.

    `slo.toml` has a table `[objectives]`, the numbers of the run at its top (`samples`, `loads`,
    `warmup`, `mcp`), and `[[pages]]` with `url`, `name`, `viewport`, `click_selector` and so on,
    each with `[pages.objectives]` of its own. In `pyproject.toml` the same stands below
    `[tool.viewmark.slo]`.

    Raises:
        InvalidOption: not TOML, or a name or value that means nothing.
        ExtraMissing: Python 3.10 without `tomli`.
        OSError: the file cannot be read.
    """
    text = path.read_bytes()
    toml = _toml()
    try:
        table: Any = toml.loads(text.decode())
    except ValueError as error:
        raise InvalidOption(f"{path} is not TOML: {error}.", param="config") from error
    if path.name == "pyproject.toml":
        table = table.get("tool", {}).get("viewmark", {}).get("slo")
        if table is None:
            raise InvalidOption(
                f"{path} has no table [tool.viewmark.slo].",
                hint="Add it, or give a file slo.toml.",
                param="config",
            )
    return _plan(table, str(path))


def _toml() -> Any:
    for name in ("tomllib", "tomli"):
        try:
            return import_module(name)
        except ModuleNotFoundError:
            continue
    raise ExtraMissing(
        "Python 3.10 reads no TOML by itself.", hint="Install tomli, or use Python 3.11."
    )


def _plan(table: Mapping[str, Any], source: str) -> Plan:
    _known(table, (*_RUN, "objectives", "pages"), source)
    plan = Plan(**{name: table[name] for name in _RUN if name in table})
    if "objectives" in table:
        own = objectives_of(_table(table["objectives"], "objectives"), source=source)
        plan = replace(plan, objectives=own)
    if "pages" in table:
        pages = table["pages"]
        if not isinstance(pages, list):
            raise InvalidOption("pages must be tables: [[pages]].", param="pages")
        plan = replace(plan, pages=tuple(_page(each, source) for each in pages))
    plan.check()
    return plan


def _page(table: object, source: str) -> PageUnderTest:
    about = dict(_table(table, "pages"))
    _known(about, _PAGE, source)
    if not isinstance(about.get("url"), str):
        raise InvalidOption("Each of [[pages]] needs a url.", param="pages")
    if "objectives" in about:
        own = _table(about["objectives"], "pages.objectives")
        about["objectives"] = objectives_of(own, source=source)
    if "viewport" in about:
        size = about["viewport"]
        if not (isinstance(size, list) and len(size) == 2 and all(type(s) is int for s in size)):
            raise InvalidOption(
                f"viewport must be [width, height], not {size!r:.40}.", param="pages"
            )
        about["viewport"] = tuple(size)
    throttle = about.get("cpu_throttle", 1.0)
    if isinstance(throttle, bool) or not isinstance(throttle, (int, float)) or throttle < 1:
        raise InvalidOption(f"cpu_throttle must be 1 or more, not {throttle!r:.40}.", param="pages")
    return PageUnderTest(**about)


def _table(value: object, name: str) -> Mapping[str, Any]:
    if not isinstance(value, dict):
        raise InvalidOption(f"{name} must be a table, not {value!r:.40}.", param=name)
    return value


def _known(table: Mapping[str, Any], names: Sequence[str], source: str) -> None:
    for name in table:
        if name not in names:
            raise InvalidOption(
                f"{name!r:.60} in {source} means nothing.",
                hint=f"Known are {', '.join(names)}.",
                param=name,
            )
