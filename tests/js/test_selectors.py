"""Generated selectors match exactly one element, the right one, in our engine and in CSS."""
# ruff: noqa: E501 - a row of a table is one line

from __future__ import annotations

import pytest
from asking import ALL, ask, of_rows, open_words, turn_to
from case_files import rows_of

from viewmark.browser.actions.navigation import goto
from viewmark.errors import ScriptFailed

ROUND_TRIP = """
  vm.forget();
  const wrong = [];
  for (const el of all) {
    const selector = vm.selector(el);
    const found = vm.queryAll(selector);
    if (found.length !== 1 || found[0] !== el) wrong.push([selector, found.length]);
    const isCss = !/>>|^role=/.test(selector.replace(/"(?:[^"\\\\\\\\]|\\\\\\\\.)*"/g, ""));
    if (isCss) {
      const plain = Document.prototype.querySelectorAll.call(document, selector);
      if (plain.length !== 1 || plain[0] !== el) wrong.push(["as CSS", selector, plain.length]);
    }
  }
  return { wrong, count: all.length };
"""


async def test_every_selector_of_every_element_of_every_page_comes_back(page_of, site):
    total = 0
    page = await page_of("<title>empty</title>")
    for name in ALL:
        await turn_to(page, site, name)
        reply = await ask(page, ROUND_TRIP)
        assert reply["wrong"] == [], name
        total += reply["count"]
    assert total > 1500


BEST = [
    ('<button id="t" data-testid="x" aria-label="y">z</button>', '[data-testid="x"]'),
    ('<button id="t" data-cy="x">z</button>', '[data-cy="x"]'),
    ('<button id="t" data-testid="">z</button>', "#t"),
    ('<i data-testid="x"></i><button id="t" data-testid="x" aria-label="y">z</button>', "#t"),
]
BEST_OF_BUTTON = rows_of(__file__)


async def test_the_best_kind_wins_and_is_escaped(page_of):
    page = await page_of("<p>x</p>")
    first = "vm.selector(document.querySelector('button'))"
    for table, call in ((BEST, "vm.selector(el)"), (BEST_OF_BUTTON, first)):
        got = await of_rows(page, [html for html, _ in table], call)
        assert [(*row, g) for row, g in zip(table, got, strict=True) if g != row[1]] == []


async def test_the_test_attributes_are_the_caller_s_choice(page_of):
    page = await page_of('<button data-hook="h" data-testid="x" id="b">z</button>')
    call = "const [el] = all.filter((e) => e.localName === 'button');"
    assert await ask(page, f"{call} return vm.selector(el, ['data-hook'])") == '[data-hook="h"]'
    assert await ask(page, f"{call} vm.forget(); return vm.selector(el, [])") == "#b"


async def test_addresses_with_a_query_and_scripts_and_values_are_never_in_a_selector(page_of):
    page = await page_of(
        '<a href="/x?token=abc"></a><a href="javascript:steal()"></a><a href="data:text/html,x"></a>'
        '<input value="typed"><input type="password" value="hunter2"><a href="/docs"></a>'
    )
    reply = " ".join(await ask(page, "return all.map((el) => vm.selector(el))"))
    assert not any(word in reply for word in ("token", "steal", "data:", "typed", "hunter2"))
    assert 'a[href="/docs"]' in reply


async def test_in_a_shadow_tree_it_is_host_then_inner_at_any_depth(page_of, site):
    page = await open_words(page_of, site, "words/shadow")
    reply = await ask(
        page, "return all.map((el) => [el.textContent, el.localName, vm.selector(el)])"
    )
    deep = [selector for text, tag, selector in reply if (text, tag) == ("Deep", "button")]
    assert len(deep) == 2
    assert len(set(deep)) == 2
    assert all(each.startswith("#outer >> #inner >> ") for each in deep)
    go = [selector for _, tag, selector in reply if tag == "button" and "go" in selector]
    assert go == ['#one >> [data-testid="go"]', '#two >> [data-testid="go"]']


QUERIES = [
    ("button", ["a", "b", "c", "d"]),
    ("css=button", ["a", "b", "c", "d"]),
    ("#host >> button", ["c", "d"]),
    ("#host >> button >> nth=1", ["d"]),
    ("button >> nth=-1", ["d"]),
    ("button >> nth=9", []),
    ("role=button", ["a", "b", "c", "d"]),
    ('role=button[name="Save"]', ["a", "c"]),
    ("role=button[name='Save']", ["a", "c"]),
    ('role=button[name="sav"i]', ["a", "c"]),
    ('role=button[name="Sav"]', []),
    ('#host >> role=button[name="Save"]', ["c"]),
    ("role=img", ["pic"]),
    ("text=save", ["a", "c"]),
    ('text="Save"', ["a", "c"]),
    ('text="Sav"', []),
    ('[data-x="a >> b"]', ["b"]),
    ("#missing", []),
]


async def test_the_engine_finds_what_the_notation_says(page_of):
    page = await page_of(
        '<button id="a">Save</button><button id="b" data-x="a >> b">Other</button>'
        '<button hidden id="h">Save</button><img id="pic" alt="p" src="data:,">'
        '<div id="host"></div><script>document.getElementById("host").attachShadow({ mode: "open" })'
        ".innerHTML = '<button id=c>Save</button><button id=d>x</button>';</script>"
    )
    queries = [query for query, _ in QUERIES]
    found = await ask(
        page,
        "return args[0].map((q) => vm.queryAll(q).map((el) => el.id).filter((id) => id !== 'h'))",
        queries,
    )
    assert dict(zip(queries, found, strict=True)) == dict(QUERIES)


NONE = ["", " >> b", "a >>", "[", "role=", "role=x[nam=]", "nth=x", "a >> nth=1.5", ":nope()"]


async def test_what_is_no_selector_is_an_error(page_of):
    page = await page_of("<b>x</b>")
    for query in NONE:
        with pytest.raises(ScriptFailed, match=r"SyntaxError|not a valid selector"):
            await ask(page, "return vm.queryAll(args[0]).length", query)


async def test_a_selector_is_split_at_the_frames_it_leads_through(page_of):
    page = await page_of("<b>x</b>")
    step = " >> internal:control=enter-frame >> "
    parts = ["iframe[name='a >> b']", '#x >> role=link[name="y >> internal:control=enter-frame"]']
    assert await ask(page, "return vm.splitFrames(args[0])", step.join(parts)) == parts


async def test_one_look_remembers_and_the_next_sees_the_changed_page(page_of):
    page = await page_of('<button id="a">x</button>')
    reply = await ask(
        page,
        """const [el] = all.filter((e) => e.localName === "button");
        const first = vm.batch(() => vm.selector(el));
        el.id = "b";
        return [first, vm.batch(() => vm.selector(el))];""",
    )
    assert reply == ["#a", "#b"]


async def test_in_quirks_mode_ids_that_differ_in_case_only_are_told_apart(page_of, site):
    site.put(
        "/quirks.html", "<button id=Foo>x</button><button id=foo>y</button>" + "<i></i>" * 2500
    )
    page = await page_of("<p>x</p>")
    await goto(page, site.url("/quirks.html"))
    reply = await ask(
        page,
        "return [document.compatMode, ...all.filter((el) => el.localName === 'button')"
        ".map((el) => vm.queryAll(vm.selector(el)).map((e) => e.id).join())]",
    )
    assert reply == ["BackCompat", "Foo", "foo"]


async def test_twin_test_ids_are_told_apart_by_the_row_they_are_in(page_of, site):
    page = await open_words(page_of, site, "words/selectors")
    reply = await ask(page, "return all.map((el) => vm.selector(el))")
    assert '[data-testid="row-1"] [data-testid="delete"]' in reply
    assert '[data-testid="row-2"] [data-testid="delete"]' in reply


async def test_paths_of_nested_components_are_short(page_of):
    deep = "".join(f"<x-component-with-a-name-{n}>" for n in range(12))
    card = "<section>" + deep + "<div><b>one</b></div><div><b>two</b></div>"
    page = await page_of("<!doctype html>" + (card + deep.replace("<", "</") + "</section>") * 2)
    reply = await ask(
        page,
        "return all.filter((el) => el.localName === 'b').map((el) => "
        "[vm.selector(el), vm.queryAll(vm.selector(el)).length])",
    )
    assert len(reply) == 4
    assert all(len(selector) < 120 and count == 1 for selector, count in reply)
