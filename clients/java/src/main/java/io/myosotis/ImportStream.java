package io.myosotis;

import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.MethodDescriptor;
import io.grpc.StatusException;
import io.grpc.stub.BlockingClientCall;
import io.grpc.stub.ClientCalls;
import java.util.Iterator;
import java.util.NoSuchElementException;

/**
 * A call that streams both ways: requests are read and sent in a thread of its own, no faster than
 * the server takes them, while answers are read. What reading the requests throws comes out here.
 */
final class ImportStream<Q, R> implements ResponseStream<R> {
  private final BlockingClientCall<Q, R> call;
  private volatile RuntimeException sourceFailure;
  private R next;

  private ImportStream(BlockingClientCall<Q, R> call) {
    this.call = call;
  }

  static <Q, R> ImportStream<Q, R> open(
      Channel channel, MethodDescriptor<Q, R> method, CallOptions options, Iterator<Q> requests) {
    ImportStream<Q, R> stream =
        new ImportStream<>(ClientCalls.blockingBidiStreamingCall(channel, method, options));
    Thread sender = new Thread(() -> stream.send(requests), "myosotis-import");
    sender.setDaemon(true);
    sender.start();
    return stream;
  }

  private void send(Iterator<Q> requests) {
    try {
      while (requests.hasNext()) {
        if (!call.write(requests.next())) {
          return; // the call has ended; reading tells why
        }
      }
      call.halfClose();
    } catch (StatusException ended) {
      // reading tells why
    } catch (InterruptedException interrupted) {
      call.cancel("interrupted while sending", interrupted);
    } catch (RuntimeException failure) {
      sourceFailure = failure;
      call.cancel("the requests could not be read", failure);
    }
  }

  @Override
  public boolean hasNext() {
    if (next != null) {
      return true;
    }
    try {
      next = call.read();
      return next != null;
    } catch (StatusException failure) {
      if (sourceFailure != null) {
        throw sourceFailure;
      }
      throw MyosotisException.from(failure);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      call.cancel("interrupted while reading", interrupted);
      throw MyosotisException.from(
          io.grpc.Status.CANCELLED.withCause(interrupted).asRuntimeException());
    }
  }

  @Override
  public R next() {
    if (!hasNext()) {
      throw new NoSuchElementException();
    }
    R response = next;
    next = null;
    return response;
  }

  @Override
  public void close() {
    call.cancel("closed by the caller", null);
  }
}
