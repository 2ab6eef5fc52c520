/** The calls of AdminService. */

import type { CallOptions } from "./connection.js";
import { filled } from "./filling.js";
import * as admin from "./generated/myosotis/v1/admin_service.js";
import { GraphCalls } from "./graph_calls.js";
import type * as input from "./requests.js";

const admins = admin.AdminServiceService;

export abstract class AdminCalls extends GraphCalls {
  /** Reviews, reduces, decays and expires now what the schedule would later. Not retried. */
  async runMaintenance(
    request: input.MaintenanceInput = {},
    options?: CallOptions,
  ): Promise<admin.RunMaintenanceResponse> {
    const whole = filled(admin.RunMaintenanceRequest, request);
    return this.unary(admins.runMaintenance, whole, options);
  }

  /** Encrypts everything of a user anew, under another key; gives its version. Not retried. */
  async rotateUserKey(request: input.UserInput, options?: CallOptions): Promise<number> {
    return (await this.unary(admins.rotateUserKey, { ...request }, options)).keyVersion;
  }

  /** Embeds stored memories again with the server's model; iterate to make it go on. */
  reembed(
    request: input.ReembedInput = {},
    options?: CallOptions,
  ): AsyncIterable<admin.ReembedResponse> {
    return this.serverStream(admins.reembed, filled(admin.ReembedRequest, request), options);
  }

  /** A consistent copy of the store: the chunks, one after the other, are the file. */
  async *backup(
    request: input.BackupInput = {},
    options?: CallOptions,
  ): AsyncGenerator<Uint8Array, void, undefined> {
    const whole = filled(admin.BackupRequest, request);
    for await (const { chunk } of this.serverStream(admins.backup, whole, options)) yield chunk;
  }

  /** Version, model, and how much is held. */
  async serverInfo(options?: CallOptions): Promise<admin.GetServerInfoResponse> {
    return this.unary(admins.getServerInfo, {}, options);
  }

  /** How much is held of a user. Throws UserNotFoundError. */
  async userStats(
    request: input.UserInput,
    options?: CallOptions,
  ): Promise<admin.GetUserStatsResponse> {
    return this.unary(admins.getUserStats, { ...request }, options);
  }

  /** The ids of all users of the caller's tenant, in an order that tells nothing. */
  listUsers(request: input.UsersInput = {}, options?: CallOptions): AsyncIterable<string> {
    const first = filled(admin.ListUsersRequest, request);
    return this.pages(admins.listUsers, first, (page) => page.userIds, options);
  }

  /** Who did what with whose memories. */
  auditEvents(
    request: input.AuditEventsInput = {},
    options?: CallOptions,
  ): AsyncIterable<admin.AuditEvent> {
    const first = filled(admin.ListAuditEventsRequest, request);
    return this.pages(admins.listAuditEvents, first, (page) => page.events, options);
  }
}
