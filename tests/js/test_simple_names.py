"""The fast path for names of plain buttons and links agrees with the full algorithm."""

from __future__ import annotations

from asking import ALL, ask, of_rows, turn_to

BOTH_WAYS = """
  const wrong = [];
  let count = 0;
  const whole = (el, plain) => {
    const context = vm.contextFor(plain);
    return vm.alternative(el, false, null, new Set(), context).text;
  };
  for (const el of all) {
    if (!/^(a|button)$/.test(el.localName) || el.childNodes.length !== 1) continue;
    if (el.firstChild.nodeType !== 3) continue;
    count += 1;
    vm.forget();
    const names = [vm.name(el), vm.plainName(el)];
    vm.forget();
    const others = [vm.nameLine(whole(el, false), vm.NAME_LIMIT)];
    vm.forget();
    others.push(vm.clean(whole(el, true).slice(0, 2000)));
    if (names.join() !== others.join()) wrong.push([el.outerHTML, names, others]);
  }
  return { wrong, count };
"""
UNUSUAL = {
    "<button id=t>Go</button>": "Go",
    "<button id=t> Go \n on </button>": "Go on",
    "<button id=t aria-label=A>Go</button>": "A",
    "<p id=p>Other</p><button id=t aria-labelledby=p>Go</button>": "Other",
    "<button id=t aria-hidden=true>Go</button>": "",
    "<button id=t inert>Go</button>": "",
    "<button id=t style='visibility:hidden'>Go</button>": "",
    "<div style='display:none'><button id=t>Go</button></div>": "",
    "<button id=t style='text-transform:uppercase'>Go</button>": "GO",
    "<button id=t style='-webkit-text-security:disc' title=T>Go</button>": "T",
    "<style>#t::before{content:'A '}</style><button id=t>Go</button>": "A Go",
    "<style>#t::after{content:'!'}</style><a href=# id=t>Go</a>": "Go!",
    "<label for=t>Label</label><button id=t>Go</button>": "Label",
    "<button id=t title=T> </button>": "T",
    "<p id=p>Owned</p><button id=t aria-owns=p>Go</button>": "Go Owned",
    "<button id=t style='content-visibility:hidden' title=T>Go</button>": "T",
    "<a id=t>Go</a>": "",
    "<div><template shadowrootmode=open><slot></slot></template><a href=# id=t>Go</a></div>": "Go",
}


async def test_on_every_page_both_ways_find_the_same(page_of, site):
    total = 0
    page = await page_of("<title>empty</title>")
    for name in ALL:
        await turn_to(page, site, name)
        reply = await ask(page, BOTH_WAYS)
        assert reply["wrong"] == [], name
        total += reply["count"]
    assert total > 200


async def test_what_puts_other_words_in_the_place_of_those_is_found(page_of):
    page = await page_of("<title>empty</title>")
    names = await of_rows(page, list(UNUSUAL), "vm.name(el)")
    assert dict(zip(UNUSUAL, names, strict=True)) == UNUSUAL
