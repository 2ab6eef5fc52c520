package io.myosotis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.Duration;
import com.google.rpc.BadRequest;
import com.google.rpc.ErrorInfo;
import com.google.rpc.QuotaFailure;
import com.google.rpc.ResourceInfo;
import com.google.rpc.RetryInfo;
import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.myosotis.v1.ErrorReason;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class MyosotisExceptionTest {
  private static ErrorInfo info(String reason) {
    return ErrorInfo.newBuilder().setDomain("myosotis").setReason(reason).build();
  }

  @ParameterizedTest
  @EnumSource(
      value = ErrorReason.class,
      mode = EnumSource.Mode.EXCLUDE,
      names = {"ERROR_REASON_UNSPECIFIED", "UNRECOGNIZED"})
  void everyReasonOfTheContractHasAType(ErrorReason reason) {
    String name = reason.name().substring("ERROR_REASON_".length());
    var failure = MyosotisException.from(FakeServer.failure(Status.Code.UNKNOWN, info(name)));
    assertNotEquals(MyosotisException.class, failure.getClass());
    assertEquals(name, failure.reason());
  }

  @Test
  void allThatTheDetailsTellIsThere() {
    var failure =
        MyosotisException.from(
            FakeServer.failure(
                Status.Code.INVALID_ARGUMENT,
                info("INVALID_FIELDS").toBuilder().putMetadata("count", "2").build(),
                BadRequest.newBuilder()
                    .addFieldViolations(violation("user_id", "is required"))
                    .addFieldViolations(violation("memories[1].content", "太长"))
                    .build(),
                ResourceInfo.newBuilder().setResourceType("memory").setResourceName("m1").build()));
    assertInstanceOf(MyosotisException.InvalidArgument.class, failure);
    assertEquals(Status.Code.INVALID_ARGUMENT, failure.code());
    assertEquals(Map.of("count", "2"), failure.metadata());
    assertEquals(
        List.of(
            new MyosotisException.Violation("user_id", "is required"),
            new MyosotisException.Violation("memories[1].content", "太长")),
        failure.violations());
    assertEquals("m1", failure.resource().orElseThrow().name());
    assertEquals("call-7", failure.requestId());
    assertEquals(
        "INVALID_ARGUMENT INVALID_FIELDS: told why (request call-7)"
            + "\n  user_id: is required\n  memories[1].content: 太长",
        failure.getMessage());
  }

  private static BadRequest.FieldViolation violation(String field, String description) {
    return BadRequest.FieldViolation.newBuilder()
        .setField(field)
        .setDescription(description)
        .build();
  }

  @Test
  void quotasAndDelaysAreTold() {
    var quota = QuotaFailure.Violation.newBuilder().setSubject("memories").setDescription("1000");
    var failure =
        MyosotisException.from(
            FakeServer.failure(
                Status.Code.RESOURCE_EXHAUSTED,
                info("QUOTA_EXCEEDED"),
                QuotaFailure.newBuilder().addViolations(quota).build(),
                RetryInfo.newBuilder()
                    .setRetryDelay(Duration.newBuilder().setSeconds(1).setNanos(500_000_000))
                    .build()));
    assertInstanceOf(MyosotisException.QuotaExceeded.class, failure);
    assertInstanceOf(MyosotisException.ResourceExhausted.class, failure);
    assertEquals(
        List.of(new MyosotisException.Violation("memories", "1000")), failure.quotaViolations());
    assertEquals(java.time.Duration.ofMillis(1500), failure.retryAfter().orElseThrow());
  }

  @Test
  void aReasonThatIsNotKnownLeavesTheCode() {
    var failure =
        MyosotisException.from(FakeServer.failure(Status.Code.NOT_FOUND, info("NEW_REASON")));
    assertEquals(MyosotisException.NotFound.class, failure.getClass());
    assertEquals("NEW_REASON", failure.reason());
  }

  @Test
  void anotherDomainsReasonIsNone() {
    var other = info("STORE_FULL").toBuilder().setDomain("example.com").build();
    var failure = MyosotisException.from(FakeServer.failure(Status.Code.ABORTED, other));
    assertEquals(MyosotisException.class, failure.getClass());
    assertEquals("", failure.reason());
  }

  @Test
  void detailsThatCannotBeReadAreLeftOut() {
    for (byte[] garbage : List.of(new byte[] {-1, -1}, new byte[] {8, 3}, new byte[0])) {
      Metadata trailers = new Metadata();
      trailers.put(
          Metadata.Key.of("grpc-status-details-bin", Metadata.BINARY_BYTE_MARSHALLER), garbage);
      var failure =
          MyosotisException.from(new StatusRuntimeException(Status.UNAUTHENTICATED, trailers));
      assertInstanceOf(MyosotisException.Unauthenticated.class, failure);
      assertTrue(failure.violations().isEmpty());
    }
  }

  @Test
  void aTypedErrorIsItself() {
    var failure = MyosotisException.from(FakeServer.failure(Status.Code.ABORTED));
    assertSame(failure, MyosotisException.from(failure));
  }

  @Test
  void whatGrpcItselfFailedWithSaysWhatToTry() {
    var refused = new java.net.ConnectException("Connection refused: /127.0.0.1:1");
    var away =
        MyosotisException.from(
            Status.UNAVAILABLE
                .withDescription("io exception")
                .withCause(refused)
                .asRuntimeException());
    assertTrue(
        away.getMessage()
            .startsWith(
                "UNAVAILABLE: io exception: Connection refused: /127.0.0.1:1\n"
                    + "  is a server running"),
        away.getMessage());
    var late = MyosotisException.from(Status.DEADLINE_EXCEEDED.asRuntimeException());
    assertTrue(late.getMessage().contains("withTimeout"), late.getMessage());
    var answered =
        MyosotisException.from(FakeServer.failure(Status.Code.UNAVAILABLE, info("DRAINING")));
    assertFalse(answered.getMessage().contains("is a server running"), answered.getMessage());
  }
}
