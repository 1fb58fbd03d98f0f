"""Decides whether the name of a form field, URL parameter or header indicates a secret. Pure.

The words, in 36 languages, are data (`words.json`). A name is split into words (`words`, in
JavaScript `vm.wordsOf`) and looked up; the page scripts apply the same rules (`field_rules`).

Fields are judged narrowly, because a secret field is covered in screenshots and its value is
omitted: `apiKey`, `card_number` and `new-password` are secret, but not `keyword`, `pinned` or
`tokenPrice`. URL parameters and headers are judged broadly, because only their values are removed.
"""

from __future__ import annotations

import json
import re
import unicodedata
from functools import cache
from importlib.resources import files
from typing import TypedDict

_TOKENS = """
    access, api, auth, authentication, authenticity, authorization, bearer, bot, client, csrf,
    deploy, device, enter, git hub, git lab, id, jwt, oauth, oauth 2, otp, paste, personal, private,
    refresh, registration, reset, secret, security, session, slack, sso, user, verification, xsrf,
    your
"""
"""Words after which `token` indicates a secret; without one, only the whole name `token` does."""

_ABOUT_PASSWORDS = """
    age, expires, expiry, generator, hint, length, less, link, manager, policy, question, reminder,
    rules, strength, url
"""
"""Words that make a name harmless if they follow a password word, because the name then describes a
property of the password (`password_length`).
"""
_ABOUT_KEYS = """
    address, amount, count, description, file, format, id, label, limit, list, name, network, page,
    path, price, santa, scope, size, standard, supply, symbol, ttl, type
"""

_UNMISTAKABLE = (
    "password passwd passphrase passcode apikey accesstoken authtoken "
    "refreshtoken cardnumber clientsecret secretkey privatekey"
)
"""Secret words that also count inside longer words: `newpassword`, `userapikey`."""

_ADDRESS = frozenset(
    """
    accesskey apitoken assertion auth authcode authorization ccnumber credential credentials
    csrf csrfmiddlewaretoken idtoken jsessionid jwt pass phpsessid pin samlresponse sessid session
    sessionid sessiontoken sid sig signature ticket token xamzcredential xamzsecuritytoken
    xamzsignature xsrftoken
    """.split()  # noqa: SIM905  # easier to read than a list of forty lines
)
"""Names of secret URL parameters, in addition to the names of secret fields; in lower case and
without punctuation.
"""
_ADDRESS_PARTS = ("password", "passwd", "secret", "accesstoken", "apikey")

_HEADER = frozenset(
    """
    auth authenticate authentication authorization cookie cookies credential credentials csrf
    jwt key otp pass pin secret session sid sig signature ticket token xsrf
    """.split()  # noqa: SIM905
)
_HEADER_PARTS = ("apikey", "authorization", "cookie", "passw", "secret", "sessionid", "token")
_OPEN_HEADERS = frozenset(
    ("cookie store", "sec web socket key", "surrogate key", "idempotency key", "www authenticate")
)
"""Headers that contain no secret, although their names are similar."""

_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_DIGITS = re.compile(r"(?<=[A-Za-z])(?=[0-9])|(?<=[0-9])(?=[A-Za-z])")
_ACCENTS = re.compile(r"[\u0300-\u036f]")
_ORDINAL = re.compile("[\u00ba\u00aa]")
_PLAIN = str.maketrans(
    {"ł": "l", "đ": "d", "ø": "o", "ß": "ss", "\u0131": "i", "æ": "ae", "œ": "oe"}
)
"""Replacements for letters that Unicode normalization does not decompose."""
_LONGEST = 6
"""Maximum number of words in a phrase."""


def words(name: str) -> str:
    """Return a name as lower-case words separated by spaces: `newApiKey2` -> `new api key 2`.

    Accents of Latin, Greek and Cyrillic letters are removed, because names are often written
    without them.
    """
    cut = _DIGITS.sub(" ", _CAMEL.sub(" ", _ORDINAL.sub(" ", name))).lower()
    plain = _ACCENTS.sub("", unicodedata.normalize("NFD", cut)).translate(_PLAIN)
    letters = (c if c.isalnum() or unicodedata.category(c)[0] == "M" else " " for c in plain)
    return " ".join("".join(letters).split())


class Phrases(TypedDict):
    """Phrases grouped by how they match: each without inner spaces, separated by spaces."""

    whole: str
    """Phrases that match complete words."""
    inside: str
    """Phrases that also count inside longer words."""
    exact: str
    """Phrases that count only if they are the complete label."""


class FieldRules(TypedDict):
    """Rules of the page scripts for secret fields; patterns and phrases apply to `words(name)`."""

    typed: str
    """English pattern for text fields; a regular expression, because there are exceptions."""
    chosen: str
    """English pattern for selects, which matches only payment cards."""
    phrases: Phrases
    """Phrases for text fields in all languages but English, for which `typed` is used."""
    cards: Phrases
    """Phrases for selects in all languages but English, for which `chosen` is used."""
    code: Phrases
    """Words for a code, which count only for a short numeric field."""
    not_codes: list[str]
    """Words that, next to a code word, indicate another kind of code (postal, discount)."""
    digits: list[str]
    """Beginnings of words that mean "digits", as in `6-digit code`."""
    sent: list[str]
    """Words for a code that is sent by message or app, as in `the code we sent`."""
    links: list[str]
    """Words that link a phrase to the noun before it, as in `code that we sent`."""
    address: list[str]
    """Words of address fields, next to which a PIN code is the Indian postal code."""


@cache
def _data() -> dict[str, dict[str, dict[str, list[str]]]]:
    text = files("viewmark.secrets").joinpath("words.json").read_text("utf-8")
    return dict(json.loads(text))


def _phrases(*kinds: str) -> Phrases:
    """Return the phrases of these kinds in all languages but English, which has its own pattern.

    English phrases that begin with `=` or contain `~`, and those of the kind `code`, are included.
    """
    whole, inside, exact = set[str](), set[str](), set[str]()
    for language, listed in _data()["languages"].items():
        for phrase in (each for kind in kinds for each in listed.get(kind, [])):
            squeezed = words(phrase.replace("~", "").removeprefix("=")).replace(" ", "")
            if phrase.startswith("="):
                exact.add(squeezed)
            elif "~" in phrase:
                inside.add(squeezed)
            elif language != "en" or kinds == ("code",):
                whole.add(squeezed)
    lists = (" ".join(sorted(each)) for each in (whole, inside, exact))
    return Phrases(whole=next(lists), inside=next(lists), exact=next(lists))


def _english(*kinds: str) -> str:
    """Return the English phrases of these kinds as parts of a pattern, with optional spaces."""
    listed = _data()["languages"]["en"]
    phrases = [words(p) for kind in kinds for p in listed[kind] if not p.startswith("=")]
    return "|".join(" ?".join(phrase.split()) for phrase in phrases)


def _split_list(text: str) -> list[str]:
    """Return the phrases of a list as patterns with optional spaces."""
    return [" ?".join(phrase.split()) for phrase in re.split(r",\s*", text.strip())]


def _patterns() -> tuple[str, str]:
    about = "|".join(_split_list(_ABOUT_PASSWORDS))
    about_keys = "|".join([about, *_split_list(_ABOUT_KEYS)])
    plain = _english("password", "one_time_code", "bank_account")
    cards = _english("card_number", "card_code", "card_expiry")
    tokens = "|".join(_split_list(_TOKENS))
    keys = f"{_english('key')}|(?:{tokens}) ?token"
    parts = "|".join(_UNMISTAKABLE.split())
    chosen = f"(?:^| )(?:{cards})(?: \\d+)?(?= |$)(?! (?:type|name|holder|{about})(?: |$))"
    typed = (
        f"{chosen}"
        f"|(?:^| )(?:{plain})(?: \\d+)?(?= |$)(?! (?:type|name|holder|{about})(?: |$))"
        f"|(?:^| )(?:{keys})(?: \\d+)?(?= |$)(?! (?:{about_keys})(?: |$))"
        f"|(?:{parts})(?! ?(?:{about_keys})(?: |$))"
        r"|(?:^| )pin(?: number)?(?: \d+)?$"
        r"|^token(?: \d+)?$"
    )
    return typed, chosen


@cache
def field_rules() -> FieldRules:
    """Return the rules for fields, which Python and JavaScript share."""
    typed, chosen = _patterns()
    data = _data()
    kinds = ("password", "pin", "one_time_code", "card_number", "card_code", "key", "token")
    return {
        "typed": typed,
        "chosen": chosen,
        "phrases": _phrases(*kinds, "bank_account"),
        "cards": _phrases("card_number", "card_code"),
        "code": _phrases("code"),
        "not_codes": [words(each) for each in data["not_codes"]],
        "digits": [words(each) for each in data["digits"]],
        "sent": [words(each) for each in data["sent"]],
        "links": [words(each) for each in data["links"]],
        "address": list(data["address"]),
    }


@cache
def _compile_words() -> tuple[re.Pattern[str], frozenset[str], tuple[str, ...], frozenset[str]]:
    rules = field_rules()
    said = rules["phrases"]
    whole, exact = frozenset(said["whole"].split()), frozenset(said["exact"].split())
    return re.compile(rules["typed"]), whole, tuple(said["inside"].split()), exact


def in_field(name: str) -> bool:
    """Return True if a form field with that name, ID or label contains a secret."""
    pattern, whole, inside, exact = _compile_words()
    text = words(name)
    if pattern.search(text):
        return True
    pieces = text.split()
    squeezed = "".join(pieces)
    if squeezed.rstrip("0123456789") in exact or any(phrase in squeezed for phrase in inside):
        return True
    return any(
        "".join(pieces[start:end]) in whole
        for start in range(len(pieces))
        for end in range(start + 1, min(len(pieces), start + _LONGEST) + 1)
    )


def in_address(name: str) -> bool:
    """Return True if a URL parameter's name indicates a secret; for `user[pin]`, check `pin`."""
    pieces = [piece for piece in re.split(r"[\[\].:$]+", name) if piece]
    last = pieces[-1] if pieces else ""
    word = "".join(re.split(r"[^a-z0-9]+", last.lower()))
    return word in _ADDRESS or any(part in word for part in _ADDRESS_PARTS) or in_field(last)


def in_header(name: str) -> bool:
    """Return True if a header with that name may contain a secret."""
    reply = words(name)
    if reply in _OPEN_HEADERS:
        return False
    squeezed = reply.replace(" ", "")
    return (
        any(word in _HEADER for word in reply.split())
        or any(part in squeezed for part in _HEADER_PARTS)
        or in_address(name)
    )
