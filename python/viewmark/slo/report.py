"""Results of a run: pages, samples, verdicts, environment; converted to JSON and back."""

from __future__ import annotations

import json
import os
import platform
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timezone
from importlib.metadata import version
from typing import Any

from viewmark.errors import InvalidOption
from viewmark.slo.statistics import median, quantile
from viewmark.slo.verdict import Verdict

SCHEMA = 1
"""Version of the JSON format."""
EXIT_CODES: Mapping[str, int] = {"pass": 0, "breach": 1, "inconclusive": 3}


@dataclass(frozen=True, slots=True, kw_only=True)
class PageReport:
    """The results of one page in a run."""

    name: str
    url: str = field(repr=False)
    elements: int
    samples: Mapping[str, Sequence[float]] = field(repr=False)
    results: tuple[Mapping[str, Any], ...]
    """Results in the format of `Result.to_json`."""
    error: str = ""
    """The reason why the page could not be measured; in this case there are no results."""
    picture: str = field(default="", repr=False)
    """Base64 JPEG of the last observation; not included in the JSON file."""

    @property
    def verdict(self) -> Verdict:
        """The worst verdict of the objectives; a breach if the page could not be measured."""
        found = {each["verdict"] for each in self.results}
        if self.error or "breach" in found:
            return "breach"
        return "inconclusive" if "inconclusive" in found or not found else "pass"

    def to_json(self) -> dict[str, Any]:
        """Return the data as a JSON-serializable dictionary."""
        samples = {name: [round(v, 3) for v in each] for name, each in self.samples.items()}
        return {
            "name": self.name,
            "url": self.url,
            "verdict": self.verdict,
            "error": self.error,
            "elements": self.elements,
            "objectives": [*map(dict, self.results)],
            "stages": stage_summary(samples),
            "samples": samples,
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """The results of a whole run."""

    at: str
    """Time of the run in ISO 8601, UTC."""
    environment: Mapping[str, Any]
    noise: Mapping[str, Any]
    pages: tuple[PageReport, ...]
    reference: Mapping[str, Sequence[float]] = field(default_factory=dict, repr=False)
    """Samples of the reference page (the demo), keyed by metric."""

    @property
    def verdict(self) -> Verdict:
        """The worst verdict of the pages: a breach, else inconclusive, else a pass."""
        found = {page.verdict for page in self.pages}
        worst: Verdict
        for worst in ("breach", "inconclusive"):
            if worst in found:
                return worst
        return "pass"

    @property
    def exit_code(self) -> int:
        """0: pass, 1: breach, 3: inconclusive."""
        return EXIT_CODES[self.verdict]

    def to_json(self) -> dict[str, Any]:
        """Return the JSON form, which `from_json` can read."""
        return {
            "viewmark_slo": SCHEMA,
            "at": self.at,
            "verdict": self.verdict,
            "environment": dict(self.environment),
            "noise": dict(self.noise),
            "reference": {n: [round(v, 3) for v in each] for n, each in self.reference.items()},
            "pages": [page.to_json() for page in self.pages],
        }

    @classmethod
    def from_json(cls, data: str | bytes | Mapping[str, Any]) -> Report:
        """Create a report from the result of `to_json`.

        Raises:
            InvalidOption: the data is not a report, or was written by a different version.
        """
        try:
            record = data if not isinstance(data, (str, bytes)) else json.loads(data)
            if record["viewmark_slo"] != SCHEMA:
                raise InvalidOption(
                    f"The file is of version {record['viewmark_slo']!r:.20}; this reads {SCHEMA}.",
                    hint="Compare with the viewmark that wrote it.",
                )
            pages = tuple(
                PageReport(
                    samples=_floats(page["samples"]),
                    results=tuple(page["objectives"]),
                    elements=int(page["elements"]),
                    **{name: str(page[name]) for name in ("name", "url", "error")},
                )
                for page in record["pages"]
            )
            return cls(
                at=str(record["at"]),
                environment=dict(record["environment"]),
                noise=dict(record["noise"]),
                pages=pages,
                reference=_floats(record["reference"]),
            )
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            if isinstance(error, InvalidOption):
                raise
            raise InvalidOption(
                "This is not a file of `viewmark slo --json`.", hint="Give one that it wrote."
            ) from error


def _floats(samples: Mapping[str, Sequence[Any]]) -> dict[str, list[float]]:
    return {str(name): [float(v) for v in each] for name, each in samples.items()}


def stage_summary(samples: Mapping[str, Sequence[float]]) -> dict[str, dict[str, float]]:
    """Return median, quartiles and 95th percentile of each metric, keyed by metric."""
    return {
        name: {
            "median": round(median(each), 3),
            "p25": round(quantile(each, 25), 3),
            "p75": round(quantile(each, 75), 3),
            "p95": round(quantile(each, 95), 3),
            "samples": len(each),
        }
        for name, each in samples.items()
        if each
    }


def environment(browser: str) -> dict[str, Any]:
    """Return a description of the machine and software that the figures depend on.

    Args:
        browser: name and version of the browser.
    """
    return {
        "viewmark": version("viewmark"),
        "browser": browser,
        "python": platform.python_version(),
        "system": f"{platform.system()} {platform.machine()}",
        "cores": os.cpu_count() or 1,
        "commit": _commit(),
    }


def _commit() -> str:
    """Return the Git commit of the current folder, or "" if it is not under version control."""
    for name in ("GITHUB_SHA", "CI_COMMIT_SHA"):
        if os.environ.get(name):
            return os.environ[name][:12]
    try:
        ran = subprocess.run(
            ["git", "rev-parse", "--short=12", "HEAD"],
            capture_output=True,
            text=True,
            timeout=5,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return ran.stdout.strip() if ran.returncode == 0 else ""


def now() -> str:
    """Return the current time in the format for a run."""
    return datetime.now(timezone.utc).isoformat(timespec="seconds")
