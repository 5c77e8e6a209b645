"""QR codes as vectors."""

from __future__ import annotations

from functools import lru_cache

import segno
from reportlab.pdfgen.pathobject import PDFPathObject

QUIET = 2
"""Modules left white on each side; with the paper round it that is more than enough."""


@lru_cache(maxsize=1024)
def qr_path(address: str) -> tuple[PDFPathObject, int]:
    """The dark modules as rectangles of whole numbers from the top left, and modules a side."""
    matrix = segno.make(address, error="m", micro=False).matrix
    path = PDFPathObject()
    for row, modules in enumerate(matrix, start=QUIET):
        start = None
        for column, dark in enumerate((*modules, 0), start=QUIET):
            if dark and start is None:
                start = column
            elif not dark and start is not None:
                # Neighbours in a row are one rectangle, or thin white lines show between them.
                path.rect(start, row, column - start, 1)
                start = None
    return path, len(matrix) + 2 * QUIET
