# SPDX-License-Identifier: Apache-2.0
"""A small survey, a server that serves it, and people who answer."""

import http.client
import ipaddress
import json
import threading
import time
from contextlib import contextmanager

import uvicorn

from diffident.exact import declared
from diffident.local import device
from diffident.randomness.source import Source
from diffident.web.survey import file, reports
from diffident.web.survey.pages import application
from diffident.web.survey.service import Service
from diffident.web.survey.store import Store

HERE = str(ipaddress.IPv4Address(0x7F000001))  # this machine alone
TEXT = """
name = "driving"
title = { en = "Driving and drinking", de = "Fahren und Trinken" }
languages = ["en", "de"]
contact = "survey@example.org"
epsilon = 6
invitations = INVITED
batch = 5

[[questions]]
id = "drove"
kind = "yes_no"
text = { en = "Did you ever drive after drinking?", de = "Sind Sie je nach dem Trinken gefahren?" }
epsilon = 1

[[questions]]
id = "often"
kind = "scale"
text = { en = "How often?", de = "Wie oft?" }
options = [{ en = "once", de = "einmal" }, { en = "sometimes", de = "manchmal" }, { en = "often", de = "oft" }]
epsilon = 1
only_if = { question = "drove", is = "Yes" }

[[questions]]
id = "drinks"
kind = "several_of"
text = { en = "What do you drink?", de = "Was trinken Sie?" }
options = [{ en = "beer", de = "Bier" }, { en = "wine", de = "Wein" }, { en = "spirits", de = "Schnaps" }]
epsilon = 1

[[questions]]
id = "glasses"
kind = "number"
text = { en = "Glasses last week", de = "Gläser letzte Woche" }
bounds = [0, 40]
epsilon = 1

[[questions]]
id = "age"
kind = "number"
wants = "distribution"
text = { en = "Your age", de = "Ihr Alter" }
bounds = [18, 99]
epsilon = 2
"""
PAPER = """
name = "paper"
title = "On paper"
contact = "survey@example.org"
epsilon = 1
batch = 1
[[questions]]
id = "smokes"
kind = "yes_no"
text = "Do you smoke?"
epsilon = 1
"""
ANSWERS = [1, 2, 0b101, 12, 30]  # as devices number them: yes, often, beer and spirits, 12 glasses, aged 48


def read(text=TEXT, *, invited=True):
    return file.survey(declared.parse(text.replace("INVITED", str(invited).lower()), "survey.toml"))


def invited(survey, store, count=3, stratum=""):
    codes, action = reports.invite(count, stratum, Source.fresh())
    store.now(action)
    return codes


def told(survey, answers=ANSWERS, round_=1):
    """Return the report of a device."""
    described = survey.described(round_)
    each = zip(described["questions"], answers, strict=True)
    said = [device.report(question["plan"], answer, memo=memo(question["plan"])) for question, answer in each]
    return {"version": described["version"], "survey": described["survey"], "round": round_, "answers": said}


def memo(plan):
    return device.remember(plan) if "once" in plan else ()


@contextmanager
def served(survey, path, **given):
    """Serve a survey on a free port, in this process."""
    store = Store(path, survey.digest)
    service = Service(survey, store, **given)
    server = uvicorn.Server(uvicorn.Config(application(service), port=0, access_log=False, log_level="error"))
    thread = threading.Thread(target=server.run)
    thread.start()
    while not server.started:
        time.sleep(0.01)
    try:
        yield Client(server.servers[0].sockets[0].getsockname()[1], service)
    finally:
        server.should_exit = server.force_exit = True
        thread.join()
        store.close()


class Client:
    """Asks a server, as a browser without JavaScript, or as one that sends reports."""

    def __init__(self, port, service=None):
        self.port, self.service = port, service
        self.address = f"http://{HERE}:{port}"

    def ask(self, method, path, body=None, headers=None):
        connection = http.client.HTTPConnection(HERE, self.port, timeout=20)
        connection.request(method, path, body, headers or {})
        answer = connection.getresponse()
        found = answer.status, answer.read(), dict(answer.getheaders())
        connection.close()
        return found

    def get(self, path, **headers):
        status, text, _ = self.ask("GET", path, headers=headers)
        return status, text.decode()

    def post(self, path, sent, kind="application/json", **headers):
        body = sent if isinstance(sent, bytes) else json.dumps(sent).encode()
        status, text, _ = self.ask("POST", path, body, {"content-type": kind, **headers})
        return status, json.loads(text) if text.startswith(b"{") else text.decode()

    def report(self, code, report):
        return self.post("/report", {"code": code, "report": report})
