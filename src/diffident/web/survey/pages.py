# SPDX-License-Identifier: Apache-2.0
"""The pages of a survey, and what they send: server-rendered, for phones first, with nothing from elsewhere."""

import asyncio
import base64
import hashlib
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from functools import lru_cache
from pathlib import Path
from typing import Any, Final
from urllib.parse import parse_qs

from jinja2 import Environment, PackageLoader, select_autoescape
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response, StreamingResponse
from starlette.routing import Route

from diffident import local
from diffident.errors import Refused
from diffident.exact.spelling import plain
from diffident.web.headers import Headers
from diffident.web.limits import RequestTooLarge, RequestUnreadable, TooManyRequests, body, read_json
from diffident.web.survey import wording
from diffident.web.survey.paper import NotOnPaper, spinner
from diffident.web.survey.plan import needed
from diffident.web.survey.question import said
from diffident.web.survey.reports import CodeUnknown, SurveyClosed
from diffident.web.survey.service import Service
from diffident.web.survey.shown import shown
from diffident.web.survey.survey import Survey

HERE: Final = Path(__file__).parent
FILES: Final = {
    "device.js": (Path(local.__file__).with_name("device.js"), "text/javascript"),
    "survey.js": (HERE / "static" / "survey.js", "text/javascript"),
    "results.js": (HERE / "static" / "results.js", "text/javascript"),
    "withdraw.js": (HERE / "static" / "withdraw.js", "text/javascript"),
    "style.css": (HERE / "static" / "style.css", "text/css"),
}
STATUS: Final[dict[type[Refused], int]] = {
    RequestTooLarge: 413,
    TooManyRequests: 429,
    CodeUnknown: 403,
    SurveyClosed: 409,
    NotOnPaper: 404,
}
COOKIE: Final = "steward"
MARGINS: Final = ("0.05", "0.03", "0.01")
Page = Callable[[Request], Awaitable[Response]]


def application(service: Service) -> Starlette:
    """Return the application that serves one survey."""
    pages = Pages(service)
    routes = [
        Route("/", pages.respond),
        Route("/report", pages.report, methods=["POST"]),
        Route("/withdraw", pages.withdraw),
        Route("/withdraw", pages.withdrawn, methods=["POST"]),
        Route("/results", pages.results),
        Route("/results.json", pages.results_json),
        Route("/results/stream", pages.stream),
        Route("/plan", pages.plan),
        Route("/paper", pages.paper),
        Route("/qr.svg", pages.qr),
        Route("/steward", pages.steward),
        Route("/steward", pages.stewarded, methods=["POST"]),
        Route("/enter", pages.enter),
        Route("/enter", pages.entered, methods=["POST"]),
        Route("/static/{name}", static),
    ]
    handlers = {Refused: refused, 404: nowhere, 405: nowhere}
    return Starlette(routes=routes, middleware=[Middleware(Headers)], exception_handlers=handlers)


@lru_cache(maxsize=16)
def file(name: str) -> bytes:
    """Return one of our files."""
    return FILES[name][0].read_bytes()


def integrity(name: str) -> str:
    """Return what a page says of a file, so that the browser runs no other."""
    return "sha384-" + base64.b64encode(hashlib.sha384(file(name)).digest()).decode()


async def static(request: Request) -> Response:
    """Return a file of ours."""
    name = request.path_params["name"]
    return Response(file(name), media_type=FILES[name][1]) if name in FILES else Response("not found", 404)


async def refused(request: Request, problem: Exception) -> Response:
    """Return a refusal in its one shape, as JSON where JSON was sent, else as a page."""
    assert isinstance(problem, Refused)  # noqa: S101 - it is registered for these only
    status = STATUS.get(type(problem), 400)
    if request.method == "POST" and "json" in request.headers.get("content-type", ""):
        return JSONResponse(problem.as_json(), status)
    return HTMLResponse(_render("message.html", "en", title=problem.said, text=problem.advised), status)


async def nowhere(_: Request, problem: Exception) -> Response:
    """Return the page of an address that there is not."""
    status = problem.status_code if isinstance(problem, HTTPException) else 404
    text = "Go to the first page of the survey."
    return HTMLResponse(_render("message.html", "en", title="Nothing is here", text=text), status)


@lru_cache(maxsize=1)
def _templates() -> Environment:
    return Environment(loader=PackageLoader("diffident.web.survey"), autoescape=select_autoescape())


def _render(template: str, language: str, **given: Any) -> str:  # noqa: ANN401 - what templates take
    facts = {"words": wording.phrases(language), "language": language, "integrity": integrity, "said": said}
    return _templates().get_template(template).render(**facts, **given)


class Pages:
    """What is answered to each request."""

    def __init__(self, service: Service) -> None:
        self.service, self.survey = service, service.survey
        self.needed: list[tuple[str, list[dict[str, Any]]]] = []  # found when it is first asked for

    def language(self, request: Request) -> str:
        """Return the language that was asked for, if the survey speaks it."""
        wanted = [request.query_params.get("lang", "")[:2]]
        wanted += [part.strip()[:2].lower() for part in request.headers.get("accept-language", "").split(",")[:20]]
        return next((each for each in wanted if each in self.survey.languages), self.survey.languages[0])

    def render(self, request: Request, template: str, status: int = 200, **given: Any) -> Response:  # noqa: ANN401 - what templates take
        """Return a page."""
        language = self.language(request)
        return HTMLResponse(_render(template, language, survey=self.survey, **given), status)

    async def respond(self, request: Request) -> Response:
        """The respondent's page."""
        language = self.language(request)
        promises = {each.id: wording.promise(each, language) for each in self.survey.questions}
        plan = json.dumps({**self.survey.described(self.service.round), "invited": self.survey.by_invitation})
        return self.render(
            request,
            "respond.html",
            plan=plan.replace("<", "\\u003c"),
            promises=promises,
            guess=wording.guess(self.survey.spent, language),
            epsilon=plain(self.survey.spent),
            is_open=self.service.is_open,
        )

    async def report(self, request: Request) -> Response:
        """Take a report."""
        self.service.rate.admit(request.client.host if request.client else "")
        return JSONResponse(await self.service.take(read_json(await _json_body(request))))

    async def withdraw(self, request: Request) -> Response:
        """The page to withdraw with a receipt."""
        return self.render(request, "withdraw.html")

    async def withdrawn(self, request: Request) -> Response:
        """Delete the report of a receipt."""
        self.service.rate.admit(request.client.host if request.client else "")
        sent = read_json(await _json_body(request))
        return JSONResponse(await self.service.withdraw(sent.get("receipt") if isinstance(sent, dict) else None))

    async def results(self, request: Request) -> Response:
        """The results, as of the last batch."""
        told = shown(self.survey.questions, self.service.result, self.language(request))
        return self.render(request, "results.html", result=self.service.result, shown=told)

    async def results_json(self, _: Request) -> Response:
        """The same as plain data."""
        return JSONResponse(self.service.result or {"people": None})

    async def stream(self, _: Request) -> Response:
        """Tell each time that results change."""

        async def events() -> AsyncIterator[str]:
            async for result in self.service.watch():
                people = (result or {}).get("people")
                yield ": still here\n\n" if result is None else f"event: results\ndata: {people}\n\n"

        return StreamingResponse(events(), media_type="text/event-stream")

    async def plan(self, request: Request) -> Response:
        """The designer's page: how many people are needed, whomever they trust."""
        self.needed = self.needed or await asyncio.to_thread(_needed, self.survey)
        return self.render(request, "plan.html", rows=self.needed)

    async def paper(self, request: Request) -> Response:
        """The form on paper."""
        language = self.language(request)
        sheets = [(each, spinner(each, language)) for each in self.survey.questions]
        return self.render(request, "paper.html", sheets=sheets)

    async def qr(self, request: Request) -> Response:
        """A QR code of the address under which this page was asked for."""
        import segno  # noqa: PLC0415 - only this needs it

        code = segno.make(str(request.base_url), error="m")
        return Response(code.svg_inline(scale=6, border=4).encode(), media_type="image/svg+xml")

    async def steward(self, request: Request) -> Response:
        """The page on which the steward types the key."""
        return self.render(request, "steward.html", wrong=False)

    async def stewarded(self, request: Request) -> Response:
        """Let in who knows the key that was printed when the survey was opened."""
        self.service.rate.admit("steward")
        _from_here(request)
        session = self.service.enter(_fields(await body(request)).get("key"))
        if session is None:
            return self.render(request, "steward.html", 403, wrong=True)
        answer = RedirectResponse("/enter", 303)
        answer.set_cookie(COOKIE, session, httponly=True, samesite="strict", secure=request.url.scheme == "https")
        return answer

    async def enter(self, request: Request) -> Response:
        """The page on which paper reports are typed."""
        if request.cookies.get(COOKIE) not in self.service.sessions:
            return RedirectResponse("/steward", 303)
        for each in self.survey.questions:
            spinner(each, "en")  # refuses what is not on paper
        return self.render(request, "enter.html", receipt=None)

    async def entered(self, request: Request) -> Response:
        """Store a paper report: what stands on the paper was randomised by its spinner."""
        if request.cookies.get(COOKIE) not in self.service.sessions:
            return RedirectResponse("/steward", 303)
        _from_here(request)
        fields = _fields(await body(request))
        answers = [
            int(fields[each.id]) if fields.get(each.id, "").isdecimal() else None for each in self.survey.questions
        ]
        described = self.survey.described(self.service.round)
        facts = {"version": described["version"], "survey": described["survey"], "round": described["round"]}
        told = await self.service.take({"code": fields.get("code"), "report": {**facts, "answers": answers}})
        return self.render(request, "enter.html", receipt=told["receipt"])


def _needed(survey: Survey) -> list[tuple[str, list[dict[str, Any]]]]:
    """Return what the designer's page shows: public facts only."""
    return [(margin, needed(survey, margin)) for margin in MARGINS]


async def _json_body(request: Request) -> bytes:
    """Return a body that says it is JSON, and was not sent by a page from elsewhere."""
    _from_here(request)
    if request.headers.get("content-type", "").partition(";")[0].strip() != "application/json":
        raise RequestUnreadable(problem="its content type is not application/json")
    return await body(request)


def _from_here(request: Request) -> None:
    """Refuse what a page of another site sent."""
    if request.headers.get("sec-fetch-site", "same-origin") not in {"same-origin", "none"}:
        raise RequestUnreadable(problem="it comes from a page of another site")


def _fields(sent: bytes) -> dict[str, str]:
    """Return the fields of a form, each once."""
    try:
        found = parse_qs(sent.decode(), max_num_fields=300, strict_parsing=False)
    except ValueError:
        raise RequestUnreadable(problem="it is not the form that was shown") from None
    return {name: values[0][:200] for name, values in found.items() if len(values) == 1}
