"""A Flask-Admin administration with the tables of a shop."""

import os
import sys
from pathlib import Path

from flask import Flask
from flask_admin import Admin
from flask_admin.contrib.fileadmin import FileAdmin

home = Path(sys.argv[2]) / "files"
(home / "pictures").mkdir(parents=True)
for name in ("assam.txt", "orders.csv", "pot.txt", "prices.csv", "readme.md"):
    (home / name).write_text("name,price\n")


for each in home.iterdir():
    os.utime(each, (1_772_000_000, 1_772_000_000))


class Files(FileAdmin):
    can_upload = can_mkdir = can_rename = can_delete = True
    editable_extensions = ("md", "txt", "csv")


app = Flask(__name__)
app.secret_key = "a demonstration and nothing else"
admin = Admin(app, name="Shop")
admin.add_view(Files(str(home), "/static/", name="Files", endpoint="files"))
admin.add_view(Files(str(home), "/static/", name="Old files", endpoint="old", category="More"))
admin.add_view(Files(str(home), "/static/", name="Offers", endpoint="offers", category="More"))
app.run(port=int(sys.argv[1]))
