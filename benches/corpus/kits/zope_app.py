"""The management pages of Zope with a small site, without a login: `zope_app.py PORT BIN`."""

import base64
import subprocess
import sys

import transaction
from waitress import serve

PORT, BIN = sys.argv[1:]
subprocess.run([f"{BIN}/mkwsgiinstance", "-d", "instance", "-u", "ann:demonstration"], check=True)
import Zope2  # noqa: E402
from Zope2.Startup.run import make_wsgi_app  # noqa: E402

site = make_wsgi_app({}, "instance/etc/zope.conf")
root = Zope2.app()
for name, title in (
    ("harbour", "Harbour office"),
    ("bakery", "Bakery"),
    ("choir", "Choir"),
    ("kites", "Kites"),
    ("library", "Library"),
    ("museum", "Museum"),
):
    if name not in root.objectIds():
        root.manage_addFolder(name, title)
for name, title in (
    ("ferries", "Times of the ferries"),
    ("songs", "Songs for June"),
    ("tides", "High water"),
):
    root.manage_addDTMLMethod(name, title)
root.manage_addProduct["OFSP"].manage_addFile("boats.txt", b"Heron\nLark\n", "Boats")
transaction.commit()
root._p_jar.close()
LET_IN = "Basic " + base64.b64encode(b"ann:demonstration").decode()


def entered(environ: dict, start: object) -> object:
    environ["HTTP_AUTHORIZATION"] = LET_IN
    return site(environ, start)


serve(entered, host="127.0.0.1", port=int(PORT))
