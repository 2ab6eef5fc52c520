package io.myosotis.conformance;

import com.google.gson.JsonElement;
import com.google.gson.JsonParser;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import com.google.protobuf.MessageOrBuilder;
import com.google.protobuf.util.JsonFormat;
import io.grpc.MethodDescriptor;
import io.grpc.MethodDescriptor.PrototypeMarshaller;
import io.grpc.ServiceDescriptor;
import io.myosotis.v1.AdminServiceGrpc;
import io.myosotis.v1.ConversationServiceGrpc;
import io.myosotis.v1.GraphServiceGrpc;
import io.myosotis.v1.MemoryServiceGrpc;
import java.util.List;

/** Methods of the contract by their names, and their messages from and to JSON. */
final class Contract {
  private static final List<ServiceDescriptor> SERVICES =
      List.of(
          MemoryServiceGrpc.getServiceDescriptor(),
          ConversationServiceGrpc.getServiceDescriptor(),
          GraphServiceGrpc.getServiceDescriptor(),
          AdminServiceGrpc.getServiceDescriptor());

  private Contract() {}

  /** The method that a case calls, such as MemoryService.Recall. */
  @SuppressWarnings("unchecked") // all methods of the contract take and give messages
  static MethodDescriptor<Message, Message> method(String call) {
    String fullName = "myosotis.v1." + call.replace('.', '/');
    return SERVICES.stream()
        .flatMap(service -> service.getMethods().stream())
        .filter(method -> method.getFullMethodName().equals(fullName))
        .map(method -> (MethodDescriptor<Message, Message>) method)
        .findAny()
        .orElseThrow(() -> new IllegalArgumentException("the contract has no " + call));
  }

  static Message request(MethodDescriptor<Message, Message> method, JsonElement json)
      throws InvalidProtocolBufferException {
    var marshaller = (PrototypeMarshaller<Message>) method.getRequestMarshaller();
    Message.Builder builder = marshaller.getMessagePrototype().newBuilderForType();
    JsonFormat.parser().merge(json.toString(), builder);
    return builder.build();
  }

  static JsonElement json(MessageOrBuilder message) {
    try {
      return JsonParser.parseString(JsonFormat.printer().print(message));
    } catch (InvalidProtocolBufferException impossible) { // only for an Any, of which there is none
      throw new IllegalStateException(impossible);
    }
  }
}
