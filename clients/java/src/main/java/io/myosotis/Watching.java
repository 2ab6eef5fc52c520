package io.myosotis;

import io.grpc.Status;
import io.myosotis.v1.ChangeAction;
import io.myosotis.v1.WatchMemoriesRequest;
import io.myosotis.v1.WatchMemoriesResponse;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.LongSupplier;

/**
 * The state of one watch over breaks of the connection. Ask for the {@link #nextRequest}, then
 * whether each of its answers {@link #isNews}; when the stream has ended, wait for the {@link
 * #pause} and ask anew.
 */
final class Watching {
  // Those of service_config.json, which gRPC does not apply to a stream once it has begun.
  static final Duration FIRST_PAUSE = Duration.ofMillis(100);
  static final Duration LONGEST_PAUSE = Duration.ofSeconds(2);
  // gRPC gives up connecting after 20 s, so that whatever took longer had a connection.
  private static final Duration SURELY_CONNECTED = Duration.ofSeconds(30);

  private record Told(ChangeAction action, String memoryId) {}

  private final WatchMemoriesRequest request;
  private final Duration patience;
  private final LongSupplier nanoClock;
  private Duration nextPause = FIRST_PAUSE;
  private long began;
  private long lostSince;
  private boolean isHeard;
  /** That whose changes came last; there may be more of it. */
  private long revision;
  /** What came of it, and how many times. */
  private final Map<Told, Integer> told = new HashMap<>();
  /** What of that will come again. */
  private final Map<Told, Integer> repeated = new HashMap<>();

  Watching(WatchMemoriesRequest request, Duration patience, LongSupplier nanoClock) {
    this.request = request;
    this.patience = patience;
    this.nanoClock = nanoClock;
    this.revision = request.getAfterRevision() + 1;
    this.lostSince = nanoClock.getAsLong();
  }

  /** That of the stream that goes on from here. */
  WatchMemoriesRequest nextRequest() {
    began = nanoClock.getAsLong();
    isHeard = false;
    repeated.clear();
    repeated.putAll(told);
    return request.toBuilder().setAfterRevision(revision - 1).build();
  }

  /** Whether the change is a new one, rather than one that came before the stream broke. */
  boolean isNews(WatchMemoriesResponse answer) {
    isHeard = true;
    if (answer.getRevision() != revision) {
      revision = answer.getRevision();
      told.clear();
      repeated.clear();
    }
    Told what =
        new Told(answer.getChange().getAction(), answer.getChange().getMemory().getMemoryId());
    if (repeated.merge(what, -1, Integer::sum) >= 0) {
      return false;
    }
    told.merge(what, 1, Integer::sum);
    return true;
  }

  /**
   * How long to wait after a stream that failed or, if null, was ended by the server.
   *
   * @throws MyosotisException the failure, when there is no patience left for it
   */
  Duration pause(MyosotisException.Unavailable failure) {
    long now = nanoClock.getAsLong();
    if (isHeard || now - began > SURELY_CONNECTED.toNanos()) {
      nextPause = FIRST_PAUSE;
      lostSince = now;
    }
    MyosotisException error = failure != null ? failure : ended();
    Duration pause = longer(jittered(nextPause), error.retryAfter().orElse(Duration.ZERO));
    nextPause = nextPause.multipliedBy(2).compareTo(LONGEST_PAUSE) < 0
        ? nextPause.multipliedBy(2)
        : LONGEST_PAUSE;
    if (Duration.ofNanos(now - lostSince).plus(pause).compareTo(patience) > 0) {
      throw error;
    }
    return pause;
  }

  private static MyosotisException ended() {
    return MyosotisException.from(
        Status.UNAVAILABLE.withDescription("the server ended the watch").asRuntimeException());
  }

  private static Duration jittered(Duration pause) {
    return Duration.ofNanos(
        (long) (pause.toNanos() * ThreadLocalRandom.current().nextDouble(0.8, 1.2)));
  }

  private static Duration longer(Duration one, Duration other) {
    return one.compareTo(other) >= 0 ? one : other;
  }
}
