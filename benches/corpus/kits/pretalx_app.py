"""A pretalx conference with some talks and a signed-in user: `pretalx_app.py PORT`."""

import datetime as dt
import os
import sys
from wsgiref.simple_server import make_server

PORT = sys.argv[1]
os.environ |= {
    "DJANGO_SETTINGS_MODULE": "pretalx.settings", "PRETALX_DATA_DIR": os.getcwd() + "/kept",
    "PRETALX_DEBUG": "True", "PRETALX_SITE_URL": f"http://127.0.0.1:{PORT}",
}  # fmt: skip

import django  # noqa: E402

django.setup()
from django.conf import settings  # noqa: E402

settings.ALLOWED_HOSTS = ["*"]
from django.contrib.auth import login  # noqa: E402
from django.contrib.sessions.backends.db import SessionStore  # noqa: E402
from django.contrib.staticfiles.handlers import StaticFilesHandler  # noqa: E402
from django.core.management import call_command  # noqa: E402
from django.core.wsgi import get_wsgi_application  # noqa: E402
from django.http import HttpRequest  # noqa: E402
from django_scopes import scope, scopes_disabled  # noqa: E402

call_command("migrate", verbosity=0)
from pretalx.common.models.settings import GlobalSettings  # noqa: E402
from pretalx.event.models import Event  # noqa: E402
from pretalx.event.utils import create_organiser_with_team  # noqa: E402
from pretalx.person.models import SpeakerProfile, User  # noqa: E402
from pretalx.submission.models import Submission  # noqa: E402

TALKS = (
    ("Nets that last", "Ann Holm", "submitted"), ("Boats of reed", "Bo Lund", "accepted"),
    ("Lights at sea", "Cy Moss", "confirmed"), ("Songs of rowers", "Di Vik", "submitted"),
    ("Ropes and knots", "Ed Dahl", "rejected"), ("Maps of tides", "Flo Reed", "submitted"),
)  # fmt: skip
GlobalSettings().settings.set("update_check_ack", True)
GlobalSettings().settings.set("update_check_enabled", False)
ann = User.objects.create_superuser(email="ann@example.org", password="harbour7")
ann.name, ann.is_administrator = "Ann", True
ann.save()
organiser, team = create_organiser_with_team(name="Harbour", slug="harbour", users=[ann])
with scopes_disabled():
    event = Event.objects.create(
        name="Harbour days", slug="days", organiser=organiser, is_public=True, email="a@a.example",
        date_from=dt.date(2030, 5, 2), date_to=dt.date(2030, 5, 4), timezone="UTC",
        locale_array="en", locale="en",
    )  # fmt: skip
with scope(event=event):
    event.build_initial_data()
    team.limit_events.add(event)
    for title, name, state in TALKS:
        who = User.objects.create_user(
            email=f"{name.split()[0].lower()}2@example.org", password="harbour7", name=name
        )
        SpeakerProfile.objects.create(user=who, event=event)
        talk = Submission.objects.create(
            event=event, title=title, state=state,
            submission_type=event.cfp.default_type, content_locale="en",
        )  # fmt: skip
        talk.speakers.add(who)
request = HttpRequest()
request.session = SessionStore()
login(request, ann, backend="django.contrib.auth.backends.ModelBackend")
request.session.save()
COOKIE = f"{settings.SESSION_COOKIE_NAME}={request.session.session_key}"
site = StaticFilesHandler(get_wsgi_application())


def entered(environ: dict, start: object) -> object:
    if settings.SESSION_COOKIE_NAME not in environ.get("HTTP_COOKIE", ""):
        kept = environ.get("HTTP_COOKIE")
        environ["HTTP_COOKIE"] = f"{kept}; {COOKIE}" if kept else COOKIE
    return site(environ, start)


make_server("127.0.0.1", int(PORT), entered).serve_forever()
