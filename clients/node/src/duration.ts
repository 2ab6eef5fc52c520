/** A span of time as google.protobuf.Duration has it, written as people say it: `{ days: 7 }`. */

import { BinaryReader, BinaryWriter } from "@bufbuild/protobuf/wire";

/** The sum of its parts, each of which may be a fraction. */
export interface Duration {
  readonly days?: number;
  readonly hours?: number;
  readonly minutes?: number;
  readonly seconds?: number;
  readonly milliseconds?: number;
}

/** The whole of it in milliseconds. Raises RangeError where a part is not a finite number. */
export function inMilliseconds(duration: Duration): number {
  const { days = 0, hours = 0, minutes = 0, seconds = 0, milliseconds = 0 } = duration;
  const total = (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000 + milliseconds;
  if (!Number.isFinite(total)) throw new RangeError("a duration must be finite");
  return total;
}

function encode(duration: Duration, writer: BinaryWriter = new BinaryWriter()): BinaryWriter {
  const milliseconds = inMilliseconds(duration);
  const seconds = Math.trunc(milliseconds / 1000);
  const nanos = Math.round((milliseconds - seconds * 1000) * 1e6);
  if (seconds !== 0) writer.uint32(8).int64(seconds);
  if (nanos !== 0) writer.uint32(16).int32(nanos);
  return writer;
}

function decode(input: BinaryReader | Uint8Array, length?: number): Duration {
  const reader = input instanceof BinaryReader ? input : new BinaryReader(input);
  const end = length === undefined ? reader.len : reader.pos + length;
  let milliseconds = 0;
  while (reader.pos < end) {
    const tag = reader.uint32();
    if (tag === 8) milliseconds += Number(reader.int64()) * 1000;
    else if (tag === 16) milliseconds += reader.int32() / 1e6;
    else reader.skip(tag & 7);
  }
  return { milliseconds };
}

function fromJSON(text: unknown): Duration {
  const [, seconds] = /^(-?\d+(?:\.\d{1,9})?)s$/.exec(String(text)) ?? [];
  if (seconds === undefined) throw new RangeError("not a duration such as 3.5s");
  return { milliseconds: Number(seconds) * 1000 };
}

/** The codec that stands in for ts-proto's own (see buf.gen.yaml). */
export const Duration = {
  encode,
  decode,
  fromPartial: (duration: Duration): Duration => duration,
  toJSON: (duration: Duration): string => `${inMilliseconds(duration) / 1000}s`,
  fromJSON,
};
