package io.myosotis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.health.v1.HealthCheckResponse.ServingStatus;
import io.myosotis.v1.ImportMemoriesRequest;
import io.myosotis.v1.ListMemoriesRequest;
import io.myosotis.v1.Memory;
import io.myosotis.v1.MemoryServiceGrpc;
import io.myosotis.v1.RecallRequest;
import io.myosotis.v1.RecallResponse;
import io.myosotis.v1.RememberRequest;
import io.myosotis.v1.UpdateMemoryRequest;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
class MyosotisClientTest {
  private static final Metadata.Key<String> AUTHORIZATION =
      Metadata.Key.of("authorization", Metadata.ASCII_STRING_MARSHALLER);

  private FakeServer server;
  private MyosotisClient client;

  @BeforeEach
  void start() throws IOException {
    server = new FakeServer();
    client = server.client().build();
  }

  @AfterEach
  void stop() {
    client.close();
    server.close();
  }

  private void unavailable(int times) {
    for (int i = 0; i < times; i++) {
      server.failures.add(FakeServer.failure(Status.Code.UNAVAILABLE));
    }
  }

  private static RememberRequest statement(String requestId) {
    return RememberRequest.newBuilder().setUserId("小雨").setRequestId(requestId).build();
  }

  private RememberRequest remembered(int index) {
    return (RememberRequest) server.requests.get(index);
  }

  @Test
  void aWriteIsRetriedUnderOneFreshRequestId() {
    unavailable(3);
    assertEquals(7, client.remember("小雨", "我住在成都", "My cat is Mimi").getRevision());
    assertEquals(4, server.requests.size());
    assertEquals(1, server.requests.stream().distinct().count());
    assertEquals("My cat is Mimi", remembered(0).getMemories(1).getContent());
    assertEquals(4, UUID.fromString(remembered(0).getRequestId()).version());
  }

  @Test
  void theSameMessageSentAgainIsAnotherWrite() {
    RememberRequest request = statement("");
    client.remember(request);
    client.remember(request);
    assertNotEquals(remembered(0).getRequestId(), remembered(1).getRequestId());
  }

  @Test
  void theCallersRequestIdIsKept() {
    client.remember(statement("3f8a1c52-5b7e-4a0c-9d6f-2e1b4c7a8d90"));
    assertEquals("3f8a1c52-5b7e-4a0c-9d6f-2e1b4c7a8d90", remembered(0).getRequestId());
  }

  @Test
  void retriesEndAfterFourTries() {
    unavailable(9);
    assertThrows(MyosotisException.Unavailable.class, () -> client.recall("小雨", "猫"));
    assertEquals(4, server.requests.size());
  }

  @Test
  void anUpdateIsNotRetried() {
    unavailable(1);
    UpdateMemoryRequest request = UpdateMemoryRequest.getDefaultInstance();
    assertThrows(MyosotisException.Unavailable.class, () -> client.updateMemory(request));
    assertEquals(1, server.requests.size());
  }

  @Test
  void eachMethodHasItsTimeoutAndStreamsHaveNone() {
    client.recall("小雨", "");
    // Which the fake does not offer, but its deadline is seen.
    assertThrows(MyosotisException.class, () -> client.forgetEverything("小雨"));
    try (var batches = client.exportMemories("小雨")) {
      batches.next();
    }
    assertEquals(9, server.secondsLeft.get(0));
    assertEquals(29, server.secondsLeft.get(1));
    assertNull(server.secondsLeft.get(2));
  }

  @Test
  void aLongerTimeoutThanTheConfigsCanBeAskedFor() {
    client.withTimeout(Duration.ofSeconds(100)).recall("小雨", "");
    try (var patient = server.client().timeout(Duration.ofSeconds(50)).build()) {
      patient.recall("小雨", "");
    }
    assertEquals(99, server.secondsLeft.get(0));
    assertEquals(49, server.secondsLeft.get(1));
  }

  @Test
  void aCallThatIsNotAnsweredInTimeFails() {
    MyosotisClient hasty = client.withTimeout(Duration.ofMillis(100));
    assertThrows(MyosotisException.DeadlineExceeded.class, () -> hasty.recall("小雨", "wait"));
  }

  @Test
  void theApiKeyGoesWithEveryCall() {
    try (var keyed = server.client().apiKey("myo_secret").build()) {
      keyed.recall("小雨", "");
      MemoryServiceGrpc.newBlockingStub(keyed.channel()).recall(RecallRequest.getDefaultInstance());
    }
    client.recall("小雨", "");
    assertEquals("Bearer myo_secret", server.headers.get(0).get(AUTHORIZATION));
    assertEquals("Bearer myo_secret", server.headers.get(1).get(AUTHORIZATION));
    assertNull(server.headers.get(2).get(AUTHORIZATION));
  }

  @Test
  void anApiKeyThatIsNoHeaderIsRefused() {
    assertThrows(IllegalArgumentException.class, () -> server.client().apiKey("two\nlines"));
  }

  @Test
  void listsGoOnOverEmptyPagesAndFetchNoPageTooEarly() {
    Iterator<Memory> memories =
        client
            .listMemories(ListMemoriesRequest.newBuilder().setUserId("小雨").setPageSize(1).build())
            .iterator();
    assertEquals("一", memories.next().getContent());
    assertEquals(1, server.requests.size());
    assertEquals("two", memories.next().getContent());
    assertFalse(memories.hasNext());
    assertEquals(3, server.requests.size());
    assertEquals(1, ((ListMemoriesRequest) server.requests.get(2)).getPageSize());
  }

  @Test
  void closingAStreamCancelsItsCall() throws InterruptedException {
    try (var batches = client.exportMemories("小雨")) {
      assertTrue(batches.hasNext());
    }
    assertTrue(server.cancelled.await(5, TimeUnit.SECONDS));
  }

  @Test
  void aStreamFailsWithATypedError() {
    server.failures.add(FakeServer.failure(Status.Code.DATA_LOSS));
    try (var batches = client.exportMemories("小雨")) {
      batches.next();
      assertThrows(MyosotisException.RecordCorrupt.class, batches::next);
    }
  }

  @Test
  void anImportIsAcknowledgedRequestByRequest() {
    List<Long> acknowledged = new ArrayList<>();
    var requests = Collections.nCopies(300, ImportMemoriesRequest.getDefaultInstance());
    try (var progress = client.importMemories(requests)) {
      progress.forEachRemaining(answer -> acknowledged.add(answer.getAcknowledgedCount()));
    }
    assertEquals(300, acknowledged.size());
    assertEquals(300, acknowledged.get(299));
  }

  @Test
  void whatReadingTheRequestsThrowsComesOutOfAnImport() throws InterruptedException {
    Iterable<ImportMemoriesRequest> broken =
        () -> {
          throw new IllegalStateException("the file ended early");
        };
    assertThrows(IllegalStateException.class, () -> client.importMemories(broken).hasNext());
    Iterable<ImportMemoriesRequest> breaking =
        () ->
            new Iterator<>() {
              private boolean isBroken;

              @Override
              public boolean hasNext() {
                return true;
              }

              @Override
              public ImportMemoriesRequest next() {
                if (isBroken) {
                  throw new IllegalStateException("the file ended early");
                }
                isBroken = true;
                return ImportMemoriesRequest.getDefaultInstance();
              }
            };
    var progress = client.importMemories(breaking);
    var failure =
        assertThrows(
            IllegalStateException.class, () -> progress.forEachRemaining(answer -> { }));
    assertEquals("the file ended early", failure.getMessage());
    assertTrue(server.cancelled.await(5, TimeUnit.SECONDS));
  }

  @Test
  void futuresAnswerFailAndCanBeCancelled() throws Exception {
    AsyncMyosotisClient async = client.async();
    assertEquals(7, async.recall(RecallRequest.getDefaultInstance()).get().getRevision());

    server.failures.add(FakeServer.failure(Status.Code.NOT_FOUND));
    var failed = async.recall(RecallRequest.getDefaultInstance());
    var failure = assertThrows(ExecutionException.class, failed::get);
    assertInstanceOf(MyosotisException.NotFound.class, failure.getCause());

    CompletableFuture<RecallResponse> waiting =
        async.recall(RecallRequest.newBuilder().setQuery("wait").build());
    while (server.headers.size() < 3) {
      Thread.onSpinWait();
    }
    waiting.cancel(true);
    assertTrue(server.cancelled.await(5, TimeUnit.SECONDS));
  }

  @Test
  void readyIsAServerThatSaysSo() throws InterruptedException {
    client.waitReady(Duration.ofSeconds(5));
    server.health.setStatus("", ServingStatus.NOT_SERVING);
    assertThrows(
        MyosotisException.Unavailable.class, () -> client.waitReady(Duration.ofMillis(150)));
  }
}
