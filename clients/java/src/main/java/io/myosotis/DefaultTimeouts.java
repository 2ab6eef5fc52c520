package io.myosotis;

import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.ClientInterceptor;
import io.grpc.Context;
import io.grpc.MethodDescriptor;
import io.grpc.MethodDescriptor.MethodType;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Bounds calls that are not streams and have no deadline of their own or their context's: all by
 * the override unless that is null, each by its own time-out otherwise.
 */
record DefaultTimeouts(Map<String, Duration> timeouts, Duration override)
    implements ClientInterceptor {
  @Override
  public <Q, R> ClientCall<Q, R> interceptCall(
      MethodDescriptor<Q, R> method, CallOptions options, Channel next) {
    return next.newCall(method, bounded(method, options));
  }

  private CallOptions bounded(MethodDescriptor<?, ?> method, CallOptions options) {
    Duration timeout = override != null ? override : timeouts.get(method.getFullMethodName());
    boolean isBounded =
        options.getDeadline() != null || Context.current().getDeadline() != null;
    if (timeout == null || isBounded || method.getType() != MethodType.UNARY) {
      return options;
    }
    return options.withDeadlineAfter(timeout.toNanos(), TimeUnit.NANOSECONDS);
  }
}
