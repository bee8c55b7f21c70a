"""The documentation site: `make docs` builds it into build/docs, where it works without a server or a network."""

import logging
import os
import re
from importlib import metadata
from pathlib import Path
from textwrap import indent

from sphinx.application import Sphinx

from rooftop.core.messages import Message
from rooftop.examples import Example, find_examples

project = "Rooftop"
author = "the authors of Rooftop"
copyright = author  # noqa: A001
release = metadata.version("rooftop")
language = "en"

extensions = ["myst_nb", "sphinx.ext.autodoc"]
exclude_patterns = ["site.css"]

# Links may name the headings of a page, as on GitHub.
myst_heading_anchors = 3

# Notebooks are stored without results. They run whenever the site is built, and an error ends it.
nb_execution_mode = "force"
nb_execution_raise_on_error = True
nb_execution_timeout = 300
nb_merge_streams = True
os.environ["JUPYTER_PATH"] = str(Path(__file__).parent)  # its kernel tells nothing but errors
os.environ["OPENBLAS_NUM_THREADS"] = "1"  # on a busy machine, threads that wait for each other take ten times as long
logging.getLogger("traitlets").setLevel(logging.WARNING)  # it tells of each notebook

# The docstrings write code between single backticks.
default_role = "code"
add_module_names = False
autoclass_content = "both"
autodoc_member_order = "bysource"
autodoc_typehints_format = "short"
python_use_unqualified_type_names = True
maximum_signature_line_length = 90

html_theme = "furo"
html_title = f"Rooftop {release}"
html_favicon = html_logo = "../web/public/icon.svg"
html_static_path = ["site.css"]
html_css_files = ["site.css"]
html_copy_source = False
html_show_sphinx = False
html_theme_options = {
    "light_css_variables": {"color-brand-primary": "#2b4a6b", "color-brand-content": "#1d5c99"},
    "dark_css_variables": {"color-brand-primary": "#e8eef5", "color-brand-content": "#8cc2f5"},
}

# --- the examples of the rules -------------------------------------------------------------------------------

RULES = re.compile(r"rules/(?:(?P<language>\w\w)/)?(?P<game>[\w-]+)")
PART = re.compile(r"^(?=#|(?:- )?\*\*[A-Z][A-Z\d]-\d+ )", re.MULTILINE)
"""Where a rule or a section begins."""


def setup(app: Sphinx) -> None:
    app.connect("source-read", add_examples)


def add_examples(_: Sphinx, name: str, source: list[str]) -> None:
    """Below each rule its examples, with all their steps."""
    page = RULES.fullmatch(name)
    if page is None:
        return
    parts = PART.split(source[0])
    for example in find_examples(page["game"]):
        at = next(n for n, part in enumerate(parts) if part.removeprefix("- ").startswith(f"**{example.rule} "))
        shown = f"\n{written(example, page['language'] or 'en')}\n\n"
        parts[at] += indent(shown, "  ") if parts[at].startswith("- ") else shown
    source[0] = "".join(parts)


def written(example: Example, language: str) -> str:
    """An example as HTML. Without an empty line, so that Markdown takes all of it as it is."""
    title = Message("web.rules.example", {"title": example.message("title")}).say(language)
    steps = [
        f"{picture}\n<p>{example.message(number).say(language)}</p>"
        for number, picture in enumerate(example.pictures(language), 1)
    ]
    return "\n".join(['<div class="example">', f"<p><strong>{title}</strong></p>", *steps, "</div>"])
