"""Demo data for the applications of `applications.py`, which is the same in every run."""

from __future__ import annotations

import random
import smtplib
import sqlite3
import struct
import subprocess
import zlib
from email.message import EmailMessage
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

WORDS = [
    "amber",
    "basalt",
    "cedar",
    "delta",
    "ember",
    "fjord",
    "grove",
    "harbor",
    "iris",
    "juniper",
]
STATES = ["open", "paid", "shipped", "returned"]


def shop(path: Path) -> None:
    """Create the database of a shop: customers, products, orders."""
    pick = random.Random(7)
    with sqlite3.connect(path) as db:
        db.executescript(
            "create table customers (id integer primary key, name text, city text);"
            "create table products (id integer primary key, name text, price real, stock integer);"
            "create table orders (id integer primary key,"
            " customer_id integer references customers(id),"
            " product_id integer references products(id), amount integer, state text, day text);"
            "create view open_orders as select * from orders where state = 'open';"
            "create index orders_by_state on orders(state);"
        )
        cities = ["Oslo", "Lima", "Cairo", "Turin"]
        for n in range(1, 41):
            name = f"{WORDS[n % 10].title()} {WORDS[n * 3 % 10].title()}"
            db.execute("insert into customers values (?, ?, ?)", (n, name, cities[n % 4]))
        for n in range(1, 21):
            price = pick.randint(200, 9000) / 100
            row = (n, f"{WORDS[n % 10]} {n}", price, pick.randint(0, 90))
            db.execute("insert into products values (?, ?, ?, ?)", row)
        for n in range(1, 241):
            day = f"2026-{n % 9 + 1:02}-{n % 27 + 1:02}"
            row = (n, pick.randint(1, 40), pick.randint(1, 20), pick.randint(1, 9))
            state = STATES[pick.randint(0, 3)]
            db.execute("insert into orders values (?, ?, ?, ?, ?, ?)", (*row, state, day))


def png(path: Path, colour: tuple[int, int, int], size: int = 96) -> None:
    """Write an image of one colour with a darker square."""
    dark = bytes(c // 2 for c in colour)
    rows = b"".join(
        b"\0" + b"".join(dark if 20 < x < 60 > y > 20 else bytes(colour) for x in range(size))
        for y in range(size)
    )

    def chunk(kind: bytes, data: bytes) -> bytes:
        check = struct.pack(">I", zlib.crc32(kind + data))
        return struct.pack(">I", len(data)) + kind + data + check

    head = struct.pack(">IIBBBBB", size, size, 8, 2, 0, 0, 0)
    body = chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")
    path.write_bytes(b"\x89PNG\r\n\x1a\n" + body)


def files(home: Path) -> None:
    """Create folders with texts, images and a few sounds."""
    for name in ("documents", "music", "pictures", "pictures/2025", "pictures/2026"):
        (home / name).mkdir(parents=True)
    for n, word in enumerate(WORDS):
        (home / "documents" / f"{word}.txt").write_text(f"{word}\n" * (n + 3))
        png(home / "pictures" / f"{word}.png", (25 * n, 200 - 15 * n, 120))
    sound = b"\0" * 8000
    head = struct.pack("<4sI4s4sIHHIIHH4sI", b"RIFF", 36 + len(sound), b"WAVE", b"fmt ", 16, 1, 1,
                       8000, 8000, 1, 8, b"data", len(sound))  # fmt: skip
    for word in WORDS[:4]:
        (home / "music" / f"{word}.wav").write_bytes(head + sound)
    (home / "readme.md").write_text("# Shared files\n\nTexts, pictures and sounds.\n")
    (home / "todo.txt").write_text("sort the pictures\n")
    (home / "report.csv").write_text("day,sum\n2026-01-01,4\n")


STUDY = """
import sys, optuna
optuna.logging.set_verbosity(optuna.logging.ERROR)
def one(trial):
    x = trial.suggest_float("learning_rate", 0.001, 1, log=True)
    y = trial.suggest_int("layers", 1, 8)
    z = trial.suggest_categorical("activation", ["relu", "gelu", "tanh"])
    return (x - 0.1) ** 2 + abs(y - 4) + len(z) / 10
for n, name in enumerate(["churn model", "price model", "vision small"]):
    study = optuna.create_study(study_name=name, storage=sys.argv[1],
                                sampler=optuna.samplers.RandomSampler(seed=n))
    study.set_user_attr("team", "forecast")
    study.optimize(one, n_trials=24)
"""


def studies(python: Path, storage: str) -> None:
    subprocess.run([python, "-c", STUDY, storage], check=True)


EVENTS = """
import sys, math
from tensorboard.compat.proto.event_pb2 import Event
from tensorboard.compat.proto.summary_pb2 import Summary
from tensorboard.summary.writer.event_file_writer import EventFileWriter
for run, rate in (("train", 0.9), ("validation", 1.1), ("baseline", 1.6)):
    out = EventFileWriter(sys.argv[1] + "/" + run)
    for step in range(40):
        for tag, value in (("loss/total", rate * math.exp(-step / 12)),
                           ("loss/regularisation", rate / (step + 3)),
                           ("accuracy", 1 - rate * math.exp(-step / 9) / 2)):
            one = Summary.Value(tag=tag, simple_value=value)
            out.add_event(Event(wall_time=1.7e9 + step, step=step, summary=Summary(value=[one])))
    out.close()
"""


def events(python: Path, folder: Path) -> None:
    subprocess.run([python, "-c", EVENTS, str(folder)], check=True)


def mails(port: int) -> None:
    """Send nine messages, two of them with an attachment."""
    with smtplib.SMTP("127.0.0.1", port) as smtp:
        for n, word in enumerate(WORDS[:9]):
            mail = EmailMessage()
            mail["From"] = f"{word.title()} Shop <{word}@example.org>"
            mail["To"] = "customer@example.com"
            mail["Subject"] = f"Your order {100 + n} of {word}"
            mail["Date"] = f"Mon, 0{n % 9 + 1} Jun 2026 10:00:00 +0000"
            mail.set_content(f"Hello,\n\nyour {word} is on its way.\n")
            body = f"<h2>Hello,</h2><p>your <b>{word}</b> is on its way.</p>"
            mail.add_alternative(body + "<p><a href='#track'>Track it</a></p>", subtype="html")
            if n % 4 == 0:
                mail.add_attachment(b"%PDF-1.4", "application", "pdf", filename=f"{word}.pdf")
            smtp.send_message(mail)


LOCUSTFILE = """
from locust import HttpUser, between, task
class Visitor(HttpUser):
    host = "http://127.0.0.1:9"
    wait_time = between(1, 2)
    @task
    def front(self): self.client.get("/")
    @task
    def search(self): self.client.get("/search")
"""

SPECIFICATION = {
    "openapi": "3.0.3",
    "info": {"title": "Shop", "version": "1.2.0", "description": "Orders and customers.",
             "contact": {"email": "shop@example.org"}},
    "servers": [{"url": "http://127.0.0.1:9/v1"}, {"url": "http://127.0.0.1:9/v2"}],
    "tags": [{"name": "orders", "description": "What was bought"},
             {"name": "customers", "description": "Who bought it"}],
    "components": {
        "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
        "schemas": {
            "Order": {"type": "object", "properties": {
                "id": {"type": "integer"}, "state": {"type": "string", "enum": STATES}}},
            "Customer": {"type": "object", "properties": {"name": {"type": "string"}}},
        },
    },
    "security": [{"token": []}],
    "paths": {
        "/orders": {
            "get": {"tags": ["orders"], "summary": "List orders", "parameters": [
                {"name": "state", "in": "query", "schema": {"type": "string", "enum": STATES}},
                {"name": "limit", "in": "query", "schema": {"type": "integer", "default": 20}}],
                "responses": {"200": {"description": "Orders"}}},
            "post": {"tags": ["orders"], "summary": "Add an order", "requestBody": {"content": {
                "application/json": {"schema": {"$ref": "#/components/schemas/Order"}}}},
                "responses": {"201": {"description": "Added"}}},
        },
        "/orders/{id}": {
            "delete": {"tags": ["orders"], "summary": "Take an order back", "deprecated": True,
                       "parameters": [{"name": "id", "in": "path", "required": True,
                                       "schema": {"type": "integer"}}],
                       "responses": {"204": {"description": "Gone"}}},
        },
        "/customers": {
            "get": {"tags": ["customers"], "summary": "List customers",
                    "responses": {"200": {"description": "Customers"}}},
        },
    },
}  # fmt: skip


def mails_to(_: int, port: int) -> None:
    """Send the messages to the second port of an application."""
    mails(port)
