"""Writes small PDFs, so that tests know every word and its position."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field

__all__ = ["PdfPageOf", "pdf", "rc4"]

PADDING = bytes.fromhex("28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a")


@dataclass(frozen=True, kw_only=True)
class PdfPageOf:
    """A page: texts with their baselines (pt from the lower left), links, optionally an image."""

    texts: tuple[tuple[float, float, str], ...] = ()
    links: tuple[tuple[tuple[float, float, float, float], str | int], ...] = ()
    """Left, bottom, right, top; a URL, or the number of the target page (from 1)."""
    box: tuple[float, float, float, float] = (0, 0, 612, 792)
    rotate: int = 0
    has_picture: bool = False


@dataclass
class _File:
    objects: dict[int, bytes] = field(default_factory=dict)

    def add(self, body: bytes, number: int | None = None) -> int:
        number = number or len(self.objects) + 1
        self.objects[number] = body
        return number


def pdf(*pages: PdfPageOf | str, title: str = "", password: str | None = None) -> bytes:
    """Return a PDF of the given pages.

    A string gives a page with that text, 72 pt from the left and 720 pt from the bottom. If a
    password is given (which may be empty), the PDF is encrypted with 40-bit RC4 (PDF 1.4,
    algorithms 3.1 to 3.4).
    """
    several = [PdfPageOf(texts=((72, 720, p),)) if isinstance(p, str) else p for p in pages]
    key, lock = _lock(password) if password is not None else (b"", b"")
    file = _File()
    for number in (1, 2, 3):  # catalogue, pages, font
        file.add(b"", number)
    file.add(b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>", 3)
    first = 4
    numbers = [first + 3 * k for k in range(len(several))]  # page, content, image
    behind = first + 3 * len(several)
    for number, page in zip(numbers, several, strict=True):
        shown = b"".join(
            b"BT /F1 12 Tf %g %g Td (%s) Tj ET\n" % (x, y, _escaped(text))
            for x, y, text in page.texts
        )
        if page.has_picture:
            shown += b"q 200 0 0 100 72 500 cm /I1 Do Q\n"
        notes = b""
        for (left, bottom, right, top), to in page.links:
            action = (
                b"/Dest [%d 0 R /Fit]" % numbers[to - 1]
                if isinstance(to, int)
                else b"/A << /S /URI /URI (%s) >>" % _escaped(to)
            )
            notes += b"<< /Type /Annot /Subtype /Link /Rect [%g %g %g %g] %s >> " % (
                *(left, bottom, right, top),
                action,
            )
        sides = b"%g %g %g %g" % page.box
        file.add(
            b"<< /Type /Page /Parent 2 0 R /MediaBox [%s] /Rotate %d /Contents %d 0 R /Annots [%s]"
            b" /Resources << /Font << /F1 3 0 R >> /XObject << /I1 %d 0 R >> >> >>"
            % (sides, page.rotate, number + 1, notes, number + 2),
            number,
        )
        shown = rc4(_object_key(key, number + 1), shown) if key else shown
        file.add(b"<< /Length %d >>\nstream\n%s\nendstream" % (len(shown), shown), number + 1)
        pixel = rc4(_object_key(key, number + 2), b"\x7f") if key else b"\x7f"
        file.add(
            b"<< /Type /XObject /Subtype /Image /Width 1 /Height 1 /ColorSpace /DeviceGray"
            b" /BitsPerComponent 8 /Length 1 >>\nstream\n%s\nendstream" % pixel,
            number + 2,
        )
    kids = b" ".join(b"%d 0 R" % number for number in numbers)
    file.add(b"<< /Type /Catalog /Pages 2 0 R >>", 1)
    file.add(b"<< /Type /Pages /Kids [%s] /Count %d >>" % (kids, len(several)), 2)
    extra = b""
    if title:
        file.add(b"<< /Title (%s) >>" % _escaped(title), behind)
        extra += b" /Info %d 0 R" % behind
    if key:
        file.add(lock, behind + 1)
        extra += b" /Encrypt %d 0 R /ID [<%s> <%s>]" % (behind + 1, b"00" * 16, b"00" * 16)
    return _written(file.objects, extra)


def _written(objects: dict[int, bytes], extra: bytes) -> bytes:
    out, places = b"%PDF-1.4\n", {}
    parts = [out]
    at = len(out)
    for number in sorted(objects):
        places[number] = at
        part = b"%d 0 obj\n%s\nendobj\n" % (number, objects[number])
        parts.append(part)
        at += len(part)
    last = max(objects)
    rows = b"".join(
        b"%010d 00000 n \n" % places[n] if n in places else b"0000000000 65535 f \n"
        for n in range(1, last + 1)
    )
    parts.append(b"xref\n0 %d\n0000000000 65535 f \n%s" % (last + 1, rows))
    parts.append(b"trailer << /Size %d /Root 1 0 R%s >>\n" % (last + 1, extra))
    return b"".join(parts) + b"startxref\n%d\n%%%%EOF" % at


def _escaped(text: str) -> bytes:
    raw = text.encode("cp1252")
    return raw.replace(b"\\", b"\\\\").replace(b"(", b"\\(").replace(b")", b"\\)")


def rc4(key: bytes, data: bytes) -> bytes:
    """Encrypt or decrypt data with RC4, the cipher of PDF 1.4."""
    state, j = list(range(256)), 0
    for i in range(256):
        j = (j + state[i] + key[i % len(key)]) % 256
        state[i], state[j] = state[j], state[i]
    out, i, j = bytearray(), 0, 0
    for byte in data:
        i = (i + 1) % 256
        j = (j + state[i]) % 256
        state[i], state[j] = state[j], state[i]
        out.append(byte ^ state[(state[i] + state[j]) % 256])
    return bytes(out)


def _md5(data: bytes) -> bytes:
    return hashlib.md5(data, usedforsecurity=False).digest()


def _lock(password: str) -> tuple[bytes, bytes]:
    """Return the key, and the encryption dictionary."""
    padded = (password.encode("cp1252") + PADDING)[:32]
    owner = rc4(_md5(padded)[:5], padded)
    allowed = (-4 & 0xFFFFFFFF).to_bytes(4, "little")
    key = _md5(padded + owner + allowed + bytes(16))[:5]
    user = rc4(key, PADDING)
    lock = b"<< /Filter /Standard /V 1 /R 2 /O <%s> /U <%s> /P -4 >>" % (
        owner.hex().encode(),
        user.hex().encode(),
    )
    return key, lock


def _object_key(key: bytes, number: int) -> bytes:
    return _md5(key + number.to_bytes(3, "little") + b"\0\0")[:10]
