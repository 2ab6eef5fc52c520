"""Who is calling, known to whatever runs within a call."""

from contextvars import ContextVar

from myosotis_server.memory.access import Caller

current_caller: ContextVar[Caller] = ContextVar("caller")
"""Set by `interceptors.access` before a call is carried out. It has no default, so that nothing is
ever done for nobody."""
