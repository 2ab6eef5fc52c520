package io.myosotis;

import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor.JavaType;
import com.google.protobuf.Message;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.ClientInterceptor;
import io.grpc.ForwardingClientCall.SimpleForwardingClientCall;
import io.grpc.MethodDescriptor;
import java.util.UUID;

/**
 * Gives a request whose {@code request_id} is empty one of its own. gRPC's retries lie below, so
 * that they repeat it.
 */
final class IdempotencyKeys implements ClientInterceptor {
  @Override
  public <Q, R> ClientCall<Q, R> interceptCall(
      MethodDescriptor<Q, R> method, CallOptions options, Channel next) {
    return new SimpleForwardingClientCall<>(next.newCall(method, options)) {
      @Override
      public void sendMessage(Q request) {
        super.sendMessage(withRequestId(request));
      }
    };
  }

  @SuppressWarnings("unchecked") // a message's builder builds messages of its own type
  static <Q> Q withRequestId(Q request) {
    if (!(request instanceof Message message)) {
      return request;
    }
    FieldDescriptor field = message.getDescriptorForType().findFieldByName("request_id");
    if (field == null || field.getJavaType() != JavaType.STRING || field.isRepeated()) {
      return request;
    }
    if (!((String) message.getField(field)).isEmpty()) {
      return request;
    }
    return (Q) message.toBuilder().setField(field, UUID.randomUUID().toString()).build();
  }
}
