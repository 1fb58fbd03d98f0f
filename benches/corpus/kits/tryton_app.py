"""A Tryton party register with its own database: `tryton_app.py FOLDER_OF_THE_CLIENT PORT`."""

import os
import subprocess
import sys
from pathlib import Path

client, port = sys.argv[1:]
here = Path.cwd()
(here / "trytond.conf").write_text(
    f"[database]\nuri = sqlite://\npath = {here}\n"
    f"[web]\nlisten = 127.0.0.1:{port}\nroot = {client}\n"
    "[session]\nauthentications = password\n"
)
(here / "club.sqlite").touch()
(here / "word").write_text("ferry-bread-7")
binaries = Path(sys.executable).parent
given = os.environ | {"TRYTONPASSFILE": str(here / "word")}
subprocess.run(
    [binaries / "trytond-admin", "-c", "trytond.conf", "-d", "club", "-u", "party",
     "--activate-dependencies", "--email", "ann@example.org"], check=True, env=given)  # fmt: skip

from trytond.config import config  # noqa: E402

config.update_etc("trytond.conf")

from trytond.pool import Pool  # noqa: E402
from trytond.transaction import Transaction  # noqa: E402

Pool.start()
Pool("club").init()
PARTIES = (("Ada Berg", "Oslo"), ("Bakery Horn", "Bergen"), ("Cato Lund", "Turku"))
with Transaction().start("club", 1) as change:
    pool = Pool("club")
    Items = pool.get("ir.module.config_wizard.item")
    Items.write(Items.search([]), {"state": "done"})
    Kind = pool.get("party.category")
    kinds = Kind.create([{"name": name} for name in ("Baker", "Member", "Guest")])
    pool.get("party.party").create([
        {"name": name, "categories": [("add", [kinds[n].id])],
         "addresses": [("create", [{"city": town, "street": f"Harbour {n + 1}"}])],
         "contact_mechanisms": [("create", [
             {"type": "email", "value": f"{name.split()[0].lower()}@example.org"},
             {"type": "phone", "value": f"+47 22 00 00 0{n}"}])]}
        for n, (name, town) in enumerate(PARTIES)
    ])  # fmt: skip
    change.commit()
os.execv(binaries / "trytond", ["trytond", "-c", "trytond.conf", "-d", "club"])
