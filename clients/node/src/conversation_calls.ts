/** The calls of ConversationService. */

import { randomUUID } from "node:crypto";

import type { CallOptions } from "./connection.js";
import { UnavailableError } from "./errors.js";
import { filled, listed, withContent, withMemory, type Recalled } from "./filling.js";
import {
  EmotionTrend,
  Role,
  type Session,
  type Turn,
} from "./generated/myosotis/v1/conversation.js";
import * as talk from "./generated/myosotis/v1/conversation_service.js";
import { MemoryCalls } from "./memory_calls.js";
import type * as input from "./requests.js";
import { Watching } from "./watching.js";

const conversations = talk.ConversationServiceService;

/** A message as OpenAI's chat API and those like it take it. */
export interface ChatMessage {
  role: "system" | "user" | "assistant";
  content: string;
}

/** What a model should know before it replies, and its parts. */
export interface ReplyContext extends talk.GetContextResponse {
  relevant: Recalled[];
  /** `messages` for a chat model; empty where text was asked for. */
  chatMessages: ChatMessage[];
}

export abstract class ConversationCalls extends MemoryCalls {
  /**
   * Appends 1 to 100 turns, in the order in which they were said, to a session, new or not. What
   * users tell in them is learnt in the background unless `extraction` says otherwise. A turn that
   * the session has already is passed over.
   */
  async appendTurns(
    { turns, ...rest }: input.AppendTurnsInput,
    options?: CallOptions,
  ): Promise<talk.AppendTurnsResponse> {
    const request = filled(talk.AppendTurnsRequest, {
      ...rest,
      turns: listed(turns).map((turn) => ({ role: Role.USER, ...withContent(turn) })),
      requestId: rest.requestId || randomUUID(),
    });
    return this.unary(conversations.appendTurns, request, options);
  }

  /**
   * What a model should know before it replies: what lasts, what happened, how the user feels, and
   * the latest turns of the session. Append what the user said first: it then comes last of the
   * messages, and `query`, what the reply is to, need not be given.
   */
  async context(request: input.ContextInput, options?: CallOptions): Promise<ReplyContext> {
    const whole = filled(talk.GetContextRequest, request);
    const response = await this.unary(conversations.getContext, whole, options);
    const chatMessages = response.messages.map(({ role, content }) => ({
      role: CHAT_ROLES[role] ?? "system",
      content,
    }));
    return { ...response, relevant: response.relevant.map(withMemory), chatMessages };
  }

  /**
   * Learns what still waits to be learnt, sums the session up and closes it. Sessions end by
   * themselves when nothing was said for a while. Not retried: repeating it yourself is safe.
   */
  async endSession(
    request: input.EndSessionInput,
    options?: CallOptions,
  ): Promise<talk.EndSessionResponse> {
    return this.unary(conversations.endSession, { ...request }, options);
  }

  /** A user's sessions, the one with the latest turn first. */
  sessions(request: input.SessionsInput, options?: CallOptions): AsyncIterable<Session> {
    const first = filled(talk.ListSessionsRequest, request);
    return this.pages(conversations.listSessions, first, (page) => page.sessions, options);
  }

  /** The turns of a session in the order in which they were said, none if it is not known. */
  turns(request: input.TurnsInput, options?: CallOptions): AsyncIterable<Turn> {
    const first = filled(talk.ListTurnsRequest, request);
    return this.pages(conversations.listTurns, first, (page) => page.turns, options);
  }

  /** How the user has been feeling, by day of `timeZone`; over seven days without a `range`. */
  async emotionTrend(
    request: input.EmotionTrendInput,
    options?: CallOptions,
  ): Promise<EmotionTrend> {
    const whole = filled(talk.GetEmotionTrendRequest, request);
    const { trend } = await this.unary(conversations.getEmotionTrend, whole, options);
    return trend ?? EmotionTrend.create();
  }

  /** What is known of the user: facts, preferences, habits, values, topics, and a summary. */
  async profile(
    request: input.ProfileInput,
    options?: CallOptions,
  ): Promise<talk.GetProfileResponse> {
    return this.unary(conversations.getProfile, filled(talk.GetProfileRequest, request), options);
  }

  /**
   * The changes of a user's memories as they happen, without end, oldest first, behind
   * `afterRevision`: 0 is the beginning; the `revision` that a recall or a write gave is that
   * moment. It goes on over breaks of the connection, and nothing is missed or comes twice.
   * To resume in another process, give the last revision that was dealt with whole: one less than
   * that of the last change, of which there may have been more.
   * Throws UnavailableError after `patienceMs` without a server, RevisionGoneError when too much
   * happened since: list the memories anew.
   */
  async *watch(
    { patienceMs = 60_000, userId, afterRevision = 0 }: input.WatchInput,
    { signal, timeoutMs }: CallOptions = {},
  ): AsyncGenerator<talk.WatchMemoriesResponse, never, undefined> {
    const watching = new Watching(afterRevision, patienceMs, timeoutMs);
    for (;;) {
      let failure: UnavailableError | undefined;
      const next = watching.nextStream();
      const request = { userId, afterRevision: next.afterRevision };
      const call = { signal, timeoutMs: next.timeoutMs };
      try {
        for await (const told of this.serverStream(conversations.watchMemories, request, call)) {
          if (watching.isNews(told)) yield told;
        }
      } catch (error) {
        if (!(error instanceof UnavailableError)) throw error;
        failure = error;
      }
      await this.sleep(watching.pauseMs(failure), signal);
    }
  }
}

const CHAT_ROLES: { readonly [role in Role]?: ChatMessage["role"] } = {
  ROLE_USER: "user",
  ROLE_ASSISTANT: "assistant",
  ROLE_SYSTEM: "system",
};
