"""Pictures as pixels, for whatever cannot show SVG."""

import re
from typing import Any

from rooftop.core.extras import needs
from rooftop.core.picture import DAY

with needs("render"):
    import font_source_sans_pro
    from resvg_py import svg_to_bytes

# The machine's own fonts are not used: the same picture has the same pixels everywhere.
FONT = "Source Sans Pro"
FONTS: dict[str, Any] = {
    "skip_system_fonts": True,
    "font_files": [font_source_sans_pro.SourceSansPro, font_source_sans_pro.SourceSansProBold],
    "font_family": FONT,
    "sans_serif_family": FONT,
}


def png(svg: str, width: int | None = None) -> bytes:
    """An SVG drawing as a PNG file, as wide as the drawing says or as asked."""
    return svg_to_bytes(svg, width=width, **FONTS)


def sheet(svg: str, width: int, height: int) -> bytes:
    """A drawing by day in the middle of a sheet of this size, as a PNG file."""
    # Resvg would crop a drawing of other proportions; one that says how wide and high it is, it fits in.
    sized = re.sub(r' width="[^"]*"', f' width="{width}" height="{height}"', svg, count=1)
    return svg_to_bytes(sized, background=DAY.paper, **FONTS)
