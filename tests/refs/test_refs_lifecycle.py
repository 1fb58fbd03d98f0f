"""How long refs are remembered, errors for stale refs, and how refs are resolved."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from looks import Item, Screen, cards, items, mounted_anew

from viewmark.errors import ElementNotFound, InvalidOption, RefAmbiguous, RefStale, StateInvalid
from viewmark.refs import PageRegistry

TITLES = ("Lamp", "Chair", "Table")


def test_a_ref_leads_to_its_element() -> None:
    screen = Screen()
    page = cards(*TITLES)
    first = screen.look(page)
    for title, item in zip(TITLES, page, strict=True):
        found = screen.registry.resolve(first[title].ref)
        assert found.element.handle.node_id == item.node
        assert (found.ref, found.is_weak) == (first[title].ref, False)


def test_a_label_leads_to_the_element_it_stood_on_in_its_own_observation() -> None:
    screen = Screen()
    page = items("A", "B", "C")
    first = screen.look(page)
    screen.look(page[::-1])
    assert screen.registry.resolve(1).ref == first["C"].ref
    assert screen.registry.resolve("1", frame_id="look-1").ref == first["A"].ref
    assert screen.registry.resolve(3, frame_id="look-2").ref == first["A"].ref


def test_labels_of_the_callers_own_are_found() -> None:
    screen = Screen()
    first = screen.look(items("A", "B"), labels=["a1", "b2"])
    assert screen.registry.resolve("b2").ref == first["B"].ref


@pytest.mark.parametrize("target", [None, True, 1.5, float("nan"), [], "@", "@a b", "@" + "x" * 25])
def test_what_is_no_target_is_refused(target: Any) -> None:
    screen = Screen()
    screen.look(items("A"))
    with pytest.raises(InvalidOption) as caught:
        screen.registry.resolve(target)
    assert caught.value.data["param"] == "target"


@pytest.mark.parametrize("target", ["@nobody", 99, "x", 0, -1])
def test_an_unknown_target_is_not_found(target: Any) -> None:
    screen = Screen()
    screen.look(items("A"))
    with pytest.raises(ElementNotFound):
        screen.registry.resolve(target)


def test_nothing_is_found_before_the_first_observation() -> None:
    for target in ("@a", 1):
        with pytest.raises(ElementNotFound):
            PageRegistry().resolve(target)


def test_a_mistyped_ref_gets_the_near_ones_as_candidates() -> None:
    screen = Screen()
    screen.look([Item("Send", test_id="submitBtn")])
    with pytest.raises(ElementNotFound) as caught:
        screen.registry.resolve("@submitbtn")
    assert caught.value.data["candidates"] == [
        {"ref": "@submitBtn", "role": "button", "name": "Send"}
    ]


def test_a_text_that_several_share_is_ambiguous() -> None:
    screen = Screen()
    first = screen.look(cards(*TITLES, test_id="buy"))
    with pytest.raises(RefAmbiguous) as caught:
        screen.registry.resolve("@buy")
    assert {c["ref"] for c in caught.value.data["candidates"]} == {a.ref for a in first.values()}
    assert {c["context"] for c in caught.value.data["candidates"]} == set(TITLES)


def test_the_ref_of_what_is_gone_is_stale_and_lists_what_is_like_it() -> None:
    screen = Screen()
    page = [*cards(*TITLES, name="Buy"), *items("Help")]
    first = screen.look(page)
    second = screen.look([*page[2:]])
    for gone in ("Lamp", "Chair"):
        with pytest.raises(RefStale) as caught:
            screen.registry.resolve(first[gone].ref)
        assert [c["ref"] for c in caught.value.data["candidates"]] == [second["Table"].ref]


def test_equals_in_place_of_one_that_is_gone_are_ambiguous() -> None:
    screen = Screen()
    first = screen.look(items("Add"))
    screen.look([Item("Add", who="x"), Item("Add", who="y")])
    with pytest.raises(RefAmbiguous) as caught:
        screen.registry.resolve(first["Add"].ref)
    assert len(caught.value.data["candidates"]) == 2


def test_what_is_out_of_sight_is_returned_only_on_request_however_long_it_was_not_seen() -> None:
    screen = Screen()
    page = items("A", "B")
    first = screen.look(page)
    for _ in range(50):
        screen.look(page[:1])
        with pytest.raises(RefStale):
            screen.registry.resolve(first["B"].ref)
        found = screen.registry.resolve(first["B"].ref, unseen=True)
        assert found.element.name == "B"
    assert screen.look(page)["B"].ref == first["B"].ref


def test_whoever_finds_the_node_dead_gets_the_error_to_raise() -> None:
    screen = Screen()
    first = screen.look(items("A", "B"))
    assert isinstance(screen.registry.lost(first["A"].ref), RefStale)
    assert isinstance(screen.registry.lost("@nobody"), ElementNotFound)


def test_a_forgotten_ref_is_free_and_a_remembered_one_is_not() -> None:
    screen = Screen(forget_after=3)
    screen.look([Item("A", who="old", test_id="box")])
    other = [Item("B", role="link", who="young", test_id="box")]
    assert screen.look(other)["young"].ref.startswith("@box.")
    for _ in range(4):
        screen.look([])
    assert len(screen.registry) == 0
    free = Screen(screen.registry)
    assert free.look([Item("C", who="third", test_id="box")])["third"].ref == "@box"


def test_five_thousand_churned_elements_stay_within_the_capacity() -> None:
    screen = Screen(capacity=500)
    for look in range(50):
        screen.look(items(*(f"Item {n}" for n in range(look * 100, look * 100 + 100))))
        assert len(screen.registry) <= 600
    last = screen.look(items("Item 4999", "Item 0"))
    assert last["Item 4999"].stability == "moved"
    assert last["Item 0"].stability == "new"


def test_refresh_makes_refs_anew_and_the_former_ones_still_lead_there() -> None:
    screen = Screen()
    page = [Item("Send", who="it"), *items("Other")]
    first = screen.look(page)
    page[0] = replace(page[0], test_id="send")
    assert screen.look(page)["it"].ref == first["it"].ref
    third = screen.look(page, refresh=True)
    assert third["it"] == ("@send", "moved", first["it"].ref, False, (first["it"].ref,))
    assert third["Other"].ref == first["Other"].ref
    assert third["Other"].stability == "stable"
    assert screen.registry.gone == ()
    assert screen.registry.resolve(first["it"].ref).ref == "@send"
    fourth = screen.look(page)
    assert fourth["it"] == ("@send", "stable", None, False, (first["it"].ref,))


def test_refresh_never_gives_a_former_ref_of_one_to_another() -> None:
    screen = Screen()
    page = [Item("A", who="a", test_id="x"), Item("B", who="b", test_id="y")]
    screen.look(page)
    page = [replace(page[0], test_id="z"), replace(page[1], test_id="x")]
    second = screen.look(page, refresh=True)
    assert second["a"].ref == "@z"
    assert second["b"].ref != "@x"


def test_scrolling_is_not_moving_if_the_scroll_is_told() -> None:
    screen = Screen()
    screen.look([Item("A", at=(10, 300)), Item("B", at=(10, 400))])
    page = [Item("A", at=(10, 100)), Item("B", at=(10, 260))]
    found = screen.look(page, scroll=(0, 200))
    assert (found["A"].stability, found["B"].stability) == ("stable", "moved")


def test_a_delta_says_what_was_added_changed_moved_and_gone() -> None:
    screen = Screen()
    page = items("A", "B", "C")
    first = screen.look(page)
    page[0] = replace(page[0], who="A", name="A!", extra={"disabled": True})
    screen.look(page)
    third = screen.look([page[0], *items("D"), page[1]])
    delta = screen.registry.delta("look-1")
    assert delta.added == (third["D"].ref,)
    assert delta.changed == {first["A"].ref: ("name", "text", "disabled")}
    assert delta.moved == (first["B"].ref,)
    assert delta.gone == (first["C"].ref,)
    same = screen.registry.delta("look-3")
    assert (same.added, same.changed, same.moved, same.gone) == ((), {}, (), ())


def test_a_delta_follows_refs_that_were_made_anew() -> None:
    screen = Screen()
    page = [Item("A", who="a")]
    screen.look(page)
    screen.look([replace(page[0], test_id="named")], refresh=True)
    delta = screen.registry.delta("look-1")
    assert (delta.added, delta.gone) == ((), ())


def test_a_delta_since_an_unknown_observation_is_an_error() -> None:
    screen = Screen()
    screen.look(items("A"))
    for call in (screen.registry.delta, lambda f: screen.registry.resolve(1, frame_id=f)):
        with pytest.raises(RefStale) as caught:
            call("look-9")
        assert caught.value.data["frame_id"] == "look-9"


def test_old_snapshots_are_dropped() -> None:
    screen = Screen()
    page = items(*(f"Item {n}" for n in range(1500)))
    for _ in range(4):
        screen.look(page)
    with pytest.raises(RefStale):
        screen.registry.delta("look-1")
    assert screen.registry.delta("look-3").added == ()


def test_a_look_that_nobody_saw_hides_nothing_that_is_gone() -> None:
    screen = Screen()
    page = items("A", "B", "C")
    first = screen.look(page)
    screen.look([page[0], *items("D")])
    third = screen.look([page[0], page[1]], again=True)
    assert set(third) == {"A", "B"}
    assert screen.registry.gone == (first["C"].ref,)
    screen.look([page[0], page[1]])
    assert screen.registry.gone == ()


def test_a_ref_is_traced_in_a_look_that_nobody_saw_and_nothing_is_remembered() -> None:
    screen = Screen()
    page = items("A", "B")
    first = screen.look(page)
    elements = [each.element(i) for i, each in enumerate([page[0], *items("C")])]
    where = {"epoch": "doc-2", "url": "", "scroll": (0.0, 0.0)}
    assert screen.registry.trace(first["A"].ref, elements, **where) is elements[0]
    with pytest.raises(RefStale) as caught:
        screen.registry.trace(first["B"].ref, elements, **where)
    assert all("ref" not in each for each in caught.value.data["candidates"] if each["name"] == "C")
    assert screen.registry.resolve(first["B"].ref)
    assert screen.registry.count == 1


def test_clear_forgets_everything() -> None:
    screen = Screen()
    screen.look(items("A"))
    screen.registry.clear()
    assert len(screen.registry) == 0
    with pytest.raises(ElementNotFound):
        screen.registry.resolve(1)


def test_refs_live_in_another_session() -> None:
    screen = Screen()
    page = [*cards(*TITLES, test_id="buy"), Item("Like (3)", who="like")]
    first = screen.look(page)
    saved = json.loads(json.dumps(screen.registry.to_json()))
    later = Screen(PageRegistry.from_json(saved))
    again = [replace(i, epoch="doc-9") for i in mounted_anew(page)]
    again[3] = replace(again[3], name="Like (4)")
    second = later.look(again, epoch="doc-9")
    assert {w: (a.ref, a.stability) for w, a in second.items()} == {
        w: (a.ref, "stable") for w, a in first.items()
    }
    with pytest.raises(RefStale):
        Screen(PageRegistry.from_json(saved)).registry.resolve(first["like"].ref)


def test_a_saved_state_carries_no_values_no_rows_and_no_addresses() -> None:
    screen = Screen()
    secret = Item(
        "Password",
        role="textbox",
        tag="input",
        context=("hunter2 in a row", "Sign in"),
        extra={"state": {"value": "hunter3"}},
    )
    screen.look([secret], url="https://shop.example/list?token=hunter4")
    reply = json.dumps(screen.registry.to_json())
    assert "hunter" not in reply
    assert "shop.example" not in reply
    assert "Password" in reply


def saved() -> Any:
    screen = Screen()
    screen.look([*cards(*TITLES), Item("A", test_id="a", who="a")])
    return screen.registry.to_json()


@pytest.mark.parametrize(
    "damage",
    [
        lambda d: None,
        lambda d: [],
        lambda d: {**d, "format": "other"},
        lambda d: {**d, "version": 1},
        lambda d: {**d, "observations": -1},
        lambda d: {**d, "observations": True},
        lambda d: {**d, "elements": {}},
        lambda d: {**d, "elements": [3]},
        lambda d: {**d, "elements": d["elements"] * 2},
        lambda d: {**d, "elements": d["elements"][:1] * 20_001},
        lambda d: one(d, ref="no ref"),
        lambda d: one(d, ref=None),
        lambda d: one(d, history=["@x", "@x"]),
        lambda d: one(d, identity=["x"] * 6),
        lambda d: one(d, identity=[1] * 7),
        lambda d: one(d, at=[1]),
        lambda d: one(d, at=[1, float("nan")]),
        lambda d: one(d, at=[1, 1e300]),
        lambda d: one(d, seen=99),
        lambda d: one(d, seen="1"),
        lambda d: one(d, place=["a"]),
        lambda d: one(d, row=None),
        lambda d: one(d, row={"head": "", "words": ["x"] * 99, "codes": [], "outer": ""}),
        lambda d: one(d, path="x" * 5000),
        lambda d: one(d, loose={}),
    ],
)
def test_a_damaged_state_is_refused(damage: Any) -> None:
    data = saved()
    PageRegistry.from_json(data)
    with pytest.raises(StateInvalid):
        PageRegistry.from_json(damage(data))


def one(data: Any, **changes: Any) -> Any:
    return {**data, "elements": [{**data["elements"][0], **changes}, *data["elements"][1:]]}
