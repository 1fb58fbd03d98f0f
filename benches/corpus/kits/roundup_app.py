"""An issue tracker: `roundup_app.py PORT FOLDER`."""

import subprocess
import sys
from pathlib import Path
from wsgiref.simple_server import make_server

from roundup import date, instance, password
from roundup.cgi.wsgi_handler import RequestDispatcher

PORT, HOME = int(sys.argv[1]), Path(sys.argv[2]) / "tracker"
ISSUES = (
    ("Kettle leaks at the spout", "urgent", "chatting"),
    ("Order sent twice", "critical", "unread"),
    ("Search is slow with two words", "bug", "in-progress"),
    ("Wrong sum on the bill", "bug", "unread"),
    ("No mail after an order", "urgent", "need-eg"),
    ("Show the weight of a packet", "wish", "unread"),
    ("Gift wrap for cups", "feature", "testing"),
    ("Carrier 3 loses parcels", "bug", "chatting"),
)
if not HOME.exists():
    admin = [str(Path(sys.executable).parent / "roundup-admin"), "-i", str(HOME)]
    settings = (
        f"admin_email=root@example.org,tracker_web=http://127.0.0.1:{PORT}/,"
        f"mail_domain=example.org,mail_host=localhost,mail_debug={HOME}.mail"
    )
    for words in (["install", "classic", "anydbm", settings], ["initialise", "demo"]):
        subprocess.run([*admin, *words], check=True, stdout=subprocess.DEVNULL)
    tracker = instance.open(str(HOME))
    db = tracker.open("admin")
    for name in ("ann", "bo"):
        db.user.create(
            username=name,
            realname=name.title(),
            roles="User",
            address=f"{name}@example.org",
            password=password.Password("demo", config=tracker.config),
        )
    # Anonymous users have all permissions, so nobody has to sign in.
    db.user.set(db.user.lookup("anonymous"), roles="Admin")
    words = [db.keyword.create(name=name) for name in ("shop", "printer")]
    people = [db.user.lookup(name) for name in ("ann", "bo")]
    for n, (title, priority, status) in enumerate(ISSUES):
        said = db.msg.create(
            author=people[n % 2],
            content=f"{title}, seen in the shop.",
            summary=title,
            date=date.Date("2026-03-18"),
        )
        db.issue.create(
            title=title,
            priority=db.priority.lookup(priority),
            messages=[said],
            status=db.status.lookup(status),
            assignedto=people[n % 2],
            nosy=people,
            keyword=[words[n % 2]],
        )
    db.commit()
    db.close()
make_server("127.0.0.1", PORT, RequestDispatcher(str(HOME))).serve_forever()
