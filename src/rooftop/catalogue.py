"""The standard library's own sentences, such as argparse's, in another language.

It looks them up with gettext, which reads compiled catalogues from a folder. All our words are in `locale/`, so a
catalogue is made of them when it is needed.
"""

import gettext
import os
import struct
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from itertools import accumulate, chain
from pathlib import Path
from tempfile import TemporaryDirectory

DOMAIN = "messages"
"""Gettext's name for the texts of a program that chose none."""
MAGIC, REVISION = 0x950412DE, 0
HEADER, ENTRY = struct.Struct("<7I"), struct.Struct("<2I")
ENCODING = {"": "Content-Type: text/plain; charset=UTF-8\n"}


@contextmanager
def translated(sentences: Mapping[str, str], language: str) -> Iterator[None]:
    """Within, gettext knows these translations, unless there is nowhere to write them."""
    with ExitStack() as before:
        with suppress(OSError):
            folder = before.enter_context(TemporaryDirectory(ignore_cleanup_errors=True))
            file = Path(folder, language, "LC_MESSAGES", f"{DOMAIN}.mo")
            file.parent.mkdir(parents=True)
            file.write_bytes(compiled(sentences))
            before.callback(gettext.bindtextdomain, DOMAIN, gettext.bindtextdomain(DOMAIN))
            before.callback(os.environ.update, LANGUAGE=os.environ.get("LANGUAGE", ""))  # empty is as good as unset
            gettext.bindtextdomain(DOMAIN, folder)
            os.environ["LANGUAGE"] = language
        yield


def compiled(sentences: Mapping[str, str]) -> bytes:
    """A catalogue in GNU's format: a header, then length and offset of each text, then the texts."""
    pairs = sorted({**ENCODING, **sentences}.items())
    texts = [text.encode() for text in chain(*zip(*pairs, strict=True))]
    translations = HEADER.size + ENTRY.size * len(pairs)
    offsets = accumulate((len(text) + 1 for text in texts), initial=translations + ENTRY.size * len(pairs))
    entries = (ENTRY.pack(len(text), offset) for text, offset in zip(texts, offsets, strict=False))
    header = HEADER.pack(MAGIC, REVISION, len(pairs), HEADER.size, translations, 0, 0)
    return header + b"".join(entries) + b"".join(text + b"\0" for text in texts)
