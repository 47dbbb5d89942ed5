# SPDX-License-Identifier: Apache-2.0
"""Serving a survey: on this machine alone, or in the network that it is in, and what that exposes."""

import ipaddress
import socket
from collections.abc import Callable
from typing import Final

import uvicorn

from diffident.web.survey.pages import application
from diffident.web.survey.service import Service
from diffident.web.survey.store import Store, remember
from diffident.web.survey.survey import Survey

HERE: Final = str(ipaddress.IPv4Address(0x7F000001))  # this machine alone
EVERYWHERE: Final = "0.0.0.0"  # noqa: S104 - asked for by --lan, and said aloud
OPEN: Final = """  Anybody in this network can open the page, and read what travels: plain HTTP is not encrypted. Reports are
  randomised, so nobody can know an answer; but who sees the network sees who takes part, and could change the page.
  For anything but a classroom put a proxy with TLS in front: docs/how-to/survey.md."""


def serve(  # noqa: PLR0913 - each is a choice of the steward
    survey: Survey, store: Store, *, port: int, lan: bool, round_: int | None, tell: Callable[[str], None]
) -> None:
    """Serve a survey until it is interrupted; nothing of a request is logged."""
    if round_ is not None:
        store.now(lambda db: remember(db, "round", str(round_).encode()))
    service = Service(survey, store)
    address = f"http://{_address() if lan else HERE}:{port}/"
    for line in _told(service, address, lan=lan):
        tell(line)
    host = EVERYWHERE if lan else HERE
    uvicorn.run(application(service), host=host, port=port, access_log=False, log_level="warning", server_header=False)
    store.close()


def _told(service: Service, address: str, *, lan: bool) -> list[str]:
    """Return what the steward is told."""
    lines = [f"  {address}            the questions", f"  {address}results     the results, live"]
    lines += [f"  {address}plan        how many people are needed", f"  {address}enter       to type paper reports"]
    lines.append(f"  The key for that page, until this process ends: {service.key}")
    if lan:
        import segno  # noqa: PLC0415 - only this needs it

        code = [
            " " + "".join("██" if dark else "  " for dark in row) for row in segno.make(address).matrix_iter(border=2)
        ]
        lines += [*code, OPEN]
    return lines


def _address() -> str:
    """Return this machine's address in its network; no packet is sent to find it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return HERE
        return str(probe.getsockname()[0])
