"""The documentation site: `make docs` builds it into build/docs, where it works without a server or a network."""

import logging
import os
from importlib import metadata

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
