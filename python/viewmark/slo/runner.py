"""Runs a plan: measures the reference page first, then each page, and judges the results."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack

from viewmark import Browser
from viewmark.errors import ViewmarkError
from viewmark.slo.measure import Samples, measure
from viewmark.slo.noise import Noise, NoiseMeter
from viewmark.slo.plan import DEMO, PageUnderTest, Plan
from viewmark.slo.report import PageReport, Report, environment, now
from viewmark.slo.verdict import judge
from viewmark.support import BrowserOptions, open_browser, serve

Progress = "Callable[[str, str, int, int], None]"

_REFERENCE_LOOKS = 10


async def run(
    plan: Plan,
    *,
    options: BrowserOptions | None = None,
    progress: Callable[[str, str, int, int], None] = lambda *_: None,
    page_done: Callable[[PageReport], None] = lambda _: None,
) -> Report:
    """Measure and judge the pages of a plan.

    A page that cannot be measured counts as a breach, with the reason; the other pages are still
    measured.

    Args:
        plan: pages, objectives, samples.
        options: options of the browser and its pages; a browser is started if omitted.
        progress: callback that gets the page's name, the step, the number of completed samples, and
            their total number.
        page_done: callback that gets each page's results after its measurement, judged by the noise
            so far; if the run is aborted, these are its results.

    Raises:
        InvalidOption: the plan is invalid.
        BrowserError: no browser can be started or attached to.
    """
    plan.check()
    options = options or BrowserOptions(output=None)
    browser = await open_browser(options)
    with ExitStack() as stack:
        demo = stack.enter_context(serve())
        try:
            noise = NoiseMeter(owns_browser=options.attach is None)
            reference = await _measure(
                browser,
                PageUnderTest(url=DEMO, name="reference"),
                Plan(samples=_REFERENCE_LOOKS, loads=3),
                demo,
                noise,
                progress,
            )
            found = []
            for about in plan.pages:
                result = await _page(browser, about, plan, demo, noise, progress)
                found.append((about, result))
                page_done(_judge(about, result, plan, noise.result(), reference))
            quiet = noise.result()
            environment_facts = environment(await _version(browser))
        finally:
            await browser.close()
    pages = tuple(_judge(about, result, plan, quiet, reference) for about, result in found)
    return Report(
        at=now(),
        environment=environment_facts,
        noise=quiet.to_json(),
        pages=pages,
        reference=dict(reference.values),
    )


def _judge(
    about: PageUnderTest,
    result: Samples | ViewmarkError,
    plan: Plan,
    quiet: Noise,
    reference: Samples,
) -> PageReport:
    failed = isinstance(result, ViewmarkError)
    samples = result if isinstance(result, Samples) else Samples()
    return PageReport(
        name=about.title,
        url=about.url,
        elements=samples.elements,
        samples=dict(samples.values),
        results=()
        if failed
        else tuple(
            judge(each, samples.values, quiet, reference.values).to_json()
            for each in plan.for_page(about)
        ),
        error=str(result) if failed else "",
        picture=samples.picture,
    )


async def _page(
    browser: Browser,
    about: PageUnderTest,
    plan: Plan,
    demo: str,
    noise: NoiseMeter,
    progress: Callable[[str, str, int, int], None],
) -> Samples | ViewmarkError:
    try:
        return await _measure(browser, about, plan, demo, noise, progress)
    except ViewmarkError as error:
        return error


async def _measure(
    browser: Browser,
    about: PageUnderTest,
    plan: Plan,
    demo: str,
    noise: NoiseMeter,
    progress: Callable[[str, str, int, int], None],
) -> Samples:
    def step(name: str, done: int, of: int) -> None:
        progress(about.title, name, done, of)

    url = demo if about.url == DEMO else about.url
    return await measure(browser, about, plan, url, noise=noise, progress=step)


async def _version(browser: Browser) -> str:
    page = await browser.page()
    try:
        version = await page.browser_page.session.send("Browser.getVersion", {})
        return str(version.get("product", ""))
    finally:
        await page.close()
