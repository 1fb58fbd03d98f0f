"""A SimpleUI administration with kites and their makers: `simpleui_app.py PORT`."""

import datetime
import sys

import django
from django.conf import settings

settings.configure(
    DEBUG=True, SECRET_KEY="a demonstration and nothing else", ROOT_URLCONF="__main__",
    ALLOWED_HOSTS=["*"], STATIC_URL="/static/", DEFAULT_AUTO_FIELD="django.db.models.AutoField",
    SIMPLEUI_ANALYSIS=False, SIMPLEUI_HOME_INFO=False, SIMPLEUI_STATIC_OFFLINE=True,
    X_FRAME_OPTIONS="SAMEORIGIN", LANGUAGE_CODE="en-us", USE_TZ=False,
    DATABASES={"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": "kites.sqlite"}},
    INSTALLED_APPS=["simpleui", "django.contrib.admin", "django.contrib.auth",
                    "django.contrib.contenttypes", "django.contrib.sessions",
                    "django.contrib.messages", "django.contrib.staticfiles"],
    MIDDLEWARE=["django.contrib.sessions.middleware.SessionMiddleware",
                "django.contrib.auth.middleware.AuthenticationMiddleware",
                "django.contrib.messages.middleware.MessageMiddleware"],
    TEMPLATES=[{"BACKEND": "django.template.backends.django.DjangoTemplates", "APP_DIRS": True,
                "OPTIONS": {"context_processors": [
                    "django.template.context_processors.request",
                    "django.contrib.auth.context_processors.auth",
                    "django.contrib.messages.context_processors.messages"]}}],
)  # fmt: skip
django.setup()

from django.contrib import admin  # noqa: E402
from django.contrib.auth import login  # noqa: E402
from django.contrib.auth.models import User  # noqa: E402
from django.core.management import call_command  # noqa: E402
from django.db import connection, models  # noqa: E402
from django.shortcuts import redirect  # noqa: E402
from django.urls import path  # noqa: E402


class Kite(models.Model):
    name = models.CharField(max_length=40)
    shape = models.CharField(
        max_length=8, choices=[("d", "Diamond"), ("b", "Box"), ("r", "Roller")]
    )
    made = models.DateField()
    flies = models.BooleanField(default=True)

    class Meta:
        app_label = "auth"

    def __str__(self) -> str:
        return self.name


@admin.register(Kite)
class KiteAdmin(admin.ModelAdmin):
    list_display = ("name", "shape", "made", "flies")
    list_filter = ("shape", "flies")
    search_fields = ("name",)
    list_per_page = 5


def enter(request: object) -> object:
    login(request, User.objects.get(username="ann"))
    return redirect(request.GET["to"])


urlpatterns = [path("enter/", enter), path("admin/", admin.site.urls)]

if __name__ == "__main__":
    call_command("migrate", verbosity=0)
    with connection.schema_editor() as editor:
        editor.create_model(Kite)
    User.objects.create_superuser("ann", "ann@example.org", "demonstration", first_name="Ann")
    for n, name in enumerate(("Swift", "Heron", "Lark", "Crane", "Owl", "Rook", "Tern")):
        Kite.objects.create(name=name, shape="dbr"[n % 3], flies=n != 2,
                            made=datetime.date(2025, n + 1, 4))  # fmt: skip
    call_command("runserver", f"127.0.0.1:{sys.argv[1]}", "--noreload", "--insecure")
