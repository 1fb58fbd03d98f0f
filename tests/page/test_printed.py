"""Results whose string form is their lines."""

from __future__ import annotations

from page_over import PageOf, page_over

from viewmark.page.context import PageContext


async def test_a_map_and_findings_print_as_lines_without_secrets(
    page_of: PageOf,
) -> None:
    page = page_over(
        PageContext(await page_of("<button>Go</button><input type=password value=hazel-17>"))
    )
    found = [str(await page.observe()), str(await page.find("Go")), str(await page.outline())]
    assert found[0].split()[0] == "[1]"
    assert all("Go" in each for each in found[:2])
    assert "hazel-17" not in "".join(found)
