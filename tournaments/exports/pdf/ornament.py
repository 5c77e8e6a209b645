"""An island of hexagons, drawn: the one ornament of badges and certificates."""

from __future__ import annotations

from math import cos, pi, sin, sqrt

from tournaments.exports.pdf.page import MM, Pen

# Where the hexes of a corner lie, in steps along a row and rows; and how dark their edges are.
CORNER = ((0, 0, 0.35), (1, 0, 0.5), (2, 0, 0.65), (3, 0, 0.8), (0, 1, 0.5), (1, 1, 0.65))
CORNER += ((2, 1, 0.8), (0, 2, 0.65), (1, 2, 0.8), (0, 3, 0.8))


def hexagon(
    pen: Pen, x: float, y: float, radius: float, *, grey: float, thick: float = 0.8
) -> None:
    """The outline of a hexagon standing on a corner; `radius` to its corners in millimetres."""
    path = pen.canvas.beginPath()
    for corner in range(6):
        angle = pi / 3 * corner + pi / 6
        point = ((x + radius * cos(angle)) * MM, (pen.height - y - radius * sin(angle)) * MM)
        (path.lineTo if corner else path.moveTo)(*point)
    path.close()
    pen.canvas.setLineWidth(thick)
    pen.canvas.setStrokeGray(grey)
    pen.canvas.drawPath(path, stroke=1, fill=0)


def corner(pen: Pen, x: float, y: float, radius: float, *, right: int = 1, down: int = 1) -> None:
    """Hexagons that thin out from a corner of the page; -1 turns them to the left or upwards."""
    step, rise = radius * sqrt(3), radius * 1.5
    for along, row, grey in CORNER:
        shift = (along + row % 2 / 2) * step
        hexagon(pen, x + right * shift, y + down * row * rise, radius * 0.92, grey=grey)


def cluster(pen: Pen, x: float, y: float, radius: float) -> None:
    """A hexagon with its six neighbours."""
    hexagon(pen, x, y, radius * 0.9, grey=0, thick=1.2)
    for neighbour in range(6):
        angle = pi / 3 * neighbour
        away = radius * sqrt(3)
        hexagon(pen, x + away * cos(angle), y + away * sin(angle), radius * 0.9, grey=0.55)
