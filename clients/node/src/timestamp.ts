/** Time as google.protobuf.Timestamp has it, as a Date that does not lose what is below 1 ms. */

import { BinaryReader, BinaryWriter } from "@bufbuild/protobuf/wire";

const RFC_3339 = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{1,9}))?(Z|[+-]\d\d:\d\d)$/i;

/**
 * A Date with nanoseconds. The server counts microseconds and what a session has of one time lies
 * microseconds apart: every time that comes from it is an Instant, so that it can be sent back as
 * it was. Copies made by `new Date(…)` or `structuredClone` are plain Dates, rounded down to 1 ms.
 */
export class Instant extends Date {
  /** Beyond the Date's own milliseconds: 0 to 999,999. */
  readonly nanoseconds: number;

  /** Raises RangeError unless `nanoseconds` is a whole number from 0 to 999,999. */
  constructor(milliseconds: number, nanoseconds = 0) {
    super(milliseconds);
    if (!Number.isInteger(nanoseconds) || nanoseconds < 0 || nanoseconds > 999_999) {
      throw new RangeError("nanoseconds must be a whole number from 0 to 999,999");
    }
    this.nanoseconds = nanoseconds;
  }

  /** Reads RFC 3339, such as 2026-05-01T08:00:00.000001+08:00. Raises RangeError for other text. */
  static fromISOString(text: string): Instant {
    const [, clock, fraction = "", zone] = RFC_3339.exec(text) ?? [];
    const milliseconds = clock === undefined ? NaN : new Date(`${clock}${zone}`).getTime();
    if (Number.isNaN(milliseconds)) throw new RangeError("not a time of RFC 3339");
    const nanoseconds = Number(fraction.padEnd(9, "0"));
    return new Instant(milliseconds + Math.floor(nanoseconds / 1e6), nanoseconds % 1e6);
  }

  /** RFC 3339 in UTC, with as many of 3, 6 or 9 digits of the second as it takes. */
  override toISOString(): string {
    const text = super.toISOString();
    if (this.nanoseconds === 0) return text;
    const digits = String(this.nanoseconds).padStart(6, "0");
    return `${text.slice(0, -1)}${digits.endsWith("000") ? digits.slice(0, 3) : digits}Z`;
  }
}

/** What the generated messages hold: any Date goes in, an Instant comes out. */
export type Timestamp = Date;

function encode(time: Timestamp, writer: BinaryWriter = new BinaryWriter()): BinaryWriter {
  const milliseconds = time.getTime();
  if (Number.isNaN(milliseconds)) throw new RangeError("an invalid Date is no time");
  const seconds = Math.floor(milliseconds / 1000);
  const below = time instanceof Instant ? time.nanoseconds : 0;
  const nanos = (milliseconds - seconds * 1000) * 1e6 + below;
  if (seconds !== 0) writer.uint32(8).int64(seconds);
  if (nanos !== 0) writer.uint32(16).int32(nanos);
  return writer;
}

function decode(input: BinaryReader | Uint8Array, length?: number): Instant {
  const reader = input instanceof BinaryReader ? input : new BinaryReader(input);
  const end = length === undefined ? reader.len : reader.pos + length;
  let seconds = 0;
  let nanos = 0;
  while (reader.pos < end) {
    const tag = reader.uint32();
    if (tag === 8) seconds = Number(reader.int64());
    else if (tag === 16) nanos = reader.int32();
    else reader.skip(tag & 7);
  }
  return new Instant(seconds * 1000 + Math.floor(nanos / 1e6), nanos % 1e6);
}

/** The codec that stands in for ts-proto's own (see buf.gen.yaml). */
export const Timestamp = {
  encode,
  decode,
  fromPartial: (time: Timestamp): Timestamp => time,
  // protobuf's JSON leaves out a fraction that is 0.
  toJSON: (time: Timestamp): string => time.toISOString().replace(/\.0+Z$/, "Z"),
  fromJSON: (text: unknown): Timestamp => Instant.fromISOString(String(text)),
};
