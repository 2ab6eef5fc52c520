/** Remembers, recalls and forgets what users tell, through a Myosotis server. */

export type { TlsOptions } from "./channel.js";
export { Client } from "./client.js";
export type { CallOptions, ConnectionOptions } from "./connection.js";
export type { ChatMessage, ReplyContext } from "./conversation_calls.js";
export type { Duration } from "./duration.js";
export * from "./errors.js";
export type { Recalled } from "./filling.js";
export type { Recollection } from "./memory_calls.js";
export type * from "./requests.js";
export { Instant } from "./timestamp.js";

export { ContextFormat, ExtractionMode, Role } from "./generated/myosotis/v1/conversation.js";
export { EntityType } from "./generated/myosotis/v1/graph.js";
export {
  ChangeAction,
  Durability,
  Emotion,
  ForgetMode,
  MemoryKind,
  MemoryOrigin,
  MemoryState,
  MemoryTier,
  RecallMode,
  ReconcileMode,
  Sensitivity,
} from "./generated/myosotis/v1/memory.js";

export type {
  AuditEvent,
  GetServerInfoResponse,
  GetUserStatsResponse,
  ReembedResponse,
  RunMaintenanceResponse,
} from "./generated/myosotis/v1/admin_service.js";
export type {
  ContextMessage,
  EmotionDay,
  EmotionTrend,
  Session,
  ToneHint,
  Topic,
  Turn,
} from "./generated/myosotis/v1/conversation.js";
export type {
  AppendTurnsResponse,
  EndSessionResponse,
  GetProfileResponse,
  WatchMemoriesResponse,
} from "./generated/myosotis/v1/conversation_service.js";
export type { Entity, Neighbor, NodeReference, Relation } from "./generated/myosotis/v1/graph.js";
export type { RelateResponse, UnrelateResponse } from "./generated/myosotis/v1/graph_service.js";
export type {
  Attribute,
  Memory,
  MemoryChange,
  MemoryFilter,
  RecallWeights,
  ScoreBreakdown,
  TimeRange,
  TurnReference,
} from "./generated/myosotis/v1/memory.js";
export type {
  ExportMemoriesResponse,
  ForgetResponse,
  ImportMemoriesResponse,
  RememberResponse,
  UpdateMemoryResponse,
} from "./generated/myosotis/v1/memory_service.js";
