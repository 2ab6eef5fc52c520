import assert from "node:assert/strict";
import { test } from "node:test";

import { Instant } from "myosotis";
import * as protobuf from "myosotis/protobuf";

function overTheWire(eventTime: Date): string {
  const bytes = protobuf.NewMemory.encode(protobuf.NewMemory.fromPartial({ eventTime })).finish();
  return protobuf.NewMemory.decode(bytes).eventTime?.toISOString() ?? "";
}

test("a time keeps all of its digits, before 1970 too", () => {
  const times = {
    "2026-05-01T08:00:00Z": "2026-05-01T08:00:00.000Z",
    "2026-05-01T08:00:00.25+08:00": "2026-05-01T00:00:00.250Z",
    "2026-05-01T08:00:00.000001Z": "2026-05-01T08:00:00.000001Z",
    "1949-10-01T00:00:00.123456789Z": "1949-10-01T00:00:00.123456789Z",
    "0001-01-01T00:00:00Z": "0001-01-01T00:00:00.000Z",
    "9999-12-31T23:59:59.999999Z": "9999-12-31T23:59:59.999999Z",
  };
  for (const [text, expected] of Object.entries(times)) {
    assert.equal(Instant.fromISOString(text).toISOString(), expected);
    assert.equal(overTheWire(Instant.fromISOString(text)), expected);
  }
  assert.equal(overTheWire(new Date("1969-12-31T23:59:59.999Z")), "1969-12-31T23:59:59.999Z");
  assert.equal(Instant.fromISOString("2026-05-01T08:00:00.000001Z").getTime() % 1000, 0);
});

test("what is no time is refused", () => {
  for (const text of ["", "昨天", "2026-05-01", "2026-13-01T00:00:00Z", "2026-05-01T08:00:00"]) {
    assert.throws(() => Instant.fromISOString(text), RangeError);
  }
  assert.throws(() => overTheWire(new Date(NaN)), RangeError);
  assert.throws(() => new Instant(0, 1_000_000), RangeError);
});

test("a duration is the sum of its parts", () => {
  const ttl = { days: 1, hours: 1, minutes: 1, seconds: 1.5, milliseconds: 0.001 };
  const bytes = protobuf.NewMemory.encode(protobuf.NewMemory.fromPartial({ ttl })).finish();
  assert.deepEqual(protobuf.NewMemory.decode(bytes).ttl, { milliseconds: 90_061_500.001 });
  const endless = protobuf.NewMemory.fromPartial({ ttl: { days: Infinity } });
  assert.throws(() => protobuf.NewMemory.encode(endless), RangeError);
});

test("a value of an enum that is not known yet does no harm", () => {
  const bytes = Buffer.of(4 * 8, 99); // Memory.kind
  assert.equal(protobuf.Memory.decode(bytes).kind, "UNRECOGNIZED");
});

