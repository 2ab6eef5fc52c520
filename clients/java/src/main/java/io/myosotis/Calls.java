package io.myosotis;

import com.google.common.util.concurrent.FutureCallback;
import com.google.common.util.concurrent.Futures;
import com.google.common.util.concurrent.ListenableFuture;
import com.google.common.util.concurrent.MoreExecutors;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.Context;
import io.grpc.MethodDescriptor;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.ClientCalls;
import java.time.Duration;
import java.util.Iterator;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * Carries out calls over a channel, whose failures it gives as {@link MyosotisException}.
 *
 * @param timeout of each call, streams included; null leaves it to the channel's time-outs
 */
record Calls(Channel channel, Duration timeout) {
  Calls withTimeout(Duration other) {
    return new Calls(channel, other);
  }

  CallOptions options() {
    return timeout == null
        ? CallOptions.DEFAULT
        : CallOptions.DEFAULT.withDeadlineAfter(timeout.toNanos(), TimeUnit.NANOSECONDS);
  }

  <Q, R> R unary(MethodDescriptor<Q, R> method, Q request) {
    try {
      return ClientCalls.blockingUnaryCall(channel, method, options(), request);
    } catch (StatusRuntimeException failure) {
      throw MyosotisException.from(failure);
    }
  }

  /** Cancelling what it gives cancels the call. */
  <Q, R> CompletableFuture<R> future(MethodDescriptor<Q, R> method, Q request) {
    ListenableFuture<R> call =
        ClientCalls.futureUnaryCall(channel.newCall(method, options()), request);
    CompletableFuture<R> answer = new CompletableFuture<>();
    Futures.addCallback(
        call,
        new FutureCallback<R>() {
          @Override
          public void onSuccess(R response) {
            answer.complete(response);
          }

          @Override
          public void onFailure(Throwable failure) {
            answer.completeExceptionally(MyosotisException.from(failure));
          }
        },
        MoreExecutors.directExecutor());
    answer.whenComplete(
        (response, failure) -> {
          if (answer.isCancelled()) {
            call.cancel(true);
          }
        });
    return answer;
  }

  <Q, R> ResponseStream<R> stream(MethodDescriptor<Q, R> method, Q request) {
    Context.CancellableContext context = Context.current().withCancellation();
    Context outer = context.attach();
    try {
      return new ServerStream<>(
          ClientCalls.blockingServerStreamingCall(channel, method, options(), request), context);
    } finally {
      context.detach(outer);
    }
  }

  private record ServerStream<R>(Iterator<R> responses, Context.CancellableContext context)
      implements ResponseStream<R> {
    @Override
    public boolean hasNext() {
      try {
        return responses.hasNext();
      } catch (StatusRuntimeException failure) {
        throw MyosotisException.from(failure);
      }
    }

    @Override
    public R next() {
      try {
        return responses.next();
      } catch (StatusRuntimeException failure) {
        throw MyosotisException.from(failure);
      }
    }

    @Override
    public void close() {
      context.cancel(null);
    }
  }
}
