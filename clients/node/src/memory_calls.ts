/** The calls of MemoryService. */

import { randomUUID } from "node:crypto";

import { Connection, type CallOptions } from "./connection.js";
import { filled, listed, withContent, withMemory, type Recalled } from "./filling.js";
import { Memory, type MemoryChange } from "./generated/myosotis/v1/memory.js";
import * as service from "./generated/myosotis/v1/memory_service.js";
import { batches, MAX_BATCH } from "./importing.js";
import type * as input from "./requests.js";

const memories = service.MemoryServiceService;

/** Memories, best first; with how many were held back until the user's identity is sure. */
export interface Recollection extends service.RecallResponse {
  memories: Recalled[];
}

export abstract class MemoryCalls extends Connection {
  /**
   * Remembers 1 to 100 statements: all of them or, after an error, none. A repetition reinforces
   * what is known, a contradiction supersedes it; `changes` tells what each of them did.
   */
  async remember(
    { memories: statements, ...rest }: input.RememberInput,
    options?: CallOptions,
  ): Promise<service.RememberResponse> {
    const request = filled(service.RememberRequest, {
      ...rest,
      memories: listed(statements).map(withContent),
      requestId: rest.requestId || randomUUID(),
    });
    return this.unary(memories.remember, request, options);
  }

  /** The memories that matter most for a query, best first. */
  async recall(request: input.RecallInput, options?: CallOptions): Promise<Recollection> {
    const whole = filled(service.RecallRequest, request);
    const response = await this.unary(memories.recall, whole, options);
    return { ...response, memories: response.memories.map(withMemory) };
  }

  /**
   * Forgets by `ids`, by `filter`, by meaning (`query`), or `everything`: exactly one of these.
   * With `dryRun` nothing goes, and `memories` are those that would. Throws TypeError for none or
   * several of the four.
   */
  async forget(
    { ids, ...rest }: input.ForgetInput,
    options?: CallOptions,
  ): Promise<service.ForgetResponse> {
    const targets = [ids, rest.filter, rest.query, rest.everything || undefined];
    if (targets.filter((each) => each !== undefined).length !== 1) {
      throw new TypeError("forget takes exactly one of ids, filter, query and everything");
    }
    const request = filled(service.ForgetRequest, {
      ...rest,
      everything: rest.everything || undefined,
      ids: ids && { memoryIds: ids },
      requestId: rest.requestId || randomUUID(),
    });
    return this.unary(memories.forget, request, options);
  }

  /** One memory. Throws NotFoundError. */
  async get(request: input.GetInput, options?: CallOptions): Promise<Memory> {
    const { memory } = await this.unary(memories.getMemory, { ...request }, options);
    return memory ?? Memory.create();
  }

  /** A user's memories, fetched `pageSize` (1 to 1,000) at a time as needed. */
  list(request: input.ListInput, options?: CallOptions): AsyncIterable<Memory> {
    const first = filled(service.ListMemoriesRequest, request);
    return this.pages(memories.listMemories, first, (page) => page.memories, options);
  }

  /**
   * Changes the fields in `set`, and no others. With an `etag`, only if the memory is still the one
   * that carried it. Not retried, since a repeat could undo another's change. Throws
   * EtagMismatchError, NotFoundError, and TypeError for no fields.
   */
  async update(
    { userId, memoryId, etag, set }: input.UpdateInput,
    options?: CallOptions,
  ): Promise<service.UpdateMemoryResponse> {
    const fields = Object.entries(set).filter(([, value]) => value !== undefined);
    if (fields.length === 0) throw new TypeError("update takes at least one field to change");
    const memory = filled<Memory>(Memory, {
      ...(Object.fromEntries(fields) as input.Input<Memory>),
      userId,
      memoryId,
      etag,
    });
    const updateMask = fields.map(([name]) => inSnakeCase(name)).sort();
    return this.unary(memories.updateMemory, { memory, updateMask }, options);
  }

  /** Every state that a memory has had, newest first. */
  revisions(request: input.RevisionsInput, options?: CallOptions): AsyncIterable<MemoryChange> {
    const first = filled(service.ListMemoryRevisionsRequest, request);
    return this.pages(memories.listMemoryRevisions, first, (page) => page.revisions, options);
  }

  /**
   * Loads many memories, `batchSize` at a time; iterate to make it go on. After a break, the first
   * `acknowledgedCount * batchSize` of them are on disk: go on from there. What `statements` throws
   * is thrown here.
   */
  importMemories(
    { batchSize = MAX_BATCH, ...rest }: input.ImportInput,
    statements: Iterable<string | input.NewMemory> | AsyncIterable<string | input.NewMemory>,
    options?: CallOptions,
  ): AsyncIterable<service.ImportMemoriesResponse> {
    const requests = batches(statements, batchSize, (batch) =>
      filled(service.ImportMemoriesRequest, { ...rest, memories: batch.map(withContent) }),
    );
    return this.bidiStream(memories.importMemories, requests, options);
  }

  /** Everything held about a user, in batches as the server sends them. */
  export(
    request: input.ExportInput,
    options?: CallOptions,
  ): AsyncIterable<service.ExportMemoriesResponse> {
    const whole = filled(service.ExportMemoriesRequest, request);
    return this.serverStream(memories.exportMemories, whole, options);
  }
}

function inSnakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
