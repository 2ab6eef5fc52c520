package io.myosotis;

import java.util.Iterator;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * The answers of a call that streams them, as they come; for one thread at a time. Asking for the
 * next one waits for it, and may throw a {@link MyosotisException}. Closing it cancels the call:
 * close it unless it was read to its end.
 *
 * <pre>{@code
 * try (var batches = client.exportMemories("小雨")) {
 *   batches.forEachRemaining(batch -> System.out.println(batch.getMemoriesCount()));
 * }
 * }</pre>
 */
public interface ResponseStream<T> extends Iterator<T>, AutoCloseable {
  /** Cancels the call if it goes on. Any thread may call it; it never throws. */
  @Override
  void close();

  /** The answers that are still to come; closing the stream cancels the call. */
  default Stream<T> stream() {
    int character = Spliterator.ORDERED | Spliterator.NONNULL;
    return StreamSupport.stream(Spliterators.spliteratorUnknownSize(this, character), false)
        .onClose(this::close);
  }
}
