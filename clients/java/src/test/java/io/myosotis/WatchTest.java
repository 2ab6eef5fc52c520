package io.myosotis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.google.rpc.ErrorInfo;
import io.grpc.Status;
import io.myosotis.v1.ChangeAction;
import io.myosotis.v1.WatchMemoriesRequest;
import io.myosotis.v1.WatchMemoriesResponse;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
class WatchTest {
  private static final WatchMemoriesRequest FROM_THREE =
      WatchMemoriesRequest.newBuilder().setUserId("小雨").setAfterRevision(3).build();

  private FakeServer server;

  @BeforeEach
  void start() throws IOException {
    server = new FakeServer();
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private static WatchMemoriesResponse change(long revision, String memoryId) {
    var told = WatchMemoriesResponse.newBuilder().setRevision(revision);
    told.getChangeBuilder()
        .setAction(ChangeAction.CHANGE_ACTION_CREATED)
        .getMemoryBuilder()
        .setMemoryId(memoryId);
    return told.build();
  }

  @Test
  void aWatchGoesOnOverBreaksWithoutMissingOrRepeating() {
    // The stream breaks amid revision 5, ends, then goes on.
    server.watches.add(
        List.of(change(4, "a"), change(5, "b"), FakeServer.failure(Status.Code.UNAVAILABLE)));
    server.watches.add(List.of(change(5, "b"), change(5, "c")));
    server.watches.add(List.of(change(5, "b"), change(5, "c"), change(5, "c"), change(6, "d")));
    try (var client = server.client().build();
        var changes = client.watchMemories(FROM_THREE)) {
      List<String> told =
          Stream.generate(changes::next)
              .limit(5)
              .map(next -> next.getRevision() + next.getChange().getMemory().getMemoryId())
              .toList();
      assertEquals(List.of("4a", "5b", "5c", "5c", "6d"), told);
    }
    assertEquals(
        List.of(3L, 4L, 4L),
        server.requests.stream()
            .map(request -> ((WatchMemoriesRequest) request).getAfterRevision())
            .toList());
  }

  @Test
  void itFailsWhenPatienceEndsAndAtOnceForWhatDoesNotMend() {
    try (var client = server.client().watchPatience(Duration.ofMillis(50)).build()) {
      var changes = client.watchMemories(FROM_THREE);
      assertThrows(MyosotisException.Unavailable.class, changes::hasNext);
      var gone = ErrorInfo.newBuilder().setDomain("myosotis").setReason("REVISION_GONE").build();
      server.watches.add(List.of(FakeServer.failure(Status.Code.FAILED_PRECONDITION, gone)));
      var lost = client.watchMemories(FROM_THREE);
      assertThrows(MyosotisException.RevisionGone.class, lost::hasNext);
    }
  }

  @Test
  void aTimeoutHoldsForTheWatchAsAWhole() {
    try (var client = server.client().build();
        var changes = client.withTimeout(Duration.ofMillis(300)).watchMemories(FROM_THREE)) {
      assertThrows(MyosotisException.DeadlineExceeded.class, changes::hasNext);
    }
  }

  @Test
  void aWatchCanBeClosedFromAnotherThread() throws InterruptedException {
    try (var client = server.client().build()) {
      var changes = client.watchMemories(FROM_THREE);
      Thread closer = new Thread(changes::close);
      closer.start();
      assertThrows(MyosotisException.Cancelled.class, changes::hasNext);
      closer.join();
    }
  }

  @Test
  void pausesGrowAndStartAnewOnceSomethingWasHeard() {
    AtomicLong now = new AtomicLong();
    Watching watching = new Watching(FROM_THREE, Duration.ofMinutes(1), now::get);
    for (double expected : new double[] {0.1, 0.2, 0.4, 0.8, 1.6, 2, 2}) {
      watching.nextRequest();
      assertEquals(expected, watching.pause(null).toNanos() / 1e9, 0.21 * expected);
    }
    watching.nextRequest();
    watching.isNews(change(4, "a"));
    assertEquals(0.1, watching.pause(null).toNanos() / 1e9, 0.021);
    now.addAndGet(Duration.ofSeconds(61).toNanos());
    assertThrows(MyosotisException.Unavailable.class, () -> {
      watching.pause(null); // heard since: patience starts anew
      watching.nextRequest();
      now.addAndGet(Duration.ofSeconds(29).toNanos());
      watching.pause(null);
      watching.nextRequest();
      now.addAndGet(Duration.ofSeconds(29).toNanos());
      watching.pause(null);
      watching.nextRequest();
      now.addAndGet(Duration.ofSeconds(29).toNanos());
      watching.pause(null);
    });
  }
}
