/** What callers write: the contract's messages with everything optional that may be left out. */

import type { Duration } from "./duration.js";
import type * as admin from "./generated/myosotis/v1/admin_service.js";
import type * as conversation from "./generated/myosotis/v1/conversation.js";
import type * as talk from "./generated/myosotis/v1/conversation_service.js";
import type * as graphs from "./generated/myosotis/v1/graph.js";
import type * as graph from "./generated/myosotis/v1/graph_service.js";
import type * as memory from "./generated/myosotis/v1/memory.js";
import type * as service from "./generated/myosotis/v1/memory_service.js";

type Leaf = Date | Duration | Uint8Array | string | number | boolean | undefined;

/** A message as it may be written: fields may be left out, and lists may be read-only. */
export type Input<T> = T extends Leaf
  ? T
  : T extends readonly (infer Item)[]
    ? readonly Input<Item>[]
    : { readonly [Field in keyof T]?: Input<T[Field]> | undefined };

type Required<T, Names extends keyof T> = Omit<Input<T>, Names> & {
  readonly [Name in Names]: Exclude<Input<T[Name]>, undefined>;
};
type OfUser<T extends { userId: string }> = Required<T, "userId">;
/** Pages are fetched for the caller. */
type Listing<T> = Omit<T, "pageToken">;

/** A statement: its text, or with whatever else is known of it. */
export type NewMemory = Required<memory.NewMemory, "content">;
/** A turn; of the user unless `role` says otherwise. */
export type NewTurn = Required<conversation.Turn, "content">;
/** A node of the memory graph: one of the two. */
export type Node = { readonly memoryId: string } | { readonly entityId: string };
/** `strength` is 0 to 1, `type` a snake-case verb such as likes or is_a. */
export type NewRelation = Omit<Input<graphs.Relation>, "source" | "target" | "type"> & {
  readonly source: Node;
  readonly target: Node;
  readonly type: string;
};

type OneOrMore<T> = T | readonly T[];

export type RememberInput = Omit<OfUser<service.RememberRequest>, "memories"> & {
  readonly memories: OneOrMore<string | NewMemory>;
};
export type RecallInput = OfUser<service.RecallRequest>;
/** What goes is told by exactly one of `ids`, `filter`, `query` and `everything`. */
export type ForgetInput = Omit<OfUser<service.ForgetRequest>, "ids"> & {
  readonly ids?: readonly string[] | undefined;
};
export type GetInput = { readonly userId: string; readonly memoryId: string };
export type ListInput = Listing<OfUser<service.ListMemoriesRequest>>;
export type RevisionsInput = GetInput & { readonly pageSize?: number | undefined };
export type ExportInput = OfUser<service.ExportMemoriesRequest>;
export type ImportInput = Omit<OfUser<service.ImportMemoriesRequest>, "memories"> & {
  /** 1 to 100, which it is unless given. */
  readonly batchSize?: number | undefined;
};
export type UpdateInput = GetInput & {
  readonly etag?: string | undefined;
  readonly set: MemoryFields;
};

/** What `update` can change. null takes an attribute or a time away, [] takes tags away. */
export interface MemoryFields {
  readonly content?: string;
  readonly kind?: memory.MemoryKind;
  readonly tier?: memory.MemoryTier;
  readonly attribute?: Input<memory.Attribute> | null;
  readonly emotion?: memory.Emotion;
  readonly emotionIntensity?: number;
  readonly importance?: number;
  readonly confidence?: number;
  readonly sensitivity?: memory.Sensitivity;
  readonly pinned?: boolean;
  readonly subject?: string;
  readonly tags?: readonly string[];
  readonly metadata?: Readonly<Record<string, string>>;
  readonly eventTime?: Date | null;
  readonly expireTime?: Date | null;
}

type InSession = { readonly userId: string; readonly sessionId: string };
export type AppendTurnsInput = Omit<Input<talk.AppendTurnsRequest>, "turns" | keyof InSession> &
  InSession & { readonly turns: OneOrMore<string | NewTurn> };
export type ContextInput = OfUser<talk.GetContextRequest>;
export type EndSessionInput = InSession;
export type SessionsInput = Listing<OfUser<talk.ListSessionsRequest>>;
export type TurnsInput = InSession & { readonly pageSize?: number | undefined };
export type EmotionTrendInput = OfUser<talk.GetEmotionTrendRequest>;
export type ProfileInput = OfUser<talk.GetProfileRequest>;
export type WatchInput = OfUser<talk.WatchMemoriesRequest> & {
  /** How long to go on without a server: 60,000 unless given; Infinity: for ever. */
  readonly patienceMs?: number | undefined;
};

export type RelateInput = Omit<OfUser<graph.RelateRequest>, "relations"> & {
  readonly relations: OneOrMore<NewRelation>;
};
export type UnrelateInput = Omit<OfUser<graph.UnrelateRequest>, "source" | "target"> & {
  readonly source: Node;
  readonly target: Node;
};
export type NeighborsInput = Omit<OfUser<graph.ListNeighborsRequest>, "node"> & {
  readonly node: Node;
};
export type EntitiesInput = Listing<OfUser<graph.ListEntitiesRequest>>;

export type MaintenanceInput = Input<admin.RunMaintenanceRequest>;
export type UserInput = { readonly userId: string };
export type ReembedInput = Input<admin.ReembedRequest>;
export type BackupInput = Input<admin.BackupRequest>;
export type UsersInput = Listing<Input<admin.ListUsersRequest>>;
export type AuditEventsInput = Listing<Input<admin.ListAuditEventsRequest>>;
