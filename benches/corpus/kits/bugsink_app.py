"""Bugsink with some errors of a bakery, without a login: `bugsink_app.py PORT BIN`."""

import os
import subprocess
import sys
from wsgiref.simple_server import make_server

PORT, BIN = sys.argv[1:]
HOST = ["--host", "127.0.0.1", "--port", PORT]
subprocess.run([f"{BIN}/bugsink-create-conf", "--template=local", *HOST], check=True)
with open("bugsink_conf.py", "a") as settings:
    settings.write('BUGSINK["SINGLE_USER"] = BUGSINK["SINGLE_TEAM"] = False\n')
    settings.write('BUGSINK["PHONEHOME"] = False\nALLOWED_HOSTS = ["*"]\nDEBUG = False\n')
sys.path.insert(0, os.getcwd())
os.environ["DJANGO_SETTINGS_MODULE"] = "bugsink_conf"
for kind in ("migrate", "migrate --database=snappea"):
    subprocess.run([f"{BIN}/bugsink-manage", *kind.split()], check=True)

import django  # noqa: E402

django.setup()
from bugsink.wsgi import application as site  # noqa: E402
from django.conf import settings as conf  # noqa: E402
from django.contrib.auth import get_user_model, login  # noqa: E402
from django.contrib.sessions.backends.db import SessionStore  # noqa: E402
from django.http import HttpRequest  # noqa: E402
from projects.models import Project, ProjectMembership  # noqa: E402
from teams.models import Team, TeamMembership  # noqa: E402

ann = get_user_model().objects.create_superuser("ann", "ann@example.org", "demonstration")
team = Team.objects.create(name="Bakery")
TeamMembership.objects.create(team=team, user=ann, role=1, accepted=True)
for n, name in enumerate(("Ovens", "Shop", "Van")):
    project = Project.objects.create(
        team=team, name=name, slug=name.lower(), sentry_key=f"{n + 1:032x}"
    )
    ProjectMembership.objects.create(project=project, user=ann, role=1, accepted=True)
request = HttpRequest()
request.session = SessionStore()
login(request, ann)
request.session.save()
COOKIE = f"{conf.SESSION_COOKIE_NAME}={request.session.session_key}"


def entered(environ: dict, start: object) -> object:
    if conf.SESSION_COOKIE_NAME not in environ.get("HTTP_COOKIE", ""):
        kept = environ.get("HTTP_COOKIE")
        environ["HTTP_COOKIE"] = f"{kept}; {COOKIE}" if kept else COOKIE
    return site(environ, start)


make_server("127.0.0.1", int(PORT), entered).serve_forever()
