"""A world for each test."""

from collections.abc import AsyncIterator

import pytest

from service.world import World


@pytest.fixture
async def world() -> AsyncIterator[World]:
    async with World() as world:
        yield world
