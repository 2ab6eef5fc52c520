"""Settings: one frozen object from defaults, a TOML file and the environment, in that order."""

import os
from pathlib import Path
from typing import Self

from pydantic import Field, SecretStr, model_validator
from pydantic_settings import (
    BaseSettings,
    PydanticBaseSettingsSource,
    SettingsConfigDict,
    TomlConfigSettingsSource,
)

from myosotis_server.understanding.privacy import (
    DEFAULT_POLICY,
    PrivacyAction,
    PrivacyPolicy,
    PrivateClass,
)

MIB = 1 << 20
GIB = 1 << 30


class Settings(BaseSettings):
    """Every setting can be given as MYOSOTIS_<NAME> or as a key of the TOML file.

    The file is `myosotis.toml` in the working directory, or what MYOSOTIS_CONFIG names.
    """

    model_config = SettingsConfigDict(
        env_prefix="MYOSOTIS_", frozen=True, extra="forbid", env_ignore_empty=True
    )

    address: str = Field("127.0.0.1:50051", description="host:port to listen on; port 0 picks one")
    data_dir: Path = Field(Path("data"), description="where the store is kept")
    models_dir: Path = Field(Path("models/build"), description="where model packs are built")
    model: str = Field("multilingual-e5-small", description="which pack embeds")
    threads: int = Field(0, ge=0, le=256, description="threads that embed; 0 takes every core")
    master_key: SecretStr | None = Field(
        None, description="32 bytes as hex or base64; a key file in data_dir is used if unset"
    )
    master_key_file: Path | None = Field(None, description="file that holds the master key")
    map_size_bytes: int = Field(
        64 * GIB, ge=MIB, description="largest size of the store; the file stays sparse"
    )
    view_budget_bytes: int = Field(
        2 * GIB, ge=MIB, description="RAM for users' views; the least recently used go first"
    )
    coarse_from: int = Field(
        50_000, ge=1_000, description="memories of one user from which search is approximate"
    )
    query_cache_size: int = Field(10_000, ge=0, description="embeddings of queries kept")
    max_waiting_texts: int = Field(10_000, ge=100, description="texts that may wait for the model")
    max_message_bytes: int = Field(
        3 * MIB,
        ge=64 * 1024,
        description="largest request; its answer must fit into the 4 MiB that clients take",
    )
    max_concurrent_calls: int = Field(2_000, ge=1, description="calls at once; more are refused")
    keepalive_seconds: int = Field(60, ge=10, description="silence after which a peer is probed")
    max_connection_age_seconds: int = Field(3_600, ge=60, description="then clients reconnect")
    drain_seconds: float = Field(10.0, ge=0, description="how long calls may run on after SIGTERM")
    privacy: dict[PrivateClass, PrivacyAction] = Field(
        default_factory=dict,
        description="what is done about private data, by class: mask, reject or keep; credentials "
        "and bank cards are rejected and all else masked unless said otherwise",
    )
    window_exchanges: int = Field(
        6, ge=1, le=50, description="latest exchanges of a session that contexts give verbatim"
    )
    session_idle_minutes: float = Field(
        30, gt=0, le=10_080, description="silence after which a session ends by itself"
    )
    short_term_hours: float = Field(
        24, gt=0, le=720, description="how long digests of what left the window are kept"
    )
    turn_retention_days: int = Field(
        90, ge=0, le=36_500, description="how long turns are kept verbatim; 0 keeps them for good"
    )
    maintenance_minutes: float = Field(
        60, ge=0, le=10_080, description="how often memories are looked after; 0 only on demand"
    )
    llm_base_url: str = Field(
        "", description="OpenAI-compatible endpoint that extracts memories; none if empty"
    )
    llm_model: str = Field("", description="which of its models")
    llm_api_key: SecretStr | None = Field(None, description="its key, if it wants one")
    llm_timeout_seconds: float = Field(
        15.0, gt=0, le=300, description="longest that an extraction may take"
    )
    llm_tokens_per_minute: int = Field(
        100_000, ge=1_000, description="tokens spent on it at most, as they are estimated"
    )
    metrics_address: str = Field("", description="host:port for Prometheus metrics; none if empty")
    log_format: str = Field("console", pattern="^(console|json)$", description="console or json")
    log_level: str = Field(
        "info", pattern="^(debug|info|warning|error)$", description="least severe level logged"
    )
    insecure_anywhere: bool = Field(
        False, description="listen beyond loopback although calls are not authenticated yet"
    )

    @model_validator(mode="after")
    def verify(self) -> Self:
        """Refuses half a setting."""
        if self.master_key is not None and self.master_key_file is not None:
            raise ValueError("set master_key or master_key_file, not both")
        if bool(self.llm_base_url) != bool(self.llm_model):
            raise ValueError("set llm_base_url and llm_model together")
        if self.metrics_address:
            port = self.metrics_address.rpartition(":")[2]
            if not port.isdecimal() or int(port) > 65_535:
                raise ValueError("metrics_address must be host:port, such as 127.0.0.1:9090")
        host = self.address.rpartition(":")[0].strip("[]")
        local = host in ("localhost", "::1") or host.startswith(("127.", "unix:"))
        if not local and not self.insecure_anywhere:
            raise ValueError(
                f"address {self.address} is not loopback, and calls are not authenticated: put a "
                "proxy in front, or say insecure_anywhere = true"
            )
        return self

    @property
    def privacy_policy(self) -> PrivacyPolicy:
        return PrivacyPolicy({**DEFAULT_POLICY.actions, **self.privacy})

    @property
    def pack_dir(self) -> Path:
        return self.models_dir / self.model

    @property
    def cores(self) -> int:
        """Threads that embed: as set, or one per core that this process may use."""
        if self.threads:
            return self.threads
        # Not every system tells a process's own cores.
        usable = getattr(os, "sched_getaffinity", None)
        return len(usable(0)) if usable else os.cpu_count() or 1

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,
        file_secret_settings: PydanticBaseSettingsSource,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        file = Path(os.environ.get("MYOSOTIS_CONFIG", "myosotis.toml"))
        return (
            init_settings,
            env_settings,
            TomlConfigSettingsSource(settings_cls, toml_file=file),
        )
