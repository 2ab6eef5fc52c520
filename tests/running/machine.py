"""What the machine is that figures were taken on."""

import os
import platform


def machine() -> str:
    """Its cores and system, as the page tells them."""
    return f"{os.cpu_count()} cores, {platform.system()} {platform.machine()}"
