"""Tickets for a Trac environment: `python trac_data.py FOLDER`."""

import sys

from trac.env import open_environment
from trac.perm import PermissionSystem
from trac.ticket.model import Ticket

env = open_environment(sys.argv[1])
for right in ("TICKET_ADMIN", "WIKI_ADMIN", "MILESTONE_ADMIN", "REPORT_ADMIN"):
    PermissionSystem(env).grant_permission("anonymous", right)
for n, word in enumerate(("Kettle leaks", "Order twice", "Slow search", "Wrong sum", "No mail")):
    ticket = Ticket(env)
    ticket["summary"], ticket["reporter"], ticket["owner"] = word, "ann", ("bo", "cleo")[n % 2]
    ticket["type"], ticket["priority"] = ("defect", "task")[n % 2], ("major", "minor")[n % 2]
    ticket["component"], ticket["status"] = "component1", "new"
    ticket["description"] = f"{word}, see [wiki:WikiStart the first page]."
    ticket.insert()
