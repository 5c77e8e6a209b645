"""Lines of the log."""

from __future__ import annotations

import logging


class ShortFormatter(logging.Formatter):
    """One line without a traceback, which tells nothing of a mistake that is not ours."""

    def format(self, record: logging.LogRecord) -> str:
        record.message = record.getMessage()
        record.asctime = self.formatTime(record)
        return self.formatMessage(record).replace("\n", " ")
