"""Structured logs on standard error."""

import logging
import sys

import structlog
from structlog.typing import Processor


def set_up_logs(form: str, level: str, *more: Processor) -> None:
    """`form` is console or json, `level` a logging level's name; `more` add to each line."""
    last: Processor = (
        structlog.processors.JSONRenderer()
        if form == "json"
        else structlog.dev.ConsoleRenderer(colors=sys.stderr.isatty())
    )
    structlog.configure(
        processors=[
            structlog.contextvars.merge_contextvars,
            *more,
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            last,
        ],
        wrapper_class=structlog.make_filtering_bound_logger(
            logging.getLevelNamesMapping()[level.upper()]
        ),
        logger_factory=structlog.WriteLoggerFactory(file=sys.stderr),
        cache_logger_on_first_use=True,
    )
    logging.basicConfig(handlers=[_Forwarder()], level=logging.WARNING, force=True)


class _Forwarder(logging.Handler):
    """Brings the standard library's log, which adapters and libraries write, into the same form.

    Of an exception only the kind is told: its text may quote what a user said.
    """

    def emit(self, record: logging.LogRecord) -> None:
        kind = record.exc_info[0] if record.exc_info else None
        details = {} if kind is None else {"error": kind.__name__}
        structlog.get_logger().log(
            record.levelno, record.getMessage(), logger=record.name, **details
        )
