"""The fast search for unique names gives the same result as computing all names."""

from __future__ import annotations

import pytest
from asking import ALL, ask, turn_to
from case_files import htmls_of

BOTH_WAYS = """
  const ROLES = ["button", "checkbox", "combobox", "link", "menuitem", "option", "radio", "switch",
    "searchbox", "slider", "spinbutton", "tab", "textbox", "treeitem"];
  const wrong = [];
  let count = 0;
  for (const el of all) {
    const role = vm.role(el);
    if (!ROLES.includes(role)) continue;
    count += 1;
    vm.forget();
    const name = vm.plainName(el);
    const said = vm.isAloneWith(el, role, name, Infinity);
    const same = all.filter((other) => vm.hasRole(other, role) && vm.plainName(other) === name);
    if (said !== (same.length === 1 && same[0] === el)) wrong.push([el.outerHTML, name, said]);
  }
  return { wrong, count };
"""


async def test_on_every_page_the_answer_is_that_of_naming_everybody(page_of, site):
    total = 0
    page = await page_of("<title>empty</title>")
    for name in ALL:
        await turn_to(page, site, name)
        reply = await ask(page, BOTH_WAYS)
        assert reply["wrong"] == [], name
        total += reply["count"]
    assert total > 500


SAME = htmls_of(__file__)
ODD = [
    "<button>b</button><label>b<button>c</button></label>",
    "<button>b</button><label hidden>c<button id=k></button></label><label for=k>b</label>",
    "<button>b\ufffd</button><button>b<i></i>\ufffd</button>",
]
APART = [
    "<button>b</button><button>bc</button>",
    "<button>b</button><span role=link tabindex=0>b</span>",
    "<button>b</button><button style='visibility:hidden'>b</button>",
    "<button>b</button><button aria-hidden=true>b</button>",
    "<button>b</button><button>b<span>c</span></button>",
]


@pytest.mark.parametrize("html", SAME)
async def test_a_namesake_is_seen_wherever_its_name_comes_from(page_of, html):
    page = await page_of(f"<!doctype html><body>{html}")
    assert (await ask(page, BOTH_WAYS))["wrong"] == []
    one_of = "all.filter((el) => ['button', 'link', 'checkbox'].includes(vm.role(el)))"
    alone = "(el) => vm.isAloneWith(el, vm.role(el), vm.plainName(el), 100)"
    assert await ask(page, f"return {one_of}.filter({alone}).length") == 0


@pytest.mark.parametrize("html", ODD)
async def test_odd_labels_and_letters_change_nothing(page_of, html):
    page = await page_of(f"<!doctype html><body>{html}")
    assert (await ask(page, BOTH_WAYS))["wrong"] == []


@pytest.mark.parametrize("html", APART)
async def test_who_only_looks_alike_takes_no_name_away(page_of, html):
    page = await page_of(f"<!doctype html><body>{html}")
    assert (await ask(page, BOTH_WAYS))["wrong"] == []
    button = "const el = all.find((el) => el.localName === 'button');"
    assert await ask(page, f"{button} return vm.isAloneWith(el, 'button', 'b', 100)")


async def test_where_too_many_could_have_the_role_nobody_is_alone(page_of):
    page = await page_of("<!doctype html><body><button>b</button><button>c</button>")
    assert not await ask(page, "return vm.isAloneWith(all[3], 'button', 'b', 1)")
