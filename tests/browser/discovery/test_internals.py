"""Role, name and states in `ElementInternals` are those of Chromium's tree."""

from __future__ import annotations

from case_files import pages_of

from viewmark.browser.discovery.discover import discover
from viewmark.browser.discovery.internals import AGAIN

DEFINE = pages_of(__file__)["define"]
BODY = """<label>Agree <x-check id="c">x</x-check></label> <x-volume>v</x-volume>
<x-menu>File</x-menu> <x-off>Wifi</x-off> <x-plain>plain</x-plain>
<x-check role="link">a role of its own</x-check>"""


async def test_states_are_read_anew_with_each_look(page_of) -> None:
    page = await page_of(DEFINE + BODY)
    await discover(page)
    script = "document.getElementById('c').kept.ariaChecked = 'mixed'"
    await page.session.send("Runtime.evaluate", {"expression": script})  # in the page's main world
    assert (await discover(page)).elements[0].state == {"checked": "mixed"}


async def test_what_a_component_sets_late_is_told_by_the_next_look(page_of) -> None:
    late = "".join(f"<x-plain id=p{i}>plain</x-plain>" for i in range(8))
    page = await page_of(DEFINE + late)
    for _ in range(3):  # the third one reuses the result of the second
        assert {e.role for e in (await discover(page)).elements} == {"generic"}
    script = "Object.assign(p5.kept, { role: 'switch', ariaLabel: 'Late', ariaChecked: 'true' })"
    await page.session.send("Runtime.evaluate", {"expression": script})
    told = (await discover(page)).elements[5]
    assert (told.role, told.name, told.state["checked"]) == ("switch", "Late", True)
    script = "p5.kept.ariaChecked = 'false'"
    await page.session.send("Runtime.evaluate", {"expression": script})
    assert (await discover(page)).elements[5].state["checked"] is False


async def test_of_many_plain_components_late_ones_are_told_within_some_looks(page_of) -> None:
    many = "".join(f"<x-plain id=p{i}>{i}</x-plain>\n" for i in range(30))
    page = await page_of(DEFINE + many)
    await discover(page)
    script = "for (const el of document.querySelectorAll('x-plain')) el.kept.role = 'switch'"
    await page.session.send("Runtime.evaluate", {"expression": script})
    for _ in range(30 // AGAIN + 1):
        found = (await discover(page)).elements
    assert {e.role for e in found} == {"switch"}
