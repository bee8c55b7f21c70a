"""Pictures of environments: as pixels and in a window."""

import io
from typing import Any

import numpy as np

from rooftop.core.extras import needs
from rooftop.core.raster import png
from rooftop.core.rule import Ints

with needs("render"):
    import pygame


def pixels(svg: str) -> Ints:
    """A drawing as an array of height, width and the colours red, green, blue."""
    columns = pygame.surfarray.array3d(_surface(svg))
    return np.ascontiguousarray(columns.swapaxes(0, 1))


class Window:
    """A window that shows the latest drawing. It opens with the first."""

    def __init__(self, title: str) -> None:
        self._title = title
        self._window: pygame.Window | None = None

    def __reduce__(self) -> tuple[Any, ...]:
        return Window, (self._title,)  # the copy of an environment opens its own

    @property
    def surface(self) -> pygame.Surface | None:
        """What the window shows, while it is open."""
        return None if self._window is None else self._window.get_surface()

    def show(self, svg: str) -> None:
        drawing = _surface(svg)
        if self._window is None:
            pygame.display.init()
            self._window = pygame.Window(self._title, drawing.get_size())
        self._window.get_surface().blit(drawing, (0, 0))
        self._window.flip()
        pygame.event.pump()

    def close(self) -> None:
        if self._window is not None:
            self._window.destroy()
            self._window = None


def _surface(svg: str) -> pygame.Surface:
    return pygame.image.load(io.BytesIO(png(svg)), "picture.png")
