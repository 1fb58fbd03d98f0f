"""Budgets: limits for a block or a marked test, and baselines in blocking code."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import pytest
from page_over import PageOf
from webserver import LocalSite

import viewmark
from viewmark.errors import InvalidOption
from viewmark.slo import BudgetExceeded, budget
from viewmark.sync import Browser

pytest_plugins = ["pytester"]


async def test_a_ratio_has_a_baseline_of_its_own_at_the_end_of_the_block(
    page_of: PageOf,
) -> None:
    page = viewmark.Page(await page_of("<button id=go>Go</button>"))
    async with budget(ratio=1000, click_ratio=1000) as spent:
        await page.observe(annotate=True)
        await page.click("#go")
    assert len(spent.samples["screenshot"]) == 7
    with pytest.raises(BudgetExceeded, match=r"observe_ratio: .* x instead of 0\.01"):
        async with budget(ratio=0.01):
            await page.observe(annotate=True)


async def test_the_blocks_own_bare_captures_are_the_baseline(
    page_of: PageOf,
) -> None:
    page = viewmark.Page(await page_of("<button id=go>Go</button>"))
    with budget(ratio=1000) as spent:
        await page.observe(annotate=True)
        await page.screenshot()
    assert len(spent.samples["screenshot"]) == 1
    with pytest.raises(BudgetExceeded, match="async with"), budget(ratio=1000):
        await page.observe(annotate=True)


async def test_calls_of_tasks_count_and_an_error_goes_first(
    page_of: PageOf,
) -> None:
    page = viewmark.Page(await page_of("<button id=go>Go</button>"))
    async with budget(observe_ms=60_000) as spent:
        await asyncio.gather(page.observe(), page.observe())
    assert len(spent.samples["observe"]) == 2
    with pytest.raises(ZeroDivisionError):
        async with budget(ratio=0.01):
            1 / 0  # noqa: B018


@pytest.fixture(scope="module")
def blocking_browser() -> Iterator[Browser]:
    """A browser of the blocking API."""
    with viewmark.sync.launch() as browser:
        yield browser


def test_pages_of_the_blocking_api_have_budgets_and_baselines_too(
    blocking_browser: Browser, site: LocalSite
) -> None:
    site.put("/", "<button>Go</button>")
    page = blocking_browser.page(site.url("/"))
    with budget(ratio=1000, observe_ms=60_000) as spent:
        page.observe(annotate=True)
    assert len(spent.samples["observe"]) == 1
    assert len(spent.samples["screenshot"]) == 7


@pytest.mark.parametrize("limits", [{}, {"base64_max": 5}, {"first_look_ms": 5}, {"obsrve_ms": 5}])
def test_what_a_block_cannot_have_is_refused(limits: dict[str, float]) -> None:
    with pytest.raises(InvalidOption):
        budget(**limits)


HEAD = """
import asyncio, pytest
from viewmark.stages import record_stages

def call(name="observe"):
    with record_stages(name):
        pass
"""


def run(pytester: pytest.Pytester, body: str, *args: str) -> pytest.RunResult:
    """Run pytest with the marker's hooks; calls are recorded without a browser."""
    pytester.makeini("[pytest]\nasyncio_default_fixture_loop_scope = function\n")
    pytester.makepyfile(HEAD + body)
    command = ("-p", "viewmark.slo.pytest_marker", "-p", "no:cacheprovider", "--strict-markers")
    return pytester.runpytest_inprocess(*command, *args)


def test_a_marked_test_fails_where_its_calls_take_longer(pytester: pytest.Pytester) -> None:
    done = run(
        pytester,
        """
@pytest.mark.viewmark_budget(observe_ms=60_000)
def test_kept(): call()

@pytest.mark.viewmark_budget(observe_ms=0.000001)
def test_missed(): call()

@pytest.mark.viewmark_budget(observe_ms=60_000)
def test_idle(): pass

def test_free(): call()
""",
    )
    done.assert_outcomes(passed=2, failed=2)
    said = done.stdout.str()
    assert "viewmark_budget: observe_ms: " in said
    assert "ms instead of 1e-06 (1 call)" in said
    assert "observe_ms: the block did nothing of the kind" in said


def test_coroutines_are_held_to_it_too(pytester: pytest.Pytester) -> None:
    done = run(
        pytester,
        """
@pytest.mark.asyncio
@pytest.mark.viewmark_budget(observe_ms=0.000001)
async def test_missed():
    await asyncio.create_task(asyncio.to_thread(call))
""",
    )
    done.assert_outcomes(failed=1)
    assert "(1 call)" in done.stdout.str()


def test_a_nearer_marker_replaces_limits_by_name(pytester: pytest.Pytester) -> None:
    done = run(
        pytester,
        """
@pytest.mark.viewmark_budget(observe_ms=0.000001, click_ms=60_000)
class TestAll:
    @pytest.mark.viewmark_budget(observe_ms=60_000)
    def test_kept(self): call(); call("click")

    def test_missed(self): call(); call("click")
""",
    )
    done.assert_outcomes(passed=1, failed=1)


@pytest.mark.parametrize("arguments", ["obsrve_ms=5", "200", "base64_max=5", ""])
def test_a_marker_that_means_nothing_stops_the_run_before_any_test(
    pytester: pytest.Pytester, arguments: str
) -> None:
    done = run(
        pytester,
        f"""
def test_one(): call()

@pytest.mark.viewmark_budget({arguments})
def test_two(): call()
""",
    )
    assert done.ret == pytest.ExitCode.USAGE_ERROR
    assert "test_two: viewmark_budget: " in done.stderr.str()
    assert "passed" not in done.stdout.str()


def test_the_figures_are_properties_of_the_report(pytester: pytest.Pytester) -> None:
    run(
        pytester,
        """
@pytest.mark.viewmark_budget(observe_ms=60_000)
def test_kept(): call()
""",
        "--junitxml=out.xml",
    )
    assert 'name="viewmark_observe_ms"' in (pytester.path / "out.xml").read_text()
