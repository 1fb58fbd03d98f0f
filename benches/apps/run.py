"""Discovery on real applications: recall, precision, and every miss (`make test-apps`).

    python benches/apps/run.py [NAME ...] [--pictures FOLDER]

The exit code is 1 if recall or precision over all applications together is below its target.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parents[1] / "tests"), str(HERE.parents[1] / "python")]

import serve  # noqa: E402
from score import Score, score  # noqa: E402

from viewmark.browser.actions.navigation import goto  # noqa: E402
from viewmark.browser.discovery.discover import discover  # noqa: E402
from viewmark.browser.launch.browser import launch  # noqa: E402
from viewmark.browser.settling import settle  # noqa: E402
from viewmark.errors import PageNavigated  # noqa: E402

if TYPE_CHECKING:
    from collections.abc import Callable

    from viewmark.browser.launch.browser import ChromeBrowser
    from viewmark.browser.page_target import PageTarget

RECALL, PRECISION = 0.99, 0.97
APPS: dict[str, Callable[[], contextlib.AbstractContextManager[str]]] = {
    "jupyterlab": serve.jupyterlab,
    "django": serve.django,
    "streamlit": serve.streamlit,
    "gradio": serve.gradio,
    "mkdocs": serve.mkdocs,
    **{n: (lambda n=n: serve.library(n)) for n in ("antd", "shoelace", "bootstrap", "mui")},
}


LAST_WORDS = {"streamlit": "Note", "gradio": "Clear", "jupyterlab": "sum(range(10))"}
"""Text that an application shows once it has started; it builds its page by script."""


async def _ready(page: PageTarget, name: str = "") -> None:
    """Wait until the last text appears and two observations agree, for at most two minutes."""
    before, same = -1, 0
    for _ in range(120):
        with contextlib.suppress(PageNavigated):
            await settle(page, timeout_s=3)
            now = (await discover(page)).total_found
            there = await page.call(None, _SHOWS, LAST_WORDS.get(name, ""))
            same = same + 1 if there and now == before and now > 0 else 0
            if same >= 2:
                return
            before = now
        await asyncio.sleep(0.7)


_SHOWS = "function (words) { return document.body.innerText.includes(words); }"


_LOG_IN = """function () {
  document.querySelector('[name=username]').value = 'a';
  document.querySelector('[name=password]').value = 'admin';
  document.querySelector('[type=submit]').click();
}"""


async def _views(name: str, page: PageTarget, url: str) -> list[tuple[str, Score, PageTarget]]:
    """Return title, score and tab of each page of an application that is scored."""
    await goto(page, url)
    await _ready(page, name)
    seen = [("start", await score(page), page)]
    if name == "django":
        await page.call(None, _LOG_IN)
        await _ready(page)
        seen.append(("index", await score(page), page))
        for path in ("auth/user/", "auth/user/1/change/"):
            await goto(page, url + path)
            await _ready(page)
            seen.append((path, await score(page), page))
    return seen


async def _run(browser: ChromeBrowser, name: str, pictures: Path | None) -> list[tuple[str, Score]]:
    with APPS[name]() as url:
        page = await browser.page()
        try:
            views = await _views(name, page, url)
            if pictures is not None:
                await _picture(page, pictures / f"{name}.jpg")
            return [(f"{name}/{view}", made) for view, made, _ in views]
        finally:
            await page.close()


async def _picture(page: PageTarget, path: Path) -> None:
    from viewmark.page.context import PageContext
    from viewmark.page.observe import ObserveOptions, observe

    seen = await observe(PageContext(page), ObserveOptions(annotate=True, max_annotations=100))
    path.parent.mkdir(parents=True, exist_ok=True)
    seen.save(path)


async def main(names: list[str], pictures: Path | None) -> int:
    scores: list[tuple[str, Score]] = []
    failed: list[str] = []
    async with launch(headless=True) as browser:
        for name in names:
            try:
                found = await _run(browser, name, pictures)
            except Exception as error:  # continue with the other applications
                failed.append(f"{name}: {type(error).__name__}: {error}")
                print(f"{name}: {type(error).__name__}: {error}", flush=True)
                continue
            scores += found
            for view, made in found:
                print(
                    f"{view:28} targets {made.targets:3} recall {made.recall:6.1%}"
                    f"  marks {made.marks:3} precision {made.precision:6.1%}",
                    flush=True,
                )
                for line in made.missed:
                    print(f"    missed {line}")
                for line in made.wrong:
                    print(f"    wrong  {line}")
    targets, found_n = sum(s.targets for _, s in scores), sum(s.found for _, s in scores)
    marks, right = sum(s.marks for _, s in scores), sum(s.right for _, s in scores)
    recall, precision = found_n / max(1, targets), right / max(1, marks)
    print(
        f"all: {len(scores)} pages, {targets} targets, recall {recall:.2%} (target {RECALL:.0%}),"
        f" {marks} marks, precision {precision:.2%} (target {PRECISION:.0%})"
    )
    print(json.dumps({"failed": failed}))
    return 0 if recall >= RECALL and precision >= PRECISION and not failed else 1


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", help=", ".join(APPS))
    parser.add_argument("--pictures", type=Path, help="folder for an annotated picture of each")
    args = parser.parse_args()
    unknown = set(args.names) - set(APPS)
    if unknown:
        parser.error(f"unknown: {', '.join(sorted(unknown))}; there are {', '.join(APPS)}")
    raise SystemExit(asyncio.run(main(args.names or list(APPS), args.pictures)))
