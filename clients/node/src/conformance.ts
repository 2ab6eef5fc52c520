/**
 * Plays the conformance cases through this client (clients/conformance/README.md):
 *
 *     node dist/conformance.js --address 127.0.0.1:50051 --cases DIR --run ID
 *
 * Not part of the published package.
 */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";

import { Client, MyosotisError } from "./index.js";
import type { Method } from "./connection.js";
import { isMembers, mismatch, valueAt, type Json } from "./conformance_match.js";
import * as protobuf from "./protobuf.js";

const EVENTUALLY_MS = 20_000;
const AGAIN_MS = 200;

interface ExpectedError {
  code: string;
  reason?: string;
  fields?: string[];
  retry?: boolean;
}

interface Step {
  call: string;
  request?: Json;
  requests?: Json[];
  expect?: Json;
  whole?: boolean;
  error?: ExpectedError;
  save?: Record<string, string>;
  eventually?: boolean;
  retry_same?: boolean;
  timeout_seconds?: number;
}

interface Case {
  about: string;
  steps?: Step[];
  write?: Step[];
  read?: Step[];
}

interface Codec {
  fromJSON(value: Json): unknown;
  toJSON(message: unknown): Json;
}

type ServiceMethod = Method<unknown, unknown> & { requestStream: boolean; responseStream: boolean };

interface Call {
  method: ServiceMethod;
  request: Codec;
  response: Codec;
}

/** What came of a call: its answer, or the messages of its stream. */
type Outcome = { answer: Json } | { error: MyosotisError };

const STEP_MEMBERS = [
  ...["about", "call", "request", "requests", "expect", "whole", "error", "save", "eventually"],
  ...["retry_same", "timeout_seconds"],
];

const ARGUMENTS = {
  address: { type: "string", default: "127.0.0.1:50051" },
  cases: { type: "string", default: "../conformance/cases" },
  run: { type: "string", default: String(process.pid) },
  language: { type: "string", default: "node" },
  phase: { type: "string", default: "all" },
  writers: { type: "string", default: "" },
} as const;

async function main(): Promise<boolean> {
  const { values } = parseArgs({ options: ARGUMENTS });
  const { address, cases, run, language, phase } = values;
  if (!["all", "write", "read"].includes(phase)) throw new Error(`no such phase: ${phase}`);
  const writers = values.writers === "" ? [language] : values.writers.split(",");
  const apiKey = process.env["MYOSOTIS_API_KEY"];
  using client = new Client(address, apiKey === undefined ? {} : { apiKey });
  await client.waitReady();
  let isAllOk = true;
  const names = readdirSync(cases).filter((each) => each.endsWith(".json"));
  if (names.length === 0) throw new Error(`no cases in ${cases}`);
  for (const file of names.sort()) {
    const name = file.slice(0, -".json".length);
    const content = JSON.parse(readFileSync(join(cases, file), "utf8")) as Case;
    const play = async (steps: Step[], speaker: string): Promise<string | undefined> =>
      playSteps(client, steps, { run, user: `${run}-${speaker}-${name}` });
    let wrong: string | undefined;
    let isPlayed = false;
    const parts: [Step[] | undefined, string[], string[]][] = [
      [content.steps, ["all"], [language]],
      [content.write, ["all", "write"], [language]],
      [content.read, ["all", "read"], writers],
    ];
    for (const [steps, phases, speakers] of parts) {
      if (steps === undefined || !phases.includes(phase)) continue;
      for (const speaker of speakers) {
        isPlayed = true;
        wrong ??= await play(steps, speaker).catch((error: unknown) => String(error));
      }
    }
    if (!isPlayed) continue;
    console.log(wrong === undefined ? `ok ${name}` : `failed ${name}: ${wrong}`);
    isAllOk &&= wrong === undefined;
  }
  return isAllOk;
}

async function playSteps(
  client: Client,
  steps: Step[],
  names: Record<string, string>,
): Promise<string | undefined> {
  const saved = { ...names };
  for (const [index, written] of steps.entries()) {
    const wrong = await playStep(client, written, saved);
    if (wrong !== undefined) return `step ${index + 1}: ${wrong}`;
  }
  return undefined;
}

async function playStep(
  client: Client,
  written: Step,
  saved: Record<string, string>,
): Promise<string | undefined> {
  checkMembers(written);
  const step = substituted(written as unknown as Json, saved) as unknown as Step;
  const end = Date.now() + (step.eventually === true ? EVENTUALLY_MS : 0);
  for (;;) {
    const outcome = await outcomeOf(client, step);
    let wrong = outcomeMismatch(step, outcome);
    if (wrong === undefined && step.retry_same === true) {
      const again = await outcomeOf(client, step);
      if (asText(again) !== asText(outcome)) wrong = "the second answer differs from the first";
    }
    if (wrong === undefined) return save(step, outcome, saved);
    if (Date.now() >= end) return wrong;
    await pause(AGAIN_MS);
  }
}

function save(step: Step, outcome: Outcome, saved: Record<string, string>): string | undefined {
  for (const [name, path] of Object.entries(step.save ?? {})) {
    const value = "answer" in outcome ? valueAt(outcome.answer, path) : undefined;
    if (value === undefined) return `nothing to save at ${path}`;
    saved[name] = typeof value === "string" ? value : JSON.stringify(value);
  }
  return undefined;
}

/** Refuses members that the format does not have: a misspelt one would expect nothing. */
function checkMembers(step: Step): void {
  const unknown = Object.keys(step).filter((name) => !STEP_MEMBERS.includes(name));
  if (unknown.length > 0) throw new Error(`a step has no member ${unknown.join(", ")}`);
}

/** The value with every `${name}` in its strings replaced. */
function substituted(value: Json, saved: Record<string, string>): Json {
  if (typeof value === "string") {
    return value.replace(/\$\{(\w+)\}/g, (_, name: string) => {
      const known = saved[name];
      if (known === undefined) throw new Error(`nothing was saved as ${name}`);
      return known;
    });
  }
  if (Array.isArray(value)) return value.map((each) => substituted(each, saved));
  if (!isMembers(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, substituted(each, saved)]),
  );
}

async function outcomeOf(client: Client, step: Step): Promise<Outcome> {
  const { method, request, response } = callNamed(step.call);
  const seconds = step.timeout_seconds;
  const options = seconds === undefined ? {} : { timeoutMs: seconds * 1000 };
  try {
    if (!method.requestStream && !method.responseStream) {
      const answer = await client.unary(method, messageOf(request, step.request ?? {}), options);
      return { answer: response.toJSON(answer) };
    }
    const stream = method.requestStream
      ? client.bidiStream(method, messages(step.requests ?? [], request), options)
      : client.serverStream(method, messageOf(request, step.request ?? {}), options);
    const isEndWanted = step.error !== undefined || step.whole === true;
    const wanted = isEndWanted ? Infinity : Array.isArray(step.expect) ? step.expect.length : 0;
    const answers: Json[] = [];
    if (wanted === 0) return { answer: answers };
    for await (const each of stream) {
      answers.push(response.toJSON(each));
      if (answers.length >= wanted) break;
    }
    return { answer: answers };
  } catch (error) {
    if (error instanceof MyosotisError) return { error };
    throw error;
  }
}

async function* messages(requests: Json[], codec: Codec): AsyncGenerator<unknown> {
  for (const each of requests) yield messageOf(codec, each);
}

/** protobuf's JSON has a mask's paths in camelCase, which ts-proto would send as they are. */
function messageOf(codec: Codec, json: Json): unknown {
  if (!isMembers(json) || typeof json["updateMask"] !== "string") return codec.fromJSON(json);
  const updateMask = json["updateMask"].replace(/[A-Z]/g, (each) => `_${each.toLowerCase()}`);
  return codec.fromJSON({ ...json, updateMask });
}

function callNamed(call: string): Call {
  const generated: Record<string, unknown> = { ...protobuf };
  const [service = "", method = ""] = call.split(".");
  const methods = generated[`${service}Service`] as Record<string, ServiceMethod> | undefined;
  const found = methods?.[method.charAt(0).toLowerCase() + method.slice(1)];
  if (found === undefined) throw new Error(`no such call: ${call}`);
  return {
    method: found,
    request: generated[`${method}Request`] as Codec,
    response: generated[`${method}Response`] as Codec,
  };
}

function outcomeMismatch(step: Step, outcome: Outcome): string | undefined {
  if ("answer" in outcome) {
    if (step.error !== undefined) return `expected ${step.error.code}, got an answer`;
    return step.expect === undefined ? undefined : mismatch(step.expect, outcome.answer);
  }
  const { error } = outcome;
  if (step.error === undefined) return `${error.code} ${error.reason}: ${error.message}`;
  const fields = [...new Set(error.violations.map((each) => each.field))].sort();
  const { code, reason, fields: expectedFields, retry } = step.error;
  const expected: Json = {
    code,
    ...(reason === undefined ? {} : { reason }),
    ...(expectedFields === undefined ? {} : { fields: expectedFields }),
    ...(retry === true ? { retry } : {}),
  };
  const actual = {
    code: error.code,
    reason: error.reason,
    fields,
    retry: error.retryAfterMs !== undefined,
  };
  return mismatch(expected, actual, "error");
}

function asText(outcome: Outcome): string {
  if ("answer" in outcome) return JSON.stringify(outcome.answer);
  const { code, reason, violations } = outcome.error;
  return JSON.stringify({ code, reason, violations });
}

process.exitCode = (await main()) ? 0 : 1;
