"""Role and accessible name agree with Chromium's own accessibility tree, element by element."""

from __future__ import annotations

from asking import ALL, answers, turn_to

# Known differences with their reasons (docs/internals/names.md has the table).
EXPECTED = {
    # Names never contain secret values; Chromium inserts bullets or the value.
    "words/secrets": {"with-pw", "by-pw", "by-self", "heading", "region", "key"},
    # Chromium names a media element that cannot play by its error message.
    "native": {"<audio", "<video"},
    "embedded": {"<audio", "<video"},
    # Chromium treats boxes with a table layout as parts of a table.
    "overlaps": {"display:table-row", "display:table-cell"},
    # A listener added by script makes Chromium split the drawing and name the part.
    "handlers": {"<svg", "svg-rect"},
}


async def test_role_and_name_are_those_of_the_accessibility_tree(page_of, site):
    total = same = 0
    page = await page_of("<title>empty</title>")
    for name in ALL:
        await turn_to(page, site, name)
        found = await answers(page)
        assert len(found) > 1, name
        known = EXPECTED.get(name, set())
        wrong = [each for each in found if not each.is_same]
        assert [each for each in wrong if not any(part in each.html for part in known)] == [], name
        for part in known:
            assert any(part in each.html for each in wrong), f"{part} agrees now; {name}"
        total += len(found)
        same += len(found) - len(wrong)
    assert total > 1000
    assert same / total >= 0.99
