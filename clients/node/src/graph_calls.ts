/** The calls of GraphService. */

import { randomUUID } from "node:crypto";

import type { CallOptions } from "./connection.js";
import { ConversationCalls } from "./conversation_calls.js";
import { filled, listed } from "./filling.js";
import type { Entity, Neighbor } from "./generated/myosotis/v1/graph.js";
import * as graph from "./generated/myosotis/v1/graph_service.js";
import type * as input from "./requests.js";

const graphs = graph.GraphServiceService;

export abstract class GraphCalls extends ConversationCalls {
  /** Relates 1 to 100 pairs of memories and entities: all of them or, after an error, none. */
  async relate(
    { relations, ...rest }: input.RelateInput,
    options?: CallOptions,
  ): Promise<graph.RelateResponse> {
    const request = filled(graph.RelateRequest, {
      ...rest,
      relations: listed(relations),
      requestId: rest.requestId || randomUUID(),
    });
    return this.unary(graphs.relate, request, options);
  }

  /**
   * Removes the relations of `type`, or of every type without one, from `source` to `target`. Not
   * retried, since a repeat could undo another's relating.
   */
  async unrelate(
    request: input.UnrelateInput,
    options?: CallOptions,
  ): Promise<graph.UnrelateResponse> {
    return this.unary(graphs.unrelate, filled(graph.UnrelateRequest, request), options);
  }

  /** Up to `limit` (1 to 100, or 20) nodes within `hops` (1 to 3, or 1) steps, closest first. */
  async neighbors(request: input.NeighborsInput, options?: CallOptions): Promise<Neighbor[]> {
    const whole = filled(graph.ListNeighborsRequest, request);
    return (await this.unary(graphs.listNeighbors, whole, options)).neighbors;
  }

  /** Whom and what the user's memories speak of, the most mentioned first. */
  entities(request: input.EntitiesInput, options?: CallOptions): AsyncIterable<Entity> {
    const first = filled(graph.ListEntitiesRequest, request);
    return this.pages(graphs.listEntities, first, (page) => page.entities, options);
  }
}
