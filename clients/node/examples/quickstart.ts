/**
 * Remember, recall, forget, and a short conversation, in Chinese and English.
 *
 *     npm run build && npm run example -- [ADDRESS]
 *
 * Needs a server; ADDRESS is 127.0.0.1:50051 unless given. MYOSOTIS_API_KEY is sent if it is set.
 */

import { Client, ExtractionMode, MemoryKind, MyosotisError, Role } from "myosotis";

async function main(address: string): Promise<void> {
  const apiKey = process.env["MYOSOTIS_API_KEY"];
  const client = new Client(address, apiKey === undefined ? {} : { apiKey });
  try {
    await client.waitReady();
    await rememberAndForget(client, "小雨");
    await talk(client, "小雨", ["我叫小雨，周三要去面试，好紧张", "我对花生过敏"]);
    await talk(client, "Rain", ["I'm Rain, and I'm nervous about Wednesday", "I can't eat peanuts"]);
    for (const userId of ["小雨", "Rain"]) await client.forget({ userId, everything: true });
  } finally {
    client.close();
  }
}

async function rememberAndForget(client: Client, userId: string): Promise<void> {
  await client.remember({ userId, memories: ["我住在成都", "我喜欢喝拿铁，不加糖"] });
  const cat = { content: "My cat Mimi turns three in May", kind: MemoryKind.FACT };
  await client.remember({ userId, memories: cat });
  for (const query of ["她喝什么咖啡？", "What is the cat called?"]) {
    const { memories } = await client.recall({ userId, query, limit: 1 });
    for (const { memory, score } of memories) {
      console.log(`${query} → ${memory.content} (${score.toFixed(2)})`);
    }
  }
  const preview = await client.forget({ userId, query: "忘掉我的猫", dryRun: true });
  console.log("要忘记 / to forget:", preview.memories.map((memory) => memory.content));
  await client.forget({ userId, ids: preview.memories.map((memory) => memory.memoryId) });
  for await (const memory of client.list({ userId })) {
    console.log("还记得 / still known:", memory.content);
  }
}

async function talk(client: Client, userId: string, said: readonly string[]): Promise<void> {
  const sessionId = "monday";
  for (const content of said) {
    const turns = [{ content }];
    await client.appendTurns({ userId, sessionId, turns, extraction: ExtractionMode.INLINE });
    // What a chat model is given before it replies; here nobody does.
    const { chatMessages, tone } = await client.context({ userId, sessionId });
    console.log(`${userId}: ${content}\n  ${tone?.guidance ?? ""} (${chatMessages.length} messages)`);
    const reply = { content: "嗯 / I see", role: Role.ASSISTANT };
    await client.appendTurns({ userId, sessionId, turns: reply });
  }
  const { summary } = await client.endSession({ userId, sessionId });
  console.log(`${userId}: ${summary?.content ?? ""}`);
}

try {
  await main(process.argv[2] ?? "127.0.0.1:50051");
} catch (error) {
  if (!(error instanceof MyosotisError)) throw error;
  console.error(`${error.code} ${error.reason}: ${error.message}`);
  process.exitCode = 1;
}
