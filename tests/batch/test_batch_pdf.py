"""PDFs in a batch: the row contains their text and reports what is missing from it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest
from batch_pages import fill, rows_of
from pdf_files import pdf
from webserver import LocalSite

from viewmark.batch import BatchOptions
from viewmark.batch.schema import ADDED
from viewmark.batch.shards import read_rows
from viewmark.batch.soundness import rebuilt
from viewmark.batch.verification import verify
from viewmark.pdf import reader

IS_PDF = {"Content-Type": "application/pdf"}


def texts(folder: Path) -> list[tuple[Any, Any]]:
    files = sorted((folder / "data").glob("*.parquet"))
    return [(row["text"], row["text_by"]) for path in files for row in read_rows(path)]


@pytest.mark.heavy(4)
@pytest.mark.full_browser
async def test_the_words_of_a_pdf_are_in_its_row(
    site: LocalSite, quick: BatchOptions, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (plain,) = fill(site, 1)
    site.put("/invoice.pdf", pdf("Invoice 7", "Total 42.17 EUR"), headers=IS_PDF)
    site.put("/locked.pdf", pdf("Salary", password="it is long"), headers=IS_PDF)
    urls = [plain, site.url("/invoice.pdf"), site.url("/locked.pdf")]
    rows = {row.url: row for row in await rows_of(urls, out=tmp_path, options=quick)}
    page, invoice, locked = (rows[url] for url in urls)
    assert (page.text, page.text_by, page.incomplete) == (None, None, [])
    assert (invoice.text, invoice.text_by) == ("Invoice 7\n\nTotal 42.17 EUR", "pdf")
    assert invoice.error_code is None
    assert invoice.image is not None
    assert (locked.text, locked.text_by) == (None, None)
    assert locked.incomplete[1:] == ["The PDF is encrypted and asks for a password."]
    assert sorted(texts(tmp_path), key=str) == [
        (invoice.text, "pdf"),
        (None, None),
        (None, None),
    ]
    assert verify(tmp_path).problems == []
    monkeypatch.setattr(reader, "find_spec", lambda _: None)
    (row,) = await rows_of([urls[1]], options=quick)
    assert (row.text, row.error_code) == (None, None)
    assert 'pip install "viewmark[pdf]"' in row.incomplete[1]


async def test_files_of_before_a_column_was_there_are_read(
    site: LocalSite, quick: BatchOptions, tmp_path: Path
) -> None:
    await rows_of(fill(site, 1), out=tmp_path, options=quick)
    (path,) = (tmp_path / "data").glob("*.parquet")
    pq.write_table(pq.read_table(path).drop_columns(list(ADDED)), path)
    (tmp_path / "shards.jsonl").unlink()  # it has the checksum of the original file
    rebuilt(tmp_path).close()
    await rows_of(fill(site, 1), out=tmp_path, options=quick)
    assert texts(tmp_path) == [(None, None)]
    assert verify(tmp_path).problems == []
