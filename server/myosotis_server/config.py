"""Settings: one frozen object from defaults, a TOML file and the environment, in that order."""

import os
from pathlib import Path
from typing import Annotated, Self

from pydantic import Field, SecretStr, model_validator
from pydantic_settings import (
    BaseSettings,
    PydanticBaseSettingsSource,
    SettingsConfigDict,
    TomlConfigSettingsSource,
)

from myosotis_server.memory.access import Authentication, Scope
from myosotis_server.memory.trust import (
    USUAL_MATCH,
    USUAL_NEEDS,
    USUAL_WEIGHTS,
    IdentityPolicy,
    Need,
    Signal,
    TrustRules,
)
from myosotis_server.service.clearing import Showing
from myosotis_server.understanding.privacy import (
    DEFAULT_POLICY,
    PrivacyAction,
    PrivacyPolicy,
    PrivateClass,
)

MIB = 1 << 20
GIB = 1 << 30

Share = Annotated[float, Field(ge=0, le=1)]


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
    workers: int = Field(1, ge=1, le=64, description="processes that serve together on one port")
    threads: int = Field(0, ge=0, le=256, description="threads that embed; 0 takes every core")
    master_key: SecretStr | None = Field(
        None,
        description="32 bytes as hex or base64; a key file in data_dir is used if unset. Here and "
        "in what follows, earlier keys may come after it, one a line or with commas between",
    )
    master_key_file: Path | None = Field(None, description="file that holds the master key")
    master_key_command: str = Field(
        "", description="command that prints the master key, as from a KMS; run without a shell"
    )
    master_key_command_seconds: float = Field(
        10.0, gt=0, le=300, description="how long that command may take"
    )
    map_size_bytes: int = Field(
        64 * GIB, ge=MIB, description="largest size of the store; the file stays sparse"
    )
    view_budget_bytes: int = Field(
        2 * GIB,
        ge=MIB,
        description="RAM for users' views; by and large the least recently used go first",
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
    identity_policy: IdentityPolicy = Field(
        IdentityPolicy.WHEN_SIGNALLED,
        description="whose calls are judged by who is speaking: when_signalled, those that send "
        "identity signals; required, all; off, none",
    )
    identity_weights: dict[Signal, Share] = Field(
        default_factory=dict,
        description="what each signal adds to the trust in who is speaking; device 0.3, "
        "voiceprint 0.5 and behaviour 0.2 unless said otherwise",
    )
    identity_needs: dict[Need, Share] = Field(
        default_factory=dict,
        description="the trust that a memory takes to be shown; personal 0.3 and sensitive 0.5 "
        "unless said otherwise",
    )
    identity_match: float = Field(
        USUAL_MATCH, ge=0, le=1, description="voiceprint and behaviour scores count from here on"
    )
    unredacted_scope: Scope | None = Field(
        None,
        description="API keys without this scope see personal and sensitive memories redacted; "
        "none do if unset",
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
    summary_days: int = Field(
        30, ge=1, le=36_500, description="how long summaries of sessions are kept"
    )
    turn_retention_days: int = Field(
        60, ge=0, le=36_500, description="how long turns are kept verbatim; 0 keeps them for good"
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
    metrics_address: str = Field(
        "", description="host:port for Prometheus metrics and /healthz; none if empty"
    )
    slow_call_seconds: float = Field(
        1.0, ge=0, le=3_600, description="calls that take longer are logged by stage; 0 logs none"
    )
    traces_endpoint: str = Field(
        "",
        description="URL that takes OpenTelemetry traces by OTLP over HTTP, such as "
        "http://127.0.0.1:4318; none are made if empty",
    )
    traces_share: Share = Field(
        1.0, description="of the calls that come without a trace of their own, how many get one"
    )
    log_format: str = Field("console", pattern="^(console|json)$", description="console or json")
    log_level: str = Field(
        "info", pattern="^(debug|info|warning|error)$", description="least severe level logged"
    )
    authentication: Authentication = Field(
        Authentication.AUTO,
        description="whether calls need an API key: required, off, or auto: beyond loopback, and "
        "on loopback once there is a key",
    )
    tls_certificate_file: Path | None = Field(
        None, description="PEM certificate chain that the server shows; plain text if unset"
    )
    tls_key_file: Path | None = Field(None, description="PEM private key of that certificate")
    tls_client_ca_file: Path | None = Field(
        None, description="PEM certificates of whoever signs clients', which are then required"
    )
    insecure_anywhere: bool = Field(
        False, description="listen beyond loopback without TLS, as behind a proxy that ends it"
    )
    calls_per_second_per_key: float = Field(
        0.0, ge=0, le=1e6, description="calls that one API key may make; 0 is no limit"
    )
    calls_per_second_per_user: float = Field(
        0.0, ge=0, le=1e6, description="calls that may be made of one user; 0 is no limit"
    )
    memories_per_user: int = Field(
        0, ge=0, description="memories that one user may hold, ended ones too; 0 is no limit"
    )
    audit: bool = Field(True, description="keep a trail of who called what, about whom and when")
    audit_retention_days: int = Field(
        90, ge=0, le=36_500, description="how long its events are kept; 0 keeps them for good"
    )
    api_key: SecretStr | None = Field(
        None, description="for commands that call a server: the key to call it with"
    )
    server_ca_file: Path | None = Field(
        None,
        description="for them: PEM of whoever signs the server's certificate; plain text if unset",
    )
    server_name: str = Field(
        "", description="for them: the name in that certificate, where it is not the address"
    )
    client_certificate_file: Path | None = Field(
        None, description="for them: the certificate to show to the server"
    )
    client_key_file: Path | None = Field(
        None, description="for them: the private key of that certificate"
    )

    @model_validator(mode="after")
    def verify(self) -> Self:
        """Refuses half a setting."""
        sources = (self.master_key, self.master_key_file, self.master_key_command or None)
        if sum(source is not None for source in sources) > 1:
            raise ValueError(
                "set one of master_key, master_key_file and master_key_command, not both or all"
            )
        if "master_key_command_seconds" in self.model_fields_set and not self.master_key_command:
            raise ValueError("master_key_command_seconds needs master_key_command")
        if bool(self.llm_base_url) != bool(self.llm_model):
            raise ValueError("set llm_base_url and llm_model together")
        if self.metrics_address:
            port = self.metrics_address.rpartition(":")[2]
            if not port.isdecimal() or int(port) > 65_535:
                raise ValueError("metrics_address must be host:port, such as 127.0.0.1:9090")
        if self.traces_endpoint and not self.traces_endpoint.startswith(("http://", "https://")):
            raise ValueError("traces_endpoint must be a URL, such as http://127.0.0.1:4318")
        if "traces_share" in self.model_fields_set and not self.traces_endpoint:
            raise ValueError("traces_share needs traces_endpoint")
        if self.workers > 1 and self.address.startswith("unix:"):
            raise ValueError("workers share a port: give address as host:port, or set workers = 1")
        if self.workers > 1 and self.metrics_address:
            first = int(self.metrics_address.rpartition(":")[2])
            if first and first + self.workers - 1 > 65_535:
                raise ValueError("metrics_address leaves no port to each of the workers")
        if self.unredacted_scope is not None and self.authentication is Authentication.OFF:
            raise ValueError("unredacted_scope needs API keys, and authentication is off")
        needs = self.showing.rules.needs
        if needs[Need.PERSONAL] > needs[Need.SENSITIVE]:
            raise ValueError("identity_needs: personal must not take more than sensitive")
        if (self.tls_certificate_file is None) != (self.tls_key_file is None):
            raise ValueError("set tls_certificate_file and tls_key_file together")
        if self.tls_client_ca_file is not None and self.tls_certificate_file is None:
            raise ValueError("tls_client_ca_file needs tls_certificate_file and tls_key_file")
        if (self.client_certificate_file is None) != (self.client_key_file is None):
            raise ValueError("set client_certificate_file and client_key_file together")
        speaks_tls = self.server_ca_file is not None or self.tls_certificate_file is not None
        if self.client_certificate_file is not None and not speaks_tls:
            raise ValueError("client_certificate_file needs server_ca_file")
        plain = self.tls_certificate_file is None
        if plain and not self.is_local and not self.insecure_anywhere:
            raise ValueError(
                f"address {self.address} is not loopback, and keys and memories would cross the "
                "network as plain text: set tls_certificate_file and tls_key_file, or say "
                "insecure_anywhere = true where a proxy in front ends TLS"
            )
        return self

    @property
    def is_local(self) -> bool:
        """Whether only this machine can reach the address."""
        host = self.address.rpartition(":")[0].strip("[]")
        return host in ("localhost", "::1") or host.startswith(("127.", "unix:"))

    @property
    def asks_for_keys(self) -> Authentication:
        """REQUIRED beyond loopback unless it is off; else as set."""
        if self.authentication is Authentication.AUTO and not self.is_local:
            return Authentication.REQUIRED
        return self.authentication

    @property
    def privacy_policy(self) -> PrivacyPolicy:
        return PrivacyPolicy({**DEFAULT_POLICY.actions, **self.privacy})

    @property
    def showing(self) -> Showing:
        """What is shown to whom."""
        rules = TrustRules(
            {**USUAL_WEIGHTS, **self.identity_weights},
            {**USUAL_NEEDS, **self.identity_needs},
            self.identity_match,
        )
        return Showing(self.identity_policy, rules, self.unredacted_scope)

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
