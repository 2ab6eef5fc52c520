package io.myosotis;

import com.google.protobuf.Any;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.rpc.BadRequest;
import com.google.rpc.ErrorInfo;
import com.google.rpc.QuotaFailure;
import com.google.rpc.ResourceInfo;
import com.google.rpc.RetryInfo;
import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.StatusException;
import io.grpc.StatusRuntimeException;
import io.grpc.protobuf.StatusProto;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What a status and its google.rpc details tell. Details that cannot be read are left out. */
final class ErrorDetails {
  private static final String DOMAIN = "myosotis";
  private static final Metadata.Key<String> REQUEST_ID =
      Metadata.Key.of("x-request-id", Metadata.ASCII_STRING_MARSHALLER);

  // What to try, where gRPC's own words do not say so.
  private static final String UNREACHED =
      "is a server running at the client's address (host:port, without http://),"
          + " and does it use TLS if, and only if, the client does?";
  private static final String TOO_LATE =
      "no answer within the time-out; the builder's timeout or withTimeout sets another";

  final Status.Code code;
  final String description;
  final String requestId;
  String reason = "";
  Map<String, String> metadata = Map.of();
  final List<MyosotisException.Violation> violations = new ArrayList<>();
  final List<MyosotisException.Violation> quotaViolations = new ArrayList<>();
  MyosotisException.Resource resource;
  Duration retryAfter;

  private ErrorDetails(Status status, Metadata trailers) {
    this.code = status.getCode();
    this.description = describe(status);
    String id = trailers == null ? null : trailers.get(REQUEST_ID);
    this.requestId = id == null ? "" : id;
    if (trailers == null) {
      return;
    }
    com.google.rpc.Status details = StatusProto.fromStatusAndTrailers(status, trailers);
    for (Any detail : details == null ? List.<Any>of() : details.getDetailsList()) {
      try {
        read(detail);
      } catch (InvalidProtocolBufferException unreadable) {
        // the status itself still stands
      }
    }
  }

  /** Netty's "io exception" tells nothing without its cause: refused where, for instance. */
  private static String describe(Status status) {
    String description = status.getDescription();
    String cause = status.getCause() == null ? null : status.getCause().getMessage();
    if (description == null) {
      return "no message";
    }
    return "io exception".equals(description) && cause != null
        ? description + ": " + cause
        : description;
  }

  static ErrorDetails of(Throwable error) {
    Metadata trailers = null;
    if (error instanceof StatusRuntimeException failure) {
      trailers = failure.getTrailers();
    } else if (error instanceof StatusException failure) {
      trailers = failure.getTrailers();
    }
    Status status = Status.fromThrowable(error);
    try {
      return new ErrorDetails(status, trailers);
    } catch (IllegalArgumentException anotherCode) { // the details are not this status's
      return new ErrorDetails(status, null);
    }
  }

  private void read(Any detail) throws InvalidProtocolBufferException {
    if (detail.is(ErrorInfo.class)) {
      ErrorInfo info = detail.unpack(ErrorInfo.class);
      if (info.getDomain().equals(DOMAIN)) {
        reason = info.getReason();
        metadata = Map.copyOf(info.getMetadataMap());
      }
    } else if (detail.is(BadRequest.class)) {
      for (var wrong : detail.unpack(BadRequest.class).getFieldViolationsList()) {
        violations.add(
            new MyosotisException.Violation(wrong.getField(), wrong.getDescription()));
      }
    } else if (detail.is(QuotaFailure.class)) {
      for (var wrong : detail.unpack(QuotaFailure.class).getViolationsList()) {
        quotaViolations.add(
            new MyosotisException.Violation(wrong.getSubject(), wrong.getDescription()));
      }
    } else if (detail.is(ResourceInfo.class)) {
      ResourceInfo info = detail.unpack(ResourceInfo.class);
      resource =
          new MyosotisException.Resource(
              info.getResourceType(), info.getResourceName(), info.getOwner(),
              info.getDescription());
    } else if (detail.is(RetryInfo.class)) {
      var delay = detail.unpack(RetryInfo.class).getRetryDelay();
      retryAfter = Duration.ofSeconds(delay.getSeconds(), delay.getNanos());
    }
  }

  /** The code, the reason, the message, the server's name for the call, the violations, advice. */
  String message() {
    StringBuilder text = new StringBuilder(code.name());
    if (!reason.isEmpty()) {
      text.append(' ').append(reason);
    }
    text.append(": ").append(description);
    if (!requestId.isEmpty()) {
      text.append(" (request ").append(requestId).append(')');
    }
    for (var wrong : violations) {
      text.append("\n  ").append(wrong.field()).append(": ").append(wrong.description());
    }
    for (var wrong : quotaViolations) {
      text.append("\n  ").append(wrong.field()).append(": ").append(wrong.description());
    }
    if (reason.isEmpty() && requestId.isEmpty()) { // gRPC's own failure, not the server's
      if (code == Status.Code.UNAVAILABLE) {
        text.append("\n  ").append(UNREACHED);
      } else if (code == Status.Code.DEADLINE_EXCEEDED) {
        text.append("\n  ").append(TOO_LATE);
      }
    }
    return text.toString();
  }
}
