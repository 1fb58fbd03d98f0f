"""Duplicates: elements that differ only by position."""

from __future__ import annotations

from dataclasses import replace

from looks import Item, Screen, cards, mounted_anew, poured


def equals(count: int) -> list[Item]:
    return [Item("Add", who=f"add {n}") for n in range(count)]


def test_six_cards_have_six_refs_that_do_not_depend_on_their_number() -> None:
    titles = ("Lamp", "Chair", "Table", "Sofa", "Rug", "Clock")
    six = Screen().look(cards(*titles))
    assert len({a.ref for a in six.values()}) == 6
    assert not any(a.weak for a in six.values())
    other = Screen().look(cards(*titles[::-1], "Vase"))
    assert all(other[w].ref == six[w].ref for w in titles)


def test_six_cards_with_one_test_id_have_six_readable_refs() -> None:
    titles = ("Lamp", "Chair", "Table", "Sofa", "Rug", "Clock")
    screen = Screen()
    first = screen.look(cards(*titles, test_id="add-to-cart"))
    assert all(a.ref.startswith("@add-to-cart.") for a in first.values())
    second = screen.look(cards("Vase", *titles, test_id="add-to-cart"))
    assert all(second[w].ref == first[w].ref for w in titles)


def test_equals_are_weak_and_unique() -> None:
    first = Screen().look(equals(6))
    assert len({a.ref for a in first.values()}) == 6
    assert all(a.weak for a in first.values())


def test_living_equals_never_swap() -> None:
    screen = Screen()
    page = equals(5)
    first = screen.look(page)
    second = screen.look([page[3], page[0], page[4], page[2], page[1]])
    assert {w: a.ref for w, a in second.items()} == {w: a.ref for w, a in first.items()}


def test_one_equal_mounted_anew_between_its_neighbours_is_found() -> None:
    screen = Screen()
    page = equals(5)
    first = screen.look(page)
    page[2] = mounted_anew([page[2]])[0]
    assert screen.look(page)["add 2"].ref == first["add 2"].ref


def test_all_equals_mounted_anew_at_their_places_are_found() -> None:
    screen = Screen()
    page = equals(5)
    first = screen.look(page)
    second = screen.look(mounted_anew(page))
    assert {w: a.ref for w, a in second.items()} == {w: a.ref for w, a in first.items()}


def test_equals_whose_number_changed_are_not_guessed() -> None:
    screen = Screen()
    page = equals(5)
    screen.look(page)
    second = screen.look(mounted_anew(page[1:]))
    assert {a.stability for a in second.values()} == {"new"}


def test_an_equal_that_came_at_another_place_is_not_the_one_that_left() -> None:
    screen = Screen()
    page = equals(5)
    first = screen.look(page)
    page = [page[0], page[2], page[3], page[4], Item("Add", who="another")]
    second = screen.look(page)
    assert second["another"].stability == "new"
    assert second["another"].ref not in {a.ref for a in first.values()}


def test_a_first_equal_keeps_its_ref_when_a_second_appears() -> None:
    screen = Screen()
    page = [Item("Add", who="old", test_id="add")]
    first = screen.look(page)
    second = screen.look([Item("Add", who="young", test_id="add"), *page])
    assert second["old"].ref == first["old"].ref == "@add"
    assert second["young"].ref.startswith("@add.")
    assert second["old"].weak
    assert second["young"].weak


def more(*pages: str) -> list[Item]:
    return [Item("Read more", role="link", tag="a", who=p, aim=f"/{p}") for p in pages]


def test_equals_that_lead_elsewhere_are_told_apart_by_their_address() -> None:
    screen = Screen()
    first = screen.look(more("a", "b", "c"))
    assert not any(a.weak for a in first.values())
    second = screen.look(more("d", "c", "a"))
    assert second["a"].ref == first["a"].ref
    assert second["c"].ref == first["c"].ref
    assert second["d"].stability == "new"
    assert Screen().look(more("c", "b", "a", "x"))["b"].ref == first["b"].ref


def test_addresses_poured_into_old_nodes_take_their_refs_along() -> None:
    screen = Screen()
    page = more("a", "b", "c")
    first = screen.look(page)
    second = screen.look(poured(more("b", "c", "d"), page))
    assert (second["b"].ref, second["c"].ref) == (first["b"].ref, first["c"].ref)
    assert second["d"].stability == "new"


def test_one_link_whose_address_counts_pages_stays_itself() -> None:
    screen = Screen()
    page = [Item("Next", role="link", tag="a", who="next", aim="?page=2")]
    first = screen.look(page)
    page = [replace(page[0], aim="?page=3")]
    assert screen.look(page)["next"].ref == first["next"].ref
    assert screen.look(mounted_anew([replace(page[0], aim="?page=4")]))["next"].ref == (
        first["next"].ref
    )


def test_a_link_that_got_another_name_and_another_address_is_another_link() -> None:
    screen = Screen()
    page = [Item("Orders", role="link", tag="a", who="orders", aim="/orders")]
    screen.look(page)
    page = [replace(page[0], name="Reports", aim="/reports", who="reports")]
    assert screen.look(page)["reports"].stability == "new"
