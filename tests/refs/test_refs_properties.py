"""Invariants for all pages and histories: `Screen.look` checks each step."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st
from looks import Item, Screen, mounted_anew, poured

from viewmark.refs import PageRegistry

NAMES = st.sampled_from(["Add", "Save", "Delete", "Like (1)", "Like (2)", "", "次へ", "x" * 300])
IDS = st.sampled_from(["", "", "", "save", "row-1", "row-2", ":r1:", "a b", "é" * 40])
PLACES = st.sampled_from([(), ("Alice",), ("Bob",), ("Alice", "Users"), ("banner",)])
ITEMS = st.builds(
    Item,
    name=NAMES,
    role=st.sampled_from(["button", "link", "checkbox"]),
    test_id=IDS,
    id=IDS,
    context=PLACES,
    frame=st.sampled_from(["", "inner"]),
)


def with_truth(page: list[Item]) -> list[Item]:
    return [replace(item, who=f"item {n}") for n, item in enumerate(page)]


@settings(deadline=None)
@given(page=st.lists(ITEMS, max_size=25), data=st.data())
def test_refs_are_unique_and_do_not_depend_on_the_order_of_the_list(
    page: list[Item], data: st.DataObject
) -> None:
    page = with_truth(page)
    order = data.draw(st.permutations(range(len(page))))
    assert Screen().look(page) == Screen().look(page, order=order)


@settings(deadline=None)
@given(page=st.lists(ITEMS, max_size=20), data=st.data())
def test_living_nodes_never_swap_refs_however_they_are_permuted(
    page: list[Item], data: st.DataObject
) -> None:
    page = with_truth(page)
    screen = Screen()
    first = screen.look(page)
    for _ in range(3):
        page = data.draw(st.permutations(page))
        found = screen.look(page)
        assert {w: a.ref for w, a in found.items()} == {w: a.ref for w, a in first.items()}


UNIQUE = st.lists(st.integers(0, 40), unique=True, max_size=15)


@settings(max_examples=200, deadline=None)
@given(
    kind=st.sampled_from(["card", "link", "index id", "data id"]),
    steps=st.lists(st.tuples(UNIQUE, st.sampled_from(["keep", "mount", "reload"])), max_size=8),
)
def test_records_that_can_be_told_apart_keep_their_refs_through_any_history(
    kind: str, steps: list[tuple[list[int], str]]
) -> None:
    def record(n: int, at: int) -> Item:
        who = f"record {n}"
        if kind == "card":
            return Item("Open", who=who, context=(f"Person{n} mail{n}",))
        if kind == "link":
            return Item(f"Person{n}", role="link", tag="a", who=who)
        if kind == "index id":
            return Item(f"Person{n}", who=who, test_id=f"row-{at}")
        return Item("Open", who=who, test_id=f"person-{n}", context=(f"Person{n}",))

    screen = Screen(forget_after=1000)
    refs: dict[str, str] = {}
    nodes: dict[int, Item] = {}
    for look, (numbers, how) in enumerate(steps):
        page = [record(n, at) for at, n in enumerate(numbers)]
        epoch = f"doc-{look}" if how == "reload" else "doc-0"
        if how == "keep":
            page = [
                replace(i, node=nodes.get(n, i).node) for n, i in zip(numbers, page, strict=True)
            ]
        if how == "reload":
            nodes = {}
        page = [replace(item, epoch=epoch) for item in page]
        nodes |= dict(zip(numbers, page, strict=True))
        for who, given_ref in screen.look(page, epoch=epoch).items():
            assert refs.setdefault(who, given_ref.ref) == given_ref.ref


@settings(max_examples=200, deadline=None)
@given(pages=st.lists(UNIQUE, min_size=2, max_size=6), kind=st.sampled_from(["card", "link"]))
def test_data_poured_into_old_nodes_never_carries_a_ref_to_another_record(
    pages: list[list[int]], kind: str
) -> None:
    def record(n: int) -> Item:
        if kind == "card":
            return Item("Open", who=f"{n}", context=(f"Person{n} mail{n}",))
        return Item(f"Person{n}", role="link", tag="a", who=f"{n}", context=("list:People",))

    screen = Screen()
    nodes: list[Item] = []
    before: list[int] = []
    for numbers in pages:
        page = poured([record(n) for n in numbers], nodes)
        # One or two nodes with new text may also be edits of the text, which cannot be decided.
        fresh = [n for n, old in zip(numbers, before, strict=False) if n not in before and n != old]
        if 0 < len(fresh) < 3 or (fresh and 2 * len(fresh) < len(page)):
            return
        screen.look(page)
        nodes, before = page, numbers


@settings(deadline=None)
@given(pages=st.lists(st.lists(ITEMS, max_size=12), max_size=6), data=st.data())
def test_no_ref_is_handed_on_while_it_is_remembered(
    pages: list[list[Item]], data: st.DataObject
) -> None:
    screen = Screen()
    remembered: dict[str, int] = {}
    for look, page in enumerate(pages):
        mounted = mounted_anew(page) if data.draw(st.booleans()) else page
        elements = [item.element(i) for i, item in enumerate(mounted)]
        given_refs = screen.registry.observe(elements, frame_id=f"{look}", epoch="doc-1")
        assert len({a.ref for a in given_refs}) == len(page)
        for assignment in given_refs:
            is_known = assignment.ref in remembered
            assert (assignment.stability == "new") is not is_known
            remembered[assignment.ref] = look


SHOWN = st.lists(ITEMS, min_size=1, max_size=12)
HOW = ("look", "look", "again", "refresh", "read", "scrolled", "elsewhere")
TURN = st.tuples(st.integers(0, 2), st.sampled_from(HOW))


@settings(deadline=None)
@given(pages=st.lists(SHOWN, min_size=1, max_size=3), turns=st.lists(TURN, max_size=10))
def test_the_very_same_look_again_gives_what_an_equal_one_would(
    pages: list[list[Item]], turns: list[tuple[int, str]]
) -> None:
    looks = [tuple(item.element(i) for i, item in enumerate(page)) for page in pages]
    quick, slow = PageRegistry(), PageRegistry()
    for turn, (which, how) in enumerate([(0, "look"), (0, "look"), *turns]):
        page = looks[which % len(looks)]
        where = {"epoch": "doc-1", "url": f"https://shop.example/{how == 'elsewhere'}"}
        if how == "read":
            assert quick.extend(page, elsewhere=(), **where) == slow.extend(
                page, elsewhere=(), **where
            )
            continue
        options = {"refresh": how == "refresh", "again": how == "again", **where}
        options["scroll"] = (0.0, 50.0 if how == "scrolled" else 0.0)
        given = [
            registry.observe(elements, frame_id=f"look-{turn}", **options)
            for registry, elements in ((quick, page), (slow, list(page)))
        ]
        assert given[0] == given[1]
        assert quick.gone == slow.gone
        assert quick.to_json() == slow.to_json()
        assert quick.delta("look-0") == slow.delta("look-0")
        for assignment in given[0]:
            assert quick.resolve(assignment.ref) == slow.resolve(assignment.ref)
