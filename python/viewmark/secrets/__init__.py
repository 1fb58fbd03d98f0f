"""Decisions on secrets in fields, URLs, headers, texts and pictures. Pure.

`words` judges names (the words are data: `words.json`), `redaction` removes values from texts,
`covers` decides which parts of a picture are covered. The page scripts judge fields by the same
patterns and by shapes (`js/page/secrets.js`, `js/page/secret_shapes.js`), called by
`browser.secret_names` and `browser.capture.mask`.
"""

from viewmark.secrets.words import field_rules, in_address, in_field, in_header, words

__all__ = ["field_rules", "in_address", "in_field", "in_header", "words"]
