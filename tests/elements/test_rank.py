"""The mark limit keeps important elements and some of each region; others are only counted."""

from __future__ import annotations

from collections import Counter

from viewmark.elements.rank import FOREMOST, LeftOut, Ranked, Region, keep, left_out

MAIN = Region("main", kind="main", place="main", selector="main")
NAV = Region("nav", kind="navigation", label="Main", place="navigation", selector="#nav")
TABLE = Region("table", kind="table", label="Runs", place="main", selector="#runs")
FOOTER = Region("footer", kind="footer", place="aside")
MENU = Region("menu", kind="menu", place="menu")


def kept(found: list[Ranked], cap: int) -> Counter[str]:
    return Counter(found[i].region.kind for i in keep(found, cap))


def test_below_the_cap_everything_is_kept_in_its_order() -> None:
    found = [Ranked(MAIN, weight=2), Ranked(NAV), Ranked(MAIN)]
    assert keep(found, 3) == [0, 1, 2]


def test_controls_come_before_weak_evidence_and_cells_last() -> None:
    found = [Ranked(TABLE, weight=2)] * 50 + [Ranked(MAIN, weight=1)] * 5 + [Ranked(MAIN)] * 5
    assert keep(found, 6) == [0, 55, 56, 57, 58, 59]
    assert kept(found, 11) == {"main": 10, "table": 1}


def test_of_rows_their_weak_parts_come_before_the_fourth_of_the_same_button() -> None:
    row = [Ranked(TABLE, weight=1, kind=1), Ranked(TABLE, kind=100_002)]
    assert keep(row * 10, 6) == [0, 1, 2, 3, 4, 5]
    assert keep(row * 10, 8) == [0, 1, 2, 3, 4, 5, 7, 9]


def test_every_region_keeps_a_share() -> None:
    found = [Ranked(TABLE)] * 300 + [Ranked(NAV)] * 20 + [Ranked(MAIN)] * 10 + [Ranked(FOOTER)] * 9
    few = kept(found, 10)
    assert all(few[kind] >= 1 for kind in ("table", "navigation", "main", "footer"))
    many = kept(found, 100)
    assert (many["navigation"], many["main"], many["footer"]) == (20, 10, 9)
    assert many["table"] == 61


def test_what_an_open_dialog_holds_comes_before_everything() -> None:
    dialog = Region("dialog", kind="dialog", place="dialog")
    found = [Ranked(MAIN)] * 20 + [Ranked(dialog, layer=2, weight=w) for w in (1, 0, 0)]
    assert keep(found, 2) == [21, 22]
    assert keep(found, 4) == [0, 20, 21, 22]


def test_an_open_menu_is_kept_before_the_page_behind_it() -> None:
    found = [Ranked(MAIN)] * 30 + [Ranked(NAV)] * 30 + [Ranked(MENU, layer=1)] * 8
    assert kept(found, 12)["menu"] == 8


def test_a_cap_of_one_keeps_the_first_control_of_the_main_content() -> None:
    found = [Ranked(NAV)] * 5 + [Ranked(MAIN, weight=1), Ranked(MAIN), Ranked(MAIN)]
    assert keep(found, 1) == [6]
    form = Region("form", kind="form", place="main")
    assert keep([Ranked(MAIN, kind=1), Ranked(form, kind=1), Ranked(form, kind=FOREMOST)], 1) == [2]


def test_the_same_cap_keeps_the_same_and_a_larger_one_no_less() -> None:
    found = [Ranked((MAIN, NAV, TABLE, FOOTER)[i % 4], weight=i % 3) for i in range(120)]
    assert keep(found, 40) == keep(list(found), 40)
    assert [len(keep(found, cap)) for cap in (1, 7, 40, 119, 500)] == [1, 7, 40, 119, 120]


def test_what_was_left_out_is_told_by_region_with_the_way_to_it() -> None:
    cut = [Ranked(TABLE, weight=2)] * 3 + [Ranked(NAV)] + [Ranked(Region(""))] * 2
    rows = left_out(cut, {NAV: 10})
    assert rows == (
        LeftOut('navigation "Main"', 11, "#nav"),
        LeftOut('table "Runs"', 3, "#runs", 3),
        LeftOut("page", 2),
    )
    assert rows[0].line() == '11 in navigation "Main" (within #nav)'
    assert rows[1].line() == ('3 in table "Runs" (within #runs; cells by #runs[row,column])')
    assert rows[1].to_json() == {
        "region": 'table "Runs"',
        "count": 3,
        "selector": "#runs",
        "cells": 3,
    }


def test_of_a_header_the_search_and_what_is_one_of_a_few_come_before_many_links() -> None:
    header = Region("header", kind="header", place="navigation")
    found = [Ranked(header, kind=1)] * 9 + [Ranked(header, kind=FOREMOST), Ranked(header, kind=2)]
    assert keep(found, 1) == [9]
    assert keep(found, 3) == [0, 9, 10]


def test_of_a_table_the_controls_of_its_first_rows_are_kept() -> None:
    row = [Ranked(TABLE, kind=1), Ranked(TABLE, kind=2), Ranked(TABLE, kind=3)]
    assert keep(row * 20, 7) == [*range(7)]


def test_search_comes_first_in_an_open_dialog_too() -> None:
    dialog = Region("dialog", kind="dialog", place="dialog")
    found = [Ranked(dialog, 2, kind=k) for k in (1, 1, 1, 1, FOREMOST, 2)]
    assert keep(found, 2) == [4, 5]


def test_the_later_of_two_opened_pieces_is_read_first_and_a_modal_dialog_before_both() -> None:
    leads = [Ranked(MENU, layer, piece=piece).lead for layer, piece in ((0, 0), (1, 1), (1, 2))]
    assert leads == sorted(leads)
    assert Ranked(MENU, 2).lead > Ranked(MENU, 1, piece=10**6).lead
