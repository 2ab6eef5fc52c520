package io.myosotis;

import io.grpc.Status;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A call failed. The subclasses are named after the gRPC statuses and the contract's reasons; catch
 * the ones that you can do something about:
 *
 * <pre>{@code
 * try {
 *   client.updateMemory(request);
 * } catch (MyosotisException.EtagMismatch changed) {
 *   // read again, then retry
 * } catch (MyosotisException.ResourceExhausted busy) {
 *   Thread.sleep(busy.retryAfter().orElse(Duration.ofSeconds(1)).toMillis());
 * }
 * }</pre>
 *
 * <p>The message holds the code, the reason, the server's words and its name for the call, and a
 * line for each violation.
 */
public class MyosotisException extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final transient ErrorDetails details; // as gRPC's own, it stays in its process

  private MyosotisException(ErrorDetails details, Throwable cause) {
    super(details.message(), cause);
    this.details = details;
  }

  /**
   * The typed error for whatever a generated stub threw; itself if it is one.
   *
   * @param error a StatusRuntimeException or StatusException, or something around one
   */
  public static MyosotisException from(Throwable error) {
    if (error instanceof MyosotisException typed) {
      return typed;
    }
    ErrorDetails details = ErrorDetails.of(error);
    return switch (details.reason) {
      case "INVALID_FIELDS" -> new InvalidArgument(details, error);
      case "MEMORY_NOT_FOUND" -> new NotFound(details, error);
      case "ENTITY_NOT_FOUND" -> new EntityNotFound(details, error);
      case "USER_NOT_FOUND" -> new UserNotFound(details, error);
      case "ETAG_MISMATCH" -> new EtagMismatch(details, error);
      case "REQUEST_ID_REUSED" -> new RequestIdReused(details, error);
      case "TURN_ID_REUSED" -> new TurnIdReused(details, error);
      case "API_KEY_INVALID" -> new Unauthenticated(details, error);
      case "SCOPE_MISSING" -> new PermissionDenied(details, error);
      case "RATE_LIMITED" -> new RateLimited(details, error);
      case "QUOTA_EXCEEDED" -> new QuotaExceeded(details, error);
      case "OVERLOADED" -> new Overloaded(details, error);
      case "STORE_FULL" -> new StoreFull(details, error);
      case "STORE_FAILED" -> new StoreFailed(details, error);
      case "DRAINING" -> new Draining(details, error);
      case "REEMBED_REQUIRED" -> new ReembedRequired(details, error);
      case "CONFIRMATION_REQUIRED" -> new ConfirmationRequired(details, error);
      case "REVISION_GONE" -> new RevisionGone(details, error);
      case "RECORD_CORRUPT" -> new RecordCorrupt(details, error);
      case "INTERNAL" -> new Internal(details, error);
      default -> byCode(details, error);
    };
  }

  /** For a reason that this client does not know, or none. */
  private static MyosotisException byCode(ErrorDetails details, Throwable error) {
    return switch (details.code) {
      case INVALID_ARGUMENT -> new InvalidArgument(details, error);
      case NOT_FOUND -> new NotFound(details, error);
      case UNAUTHENTICATED -> new Unauthenticated(details, error);
      case PERMISSION_DENIED -> new PermissionDenied(details, error);
      case FAILED_PRECONDITION -> new FailedPrecondition(details, error);
      case RESOURCE_EXHAUSTED -> new ResourceExhausted(details, error);
      case UNAVAILABLE -> new Unavailable(details, error);
      case DEADLINE_EXCEEDED -> new DeadlineExceeded(details, error);
      case CANCELLED -> new Cancelled(details, error);
      case DATA_LOSS -> new RecordCorrupt(details, error);
      case INTERNAL -> new Internal(details, error);
      default -> new MyosotisException(details, error);
    };
  }

  /** The gRPC status. */
  public Status.Code code() {
    return details.code;
  }

  /** A stable name of the contract's ErrorReason without its prefix; empty if there was none. */
  public String reason() {
    return details.reason;
  }

  /** What varies in the message, as the contract's ErrorReason tells. */
  public Map<String, String> metadata() {
    return details.metadata;
  }

  /** Every field that is wrong. */
  public List<Violation> violations() {
    return List.copyOf(details.violations);
  }

  /** The quotas that are used up, by their subject. */
  public List<Violation> quotaViolations() {
    return List.copyOf(details.quotaViolations);
  }

  /** What the error is about, if the server named it. */
  public Optional<Resource> resource() {
    return Optional.ofNullable(details.resource);
  }

  /** How long to wait before trying again, if the server named a time. */
  public Optional<Duration> retryAfter() {
    return Optional.ofNullable(details.retryAfter);
  }

  /** The server's name for the call, for its operator; empty if the server was not reached. */
  public String requestId() {
    return details.requestId;
  }

  /**
   * What is wrong.
   *
   * @param field a field's path or, for a quota, its subject
   */
  public record Violation(String field, String description) {}

  /** What a call could not reach. */
  public record Resource(String type, String name, String owner, String description) {}

  /** Fields are missing, malformed or too large; {@link #violations} lists every one. */
  public static final class InvalidArgument extends MyosotisException {
    private static final long serialVersionUID = 1;

    private InvalidArgument(ErrorDetails details, Throwable cause) {
      super(details, cause);
    }
  }

  /** No such user, memory or entity. */
  public static class NotFound extends MyosotisException {
    private static final long serialVersionUID = 1;

    private NotFound(ErrorDetails details, Throwable cause) {
      super(details, cause);
    }
  }

  /** No such entity in the user's memory graph; see {@code metadata().get("entity_id")}. */
  public static final class EntityNotFound extends NotFound {
    private static final long serialVersionUID = 1;

    private EntityNotFound(ErrorDetails details, Throwable cause) {
      super(details, cause);
    }
  }

  /** Nothing is held of such a user, or they were erased. */
  public static final class UserNotFound extends NotFound {
    private static final long serialVersionUID = 1;

    private UserNotFound(ErrorDetails details, Throwable cause) {
      super(details, cause);
    }
  }

  /** The memory has changed since its etag was read: read it again, then retry. */
  public static final class EtagMismatch extends MyosotisException {
    private static final long serialVersionUID = 1;

    private EtagMismatch(ErrorDetails details, Throwable cause) {
      super(details, cause);
    }
  }

  /** The same request_id came before with another content. */
  public static final class RequestIdReused extends MyosotisException {
    private static final long serialVersionUID = 1;

    private RequestIdReused(ErrorDetails details, Throwable cause) {
      super(details, cause);
    }
  }

  /** The session has a turn of this id that says something else. */
  public static final class TurnIdReused extends MyosotisException {
    private static final long serialVersionUID = 1;

    private TurnIdReused(ErrorDetails details, Throwable cause) {
      super(details, cause);
    }
  }

  /** The API key is missing or not valid. */
  public static final class Unauthenticated extends MyosotisException {
    private static final long serialVersionUID = 1;

    private Unauthenticated(ErrorDetails details, Throwable cause) {
      super(details, cause);
    }
  }

  /** The API key lacks the scope that the call needs; see {@code metadata().get("scope")}. */
  public static final class PermissionDenied extends MyosotisException {
    private static final long serialVersionUID = 1;

    private PermissionDenied(ErrorDetails details, Throwable cause) {
      super(details, cause);
    }
  }

  /** The server's state does not allow the call. */
  public static class FailedPrecondition extends MyosotisException {
    private static final long serialVersionUID = 1;

    private FailedPrecondition(ErrorDetails details, Throwable cause) {
      super(details, cause);
    }
  }

  /** Stored vectors are another model's; {@code metadata().get("command")} mends it. */
  public static final class ReembedRequired extends FailedPrecondition {
    private static final long serialVersionUID = 1;

    private ReembedRequired(ErrorDetails details, Throwable cause) {
      super(details, cause);
    }
  }

  /** A dangerous call needs its confirmation, or a dry run first. */
  public static final class ConfirmationRequired extends FailedPrecondition {
    private static final long serialVersionUID = 1;

    private ConfirmationRequired(ErrorDetails details, Throwable cause) {
      super(details, cause);
    }
  }

  /** What changed since that revision is no longer known: list the memories, watch from there. */
  public static final class RevisionGone extends FailedPrecondition {
    private static final long serialVersionUID = 1;

    private RevisionGone(ErrorDetails details, Throwable cause) {
      super(details, cause);
    }
  }

  /** Too much at once, or too large; wait {@link #retryAfter} if there is one. */
  public static class ResourceExhausted extends MyosotisException {
    private static final long serialVersionUID = 1;

    private ResourceExhausted(ErrorDetails details, Throwable cause) {
      super(details, cause);
    }
  }

  /** Too many calls; wait {@link #retryAfter}. */
  public static final class RateLimited extends ResourceExhausted {
    private static final long serialVersionUID = 1;

    private RateLimited(ErrorDetails details, Throwable cause) {
      super(details, cause);
    }
  }

  /** A quota is used up; {@link #quotaViolations} names it. */
  public static final class QuotaExceeded extends ResourceExhausted {
    private static final long serialVersionUID = 1;

    private QuotaExceeded(ErrorDetails details, Throwable cause) {
      super(details, cause);
    }
  }

  /** The server's queues are full; wait {@link #retryAfter}. */
  public static final class Overloaded extends ResourceExhausted {
    private static final long serialVersionUID = 1;

    private Overloaded(ErrorDetails details, Throwable cause) {
      super(details, cause);
    }
  }

  /** The server cannot be reached, or not now. What can safely be retried has been. */
  public static class Unavailable extends MyosotisException {
    private static final long serialVersionUID = 1;

    private Unavailable(ErrorDetails details, Throwable cause) {
      super(details, cause);
    }
  }

  /** The server refuses writes because its disk is full or read-only; reads go on. */
  public static final class StoreFull extends Unavailable {
    private static final long serialVersionUID = 1;

    private StoreFull(ErrorDetails details, Throwable cause) {
      super(details, cause);
    }
  }

  /** The server's disk failed. A write may have been kept or not: repeat it with its request_id. */
  public static final class StoreFailed extends Unavailable {
    private static final long serialVersionUID = 1;

    private StoreFailed(ErrorDetails details, Throwable cause) {
      super(details, cause);
    }
  }

  /** The server is stopping. */
  public static final class Draining extends Unavailable {
    private static final long serialVersionUID = 1;

    private Draining(ErrorDetails details, Throwable cause) {
      super(details, cause);
    }
  }

  /** No answer within the time-out. */
  public static final class DeadlineExceeded extends MyosotisException {
    private static final long serialVersionUID = 1;

    private DeadlineExceeded(ErrorDetails details, Throwable cause) {
      super(details, cause);
    }
  }

  /** The call was cancelled. */
  public static final class Cancelled extends MyosotisException {
    private static final long serialVersionUID = 1;

    private Cancelled(ErrorDetails details, Throwable cause) {
      super(details, cause);
    }
  }

  /** Stored bytes of this user fail their check. */
  public static final class RecordCorrupt extends MyosotisException {
    private static final long serialVersionUID = 1;

    private RecordCorrupt(ErrorDetails details, Throwable cause) {
      super(details, cause);
    }
  }

  /** The server failed; {@link #requestId} finds the cause in its log. */
  public static final class Internal extends MyosotisException {
    private static final long serialVersionUID = 1;

    private Internal(ErrorDetails details, Throwable cause) {
      super(details, cause);
    }
  }
}
