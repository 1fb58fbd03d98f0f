"""The plan of a run (pages, objectives, samples), read from `slo.toml` or `pyproject.toml`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any

from viewmark.errors import InvalidOption
from viewmark.slo.objectives import DEFAULTS, Objective, objectives_of
from viewmark.support import near_words, parsed_toml, rules_of

DEMO = "demo"
"""Value of `url` that stands for the page shipped with viewmark."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PageUnderTest:
    """A page, and how it is shown."""

    url: str = field(repr=False)
    """A URL, or `demo`."""
    name: str = ""
    """Name in reports; the URL if empty."""
    objectives: tuple[Objective, ...] = ()
    """Objectives of the page; they override the run's objectives of the same names."""
    viewport: tuple[int, int] = (1280, 720)
    """Width and height in CSS px."""
    device_scale_factor: float | None = None
    cpu_throttle: float = 1.0
    """Factor by which the page's processor is slowed down (CDP `setCPUThrottlingRate`)."""
    click_selector: str | None = None
    """Selector of the element to click for `click_ms`; without it no click is measured."""
    storage_state: str | None = None
    """Storage state file of `Page.save_storage_state` or Playwright, with the cookies and storage
    of a login.
    """

    @property
    def title(self) -> str:
        """The title used in reports."""
        return self.name or self.url


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """The plan of a whole run."""

    pages: tuple[PageUnderTest, ...] = (PageUnderTest(url=DEMO),)
    objectives: tuple[Objective, ...] = DEFAULTS
    samples: int = 30
    """Number of observations per page, each with a plain screenshot as its baseline."""
    loads: int = 5
    """Number of navigations per page."""
    warmup: int = 3
    """Number of observations before the measured ones."""
    model: str = "claude-standard"
    """Vision model, or model family, for which tokens are counted (`viewmark models`)."""

    def check(self) -> None:
        """Reject an invalid plan.

        Raises:
            InvalidOption: a number is out of range, there is no page, or a click has no selector.
            UnknownModel: there are no rules for `model`.
        """
        rules_of(self.model)
        for name, low, high in (("samples", 5, 10_000), ("loads", 1, 1_000), ("warmup", 0, 1_000)):
            value = getattr(self, name)
            if type(value) is not int or not low <= value <= high:
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
                        hint="Give the page a click_selector, in slo.toml.",
                        param=each.name,
                    )

    def for_page(self, page: PageUnderTest) -> tuple[Objective, ...]:
        """Return a page's own objectives, and those of the run that the page does not override."""
        own = {each.name for each in page.objectives}
        return (*(each for each in self.objectives if each.name not in own), *page.objectives)


OWN_PAGE = Plan(pages=(PageUnderTest(url=DEMO, click_selector="[data-testid=create-order]"),))
"""Plan used if no page is given: the page shipped with viewmark, with a click."""

_RUN = ("samples", "loads", "warmup", "model")
_PAGE = tuple(f.name for f in fields(PageUnderTest))


def find_plan(folder: Path) -> Path | None:
    """Return the configuration file for runs in a folder: `slo.toml`, else `pyproject.toml`.

    Raises:
        InvalidOption: `pyproject.toml` is not valid TOML.
    """
    own, shared = folder / "slo.toml", folder / "pyproject.toml"
    if own.is_file():
        return own
    if shared.is_file() and _in_pyproject(_read(shared)) is not None:
        return shared
    return None


def load_plan(path: Path) -> Plan:
    """Read a plan from a file.

    `slo.toml` has a table `[objectives]`, the numbers of the run at the top level (`samples`,
    `loads`, `warmup`), and `[[pages]]` with `url`, `name`, `viewport`, `click_selector` and others,
    each with its own `[pages.objectives]`. In `pyproject.toml` the same keys are below
    `[tool.viewmark.slo]`.

    Raises:
        InvalidOption: the file is not valid TOML, or contains an unknown name or an invalid value.
        ExtraMissing: on Python 3.10, `tomli` is not installed.
        OSError: the file cannot be read.
    """
    table = _read(path)
    if path.name == "pyproject.toml":
        table = _in_pyproject(table)
        if table is None:
            raise InvalidOption(
                f"{path} has no table [tool.viewmark.slo].",
                hint="Add it, or give a file slo.toml.",
                param="config",
            )
    return _plan(_table(table, "tool.viewmark.slo"), str(path))


def _read(path: Path) -> Any:
    text = path.read_bytes()
    try:
        return parsed_toml(text.decode())
    except ValueError as error:
        raise InvalidOption(f"{path} is not TOML: {error}.", param="config") from error


def _in_pyproject(table: Any) -> Any:
    for name in ("tool", "viewmark", "slo"):
        table = table.get(name) if isinstance(table, dict) else None
    return table


def _plan(table: Mapping[str, Any], source: str) -> Plan:
    _check_known(table, (*_RUN, "objectives", "pages"), source)
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
    _check_known(about, _PAGE, source)
    if not isinstance(about.get("url"), str):
        raise InvalidOption("Each of [[pages]] needs a url.", param="pages")
    if "objectives" in about:
        own = _table(about["objectives"], "pages.objectives")
        about["objectives"] = objectives_of(own, source=source)
    size, state = about.get("viewport", [1, 1]), about.get("storage_state", "")
    throttle = about.get("cpu_throttle", 1.0)
    if not isinstance(size, list) or [type(each) for each in size] != [int, int]:
        raise InvalidOption(f"viewport must be [width, height], not {size!r:.40}.", param="pages")
    if not isinstance(state, str):
        raise InvalidOption("storage_state must be the name of a file.", param="pages")
    if type(throttle) not in (int, float) or throttle < 1:
        raise InvalidOption(f"cpu_throttle must be 1 or more, not {throttle!r:.40}.", param="pages")
    if "viewport" in about:
        about["viewport"] = tuple(size)
    if "storage_state" in about:
        about["storage_state"] = str(Path(source).parent / state)
    return PageUnderTest(**about)


def _table(value: object, name: str) -> Mapping[str, Any]:
    if not isinstance(value, dict):
        raise InvalidOption(f"{name} must be a table, not {value!r:.40}.", param=name)
    return value


def _check_known(table: Mapping[str, Any], names: Sequence[str], source: str) -> None:
    for name in table:
        if name not in names:
            close = near_words(name, names)
            means = f"Do you mean {close[0]}? " if close else ""
            raise InvalidOption(
                f"{name!r:.60} in {source} means nothing.",
                hint=f"{means}Known are {', '.join(names)}.",
                param=name,
            )
