/** From what callers write to the contract's messages, and back. */

import { Memory, type RecalledMemory } from "./generated/myosotis/v1/memory.js";
import type { Input } from "./requests.js";

/** The message with what was left out put in. */
export function filled<T>(message: { fromPartial(partial: never): T }, given: NoInfer<Input<T>>): T {
  return message.fromPartial(given as never);
}

/** Several, or one as several. */
export function listed<T>(one: T | readonly T[]): readonly T[] {
  return Array.isArray(one) ? (one as readonly T[]) : [one as T];
}

/** What was said, whether as a text or with more. */
export function withContent<T extends object>(said: string | T): T | { readonly content: string } {
  return typeof said === "string" ? { content: said } : said;
}

/** A memory, with how well it answers the query: 0 to 1. */
export interface Recalled extends RecalledMemory {
  memory: Memory;
}

export function withMemory(recalled: RecalledMemory): Recalled {
  return { ...recalled, memory: recalled.memory ?? Memory.create() };
}
