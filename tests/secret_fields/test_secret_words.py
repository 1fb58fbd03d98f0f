"""One list of keywords decides what is secret, in fields, URLs and headers."""

from __future__ import annotations

from viewmark.secrets import in_address, in_field, in_header, words

FIELDS = """
password, Password, passwd, user_password, newPassword, j_password, ctl00$txtPassword, password2,
confirm-password, newpassword, repassword, pwd, user[password], Current password, passcode,
pin, PIN, cardPin, pin1, Enter your PIN, PIN number, otp, otpCode, totp, otp_1, 2faCode, 2FA code,
mfa-code, One-time code, one_time_password, Verification code, sms code, recovery-code,
cvc, CVC2, cvv, card-cvv, csc, Security code, card_security_code, cardExpiry, cc_exp_month,
cardnumber, cardNumber, card_number, Card number, cc-num, ccnumber, creditCardNumber,
ssn, Social Security Number, apikey, api_key, apiKey, API key, openai_api_key, x-api-key,
secret, client_secret, clientSecret, AWS secret access key, private key, access_token, accessToken,
Personal access token, token, Your token, GitHub token, csrfToken, jwt, seed phrase, Mot de passe,
Passwort, Contraseña, パスワード, IBAN, iban, account number, Bank account number
"""
ORDINARY = """
q, search, name, first-name, email, keyword, keywords, keyboard, pinned, Pinned notes, pinterest,
tokenize, tokenPrice, Token price, token_name, Token symbol, price per token, max_tokens, tokens,
passage, passenger, pass, compass, bypass, surpass, password_hint, Password hint, passwordLength,
Password manager, secretary, secret_name, Secret Santa, API key name, apiKeyId, key, monkey,
primary key, sort_key, code, zip code, postal-code, promo code, country code, pincode, card holder,
cardType, card, credit_card, gift card message, session, ticket, signature,
author, authority, hotpot, cvs, notes, comment, quantity, expiry, date, notebook, address, phone
"""
ADDRESSES = """
accesskey, apikey, apitoken, assertion, auth, authcode, authenticity_token, authorization,
authtoken, csrf, csrftoken, csrfmiddlewaretoken, id_token, jsessionid, PHPSESSID, SAMLResponse,
session, sessionid, sid, sig, signature, ticket, token, X-Amz-Credential, X-Amz-Signature,
_xsrf_token, pass, user[pass], my_secret_thing, token_password
"""
HEADERS = """
Authorization, Proxy-Authorization, Cookie, Set-Cookie, X-Api-Key, x-api-key, X-CSRF-Token,
X-Auth-Token, X-Amz-Security-Token, X-Api-Token, Api-Key, apikey, Ocp-Apim-Subscription-Key,
X-Goog-Api-Key, X-Session-Id, X-Access-Token, X-Vault-Token, PRIVATE-TOKEN, X-Hub-Signature,
X-Shopify-Access-Token, X-Auth, X-Client-Secret, Authentication, X-Password
"""
OPEN_HEADERS = """
Content-Type, Accept, User-Agent, ETag, Cache-Control, Keep-Alive, Location, Host, Origin, Referer,
Date, X-Request-Id, Sec-WebSocket-Key, WWW-Authenticate, Content-Length, Vary, Author
"""


def names_of(listed: str) -> list[str]:
    return [name.strip() for name in listed.replace("\n", " ").split(",")]


def test_a_name_that_says_secret_is_one_in_fields_and_addresses() -> None:
    assert [name for name in names_of(FIELDS) if not in_field(name)] == []
    assert [name for name in names_of(FIELDS) if not in_address(name)] == []


def test_a_field_with_an_innocent_name_is_left_alone() -> None:
    assert [name for name in names_of(ORDINARY) if in_field(name)] == []


def test_an_address_loses_more_than_a_field() -> None:
    assert [name for name in names_of(ADDRESSES) if not in_address(name)] == []
    open_ones = ["page", "sort", "compass", "signal", "design", "code", "state"]
    assert [name for name in open_ones if in_address(name)] == []


def test_a_header_is_secret_at_a_mere_suspicion() -> None:
    assert [name for name in names_of(HEADERS) if not in_header(name)] == []
    assert [name for name in names_of(OPEN_HEADERS) if in_header(name)] == []


def test_a_name_is_cut_into_words_wherever_a_reader_would() -> None:
    assert words("newApiKey2") == "new api key 2"
    assert words("X-CSRFToken") == "x csrf token"
    assert words(" user[new_password] ") == "user new password"
