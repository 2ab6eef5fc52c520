package io.myosotis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.myosotis.v1.AdminServiceGrpc;
import io.myosotis.v1.ConversationServiceGrpc;
import io.myosotis.v1.GraphServiceGrpc;
import io.myosotis.v1.MemoryServiceGrpc;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ServiceConfigTest {
  @Test
  void theJarHasTheConfigOfAllClients() throws IOException {
    try (var packed = ServiceConfig.class.getResourceAsStream("service_config.json")) {
      assertEquals(
          Files.readString(Path.of("..", "service_config.json")),
          new String(packed.readAllBytes(), StandardCharsets.UTF_8));
    }
  }

  @Test
  void timeoutsAreApartFromWhatTheChannelGets() {
    ServiceConfig config = ServiceConfig.load();
    assertEquals(Duration.ofSeconds(10), config.timeouts().get("myosotis.v1.MemoryService/Recall"));
    assertEquals(
        Duration.ofSeconds(600), config.timeouts().get("myosotis.v1.AdminService/RunMaintenance"));
    assertFalse(config.forChannel().toString().contains("timeout"));
    assertTrue(config.forChannel().toString().contains("retryPolicy"));
  }

  @Test
  void everyCallThatIsNoStreamHasATimeout() {
    Set<String> unary =
        Stream.of(
                MemoryServiceGrpc.getServiceDescriptor(),
                ConversationServiceGrpc.getServiceDescriptor(),
                GraphServiceGrpc.getServiceDescriptor(),
                AdminServiceGrpc.getServiceDescriptor())
            .flatMap(service -> service.getMethods().stream())
            .filter(method -> method.getType() == io.grpc.MethodDescriptor.MethodType.UNARY)
            .map(io.grpc.MethodDescriptor::getFullMethodName)
            .collect(Collectors.toSet());
    assertEquals(unary, ServiceConfig.load().timeouts().keySet());
  }
}
