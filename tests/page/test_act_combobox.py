"""`select` and `fill_form` on custom comboboxes, with one small page for each kind."""

from __future__ import annotations

from pathlib import Path

import pytest
from page_over import PageOf

from viewmark import Page
from viewmark.errors import NotSelectable

PAGES = Path(__file__).parents[1] / "pages" / "comboboxes"
KINDS = ("select-only", "portal", "searched", "narrow-field", "drawn", "typed", "slotted", "beside")
"""Modelled on ARIA 1.2, MUI, Select2, React Select, Ant, MUI's Autocomplete, Shoelace and
Selectize."""


EDITOR = """<div role=gridcell id=cell></div><script>cell.append(c);
drop.addEventListener("click", () => { cell.textContent = chosen[0]; drop.remove(); });</script>"""
"""As in ag-grid: the combobox is in a cell and is removed when an option is chosen."""


def html_of(kind: str) -> str:
    return (PAGES / f"{kind}.html").read_text()


@pytest.mark.parametrize("kind", KINDS)
async def test_an_option_is_chosen_and_verified(page_of: PageOf, kind: str) -> None:
    page = Page(await page_of(html_of(kind)))
    done = await page.select("#c", "Green")
    assert done.chosen is not None
    assert ([each["label"] for each in done.chosen.selected], done.chosen.held) == (["Green"], True)
    assert (await page.evaluate("chosen")).value == ["Green"]
    await page.select("#c", "Blue")
    assert (await page.evaluate("chosen")).value == ["Green", "Blue"]


async def test_an_option_above_what_a_virtual_list_shows_is_found(
    page_of: PageOf,
) -> None:
    page = Page(await page_of(html_of("drawn")))
    scrolled = "() => { box.scrollTop = 9999; draw(); }"
    await page.evaluate(f"root.addEventListener('mousedown', {scrolled})")
    await page.select("#c", "Shade 3")
    assert (await page.evaluate("chosen")).value == ["Shade 3"]


@pytest.mark.parametrize("kind", KINDS)
async def test_an_option_that_is_missing_is_refused_with_those_that_are_there(
    page_of: PageOf, kind: str
) -> None:
    page = Page(await page_of(html_of(kind)))
    with pytest.raises(NotSelectable, match="has no such option; it has '") as caught:
        await page.select("#c", "Purple")
    labels = [each["label"] for each in caught.value.data["candidates"]]
    assert "Red" in labels or "Shade 0" in labels
    assert (await page.evaluate("chosen")).value == []
    assert (await page.get("#c", "attribute", "aria-expanded")).value in ("false", None)


@pytest.mark.parametrize("kind", KINDS)
async def test_a_form_takes_the_label_of_an_option(page_of: PageOf, kind: str) -> None:
    page = Page(await page_of(html_of(kind) + "<input id=n>"))
    await page.fill_form(
        [{"target": "#n", "value": "Ann"}, {"target": "#c", "value": "Dark green"}]
    )
    assert (await page.evaluate("chosen")).value == ["Dark green"]
    assert (await page.evaluate("n.value")).value == "Ann"


async def test_a_combobox_without_a_list_is_refused(page_of: PageOf) -> None:
    page = Page(await page_of("<div id=c role=combobox tabindex=0>Nothing</div>"))
    with pytest.raises(NotSelectable, match="showed no options"):
        await page.select("#c", "Red")
    page = Page(await page_of("<div id=c role=combobox aria-disabled=true>Off</div>"))
    with pytest.raises(NotSelectable, match="is disabled"):
        await page.select("#c", "Red")


async def test_an_option_that_was_typed_is_chosen_and_others_are_listed(
    page_of: PageOf,
) -> None:
    page = Page(await page_of(html_of("typed") + "<input id=n>"))
    done = await page.fill("#c", "green")
    assert done.chosen is not None
    assert ([each["label"] for each in done.chosen.selected], done.chosen.held) == (["Green"], True)
    assert (await page.evaluate("chosen")).value == ["Green"]
    again = await page.fill("#c", "gr")
    assert (again.chosen, again.report["offered"]) == (None, ["Green", "Dark green"])
    assert again.typed is not None
    assert again.typed.accepted is None
    assert "none of its list chosen" in str(again)


async def test_a_text_that_the_field_takes_back_is_not_called_accepted(
    page_of: PageOf,
) -> None:
    page = Page(await page_of(html_of("taken-back") + "<input id=n>"))
    done = await page.fill("#c", "Bl")
    assert (done.typed.accepted, done.chosen) == (None, None)
    assert done.report["offered"] == ["Red", "Green", "Dark green", "Blue"]
    await page.fill("#n", "x")
    assert (await page.evaluate("c.value")).value == "Red"
    done = await page.fill("#c", "Blue")
    assert (done.typed.accepted, done.state["value"]) == (True, "Blue")
    assert (await page.evaluate("chosen")).value == ["Blue"]


async def test_what_a_search_suggests_is_not_pressed(page_of: PageOf) -> None:
    page = Page(await page_of(f"<form role=search>{html_of('typed')}</form>"))
    done = await page.fill("#c", "Green")
    assert (done.chosen, (await page.evaluate("chosen")).value) == (None, [])


@pytest.mark.parametrize("form", ["", "<form>Name <input>"])
async def test_a_list_of_values_whose_field_is_one_of_a_search_is_chosen_from(
    page_of: PageOf, form: str
) -> None:
    of_search = html_of("typed").replace("<input id=c", f"{form}<input type=search id=c")
    page = Page(await page_of(of_search))
    done = await page.fill("#c", "Green")
    assert done.chosen is not None
    assert (done.chosen.held, (await page.evaluate("chosen")).value) == (True, ["Green"])
    alone = Page(await page_of(of_search.replace("<input type", "<form><input type")))
    if not form:
        assert (await alone.fill("#c", "Green")).chosen is None


async def test_a_word_that_a_list_offers_to_make_is_made_by_fill_alone(
    page_of: PageOf,
) -> None:
    page = Page(await page_of(html_of("words")))
    done = await page.fill("#c", "mauve")
    assert done.chosen is not None
    assert ([each["label"] for each in done.chosen.selected], done.chosen.held) == (["mauve"], True)
    done = await page.fill("#c", ["teal", "Green"])
    assert done.chosen is not None
    assert done.chosen.held
    assert (await page.evaluate("chosen")).value == ["teal", "Green"]
    with pytest.raises(NotSelectable, match="has no such option; it has 'Red'"):
        await page.select("#c", "pink")
    assert (await page.evaluate("chosen")).value == ["teal", "Green"]


async def test_the_place_to_type_of_a_list_is_no_secret_and_a_new_password_is(
    page_of: PageOf,
) -> None:
    page = Page(await page_of(html_of("beside")))
    assert (await page.type("#c", "gr")).state["value"] == "gr"
    for before in (
        "",
        "<input style='display:none'>",
        "<input type=password style='display:none'>",
    ):
        field = "<input id=c autocomplete=new-password>"
        page = Page(await page_of(f"{before}<div>{field}</div>"))
        assert "value" not in (await page.type("#c", "gr")).state


@pytest.mark.parametrize("kind", ["chips", "undeclared"])
async def test_in_a_list_of_several_no_others_stay_chosen(page_of: PageOf, kind: str) -> None:
    page = Page(await page_of(html_of(kind)))
    for labels in (["Green", "Blue"], ["Green"], ["Red", "Green"]):
        done = await page.fill("#c", labels)
        assert done.chosen is not None
        said = [each["label"] for each in done.chosen.selected]
        assert (said, done.chosen.held) == (labels, True)
        assert sorted((await page.evaluate("chosen")).value) == sorted(labels)


async def test_what_is_chosen_stays_where_an_option_is_missing(page_of: PageOf) -> None:
    page = Page(await page_of(html_of("chips")))
    await page.select("#c", ["Green", "Blue"])
    with pytest.raises(NotSelectable, match="has no such option; it has 'Red'"):
        await page.select("#c", ["Purple"])
    assert (await page.evaluate("chosen")).value == ["Green", "Blue"]


async def test_options_come_after_something_was_typed(page_of: PageOf) -> None:
    page = Page(await page_of(html_of("late")))
    done = await page.select("#c", "Dark green")
    assert done.chosen is not None
    assert (done.chosen.held, (await page.evaluate("chosen")).value) == (True, ["Dark green"])


async def test_an_editor_that_goes_when_it_has_its_value_held_it(
    page_of: PageOf,
) -> None:
    page = Page(await page_of(html_of("undeclared") + EDITOR))
    done = await page.select("#c", "Green")
    assert done.chosen is not None
    assert (done.chosen.held, (await page.evaluate("cell.innerText")).value) == (True, "Green")


async def test_the_list_of_another_control_is_not_chosen_from(page_of: PageOf) -> None:
    page = Page(await page_of(html_of("closing")))
    await page.select("#a", "Two")
    await page.select("#c", "Shade 287")
    assert (await page.evaluate("chosen")).value == ["Two", "Shade 287"]
