"""Detects secrets in fields, URLs, headers, texts and screenshots. No side effects.

`words` judges names by data in `words.json`, `redaction` removes values from texts, and `covers`
determines which parts of a screenshot to cover. The page scripts judge fields by the same patterns
and by the form of their values (`js/page/secrets.js`, `js/page/secret_shapes.js`);
`browser.secret_names` and `browser.capture.mask` call these scripts.
"""

from viewmark.secrets.words import field_rules, in_address, in_field, in_header, words

__all__ = ["field_rules", "in_address", "in_field", "in_header", "words"]
