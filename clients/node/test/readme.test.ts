/** The README's snippets: all are type-checked, and the first runs as it stands. */

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { test } from "node:test";
import { promisify } from "node:util";

import * as protobuf from "myosotis/protobuf";

import { FakeServer, unary } from "./fake_server.js";

const run = promisify(execFile);
const project = new URL("../../", import.meta.url); // from .build/test
const folder = new URL(".build/readme/", project);

// What the later snippets stand in: a client, and a chat model as OpenAI's library types it.
const AROUND = `import { Client } from "myosotis";
declare const client: Client;
declare const name: string;
interface Reply { choices: { message: { content: string | null } }[] }
interface Request { model: string; messages: { role: "system" | "user" | "assistant"; content: string }[] }
declare const model: { chat: { completions: { create(request: Request): Promise<Reply> } } };
export {};
`;

async function snippets(): Promise<string[]> {
  const readme = await readFile(new URL("README.md", project), "utf8");
  const found = [...readme.matchAll(/```ts\n(.*?)```/gs)].map(([, code]) => code ?? "");
  assert.equal(found.length, 2);
  await mkdir(folder, { recursive: true });
  return found;
}

test("the snippets are right by their types", async () => {
  const [first = "", ...others] = await snippets();
  const programs = [first, ...others.map((code) => AROUND + code)];
  for (const [index, program] of programs.entries()) {
    await writeFile(new URL(`snippet_${index}.ts`, folder), program);
  }
  const config = {
    extends: "../../tsconfig.json",
    compilerOptions: { noEmit: true, rootDir: ".", lib: ["ES2023", "ESNext.Disposable", "DOM"] },
    include: ["*.ts"],
  };
  await writeFile(new URL("tsconfig.json", folder), JSON.stringify(config));
  const tsc = new URL("node_modules/typescript/bin/tsc", project).pathname;
  const said = await run(process.execPath, [tsc, "-p", folder.pathname]).then(
    () => "",
    (error: { stdout: string; stderr: string }) => error.stdout + error.stderr,
  );
  assert.equal(said, "");
});

test("the first snippet prints what it remembered", async () => {
  const [first = ""] = await snippets();
  const recall = unary(() =>
    protobuf.RecallResponse.create({
      memories: [{ score: 0.5, memory: { content: "My cat is called Mimi" } }],
    }),
  );
  const remember = unary(() => protobuf.RememberResponse.create());
  const forget = unary(() => protobuf.ForgetResponse.create());
  const server = await FakeServer.start({ memory: { remember, recall, forget } });
  try {
    const program = new URL("first.mjs", folder);
    await writeFile(program, first.replace("127.0.0.1:50051", server.address));
    const { stdout } = await run(process.execPath, [program.pathname]);
    assert.equal(stdout, "0.5 My cat is called Mimi\n");
  } finally {
    server.stop();
  }
});
