"""Serves the browser client that `make web` builds: a single page for all addresses, and its assets."""

from html import escape
from pathlib import Path
from typing import Annotated
from urllib.parse import quote, urlencode

from fastapi import APIRouter, Request
from fastapi import Path as PathPart
from fastapi.responses import FileResponse, HTMLResponse
from starlette.exceptions import HTTPException
from starlette.responses import Response

from rooftop.core.messages import Message
from rooftop.server.api.routes import PREVIEW_SIZE, Language

FOLDER = Path(__file__).parents[1] / "web"
TYPES = {".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml", ".woff2": "font/woff2"}
ENCODINGS = {"br": ".br", "gzip": ".gz"}
"""Suffixes of precompressed files, preferred encoding first."""
FOREVER = "public, max-age=31536000, immutable"
EACH_TIME = "no-cache"

NOT_BUILT = """<!doctype html>
<html lang="{language}">
<head><meta charset="utf-8"><title>Rooftop</title><meta name="viewport" content="width=device-width"></head>
<body><h1>Rooftop</h1><p>{text}</p><p><a href="/docs">/docs</a></p></body>
</html>
"""

PREVIEW = """<meta property="og:image" content="{image}" />
    <meta property="og:image:width" content="{width}" />
    <meta property="og:image:height" content="{height}" />
    <meta name="twitter:card" content="summary_large_image" />
  """

pages = APIRouter(include_in_schema=False)


@pages.get("/")
@pages.get("/rules/{game}")
@pages.get("/about")
async def page(request: Request, language: Language) -> Response:
    """Serve the single page. Routing happens in the client."""
    index = FOLDER / "index.html"
    if not index.is_file():
        text = Message("server.not_built").say(language)
        return HTMLResponse(NOT_BUILT.format(language=language, text=text), 503)
    return _file(request, index, "text/html", EACH_TIME)


@pages.get("/table/{table}")
async def table_page(request: Request, table: str, language: Language, invitation: str | None = None) -> Response:
    """Serve the same page, with what messengers show of a link to it. They are told where the picture is and nothing of
    the table, so this page needs no database."""
    index = FOLDER / "index.html"
    if not index.is_file():
        return await page(request, language)
    wanted = {"language": language} | ({"invitation": invitation} if invitation else {})
    image = f"{request.base_url}api/tables/{quote(table)}/preview?{urlencode(wanted)}"
    tags = PREVIEW.format(image=escape(image), width=PREVIEW_SIZE[0], height=PREVIEW_SIZE[1])
    html = index.read_text("utf-8").replace("</head>", f"{tags}</head>")
    return HTMLResponse(html, headers={"Cache-Control": EACH_TIME})


@pages.get("/icon.svg")
async def icon(request: Request) -> Response:
    return _file(request, FOLDER / "icon.svg", TYPES[".svg"], EACH_TIME)


@pages.get("/licences.txt")
async def licences(request: Request) -> Response:
    """Serve the licences of the packages in the client."""
    return _file(request, FOLDER / "licences.txt", "text/plain", EACH_TIME)


@pages.get("/assets/{name}")
async def asset(request: Request, name: Annotated[str, PathPart(pattern=r"^[\w.-]+$", max_length=100)]) -> Response:
    """Serve an asset. Its name contains a content hash, so browsers may cache it forever."""
    file = FOLDER / "assets" / name
    if file.suffix not in TYPES:
        raise HTTPException(404)
    return _file(request, file, TYPES[file.suffix], FOREVER)


def _file(request: Request, file: Path, media_type: str, cache: str) -> Response:
    """Respond with the file, precompressed if the browser accepts that."""
    headers = {"Cache-Control": cache, "Vary": "Accept-Encoding"}
    accepted = request.headers.get("accept-encoding", "")
    for encoding, ending in ENCODINGS.items():
        compressed = file.with_name(file.name + ending)
        if encoding in accepted and compressed.is_file():
            return FileResponse(compressed, media_type=media_type, headers={**headers, "Content-Encoding": encoding})
    if not file.is_file():
        raise HTTPException(404)
    return FileResponse(file, media_type=media_type, headers=headers)
