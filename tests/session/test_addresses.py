"""URLs are parsed as the browser parses them, in any spelling; Chromium is the reference."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from page_over import PageOf

from viewmark.errors import InvalidOption, OriginNotAllowed
from viewmark.session.addresses import is_private, is_private_host, parse
from viewmark.session.permissions import Permissions

SPELLINGS = [
    "http://out.test\\@in.test/x",
    "http:\\\\out.test\\@in.test/x",
    "http:/\\out.test@in.test/x",
    "http:out.test",
    "http:/out.test",
    "http:///out.test",
    "http:\\out.test",
    "ht\ttp://out.te\nst/",
    " \x00http://out.test/\x1f",
    "HTTP://OUT.TEST/",
    "http://in.test@out.test/",
    "http://in.test:80@out.test/",
    "http://in.test%2F@out.test/",
    "http://in.test#@out.test/",
    "http://in.test?@out.test/",
    "http://in.test/@out.test/",
    "http://a@b@out.test/",
    "http://out%2Etest/",
    "http://%6Fut.test/",
    "http://out.test./",
    "http://out.test:80/",
    "http://out.test:0080/",
    "http://out.test:/",
    "http://out.test:8080/",
    "https://out.test:80/",
    "https://out.test:443/",
    "http://\uff10ut.test/",
    "http://out。test/",
    "http://Bücher.test/",
    "http://xn--bcher-kva.test/",
    "http://2130706433/",
    "http://0x7f000001/",
    "http://0x7f.1/",
    "http://017700000001/",
    "http://127.1/",
    "http://127.0.1/",
    "http://0/",
    "http://127.0.0.1./",
    "http://\uff11\uff12\uff17.0.0.1/",
    "http://[::1]/",
    "http://[0:0:0:0:0:0:0:1]:80/",
    "http://[::ffff:127.0.0.1]/",
    "http://[::FFFF:7f00:1]/",
    "http://[fe80::1]/",
    "http://a_b.test/",
]
REFUSED = [
    "",
    " ",
    "/x",
    "//out.test/x",
    "http:",
    "http://",
    "http://[",
    "http://[::1",
    "http://[::1]x/",
    "http://[v1.x]/",
    "http://a b/",
    "http://a<b/",
    "http://a%00b/",
    "http://a%zz/",
    "http://a:b/",
    "http://a:65536/",
    "http://a:999999999999999999999/",
    "http://a:\u0663/",
    "http://1.2.3.4.5/",
    "http://256.1.1.1/",
    "http://1.2.3.08/",
    "http://0x100000000/",
    "http://a.1x.0x/",
    "http://@/",
    "http://:80/",
    "http://\ud800/",
    "http://a.test/\udfff",
    "http://in.test%40out.test/",
    "http://" + "9" * 50_000 + "/",
    "http://" + "a" * 300 + "/",
]


async def test_every_spelling_means_the_host_that_chromium_goes_to(
    page_of: PageOf,
) -> None:
    page = await page_of("<p>x</p>")
    asked = "function (all) { return all.map(x => { try { return new URL(x).origin }"
    theirs = await page.call(None, asked + " catch (e) { return null } }) }", SPELLINGS)
    ours = [parse(each).origin for each in SPELLINGS]
    assert dict(zip(SPELLINGS, ours, strict=True)) == dict(zip(SPELLINGS, theirs, strict=True))
    # The normalised URL is opened, not its original spelling.
    written = [parse(each).text for each in SPELLINGS]
    assert await page.call(None, asked + " catch (e) { return null } }) }", written) == theirs


@settings(deadline=None)
@given(
    st.one_of(
        st.text(),
        st.text("htp:/\\@[]#?.%0123456789abxF \t\n。\u0661").map(lambda tail: f"http:{tail}"),
        st.from_regex(r"https?:[/\\]{0,3}[\w@:.%\[\]]{0,30}([/\\?#].{0,10})?"),
    )
)
def test_any_text_is_an_address_or_told_not_to_be(text: str) -> None:
    guard = Permissions(origins=["http://in.test"])
    for one in (guard, Permissions(), Permissions(block_private=True)):
        try:
            opened = one.check_typed(text)
        except (InvalidOption, OriginNotAllowed) as error:
            json.dumps(error.message).encode()
            continue
        assert one is not guard or opened == "about:blank" or parse(opened).host == "in.test"


async def test_chromium_agrees_on_random_addresses(
    page_of: PageOf,
) -> None:
    page = await page_of("<p>x</p>")
    seen: list[tuple[str, str]] = []

    @settings(deadline=None)
    @given(st.text("htp:/\\@[]#?.%0123456789abxF \t\n。é", max_size=25))
    def collect(tail: str) -> None:
        try:
            seen.append((f"http:{tail}", parse(f"http:{tail}").origin))
        except InvalidOption:
            return

    collect()
    asked = "function (all) { return all.map(x => { try { return new URL(x).origin }"
    theirs = await page.call(
        None, asked + " catch (e) { return null } }) }", [given for given, _ in seen]
    )
    assert [origin for _, origin in seen] == theirs


@pytest.mark.parametrize("text", REFUSED, ids=lambda t: ascii(t[:20]))
def test_what_is_not_understood_is_refused(text: str) -> None:
    with pytest.raises(InvalidOption, match="is not an address"):
        parse(text)


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1",
        "127.9.9.9",
        "0.0.0.0",
        "10.1.2.3",
        "172.16.0.1",
        "172.31.255.255",
        "192.168.0.1",
        "169.254.169.254",
        "100.64.0.1",
        "192.0.0.1",
        "198.18.0.1",
        "224.0.0.1",
        "240.0.0.1",
        "255.255.255.255",
        "::1",
        "::",
        "fe80::1",
        "fe80::1%eth0",
        "fc00::1",
        "fd12:3456::1",
        "fec0::1",
        "ff02::1",
        "::ffff:127.0.0.1",
        "::ffff:10.0.0.1",
        "::127.0.0.1",
        "64:ff9b::7f00:1",
        "64:ff9b:1::a00:1",
        "2002:7f00:1::",
        "2001:db8::1",
    ],
)
def test_private_addresses_are_known_in_every_form(address: str) -> None:
    assert is_private(address)
    assert is_private_host(f"[{address}]" if ":" in address else address)


@pytest.mark.parametrize(
    "address", ["8.8.8.8", "172.32.0.1", "2606:4700::1111", "::ffff:8.8.8.8", "64:ff9b::808:808"]
)
def test_public_addresses_are_not_taken_for_private_ones(address: str) -> None:
    assert not is_private(address)


def refusal(guard: Permissions, url: str) -> Any:
    with pytest.raises(OriginNotAllowed) as caught:
        guard.check_typed(url)
    return caught.value


def test_a_refusal_names_the_origin_and_how_to_allow_it() -> None:
    error = refusal(Permissions(origins=["http://in.test"]), "http://OUT.test:81/a")
    assert "outside the allowed origins (http://in.test)" in error.message
    assert "--allow-origin http://out.test:81" in error.hint
    error = refusal(Permissions(block_private=True), "http://0x7f.1:3000/")
    assert "--allow-origin http://127.0.0.1:3000" in error.hint


def test_an_origin_that_was_named_may_be_private() -> None:
    guard = Permissions(origins=["http://localhost:3000"], block_private=True)
    assert guard.check_typed("http://localhost:3000/a") == "http://localhost:3000/a"
    assert guard.places == {("localhost", 3000)}


@pytest.mark.parametrize("origin", ["", "file:///x", "http://", "localhost:x"])
def test_an_origin_that_is_none_is_refused_at_the_start(origin: str) -> None:
    with pytest.raises(InvalidOption):
        Permissions(origins=[origin])
