import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";

import type { ServerDuplexStream, ServerWritableStream } from "@grpc/grpc-js";
import * as myosotis from "myosotis";
import * as protobuf from "myosotis/protobuf";

import { errorInfo, FakeServer, failure } from "./fake_server.js";

const stops: (() => void)[] = [];
afterEach(() => stops.splice(0).forEach((stop) => stop()));

async function serving(handlers: Parameters<typeof FakeServer.start>[0]): Promise<myosotis.Client> {
  const server = await FakeServer.start(handlers);
  const client = server.client();
  stops.push(() => client.close(), () => server.stop());
  return client;
}

type Exporting = ServerWritableStream<
  protobuf.ExportMemoriesRequest,
  protobuf.ExportMemoriesResponse
>;
type Importing = ServerDuplexStream<
  protobuf.ImportMemoriesRequest,
  protobuf.ImportMemoriesResponse
>;
type Watched = ServerWritableStream<protobuf.WatchMemoriesRequest, protobuf.WatchMemoriesResponse>;

function exported(content: string): protobuf.ExportMemoriesResponse {
  return protobuf.ExportMemoriesResponse.create({ memories: [{ content }] });
}

function change(revision: number, memoryId: string): protobuf.WatchMemoriesResponse {
  const told = { action: myosotis.ChangeAction.CREATED, memory: { memoryId } };
  return protobuf.WatchMemoriesResponse.create({ revision, change: told });
}

test("what came before a stream broke is given, then its error", async () => {
  const exportMemories = (call: Exporting): void => {
    call.write(exported("一"));
    call.write(exported("two"));
    call.emit("error", failure("DATA_LOSS", errorInfo("RECORD_CORRUPT")));
  };
  const client = await serving({ memory: { exportMemories } });
  const seen: string[] = [];
  await assert.rejects(async () => {
    for await (const { memories } of client.export({ userId: "u" })) {
      seen.push(...memories.map((memory) => memory.content));
    }
  }, myosotis.RecordCorruptError);
  assert.deepEqual(seen, ["一", "two"]);
});

test("leaving the loop, the signal and the time-out end a stream on the server", async () => {
  let cancelled = 0;
  const exportMemories = (call: Exporting): void => {
    call.on("cancelled", () => (cancelled += 1));
    call.write(exported("x"));
  };
  const client = await serving({ memory: { exportMemories } });
  for await (const _ of client.export({ userId: "u" })) break;
  const abort = new AbortController();
  await assert.rejects(async () => {
    for await (const _ of client.export({ userId: "u" }, { signal: abort.signal })) abort.abort();
  }, { name: "AbortError" });
  await assert.rejects(async () => {
    for await (const _ of client.export({ userId: "u" }, { timeoutMs: 50 }));
  }, myosotis.DeadlineExceededError);
  for (let tries = 0; cancelled < 3 && tries < 100; tries += 1) await pause(10);
  assert.equal(cancelled, 3);
});

test("an import goes in batches and tells how far it is", async () => {
  const sizes: number[] = [];
  const importMemories = (call: Importing): void => {
    call.on("data", (request: protobuf.ImportMemoriesRequest) => {
      sizes.push(request.memories.length);
      call.write(protobuf.ImportMemoriesResponse.create({ acknowledgedCount: sizes.length }));
    });
    call.on("end", () => call.end());
  };
  const client = await serving({ memory: { importMemories } });
  const statements = Array.from({ length: 2503 }, (_, index) => `第${index}句`);
  const seen: number[] = [];
  for await (const progress of client.importMemories({ userId: "u", batchSize: 10 }, statements)) {
    seen.push(progress.acknowledgedCount);
  }
  assert.equal(seen.length, 251);
  assert.deepEqual([sizes[0], sizes[250], seen[250]], [10, 3, 251]);
  await assert.rejects(async () => {
    for await (const _ of client.importMemories({ userId: "u", batchSize: 101 }, statements));
  }, RangeError);
});

test("what the source of an import throws comes out of it", async () => {
  const importMemories = (call: Importing): void => {
    call.on("error", () => undefined);
    call.on("data", () => call.write(protobuf.ImportMemoriesResponse.create()));
  };
  const client = await serving({ memory: { importMemories } });
  async function* statements(): AsyncGenerator<string> {
    yield "一";
    throw new Error("the file is gone");
  }
  await assert.rejects(async () => {
    for await (const _ of client.importMemories({ userId: "u", batchSize: 1 }, statements()));
  }, /the file is gone/);
});

test("an import's source is closed when the loop is left", async () => {
  const importMemories = (call: Importing): void => {
    call.on("error", () => undefined);
    call.on("data", () => call.write(protobuf.ImportMemoriesResponse.create()));
  };
  const client = await serving({ memory: { importMemories } });
  let isClosed = false;
  async function* statements(): AsyncGenerator<string> {
    try {
      for (;;) yield "again";
    } finally {
      isClosed = true;
    }
  }
  for await (const _ of client.importMemories({ userId: "u" }, statements())) break;
  for (let tries = 0; !isClosed && tries < 100; tries += 1) await pause(10);
  assert.ok(isClosed);
});

test("a watch goes on over breaks without losing or repeating anything", async () => {
  const asked: number[] = [];
  const watchMemories = (call: Watched): void => {
    asked.push(call.request.afterRevision);
    if (asked.length === 1) {
      call.write(change(5, "a"));
      call.write(change(6, "b"));
      call.emit("error", failure("UNAVAILABLE"));
    } else if (asked.length === 2) {
      for (const id of ["b", "c"]) call.write(change(6, id));
      call.end();
    } else {
      for (const id of ["b", "c"]) call.write(change(6, id));
      call.write(change(7, "b"));
    }
  };
  const client = await serving({ conversation: { watchMemories } });
  const seen: string[] = [];
  for await (const { revision, change: told } of client.watch({ userId: "u", afterRevision: 4 })) {
    seen.push(`${revision}${told?.memory?.memoryId}`);
    if (seen.length === 4) break;
  }
  assert.deepEqual(seen, ["5a", "6b", "6c", "7b"]);
  assert.deepEqual(asked, [4, 5, 5]);
});

test("a watch ends with its patience, what will not mend itself, and its signal", async () => {
  let error = failure("UNAVAILABLE");
  const watchMemories = (call: Watched): void => {
    call.emit("error", error);
  };
  const client = await serving({ conversation: { watchMemories } });
  const drained = async (given: Partial<myosotis.WatchInput>, options = {}): Promise<void> => {
    for await (const _ of client.watch({ userId: "u", ...given }, options));
  };
  await assert.rejects(drained({ patienceMs: 50 }), myosotis.UnavailableError);
  await assert.rejects(drained({}, { timeoutMs: 50 }), myosotis.DeadlineExceededError);
  await assert.rejects(drained({}, { signal: AbortSignal.timeout(40) }), { name: "TimeoutError" });
  error = failure("FAILED_PRECONDITION", errorInfo("REVISION_GONE"));
  await assert.rejects(drained({}), myosotis.RevisionGoneError);
});
