import assert from "node:assert/strict";
import { afterEach, test } from "node:test";

import * as myosotis from "myosotis";
import { Client, Instant, MemoryKind, Role } from "myosotis";
import * as protobuf from "myosotis/protobuf";

import { FakeServer, failure, unary } from "./fake_server.js";

const stops: (() => void)[] = [];
afterEach(() => stops.splice(0).forEach((stop) => stop()));

async function serving(
  handlers: Parameters<typeof FakeServer.start>[0],
  options: myosotis.ConnectionOptions = {},
): Promise<Client> {
  const server = await FakeServer.start(handlers);
  const client = server.client(options);
  stops.push(() => client.close(), () => server.stop());
  return client;
}

async function collected<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/;

test("statements may be texts or more, and a request id is put in", async () => {
  const seen: protobuf.RememberRequest[] = [];
  const remember = unary((request: protobuf.RememberRequest) => {
    seen.push(request);
    return protobuf.RememberResponse.create({ revision: 7 });
  });
  const client = await serving({ memory: { remember } });
  const eventTime = new Date("2026-05-01T08:00:00.250Z");
  const { revision } = await client.remember({
    userId: "小雨",
    memories: [
      "我住在成都",
      { content: "My cat is Mimi", kind: MemoryKind.FACT, eventTime, ttl: { days: 2 } },
    ],
  });
  await client.remember({ userId: "小雨", memories: "就一句", requestId: "mine" });
  assert.equal(revision, 7);
  assert.deepEqual(seen[0]?.memories.map((each) => each.content), ["我住在成都", "My cat is Mimi"]);
  assert.equal(seen[0]?.memories[1]?.kind, MemoryKind.FACT);
  assert.equal(seen[0]?.memories[1]?.eventTime?.getTime(), eventTime.getTime());
  assert.deepEqual(seen[0]?.memories[1]?.ttl, { milliseconds: 2 * 24 * 3600 * 1000 });
  assert.match(seen[0]?.requestId ?? "", UUID);
  assert.deepEqual([seen[1]?.requestId, seen[1]?.memories.length], ["mine", 1]);
});

test("a write that is retried carries one request id", async () => {
  const ids: string[] = [];
  const appendTurns = unary((request: protobuf.AppendTurnsRequest) => {
    ids.push(request.requestId);
    return ids.length < 3 ? failure("UNAVAILABLE") : protobuf.AppendTurnsResponse.create();
  });
  const client = await serving({ conversation: { appendTurns } });
  await client.appendTurns({ userId: "u", sessionId: "s", turns: "你好" });
  assert.equal(ids.length, 3);
  assert.equal(new Set(ids).size, 1);
  assert.match(ids[0] ?? "", UUID);
});

test("what may not be repeated is tried once", async () => {
  let calls = 0;
  const updateMemory = unary<protobuf.UpdateMemoryRequest, protobuf.UpdateMemoryResponse>(() => {
    calls += 1;
    return failure("UNAVAILABLE");
  });
  const client = await serving({ memory: { updateMemory } });
  const update = client.update({ userId: "u", memoryId: "m", set: { pinned: true } });
  await assert.rejects(update, myosotis.UnavailableError);
  assert.equal(calls, 1);
});

test("an update names its fields, those that are taken away included", async () => {
  const seen: protobuf.UpdateMemoryRequest[] = [];
  const updateMemory = unary((request: protobuf.UpdateMemoryRequest) => {
    seen.push(request);
    return protobuf.UpdateMemoryResponse.create();
  });
  const client = await serving({ memory: { updateMemory } });
  const set = { content: "改过了", tags: [], eventTime: null, emotionIntensity: 0 };
  await client.update({ userId: "u", memoryId: "m", etag: "3", set });
  assert.deepEqual(seen[0]?.updateMask, ["content", "emotion_intensity", "event_time", "tags"]);
  assert.deepEqual([seen[0]?.memory?.etag, seen[0]?.memory?.content], ["3", "改过了"]);
  await assert.rejects(client.update({ userId: "u", memoryId: "m", set: {} }), TypeError);
});

test("forgetting takes exactly one target", async () => {
  const seen: protobuf.ForgetRequest[] = [];
  const forget = unary((request: protobuf.ForgetRequest) => {
    seen.push(request);
    return protobuf.ForgetResponse.create({ forgottenCount: 1 });
  });
  const client = await serving({ memory: { forget } });
  await client.forget({ userId: "u", ids: ["a"] });
  await client.forget({ userId: "u", query: "我的猫", dryRun: true });
  await client.forget({ userId: "u", everything: true });
  assert.deepEqual(seen[0]?.ids?.memoryIds, ["a"]);
  assert.deepEqual([seen[1]?.query, seen[1]?.everything], ["我的猫", undefined]);
  assert.equal(seen[2]?.everything, true);
  await assert.rejects(client.forget({ userId: "u" }), TypeError);
  await assert.rejects(client.forget({ userId: "u", everything: false }), TypeError);
  await assert.rejects(client.forget({ userId: "u", ids: [], everything: true }), TypeError);
  assert.equal(seen.length, 3);
});

test("pages are fetched as they are needed", async () => {
  const tokens: string[] = [];
  const listMemories = unary((request: protobuf.ListMemoriesRequest) => {
    tokens.push(request.pageToken);
    const content = `${tokens.length}`;
    const nextPageToken = tokens.length % 3 === 0 ? "" : `t${tokens.length}`;
    return protobuf.ListMemoriesResponse.create({ memories: [{ content }], nextPageToken });
  });
  const client = await serving({ memory: { listMemories } });
  const all = await collected(client.list({ userId: "u", pageSize: 1 }));
  assert.deepEqual(all.map((each) => each.content), ["1", "2", "3"]);
  assert.deepEqual(tokens, ["", "t1", "t2"]);
  for await (const _ of client.list({ userId: "u", pageSize: 1 })) break;
  assert.equal(tokens.length, 4);
});

test("times come and go without losing their microseconds", async () => {
  const time = Instant.fromISOString("2026-05-01T08:00:00.123456+08:00");
  const seen: protobuf.RecallRequest[] = [];
  const recall = unary((request: protobuf.RecallRequest) => {
    seen.push(request);
    const memory = { content: "x", createTime: request.asOfTime };
    return protobuf.RecallResponse.create({ memories: [{ memory, score: 0.5 }] });
  });
  const client = await serving({ memory: { recall } });
  const { memories } = await client.recall({ userId: "u", query: "?", asOfTime: time });
  const back = memories[0]?.memory.createTime;
  assert.equal(back?.toISOString(), "2026-05-01T00:00:00.123456Z");
  await client.recall({ userId: "u", asOfTime: back });
  assert.equal(JSON.stringify(seen[1]?.asOfTime), '"2026-05-01T00:00:00.123456Z"');
});

test("the API key and the client's name go with every call", async () => {
  const seen: unknown[] = [];
  const getProfile = unary<protobuf.GetProfileRequest, protobuf.GetProfileResponse>((_, call) => {
    seen.push(call.metadata.get("authorization")[0], call.metadata.get("user-agent")[0]);
    return protobuf.GetProfileResponse.create();
  });
  const client = await serving({ conversation: { getProfile } }, { apiKey: "myo_secret" });
  await client.profile({ userId: "u" });
  assert.equal(seen[0], "Bearer myo_secret");
  assert.match(String(seen[1]), /^myosotis-node\/\d/);
  assert.ok(!JSON.stringify(client).includes("secret"));
});

test("deadlines are each method's own unless the client or the call says otherwise", async () => {
  const left: number[] = [];
  const getProfile = unary<protobuf.GetProfileRequest, protobuf.GetProfileResponse>((_, call) => {
    const deadline = call.getDeadline();
    left.push(Math.round((Number(deadline) - Date.now()) / 1000));
    return protobuf.GetProfileResponse.create();
  });
  const client = await serving({ conversation: { getProfile } });
  await client.profile({ userId: "u" });
  await client.profile({ userId: "u" }, { timeoutMs: 25_000 });
  await client.profile({ userId: "u" }, { timeoutMs: Infinity });
  assert.deepEqual(left, [10, 25, Infinity]);
  const patient = await serving({ conversation: { getProfile } }, { timeoutMs: 40_000 });
  await patient.profile({ userId: "u" });
  assert.equal(left[3], 40);
});

test("a call ends with its time-out, its signal, or the client", async () => {
  const never = unary(() => new Promise<protobuf.GetProfileResponse>(() => undefined));
  const client = await serving({ conversation: { getProfile: never } });
  const soon = client.profile({ userId: "u" }, { timeoutMs: 30 });
  await assert.rejects(soon, myosotis.DeadlineExceededError);
  const abort = new AbortController();
  const aborted = client.profile({ userId: "u" }, { signal: abort.signal });
  setTimeout(() => abort.abort(new Error("changed my mind")), 20);
  await assert.rejects(aborted, /changed my mind/);
  await assert.rejects(client.profile({ userId: "u" }, { signal: abort.signal }), /my mind/);
  const closed = client.profile({ userId: "u" });
  setTimeout(() => client.close(), 20);
  await assert.rejects(closed, myosotis.CancelledError);
  await assert.rejects(client.profile({ userId: "u" }), myosotis.CancelledError);
});

test("turns are the user's unless they say otherwise, and a context is ready for a chat", async () => {
  const turns: protobuf.Turn[] = [];
  const appendTurns = unary((request: protobuf.AppendTurnsRequest) => {
    turns.push(...request.turns);
    return protobuf.AppendTurnsResponse.create();
  });
  const getContext = unary(() =>
    protobuf.GetContextResponse.create({
      messages: [
        { role: Role.SYSTEM, content: "你是老朋友" },
        { role: Role.USER, content: "hi" },
        { role: Role.ASSISTANT, content: "嗨" },
      ],
    }),
  );
  const client = await serving({ conversation: { appendTurns, getContext } });
  await client.appendTurns({
    userId: "u",
    sessionId: "s",
    turns: ["hi", { content: "嗨", role: Role.ASSISTANT }, { content: "再见", turnId: "3" }],
  });
  assert.deepEqual(turns.map((turn) => turn.role), [Role.USER, Role.ASSISTANT, Role.USER]);
  const context = await client.context({ userId: "u", sessionId: "s", recentWindow: { days: 1 } });
  assert.deepEqual(context.chatMessages, [
    { role: "system", content: "你是老朋友" },
    { role: "user", content: "hi" },
    { role: "assistant", content: "嗨" },
  ]);
});

test("the graph's nodes are either a memory or an entity", async () => {
  const seen: protobuf.RelateRequest[] = [];
  const relate = unary((request: protobuf.RelateRequest) => {
    seen.push(request);
    return protobuf.RelateResponse.create();
  });
  const client = await serving({ graph: { relate } });
  const relation = { source: { entityId: "e" }, target: { memoryId: "m" }, type: "likes" };
  await client.relate({ userId: "u", relations: relation });
  const first = seen[0]?.relations[0];
  assert.deepEqual([first?.source?.entityId, first?.source?.memoryId], ["e", undefined]);
  assert.equal(first?.target?.memoryId, "m");
});

test("waiting goes on until the server serves", async () => {
  let checks = 0;
  const check = {
    path: "/grpc.health.v1.Health/Check",
    requestStream: false,
    responseStream: false,
    requestSerialize: () => Buffer.alloc(0),
    requestDeserialize: () => ({}),
    responseSerialize: (isServing: boolean) => Buffer.of(8, isServing ? 1 : 2),
    responseDeserialize: () => null,
  };
  const answer = (_: unknown, callback: (error: null, isServing: boolean) => void): void =>
    callback(null, ++checks > 1);
  const client = await serving({ others: [[{ check }, { check: answer }]] });
  await client.waitReady();
  assert.equal(checks, 2);
  const nobody = new Client("127.0.0.1:1");
  await assert.rejects(nobody.waitReady({ timeoutMs: 200 }), myosotis.UnavailableError);
  nobody.close();
});

test("wrong arguments never reach the server", async () => {
  const client = new Client("127.0.0.1:1");
  await assert.rejects(client.recall({ userId: "u", limit: -1 }), /uint32/);
  const noTime = client.recall({ userId: "u", asOfTime: new Date(NaN) });
  await assert.rejects(noTime, RangeError);
  client.close();
  assert.throws(() => new Client("x", { tls: { privateKey: "only" } }), TypeError);
});
