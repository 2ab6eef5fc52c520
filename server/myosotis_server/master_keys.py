"""The master keys of the settings, from wherever they come: one way for servers and commands."""

from pathlib import Path

from myosotis_server.adapters.master_key import (
    MasterKeys,
    key_file_beside,
    keys_of_command,
    parse_master_keys,
    read_key_file,
)
from myosotis_server.adapters.vault import Vault
from myosotis_server.config import Settings
from myosotis_server.memory.errors import StoreUnusable

BESIDE = "master.key"
"""The key file in a data folder, which is used where the settings name no source."""


def master_keys(settings: Settings) -> MasterKeys:
    """The configured keys, or those kept beside the store, made there at the first start.

    StoreUnusable says what is wrong with them.
    """
    configured = _configured(settings)
    return key_file_beside(settings.data_dir) if configured is None else MasterKeys(configured)


def keys_at_hand(settings: Settings, folder: Path) -> MasterKeys:
    """The configured keys, or those kept beside a store in `folder` or in data_dir.

    None is made: StoreUnusable where there is none.
    """
    configured = _configured(settings)
    if configured is not None:
        return MasterKeys(configured)
    for place in (folder, settings.data_dir):
        if (place / BESIDE).exists():
            return MasterKeys(read_key_file(place / BESIDE))
    raise StoreUnusable(
        "the master key is missing: set MYOSOTIS_MASTER_KEY_FILE, MYOSOTIS_MASTER_KEY_COMMAND or "
        "MYOSOTIS_MASTER_KEY"
    )


def key_file(settings: Settings) -> Path | None:
    """The file that the keys are in, None where they come from elsewhere."""
    if settings.master_key is not None or settings.master_key_command:
        return None
    return settings.master_key_file or settings.data_dir / BESIDE


def vault_of(settings: Settings, keys: MasterKeys) -> Vault:
    """A vault of `keys`, which reads their source again when the store's key is another by then."""
    return Vault(keys.keys, reread=lambda: master_keys(settings).keys)


def _configured(settings: Settings) -> tuple[bytes, ...] | None:
    if settings.master_key is not None:
        return parse_master_keys(settings.master_key.get_secret_value())
    if settings.master_key_file is not None:
        return read_key_file(settings.master_key_file)
    if settings.master_key_command:
        return keys_of_command(settings.master_key_command, settings.master_key_command_seconds)
    return None
