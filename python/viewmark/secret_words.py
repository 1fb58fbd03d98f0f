"""Words in names that mean a secret: one list for form fields, addresses and headers.

The page scripts use the same two patterns for fields (`field_patterns`): a name is cut into words
(`words`, in JavaScript `vm.wordsOf`) and searched. Pure.

Fields are judged narrowly, because a secret field is covered in pictures and missing from maps:
`apiKey`, `card_number`, `new-password`, but not `keyword`, `pinned`, `tokenPrice`. Parameters of
addresses and headers are judged widely: only their value is removed.
"""

from __future__ import annotations

import re
from functools import cache

__all__ = ["field_patterns", "in_address", "in_field", "in_header", "words"]

_PASSWORDS = """
    password, passwd, passwort, kennwort, wachtwoord, contraseña, contrasena, senha, mot de passe,
    pass word, pass code, pass phrase, pwd, mdp, user pass, secret answer, seed phrase,
    recovery phrase, mnemonic, ssn, social security number, social security
"""
_CODES = """
    otp, totp, one time code, one time pass, verification code, security code, auth code,
    authentication code, authenticator code, authorization code, 2 ?fa, 2 ?fa code, mfa code,
    sms code, login code, recovery code, backup code, two factor code
"""
_CARDS = """
    card number, card num, card no, cc number, cc num, cc no, credit card number, debit card number,
    cvc, cvv, csc, cvn, card code, card verification, card verification value, card security code,
    cc exp, cc exp month, cc exp year, cc csc, card exp, card expiry, card expiration
"""
_KEYS = """
    secret, api key, access key, secret key, private key, encryption key, signing key, master key,
    recovery key, session key, storage key, account key, ssh key, license key, client secret, jwt
"""
_TOKENS = """
    access, api, auth, authentication, authenticity, authorization, bearer, bot, client, csrf,
    deploy, device, enter, git hub, git lab, id, jwt, oauth, oauth 2, otp, paste, personal, private,
    refresh, registration, reset, secret, security, session, slack, sso, user, verification, xsrf,
    your
"""
"""Words before `token`; `token` alone counts only if it is the whole name."""

_ABOUT_PASSWORDS = """
    age, expires, expiry, generator, hint, length, less, link, manager, policy, question, reminder,
    rules, strength, url
"""
"""Words after a secret word that make it harmless: facts about the secret."""
_ABOUT_KEYS = """
    address, amount, count, description, file, format, id, label, limit, list, name, network, page,
    path, price, santa, scope, size, standard, supply, symbol, ttl, type
"""

_UNMISTAKABLE = (
    "password passwd passwort kennwort passphrase passcode apikey accesstoken authtoken "
    "refreshtoken cardnumber clientsecret secretkey privatekey "
    "пароль 密码 密碼 パスワード 비밀번호"
)
"""Also found inside longer words: `newpassword`, `userapikey`."""

_ADDRESS = frozenset(
    """
    accesskey apitoken assertion auth authcode authorization ccnumber credential credentials
    csrf csrfmiddlewaretoken idtoken jsessionid jwt pass phpsessid pin samlresponse sessid session
    sessionid sessiontoken sid sig signature ticket token xamzcredential xamzsecuritytoken
    xamzsignature xsrftoken
    """.split()  # noqa: SIM905  # easier to read than a list of forty lines
)
"""Names of parameters that carry secrets, besides those of fields; without case and signs."""
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
"""Headers that look like these and carry no secret."""

_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_DIGITS = re.compile(r"(?<=[A-Za-z])(?=[0-9])|(?<=[0-9])(?=[A-Za-z])")
_SIGNS = re.compile(r"[\W_]+")


def words(name: str) -> str:
    """The words of a name in small letters with single spaces: `newApiKey2` -> `new api key 2`."""
    return _SIGNS.sub(" ", _DIGITS.sub(" ", _CAMEL.sub(" ", name))).strip().lower()


def _listed(text: str) -> list[str]:
    """The phrases of a table as patterns; a space between words may be missing."""
    return [" ?".join(phrase.split()) for phrase in re.split(r",\s*", text.strip())]


@cache
def field_patterns() -> tuple[str, str]:
    """Regular expressions for `words` of a field, the same in Python and JavaScript.

    Returns:
        One for fields that are typed into, one for lists to choose from (payment cards only).
    """
    about = "|".join(_listed(_ABOUT_PASSWORDS))
    about_keys = "|".join([about, *_listed(_ABOUT_KEYS)])
    passwords = "|".join([*_listed(_PASSWORDS), *_listed(_CODES)])
    cards = "|".join(_listed(_CARDS))
    tokens = "|".join(_listed(_TOKENS))
    keys = "|".join([*_listed(_KEYS), f"(?:{tokens}) ?token"])
    parts = "|".join(_UNMISTAKABLE.split())
    chosen = f"(?:^| )(?:{cards})(?: \\d+)?(?= |$)(?! (?:type|name|holder|{about})(?: |$))"
    typed = (
        f"{chosen}"
        f"|(?:^| )(?:{passwords})(?: \\d+)?(?= |$)(?! (?:{about})(?: |$))"
        f"|(?:^| )(?:{keys})(?: \\d+)?(?= |$)(?! (?:{about_keys})(?: |$))"
        f"|(?:{parts})(?! ?(?:{about_keys})(?: |$))"
        r"|(?:^| )pin(?: number)?(?: \d+)?$"
        r"|^token(?: \d+)?$"
    )
    return typed, chosen


@cache
def _typed() -> re.Pattern[str]:
    return re.compile(field_patterns()[0])


def in_field(name: str) -> bool:
    """Whether a form field of that name, id or label holds a secret."""
    return _typed().search(words(name)) is not None


def in_address(name: str) -> bool:
    """Whether a parameter of that name carries a secret; of `user[pin]` the last part counts."""
    pieces = [piece for piece in re.split(r"[\[\].:$]+", name) if piece]
    last = pieces[-1] if pieces else ""
    word = "".join(re.split(r"[^a-z0-9]+", last.lower()))
    return word in _ADDRESS or any(part in word for part in _ADDRESS_PARTS) or in_field(last)


def in_header(name: str) -> bool:
    """Whether a header of that name may carry a secret."""
    reply = words(name)
    if reply in _OPEN_HEADERS:
        return False
    squeezed = reply.replace(" ", "")
    return (
        any(word in _HEADER for word in reply.split())
        or any(part in squeezed for part in _HEADER_PARTS)
        or in_address(name)
    )
