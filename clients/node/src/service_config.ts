/**
 * The retries and time-outs that the clients of all languages share: `clients/service_config.json`.
 *
 * Retries are left to gRPC. Time-outs are set call by call instead: gRPC takes the shorter of its
 * service config's and the caller's, so that a caller could otherwise never ask for more time.
 */

import { SERVICE_CONFIG_JSON } from "./generated/build.js";

interface MethodConfig {
  name: { service: string; method: string }[];
  timeout?: string;
}

/** `channelJson` for a channel's options; `timeoutsMs` by a method's path. */
export interface ServiceConfig {
  readonly channelJson: string;
  readonly timeoutsMs: ReadonlyMap<string, number>;
}

/** Splits the time-outs from the rest. */
export function parseServiceConfig(json: string): ServiceConfig {
  const config = JSON.parse(json) as { methodConfig: MethodConfig[] };
  const timeoutsMs = new Map<string, number>();
  for (const each of config.methodConfig) {
    if (each.timeout === undefined) continue;
    const milliseconds = Number(each.timeout.replace(/s$/, "")) * 1000;
    for (const { service, method } of each.name) {
      timeoutsMs.set(`/${service}/${method}`, milliseconds);
    }
    delete each.timeout;
  }
  return { channelJson: JSON.stringify(config), timeoutsMs };
}

export const SERVICE_CONFIG: ServiceConfig = parseServiceConfig(SERVICE_CONFIG_JSON);
