"""A Spirit forum with a signed-in user: `spirit_app.py PORT FOLDER`."""

import os
import sys
from pathlib import Path

from spirit.extra.bin.spirit import main

PORT, HOME = sys.argv[1], Path(sys.argv[2])
SETTINGS = """
from .dev import *
MIDDLEWARE = [*MIDDLEWARE, "forum.entering.enter"]
"""
ENTERING = """
from django.contrib.auth import get_user_model, login

def enter(answer):
    def signed_in(request):
        if not request.user.is_authenticated:
            user = get_user_model().objects.get(username="ann")
            login(request, user, backend="django.contrib.auth.backends.ModelBackend")
        return answer(request)
    return signed_in
"""
SAID = (
    ("ann", "Which pot keeps the tea **warm** the longest? I have an iron one."),
    ("bo", "> Which pot keeps the tea warm\n\nClay, see [the test](https://example.org/test)."),
    ("cy", "My glass one is cold after ten minutes.\n\n- iron: 40 min\n- clay: 55 min"),
    ("ann", "Thank you both."),
)

os.environ["PATH"] = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
sys.argv = ["spirit", "startproject", "forum", "--path", str(HOME)]
main()
(HOME / "forum" / "settings" / "demo.py").write_text(SETTINGS)
(HOME / "forum" / "entering.py").write_text(ENTERING)
sys.path.insert(0, str(HOME))
os.environ["DJANGO_SETTINGS_MODULE"] = "forum.settings.demo"

import django  # noqa: E402
from django.core.management import call_command, execute_from_command_line  # noqa: E402

django.setup()
call_command("migrate", verbosity=0)

from django.contrib.auth import get_user_model  # noqa: E402
from spirit.category.models import Category  # noqa: E402
from spirit.comment.models import Comment  # noqa: E402
from spirit.core.utils.markdown import Markdown  # noqa: E402
from spirit.topic.models import Topic  # noqa: E402

people = {}
for name in ("ann", "bo", "cy"):
    mail = f"{name}@example.org"
    people[name] = get_user_model().objects.create_user(name, mail, "x", is_active=True)
chief = people["ann"]
chief.is_staff = chief.is_superuser = True
chief.st.is_verified = chief.st.is_moderator = chief.st.is_administrator = True
chief.save()
chief.st.save()
for title in ("Pots", "Leaves"):
    Category.objects.create(title=title, description=f"All about {title.lower()}")
pots = Category.objects.get(title="Pots")
for title in ("Cups from Lisbon", "Which pot stays warm?"):
    topic = Topic.objects.create(title=title, user=chief, category=pots, comment_count=len(SAID))
for name, text in SAID:
    html = Markdown().render(text)
    Comment.objects.create(user=people[name], topic=topic, comment=text, comment_html=html)
execute_from_command_line(["manage.py", "runserver", "--noreload", "--insecure", PORT])
