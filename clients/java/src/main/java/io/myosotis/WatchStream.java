package io.myosotis;

import io.grpc.Status;
import io.myosotis.v1.ConversationServiceGrpc;
import io.myosotis.v1.WatchMemoriesRequest;
import io.myosotis.v1.WatchMemoriesResponse;
import java.time.Duration;
import java.util.NoSuchElementException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** A watch, made of one stream after the other. */
final class WatchStream implements ResponseStream<WatchMemoriesResponse> {
  private final Calls calls;
  private final Watching progress;
  private final CountDownLatch closed = new CountDownLatch(1);
  private final long deadline;
  private volatile ResponseStream<WatchMemoriesResponse> current;
  private WatchMemoriesResponse next;

  WatchStream(Calls calls, WatchMemoriesRequest request, Duration patience) {
    this.calls = calls;
    this.progress = new Watching(request, patience, System::nanoTime);
    this.deadline = calls.timeout() == null ? 0 : System.nanoTime() + calls.timeout().toNanos();
  }

  @Override
  public boolean hasNext() {
    while (next == null) {
      MyosotisException.Unavailable failure = null;
      try {
        next = readNews();
      } catch (MyosotisException.Unavailable unavailable) {
        failure = unavailable;
      }
      if (next == null) {
        current = null;
        sleep(progress.pause(failure));
      }
    }
    return true;
  }

  /** The next change that was not told before; null where the stream ended. */
  private WatchMemoriesResponse readNews() {
    if (current == null) {
      current = left().stream(
          ConversationServiceGrpc.getWatchMemoriesMethod(), progress.nextRequest());
      if (closed.getCount() == 0) { // while it was opened
        current.close();
      }
    }
    while (current.hasNext()) {
      WatchMemoriesResponse answer = current.next();
      if (progress.isNews(answer)) {
        return answer;
      }
    }
    return null;
  }

  /** A time-out holds for the watch as a whole. */
  private Calls left() {
    return calls.timeout() == null
        ? calls
        : calls.withTimeout(Duration.ofNanos(deadline - System.nanoTime()));
  }

  private void sleep(Duration pause) {
    Duration most = pause;
    if (calls.timeout() != null) {
      most = Duration.ofNanos(Math.min(pause.toNanos(), deadline - System.nanoTime()));
    }
    try {
      if (closed.await(most.toNanos(), TimeUnit.NANOSECONDS)) {
        throw cancelled(null);
      }
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw cancelled(interrupted);
    }
  }

  private static MyosotisException cancelled(Throwable cause) {
    return MyosotisException.from(
        Status.CANCELLED.withDescription("the watch was closed").withCause(cause)
            .asRuntimeException());
  }

  @Override
  public WatchMemoriesResponse next() {
    if (!hasNext()) {
      throw new NoSuchElementException();
    }
    WatchMemoriesResponse answer = next;
    next = null;
    return answer;
  }

  @Override
  public void close() {
    closed.countDown();
    ResponseStream<WatchMemoriesResponse> stream = current;
    if (stream != null) {
      stream.close();
    }
  }
}
