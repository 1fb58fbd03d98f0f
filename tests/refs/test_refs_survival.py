"""Which refs survive which page change; `Screen` fails if a ref changes to another item."""

from __future__ import annotations

from dataclasses import replace

import pytest
from looks import Item, Screen, cards, items, mounted_anew, poured

TOOLBAR = ("Save", "Open", "Print", "Undo", "Redo")
TITLES = ("Lamp", "Chair", "Table", "Sofa", "Rug", "Clock")


def test_five_looks_without_change_give_the_same_refs_and_stable() -> None:
    screen = Screen()
    page = [*items(*TOOLBAR), *cards(*TITLES)]
    first = screen.look(page)
    assert {a.stability for a in first.values()} == {"new"}
    for _ in range(5):
        again = screen.look(page)
        assert {w: a.ref for w, a in again.items()} == {w: a.ref for w, a in first.items()}
        assert {a.stability for a in again.values()} == {"stable"}
        assert screen.registry.gone == ()


def test_insertion_at_the_head_keeps_every_ref() -> None:
    screen = Screen()
    page = items(*TOOLBAR)
    first = screen.look(page)
    second = screen.look([*items("New"), *page])
    assert all(second[w].ref == first[w].ref for w in TOOLBAR)
    assert {second[w].stability for w in TOOLBAR} == {"moved"}
    assert second["New"].stability == "new"


def test_removal_keeps_the_others_and_names_the_gone() -> None:
    screen = Screen()
    page = cards(*TITLES)
    first = screen.look(page)
    second = screen.look(page[1:])
    assert all(second[w].ref == first[w].ref for w in TITLES[1:])
    assert screen.registry.gone == (first["Lamp"].ref,)


@pytest.mark.parametrize("mount", [list, mounted_anew], ids=["same nodes", "new nodes"])
def test_reordering_moves_refs_along(mount: object) -> None:
    screen = Screen()
    page = cards(*TITLES)
    first = screen.look(page)
    second = screen.look(mount(page[::-1]))  # type: ignore[operator]
    assert {w: a.ref for w, a in second.items()} == {w: a.ref for w, a in first.items()}


def test_another_text_on_the_same_node_keeps_the_ref() -> None:
    screen = Screen()
    page = [*items("Play", "Stop"), *cards(*TITLES)]
    first = screen.look(page)
    page[0] = replace(page[0], name="Pause")
    second = screen.look(page)
    assert second["Play"].ref == first["Play"].ref
    assert second["Play"].stability == "stable"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("Like (3)", "Like (4)"),
        ("Like", "Like (1)"),
        ("Inbox [12]", "Inbox [13 unread]"),
        ("Cart: 2", "Cart: 10"),
        ("Alerts 9+", "Alerts 99+"),
        ("3 comments", "12 comments"),
    ],
)
def test_a_counter_changes_nothing_even_on_a_new_node(before: str, after: str) -> None:
    screen = Screen()
    first = screen.look([Item(before, who="it"), *items(*TOOLBAR)])
    second = screen.look([Item(after, who="it"), *items(*TOOLBAR)])
    assert second["it"].ref == first["it"].ref


def test_a_counter_does_not_change_the_text_of_a_ref_in_another_run() -> None:
    refs = {Screen().look([Item(name, who="it")])["it"].ref for name in ("Like (3)", "Like (41)")}
    assert len(refs) == 1


def test_numbers_that_tell_apart_are_no_counters() -> None:
    screen = Screen()
    first = screen.look(items("Photo (1)", "Photo (2)", "Photo (3)"))
    assert len({a.ref for a in first.values()}) == 3
    second = screen.look(items("Photo (2)", "Photo (3)", "Photo (4)"))
    assert second["Photo (2)"].ref == first["Photo (2)"].ref
    assert second["Photo (4)"].stability == "new"


def test_one_order_replaced_by_the_next_is_another_element() -> None:
    screen = Screen()
    screen.look(items("Order 1001"))
    assert screen.look(items("Order 1002"))["Order 1002"].stability == "new"


def test_a_list_rendered_anew_keeps_every_ref_and_stays_stable() -> None:
    screen = Screen()
    page = cards(*TITLES)
    first = screen.look(page)
    second = screen.look(mounted_anew(page))
    assert {w: (a.ref, a.stability) for w, a in second.items()} == {
        w: (a.ref, "stable") for w, a in first.items()
    }


def test_a_reload_brings_refs_back() -> None:
    screen = Screen()
    page = [*items(*TOOLBAR), *cards(*TITLES)]
    first = screen.look(page)
    second = screen.look(mounted_anew(page, epoch="doc-2"), epoch="doc-2")
    assert {w: a.ref for w, a in second.items()} == {w: a.ref for w, a in first.items()}


def test_going_there_and_back_brings_refs_back() -> None:
    screen = Screen()
    page = cards(*TITLES)
    first = screen.look(page)
    screen.look(items("Other", epoch="doc-2"), epoch="doc-2", url="https://shop.example/other")
    third = screen.look(mounted_anew(page, epoch="doc-3"), epoch="doc-3")
    assert {w: a.ref for w, a in third.items()} == {w: a.ref for w, a in first.items()}


def test_the_delete_button_of_the_next_record_is_another_element() -> None:
    screen = Screen()
    screen.look([Item("Delete", who="order 1")], url="https://shop.example/order/1")
    second = screen.look(
        [Item("Delete", who="order 2", epoch="doc-2")],
        epoch="doc-2",
        url="https://shop.example/order/2",
    )
    assert second["order 2"].stability == "new"


def test_the_navigation_of_a_site_comes_back_on_its_other_pages() -> None:
    screen = Screen()
    nav = items("Home", "Orders", role="link", tag="a", context=("navigation:Main",))
    first = screen.look(nav, url="https://shop.example/a")
    again = mounted_anew(nav, epoch="doc-2")
    second = screen.look(again, epoch="doc-2", url="https://shop.example/b")
    assert second["Home"].ref == first["Home"].ref
    away = mounted_anew([replace(item, who=f"evil {item.name}") for item in nav], epoch="doc-3")
    third = screen.look(away, epoch="doc-3", url="https://evil.example/a")
    assert third["evil Home"].stability == "new"


def test_a_living_node_keeps_its_ref_over_a_soft_navigation() -> None:
    screen = Screen()
    page = items(*TOOLBAR)
    first = screen.look(page)
    second = screen.look(page, url="https://shop.example/elsewhere#top")
    assert second["Save"].ref == first["Save"].ref


def test_a_filter_in_the_address_keeps_rows_that_are_mounted_anew() -> None:
    screen = Screen()
    first = screen.look(cards(*TITLES), url="https://shop.example/list")
    second = screen.look(cards(*TITLES[:3]), url="https://shop.example/list?filter=cheap")
    assert second["Lamp"].ref == first["Lamp"].ref


@pytest.mark.parametrize("change", ["insert", "remove", "reverse", "next page"])
@pytest.mark.parametrize("kind", ["cards", "links", "buttons with data"])
def test_a_list_without_keys_moves_data_between_nodes_and_refs_follow_the_data(
    change: str, kind: str
) -> None:
    def make(*names: str) -> list[Item]:
        if kind == "cards":
            return cards(*names)
        if kind == "links":
            return items(*names, role="link", tag="a", context=("list:Products",))
        return [Item(f"Delete {name}", who=name, context=("list:Products",)) for name in names]

    screen = Screen()
    old = make(*TITLES)
    first = screen.look(old)
    names = {
        "insert": ("Vase", *TITLES),
        "remove": TITLES[1:],
        "reverse": TITLES[::-1],
        "next page": ("Vase", "Bowl", "Plate", "Fork", "Knife", "Spoon"),
    }[change]
    second = screen.look(poured(make(*names), old))
    for who, assignment in second.items():
        if who in first:
            assert assignment.ref == first[who].ref
        else:
            assert assignment.stability == "new"


def test_two_toggles_that_swap_their_words_are_not_trusted() -> None:
    screen = Screen()
    page = items("Play", "Pause")
    first = screen.look(page)
    page = [replace(page[0], name="Pause"), replace(page[1], name="Play")]
    second = screen.look(page)
    assert {a.stability for a in second.values()} == {"new"}
    assert set(screen.registry.gone) == {a.ref for a in first.values()}


def test_a_used_node_that_jumped_over_its_neighbours_is_another_row() -> None:
    screen = Screen()
    page = items(*(f"Row {n}" for n in range(1, 9)), role="link", tag="a")
    first = screen.look(page)
    # The first row's node moves behind the last one and shows row 9.
    page = [*page[1:], replace(page[0], name="Row 9", who="Row 9")]
    second = screen.look(page)
    assert second["Row 9"].stability == "new"
    assert all(second[f"Row {n}"].ref == first[f"Row {n}"].ref for n in range(2, 9))


@pytest.mark.parametrize("how", ["mounted", "refilled"])
def test_a_virtual_list_scrolled_away_and_back_gives_its_refs_back(how: str) -> None:
    screen = Screen()
    rows = [Item("Open", who=f"n{n}", context=(f"Person {n} n{n}@x.org",)) for n in range(60)]
    first = screen.look(rows[:20])
    shown = rows[:20]
    for start in (8, 16, 30, 40, 25, 10, 0):
        window = rows[start : start + 20]
        shown = mounted_anew(window) if how == "mounted" else poured(window, shown)
        back = screen.look(shown)
    assert {w: a.ref for w, a in back.items()} == {w: a.ref for w, a in first.items()}


def test_row_numbers_in_ids_do_not_pass_a_ref_to_the_next_record() -> None:
    screen = Screen()

    def todo(*names: str) -> list[Item]:
        return [Item(n, who=n, test_id=f"todo-{i}") for i, n in enumerate(names)]

    first = screen.look(todo("Milk", "Bread", "Eggs"))
    assert first["Milk"].ref == "@todo-0"
    second = screen.look(todo("Bread", "Eggs"))
    assert {w: a.ref for w, a in second.items()} == {"Bread": "@todo-1", "Eggs": "@todo-2"}
    third = screen.look(todo("Tea", "Bread", "Eggs"))
    assert third["Tea"].stability == "new"
    assert third["Eggs"].ref == "@todo-2"


def test_the_author_s_name_finds_an_element_whose_words_changed() -> None:
    screen = Screen()
    first = screen.look([Item("Save", who="save", test_id="save-button")])
    second = screen.look([Item("Saving", who="save", test_id="save-button")])
    assert second["save"].ref == first["save"].ref == "@save-button"


def test_a_generated_id_is_no_identity() -> None:
    screen = Screen()
    first = screen.look([Item("Name", who="it", id=":r1:")])
    second = screen.look([Item("Name", who="it", id=":r7:")])
    assert second["it"].ref == first["it"].ref
    assert first["it"].ref.startswith("@e")


def test_a_row_that_changed_in_part_is_found_again_and_a_like_row_is_not() -> None:
    screen = Screen()

    def row(text: str, who: str) -> Item:
        return Item("Edit", who=who, context=(text, "Orders"))

    first = screen.look(
        [
            row("Alice alice@x.org 3 items pending", "Alice"),
            row("Bob bob@x.org 1 item pending", "Bob"),
            row("1001 Carol open", "1001"),
        ]
    )
    second = screen.look(
        [
            row("Alice alice@x.org 4 items shipped", "Alice"),
            row("Bert bert@x.org 1 item pending", "Bert"),
            row("1002 Carol open", "1002"),
        ]
    )
    assert second["Alice"].ref == first["Alice"].ref
    assert second["Bert"].stability == second["1002"].stability == "new"
