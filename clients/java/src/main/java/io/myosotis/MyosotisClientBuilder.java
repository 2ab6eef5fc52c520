package io.myosotis;

import io.grpc.ChannelCredentials;
import io.grpc.ClientInterceptors;
import io.grpc.Grpc;
import io.grpc.InsecureChannelCredentials;
import io.grpc.ManagedChannel;
import io.grpc.ManagedChannelBuilder;
import io.grpc.Metadata;
import io.grpc.TlsChannelCredentials;
import io.grpc.stub.MetadataUtils;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** What a client is made with; see {@link MyosotisClient#builder}. */
public final class MyosotisClientBuilder {
  // A page of 1,000 memories of 8,192 bytes is more than the 4 MiB that gRPC accepts by default.
  private static final int MAX_RECEIVED_BYTES = 32 << 20;
  // A watch may hear nothing for days: without probes it would not notice a dead connection.
  private static final long KEEPALIVE_SECONDS = 60;
  private static final Duration WATCH_PATIENCE = Duration.ofSeconds(60);
  private static final Metadata.Key<String> AUTHORIZATION =
      Metadata.Key.of("authorization", Metadata.ASCII_STRING_MARSHALLER);

  private final String address;
  private ManagedChannelBuilder<?> channelBuilder;
  private ChannelCredentials credentials = InsecureChannelCredentials.create();
  private String serverName;
  private String apiKey;
  private Duration timeout;
  private Duration watchPatience = WATCH_PATIENCE;
  private Consumer<ManagedChannelBuilder<?>> configure = channel -> {};

  MyosotisClientBuilder(String address) {
    this.address = Objects.requireNonNull(address, "address");
  }

  MyosotisClientBuilder(ManagedChannelBuilder<?> channelBuilder) {
    this.address = "";
    this.channelBuilder = Objects.requireNonNull(channelBuilder, "channelBuilder");
  }

  /** Encrypts the connection; the authorities that Java knows are trusted. */
  public MyosotisClientBuilder tls() {
    return tls(TlsChannelCredentials.create());
  }

  /**
   * Encrypts the connection; only those are trusted who are in a PEM file.
   *
   * @throws IOException if the file cannot be read
   */
  public MyosotisClientBuilder tls(Path authorities) throws IOException {
    try (var pem = Files.newInputStream(authorities)) {
      return tls(TlsChannelCredentials.newBuilder().trustManager(pem).build());
    }
  }

  /**
   * Encrypts the connection, and shows the server a certificate of this client's (mutual TLS).
   *
   * @param authorities PEM of whom to trust
   * @param certificateChain PEM of this client's certificate, leaf first
   * @param privateKey PEM of its PKCS #8 key, not encrypted
   * @throws IOException if a file cannot be read
   */
  public MyosotisClientBuilder tls(Path authorities, Path certificateChain, Path privateKey)
      throws IOException {
    try (var trusted = Files.newInputStream(authorities);
        var chain = Files.newInputStream(certificateChain);
        var key = Files.newInputStream(privateKey)) {
      return tls(
          TlsChannelCredentials.newBuilder().trustManager(trusted).keyManager(chain, key).build());
    }
  }

  /** Credentials of gRPC's own making, for what the others do not offer. */
  public MyosotisClientBuilder tls(ChannelCredentials credentials) {
    this.credentials = Objects.requireNonNull(credentials, "credentials");
    return this;
  }

  /** The name in the server's certificate, where it is not the address. */
  public MyosotisClientBuilder serverName(String name) {
    this.serverName = name;
    return this;
  }

  /** Sent with every call, as it is: use TLS unless the network is trusted. */
  public MyosotisClientBuilder apiKey(String key) {
    if (key != null && !key.chars().allMatch(c -> c > ' ' && c < 0x7f)) {
      throw new IllegalArgumentException("the API key has characters that no key has");
    }
    this.apiKey = key;
    return this;
  }

  /**
   * For every call that is not a stream and has no deadline of its own, in place of
   * service_config.json's time-outs (mostly 10 s).
   */
  public MyosotisClientBuilder timeout(Duration timeout) {
    if (timeout.isNegative() || timeout.isZero()) {
      throw new IllegalArgumentException("timeout must be more than nothing");
    }
    this.timeout = timeout;
    return this;
  }

  /** How long a watch goes on without a server before it fails; 60 s unless given. */
  public MyosotisClientBuilder watchPatience(Duration patience) {
    this.watchPatience = Objects.requireNonNull(patience, "patience");
    return this;
  }

  /** Options of gRPC's own, such as interceptors or an executor; they win over the client's. */
  public MyosotisClientBuilder channel(Consumer<ManagedChannelBuilder<?>> configure) {
    this.configure = Objects.requireNonNull(configure, "configure");
    return this;
  }

  /** Makes the client; it connects on first use. */
  public MyosotisClient build() {
    ServiceConfig config = ServiceConfig.load();
    ManagedChannelBuilder<?> builder =
        channelBuilder != null ? channelBuilder : Grpc.newChannelBuilder(address, credentials);
    builder
        .defaultServiceConfig(config.forChannel())
        .enableRetry()
        .maxInboundMessageSize(MAX_RECEIVED_BYTES);
    if (channelBuilder == null) {
      builder.keepAliveTime(KEEPALIVE_SECONDS, TimeUnit.SECONDS);
    }
    if (serverName != null) {
      builder.overrideAuthority(serverName);
    }
    configure.accept(builder);
    ManagedChannel channel = builder.build();
    var intercepted =
        ClientInterceptors.intercept(
            channel, new DefaultTimeouts(config.timeouts(), timeout), new IdempotencyKeys());
    if (apiKey != null) {
      Metadata headers = new Metadata();
      headers.put(AUTHORIZATION, "Bearer " + apiKey);
      intercepted =
          ClientInterceptors.intercept(
              intercepted, MetadataUtils.newAttachHeadersInterceptor(headers));
    }
    return new MyosotisClient(channel, new Calls(intercepted, null), watchPatience);
  }
}
