/** Typed errors, one class for what callers tell apart. */

import type { status } from "@grpc/grpc-js";

/** The name of a gRPC status, such as NOT_FOUND. */
export type StatusName = keyof typeof status;

/** A field's path (or, for a quota, its subject) and what is wrong with it. */
export interface Violation {
  readonly field: string;
  readonly description: string;
}

/** What the call was about, where the server says so. */
export interface Resource {
  readonly type: string;
  readonly name: string;
}

export interface ErrorDetails {
  readonly code?: StatusName;
  readonly reason?: string;
  readonly metadata?: Readonly<Record<string, string>>;
  readonly violations?: readonly Violation[];
  readonly resource?: Resource;
  readonly requestId?: string;
  readonly retryAfterMs?: number;
  readonly cause?: unknown;
}

/** A call failed. */
export class MyosotisError extends Error {
  readonly code: StatusName;
  /** A stable name of the contract's ErrorReason without its prefix; empty if there was none. */
  readonly reason: string;
  /** What varies in the message. */
  readonly metadata: Readonly<Record<string, string>>;
  /** Every field that is wrong, or the quota that is used up. */
  readonly violations: readonly Violation[];
  readonly resource: Resource | undefined;
  /** The server's name for the call, for its operator. */
  readonly requestId: string;
  /** How long to wait before trying again; undefined if the server named no time. */
  readonly retryAfterMs: number | undefined;

  constructor(message: string, details: ErrorDetails = {}) {
    const violations = details.violations ?? [];
    const wrong = violations.map((each) => `\n  ${each.field}: ${each.description}`);
    super(`${message}${wrong.join("")}`, { cause: details.cause });
    this.name = new.target.name;
    this.code = details.code ?? "UNKNOWN";
    this.reason = details.reason ?? "";
    this.metadata = details.metadata ?? {};
    this.violations = violations;
    this.resource = details.resource;
    this.requestId = details.requestId ?? "";
    this.retryAfterMs = details.retryAfterMs;
  }
}

/** Fields are missing, malformed or too large; `violations` lists every one. */
export class InvalidArgumentError extends MyosotisError {}
/** No such user or memory. */
export class NotFoundError extends MyosotisError {}
/** No such entity in the user's memory graph; see `metadata.entity_id`. */
export class EntityNotFoundError extends NotFoundError {}
/** Nothing is held of such a user, or they were erased. */
export class UserNotFoundError extends NotFoundError {}
/** The memory has changed since its etag was read: read it again, then retry. */
export class EtagMismatchError extends MyosotisError {}
/** The same requestId came before with another content. */
export class RequestIdReusedError extends MyosotisError {}
/** The session has a turn of this id that says something else. */
export class TurnIdReusedError extends MyosotisError {}
/** The API key is missing or not valid. */
export class UnauthenticatedError extends MyosotisError {}
/** The API key lacks the scope that the call needs; see `metadata.scope`. */
export class PermissionDeniedError extends MyosotisError {}
/** The server's state does not allow the call. */
export class FailedPreconditionError extends MyosotisError {}
/** Stored vectors are another model's; `metadata.command` mends it. */
export class ReembedRequiredError extends FailedPreconditionError {}
/** A dangerous call needs its confirmation, or a dry run first. */
export class ConfirmationRequiredError extends FailedPreconditionError {}
/** What changed since that revision is no longer known: list the memories, watch from there. */
export class RevisionGoneError extends FailedPreconditionError {}
/** Too much at once, or too large; wait `retryAfterMs` if set. */
export class ResourceExhaustedError extends MyosotisError {}
/** Too many calls; wait `retryAfterMs`. */
export class RateLimitedError extends ResourceExhaustedError {}
/** A quota is used up; `violations` names it. */
export class QuotaExceededError extends ResourceExhaustedError {}
/** The server's queues are full; wait `retryAfterMs`. */
export class OverloadedError extends ResourceExhaustedError {}
/** The server cannot be reached, or not now. What can safely be retried has been. */
export class UnavailableError extends MyosotisError {}
/** The server refuses writes because its disk is full or read-only; reads go on. */
export class StoreFullError extends UnavailableError {}
/** The disk failed. A write may have been kept or not: repeat it with its requestId. */
export class StoreFailedError extends UnavailableError {}
/** The server is stopping. */
export class DrainingError extends UnavailableError {}
/** No answer within the time-out. */
export class DeadlineExceededError extends MyosotisError {}
/** The call was cancelled: by the server, or because the client was closed. */
export class CancelledError extends MyosotisError {}
/** Stored bytes of this user fail their check. */
export class RecordCorruptError extends MyosotisError {}
/** The server failed; `requestId` finds the cause in its log. */
export class InternalError extends MyosotisError {}
