/**
 * The contract as it was generated: messages with their codecs, and the services for
 * `client.unary`, `client.serverStream`, `client.bidiStream` and grpc-js's own clients and servers.
 */

export * from "./generated/myosotis/v1/admin_service.js";
export * from "./generated/myosotis/v1/conversation.js";
export * from "./generated/myosotis/v1/conversation_service.js";
export * from "./generated/myosotis/v1/error_reason.js";
export * from "./generated/myosotis/v1/graph.js";
export * from "./generated/myosotis/v1/graph_service.js";
export * from "./generated/myosotis/v1/memory.js";
export * from "./generated/myosotis/v1/memory_service.js";
