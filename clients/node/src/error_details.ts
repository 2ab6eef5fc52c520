/** Makes typed errors of gRPC's, from the google.rpc details that the server sends along. */

import { Metadata, status, type ServiceError } from "@grpc/grpc-js";

import { inMilliseconds } from "./duration.js";
import {
  BadRequest,
  ErrorInfo,
  QuotaFailure,
  ResourceInfo,
  RetryInfo,
} from "./generated/google/rpc/error_details.js";
import { Status } from "./generated/google/rpc/status.js";
import * as errors from "./errors.js";
import { MyosotisError, type ErrorDetails, type StatusName, type Violation } from "./errors.js";

const DOMAIN = "myosotis";
const DETAILS_KEY = "grpc-status-details-bin";
const REQUEST_ID_KEY = "x-request-id";

// What to try, where gRPC's own words do not say so.
const ADVICE: { readonly [code in StatusName]?: string } = {
  UNAVAILABLE:
    "is a server running at the client's address (host:port, without http://), " +
    "and does it use TLS if, and only if, the client does?",
  DEADLINE_EXCEEDED: "no answer within the time-out; timeoutMs of the client or the call sets another",
};

type ErrorClass = new (message: string, details?: ErrorDetails) => MyosotisError;

const BY_REASON: Readonly<Record<string, ErrorClass>> = {
  INVALID_FIELDS: errors.InvalidArgumentError,
  MEMORY_NOT_FOUND: errors.NotFoundError,
  ENTITY_NOT_FOUND: errors.EntityNotFoundError,
  USER_NOT_FOUND: errors.UserNotFoundError,
  ETAG_MISMATCH: errors.EtagMismatchError,
  REQUEST_ID_REUSED: errors.RequestIdReusedError,
  TURN_ID_REUSED: errors.TurnIdReusedError,
  API_KEY_INVALID: errors.UnauthenticatedError,
  SCOPE_MISSING: errors.PermissionDeniedError,
  RATE_LIMITED: errors.RateLimitedError,
  QUOTA_EXCEEDED: errors.QuotaExceededError,
  OVERLOADED: errors.OverloadedError,
  STORE_FULL: errors.StoreFullError,
  STORE_FAILED: errors.StoreFailedError,
  DRAINING: errors.DrainingError,
  REEMBED_REQUIRED: errors.ReembedRequiredError,
  CONFIRMATION_REQUIRED: errors.ConfirmationRequiredError,
  REVISION_GONE: errors.RevisionGoneError,
  RECORD_CORRUPT: errors.RecordCorruptError,
  INTERNAL: errors.InternalError,
};

// For a reason that this client does not know, or none.
const BY_CODE: { readonly [code in StatusName]?: ErrorClass } = {
  INVALID_ARGUMENT: errors.InvalidArgumentError,
  NOT_FOUND: errors.NotFoundError,
  UNAUTHENTICATED: errors.UnauthenticatedError,
  PERMISSION_DENIED: errors.PermissionDeniedError,
  FAILED_PRECONDITION: errors.FailedPreconditionError,
  RESOURCE_EXHAUSTED: errors.ResourceExhaustedError,
  UNAVAILABLE: errors.UnavailableError,
  DEADLINE_EXCEEDED: errors.DeadlineExceededError,
  CANCELLED: errors.CancelledError,
  DATA_LOSS: errors.RecordCorruptError,
  INTERNAL: errors.InternalError,
};

/** The typed error for what grpc-js raised; what is no gRPC error is given back as it is. */
export function typedError(error: unknown): unknown {
  if (!isServiceError(error)) return error;
  const code = status[error.code] as StatusName | undefined;
  const details = readDetails(error.metadata.get(DETAILS_KEY)[0]);
  const reason = details.reason ?? "";
  const errorClass =
    (Object.hasOwn(BY_REASON, reason) ? BY_REASON[reason] : undefined) ??
    (code === undefined ? undefined : BY_CODE[code]) ??
    MyosotisError;
  const sent = error.metadata.get(REQUEST_ID_KEY)[0];
  const requestId = typeof sent === "string" ? sent : "";
  // Only a failure that is gRPC's own, not the server's.
  const advice = reason || requestId || code === undefined ? undefined : ADVICE[code];
  const message = error.details || "no message";
  return new errorClass(advice === undefined ? message : `${message}\n  ${advice}`, {
    ...details,
    code: code ?? "UNKNOWN",
    requestId,
    cause: error,
  });
}

function isServiceError(error: unknown): error is ServiceError {
  return (
    error instanceof Error &&
    "code" in error &&
    typeof error.code === "number" &&
    "metadata" in error &&
    error.metadata instanceof Metadata
  );
}

type ReadDetails = { -readonly [Name in keyof ErrorDetails]: ErrorDetails[Name] } & {
  violations: Violation[];
};

function readDetails(packed: string | Buffer | undefined): ReadDetails {
  const details: ReadDetails = { violations: [] };
  if (!Buffer.isBuffer(packed)) return details;
  try {
    for (const each of Status.decode(packed).details) readDetail(each.typeUrl, each.value, details);
  } catch {
    // Malformed details leave the status itself, which still stands.
  }
  return details;
}

function readDetail(typeUrl: string, value: Uint8Array, details: ReadDetails): void {
  switch (typeUrl.slice(typeUrl.lastIndexOf("/") + 1)) {
    case "google.rpc.ErrorInfo": {
      const info = ErrorInfo.decode(value);
      if (info.domain === DOMAIN) {
        details.reason = info.reason;
        details.metadata = info.metadata;
      }
      break;
    }
    case "google.rpc.BadRequest":
      for (const { field, description } of BadRequest.decode(value).fieldViolations) {
        details.violations.push({ field, description });
      }
      break;
    case "google.rpc.QuotaFailure":
      for (const { subject, description } of QuotaFailure.decode(value).violations) {
        details.violations.push({ field: subject, description });
      }
      break;
    case "google.rpc.ResourceInfo": {
      const { resourceType, resourceName } = ResourceInfo.decode(value);
      details.resource = { type: resourceType, name: resourceName };
      break;
    }
    case "google.rpc.RetryInfo": {
      const delay = RetryInfo.decode(value).retryDelay;
      if (delay !== undefined) details.retryAfterMs = inMilliseconds(delay);
      break;
    }
  }
}
