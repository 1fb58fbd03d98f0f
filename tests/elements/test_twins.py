"""Text that distinguishes elements whose lines would otherwise be identical."""

from __future__ import annotations

from viewmark.elements.cells import Cell
from viewmark.elements.model import Element
from viewmark.elements.record import ElementIdentity
from viewmark.elements.twins import wheres
from viewmark.geometry import Bounds


def element(
    name: str = "Edit", *context: str, around: str = "", cell: Cell | None = None
) -> Element:
    return Element(
        tag="button",
        role="button",
        name=name,
        text=name,
        selector="",
        bounds=Bounds(0, 0, 9, 9),
        hint="clickable",
        cell=cell,
        identity=ElementIdentity(name=name, context=context, around=around),
    )


def test_what_has_no_equal_needs_nothing() -> None:
    assert wheres([element("Edit", "Kettle", around="r"), element("Save", "Cup", around="r")]) == [
        "",
        "",
    ]


def test_each_says_the_card_heading_or_label_that_tells_it_apart() -> None:
    told = wheres(
        [
            element("Edit", "Kettle", "Kitchen", around="rh"),
            element("Edit", "Cup", "Kitchen", around="rh"),
            element("Edit", "Cup", "Garden", around="rh"),
            element("Edit", "toolbar:Formatting", around="l"),
            element("Edit", "navigation", around="l"),
        ]
    )
    assert told == [
        'in "Kettle"',
        'in "Cup", under "Kitchen"',
        'in "Cup", under "Garden"',
        'in toolbar "Formatting"',
        "in navigation",
    ]


def test_what_nothing_tells_apart_says_its_place() -> None:
    assert wheres([element()] * 3) == ["1 of 3", "2 of 3", "3 of 3"]
    told = wheres([element("Edit", "Cup", around="r"), *[element("Edit", "Pot", around="r")] * 2])
    assert told == ['in "Cup"', 'in "Pot", 1 of 2', 'in "Pot", 2 of 2']


def test_what_has_no_words_says_what_it_stands_in() -> None:
    assert wheres([element("", "Kettle", around="r")]) == ['in "Kettle"']


def test_own_words_tell_nothing_and_a_cell_says_enough() -> None:
    assert wheres([element("Pay", "Pay", "List", around="og")] * 2) == ["1 of 2", "2 of 2"]
    rows = [element(cell=Cell(row="One")), element(cell=Cell(row="Two"))]
    assert wheres(rows) == ["", ""]


def test_what_has_no_words_says_what_it_stands_behind() -> None:
    assert wheres([element("Help"), element("", "banner", around="l")]) == [
        "",
        'in banner, after "Help"',
    ]
    assert wheres([element(""), element("Help")]) == ['before "Help"', ""]
    assert wheres([element("Help"), element("", "Kettle", around="r")]) == ["", 'in "Kettle"']


def test_a_day_says_its_month_and_not_the_other_days() -> None:
    words = "April 2026 Sun Mon Tue Wed Thu Fri Sat 29 30 31 and more of it"
    days = [element(str(day), words, around="r") for day in range(1, 31)]
    assert set(wheres(days)) == {'in "April 2026"'}
    assert wheres(days[:5]) == [""] * 5  # five numbers could be pagination
