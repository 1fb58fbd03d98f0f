"""An Unfold administration with boats, dark and in German: `unfold_app.py PORT`."""

import datetime
import sys

import django
from django.conf import settings

settings.configure(
    DEBUG=True, SECRET_KEY="a demonstration and nothing else", ROOT_URLCONF="__main__",
    ALLOWED_HOSTS=["*"], STATIC_URL="/static/", DEFAULT_AUTO_FIELD="django.db.models.AutoField",
    LANGUAGE_CODE="de", USE_TZ=False,
    UNFOLD={"SITE_TITLE": "Hafen", "SITE_HEADER": "Hafen", "THEME": "dark",
            "SIDEBAR": {"show_search": True, "show_all_applications": True}},
    DATABASES={"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": "boats.sqlite"}},
    INSTALLED_APPS=["unfold", "unfold.contrib.filters", "django.contrib.admin",
                    "django.contrib.auth",
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
from unfold.admin import ModelAdmin  # noqa: E402


class Boat(models.Model):
    name = models.CharField("Name", max_length=40)
    kind = models.CharField(
        "Art", max_length=8, choices=[("s", "Segelboot"), ("m", "Motorboot"), ("r", "Ruderboot")]
    )
    built = models.DateField("gebaut")
    afloat = models.BooleanField("im Wasser", default=True)
    berth = models.PositiveIntegerField("Liegeplatz", default=1)

    class Meta:
        app_label = "auth"
        verbose_name = "Boot"
        verbose_name_plural = "Boote"

    def __str__(self) -> str:
        return self.name


@admin.register(Boat)
class BoatAdmin(ModelAdmin):
    list_display = ("name", "kind", "built", "afloat", "berth")
    list_filter = ("kind", "afloat")
    list_editable = ("berth",)
    search_fields = ("name",)
    list_per_page = 8
    date_hierarchy = "built"


def enter(request: object) -> object:
    login(request, User.objects.get(username="ann"))
    return redirect(request.GET["to"])


urlpatterns = [path("enter/", enter), path("admin/", admin.site.urls)]

if __name__ == "__main__":
    call_command("migrate", verbosity=0)
    with connection.schema_editor() as editor:
        editor.create_model(Boat)
    User.objects.create_superuser("ann", "ann@example.org", "demonstration", first_name="Ann")
    for n, name in enumerate(
        ("Adler", "Biber", "Dachs", "Eule", "Falke", "Hecht", "Igel", "Luchs", "Otter", "Specht")
    ):
        Boat.objects.create(name=name, kind="smr"[n % 3], afloat=n != 2, berth=n + 3,
                            built=datetime.date(2015 + n // 2, n + 1, 4))  # fmt: skip
    call_command("runserver", f"127.0.0.1:{sys.argv[1]}", "--noreload", "--insecure")
