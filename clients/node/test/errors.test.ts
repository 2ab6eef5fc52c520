import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import * as myosotis from "myosotis";
import { Client, MyosotisError } from "myosotis";
import * as protobuf from "myosotis/protobuf";

import {
  detail,
  errorInfo,
  FakeServer,
  failure,
  textField,
  unary,
  varint,
  type Failure,
} from "./fake_server.js";

let next: Failure = failure("UNKNOWN");
let server: FakeServer;
let client: Client;

before(async () => {
  const updateMemory = unary<protobuf.UpdateMemoryRequest, protobuf.UpdateMemoryResponse>(
    () => next,
  );
  server = await FakeServer.start({ memory: { updateMemory } });
  client = server.client();
});
after(() => {
  client.close();
  server.stop();
});

async function raised(with_: Failure): Promise<MyosotisError> {
  next = with_;
  return await caught(client.update({ userId: "u", memoryId: "m", set: { pinned: true } }));
}

async function caught(call: Promise<unknown>): Promise<MyosotisError> {
  const error: unknown = await call.then(() => assert.fail("no error"), (each: unknown) => each);
  assert.ok(error instanceof MyosotisError);
  return error;
}

test("every violation is told", async () => {
  const violation = (field: string, what: string): Buffer =>
    textField(1, Buffer.concat([textField(1, field), textField(2, what)]));
  const error = await raised(
    failure(
      "INVALID_ARGUMENT",
      errorInfo("INVALID_FIELDS", { count: "2" }),
      detail(
        "BadRequest",
        violation("user_id", "is empty"),
        violation("memories[0].content", "太长"),
      ),
    ),
  );
  assert.ok(error instanceof myosotis.InvalidArgumentError);
  assert.equal(error.name, "InvalidArgumentError");
  assert.equal(error.code, "INVALID_ARGUMENT");
  assert.equal(error.reason, "INVALID_FIELDS");
  assert.deepEqual(error.metadata, { count: "2" });
  assert.equal(error.requestId, "r-17");
  assert.deepEqual(error.violations, [
    { field: "user_id", description: "is empty" },
    { field: "memories[0].content", description: "太长" },
  ]);
  assert.equal(error.message, "it failed\n  user_id: is empty\n  memories[0].content: 太长");
});

test("a limit tells how long to wait, a quota which it is, a resource its name", async () => {
  // A Duration of 1.5 s: seconds 1, nanoseconds 500,000,000.
  const delay = Buffer.concat([Buffer.of(8, 1, 16), varint(500_000_000)]);
  const retry = detail("RetryInfo", textField(1, delay));
  const limited = await raised(failure("RESOURCE_EXHAUSTED", errorInfo("RATE_LIMITED"), retry));
  assert.ok(limited instanceof myosotis.RateLimitedError);
  assert.ok(limited instanceof myosotis.ResourceExhaustedError);
  assert.equal(limited.retryAfterMs, 1500);
  const quota = textField(1, Buffer.concat([textField(1, "memories"), textField(2, "1000")]));
  const full = await raised(
    failure("RESOURCE_EXHAUSTED", errorInfo("QUOTA_EXCEEDED"), detail("QuotaFailure", quota)),
  );
  assert.deepEqual(full.violations, [{ field: "memories", description: "1000" }]);
  assert.equal(full.retryAfterMs, undefined);
  const gone = await raised(
    failure("NOT_FOUND", detail("ResourceInfo", textField(1, "memory"), textField(2, "m"))),
  );
  assert.deepEqual(gone.resource, { type: "memory", name: "m" });
});

test("every reason of the contract has a class", async () => {
  for (const each of Object.values(protobuf.ErrorReason)) {
    if (each.endsWith("UNSPECIFIED") || each === "UNRECOGNIZED") continue;
    const reason = each.replace("ERROR_REASON_", "");
    const error = await raised(failure("UNKNOWN", errorInfo(reason)));
    assert.notEqual(error.constructor, MyosotisError, reason);
    assert.equal(error.reason, reason);
  }
});

test("without a known reason the status decides", async () => {
  const cases: [Failure, new (message: string) => MyosotisError][] = [
    [failure("NOT_FOUND"), myosotis.NotFoundError],
    [failure("NOT_FOUND", errorInfo("USER_NOT_FOUND")), myosotis.UserNotFoundError],
    [failure("FAILED_PRECONDITION", errorInfo("toString")), myosotis.FailedPreconditionError],
    [failure("UNAUTHENTICATED"), myosotis.UnauthenticatedError],
    [failure("DATA_LOSS"), myosotis.RecordCorruptError],
    [failure("UNIMPLEMENTED"), MyosotisError],
    [failure("ABORTED", Buffer.of(255, 255)), MyosotisError],
  ];
  for (const [with_, expected] of cases) {
    const error = await raised(with_);
    assert.equal(error.constructor, expected);
    assert.equal(error.requestId, "r-17");
  }
});

test("another domain's reason is not taken for ours", async () => {
  const foreign = detail("ErrorInfo", textField(1, "ETAG_MISMATCH"), textField(2, "proxy"));
  const error = await raised(failure("ABORTED", foreign));
  assert.deepEqual([error.constructor, error.reason], [MyosotisError, ""]);
});

test("a server that is not there is unavailable", async () => {
  const nobody = new Client("127.0.0.1:1");
  await assert.rejects(nobody.serverInfo(), myosotis.UnavailableError);
  nobody.close();
});

test("what gRPC itself failed with says what to try", async () => {
  const client = new myosotis.Client("127.0.0.1:1", { timeoutMs: 20_000 });
  try {
    const { message } = await caught(client.serverInfo());
    assert.match(message, /127\.0\.0\.1:1[^]*\n  is a server running/);
    const late = await caught(client.recall({ userId: "小雨" }, { timeoutMs: 0.001 }));
    assert.match(late.message, /\n  no answer within the time-out; timeoutMs/);
  } finally {
    client.close();
  }
  const answered = await raised(failure("UNAVAILABLE", errorInfo("DRAINING")));
  assert.doesNotMatch(answered.message, /is a server running/);
});
