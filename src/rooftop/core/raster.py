"""Pictures as pixels, for whatever cannot show SVG."""

from rooftop.core.extras import needs

with needs("render"):
    import font_source_sans_pro
    from resvg_py import svg_to_bytes

# The machine's own fonts are not used: the same picture has the same pixels everywhere.
FONT = "Source Sans Pro"
FONT_FILES = [font_source_sans_pro.SourceSansPro, font_source_sans_pro.SourceSansProBold]


def png(svg: str, width: int | None = None) -> bytes:
    """An SVG drawing as a PNG file, as wide as the drawing says or as asked."""
    return svg_to_bytes(
        svg, width=width, skip_system_fonts=True, font_files=FONT_FILES, font_family=FONT, sans_serif_family=FONT
    )
