"""Taguette with tagged customer interviews for a single user: `taguette_app.py PORT`."""

import sys
from pathlib import Path

import tornado.ioloop
from taguette import database
from taguette.main import DEFAULT_CONFIG
from taguette.web import make_app
from taguette.web.base import Application

BASE = f"sqlite:///{Path('study.sqlite3').absolute()}"
TALKS = {
    "Talk with Ann": "I buy tea each week. The shop is near, and they know me. "
    "What I do not like is the queue at noon. A second desk would help.",
    "Talk with Bo": "I order by letter. Parcels come late in winter.",
    "Notes of the fair": "Forty people asked for green tea. Nobody asked for sugar.",
}
WORDS = ("habit", "likes", "trouble", "trouble.queue", "wish", "price")
MARKS = (("I buy tea each week.", 0), ("they know me", 1), ("the queue at noon", 3))
db = database.connect(BASE)()
ann = database.User(login="admin", email="ann@example.org", hashed_password="none")
project = database.Project(name="Tea drinkers", description="Why people buy tea")
db.add_all([ann, project])
db.flush()
db.add(database.ProjectMember(
    project=project, user_login="admin", privileges=database.Privileges.ADMIN))  # fmt: skip
tags = [database.Tag(project=project, path=word, description="") for word in WORDS]
db.add_all(tags)
for name, text in TALKS.items():
    document = database.Document(
        name=name, description="", filename=f"{name}.txt", project=project,
        text_direction=database.TextDirection.LEFT_TO_RIGHT, contents=f"<p>{text}</p>")  # fmt: skip
    db.add(document)
    for part, tag in MARKS:
        if (start := text.find(part)) >= 0:
            db.add(database.Highlight(
                document=document, start_offset=start, end_offset=start + len(part),
                snippet=part, tags=[tags[tag]]))  # fmt: skip
db.commit()
port = int(sys.argv[1])
config = DEFAULT_CONFIG | {
    "MULTIUSER": False, "DOMAIN": f"localhost:{port}", "BIND_ADDRESS": "127.0.0.1", "PORT": port,
    "X_HEADERS": False, "DATABASE": BASE, "TOS_FILE": None, "COOKIES_PROMPT": False,
    "SECRET_KEY": "a demonstration and nothing else",
}  # fmt: skip
Application.check_messages = lambda self: self.messages_event.set()  # no update check
app = make_app(config)
app.listen(port, address="127.0.0.1")
tornado.ioloop.IOLoop.current().start()
