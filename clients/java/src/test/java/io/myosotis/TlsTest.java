package io.myosotis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.grpc.Grpc;
import io.grpc.Server;
import io.grpc.TlsServerCredentials;
import io.grpc.TlsServerCredentials.ClientAuth;
import io.grpc.testing.TlsTesting;
import io.myosotis.v1.MemoryServiceGrpc;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Over a real socket, to a server that wants to see the client's certificate. */
@Timeout(30)
class TlsTest {
  private static final String SERVER_NAME = "foo.test.google.fr";

  @TempDir private static Path folder;
  private static FakeServer fake;
  private static Server server;

  @BeforeAll
  static void start() throws IOException {
    fake = new FakeServer();
    for (String name : new String[] {"ca.pem", "client.pem", "client.key"}) {
      try (InputStream pem = TlsTesting.loadCert(name)) {
        Files.copy(pem, folder.resolve(name));
      }
    }
    var credentials =
        TlsServerCredentials.newBuilder()
            .keyManager(TlsTesting.loadCert("server1.pem"), TlsTesting.loadCert("server1.key"))
            .trustManager(TlsTesting.loadCert("ca.pem"))
            .clientAuth(ClientAuth.REQUIRE)
            .build();
    server =
        Grpc.newServerBuilderForPort(0, credentials)
            .addService(MemoryServiceGrpc.bindService(fake.memory))
            .build()
            .start();
  }

  @AfterAll
  static void stop() {
    server.shutdownNow();
    fake.close();
  }

  private static MyosotisClientBuilder client() {
    return MyosotisClient.builder("127.0.0.1:" + server.getPort())
        .timeout(Duration.ofSeconds(10))
        .serverName(SERVER_NAME);
  }

  @Test
  void bothSidesShowWhoTheyAre() throws IOException {
    Path ca = folder.resolve("ca.pem");
    try (var client =
        client().tls(ca, folder.resolve("client.pem"), folder.resolve("client.key")).build()) {
      assertEquals(7, client.recall("小雨", "猫").getRevision());
    }
  }

  @Test
  void withoutACertificateTheClientIsRefused() throws IOException {
    try (var client = client().tls(folder.resolve("ca.pem")).build()) {
      assertThrows(MyosotisException.Unavailable.class, () -> client.recall("小雨", "猫"));
    }
  }

  @Test
  void aServerOfAnotherAuthorityIsNotTrusted() {
    try (var client = client().tls().build()) {
      assertThrows(MyosotisException.Unavailable.class, () -> client.recall("小雨", "猫"));
    }
  }

  @Test
  void aFileThatIsNotThereIsToldAtOnce() {
    assertThrows(IOException.class, () -> client().tls(folder.resolve("none.pem")));
  }
}
