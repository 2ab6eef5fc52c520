/** What a channel to a server is made with. */

import { credentials, type ChannelCredentials, type ChannelOptions } from "@grpc/grpc-js";

import { VERSION } from "./generated/build.js";
import { SERVICE_CONFIG } from "./service_config.js";

// A page of 1,000 memories of 8,192 bytes is more than the 4 MiB that gRPC accepts by default.
const MAX_RECEIVED_BYTES = 32 * 1024 * 1024;

/** PEM-encoded; without root certificates, Node's own list of authorities is trusted. */
export interface TlsOptions {
  readonly rootCertificates?: Buffer | string;
  /** Goes together with `certificateChain`, and identifies the client (mutual TLS). */
  readonly privateKey?: Buffer | string;
  readonly certificateChain?: Buffer | string;
  /** Expected in the server's certificate where the address is another. */
  readonly serverName?: string;
}

export function channelCredentials(tls: TlsOptions | undefined): ChannelCredentials {
  if (tls === undefined) return credentials.createInsecure();
  if ((tls.privateKey === undefined) !== (tls.certificateChain === undefined)) {
    throw new TypeError("privateKey and certificateChain must be given together");
  }
  return credentials.createSsl(
    pem(tls.rootCertificates),
    pem(tls.privateKey),
    pem(tls.certificateChain),
  );
}

function pem(text: Buffer | string | undefined): Buffer | null {
  return text === undefined ? null : Buffer.from(text as string);
}

export function channelOptions(tls: TlsOptions | undefined): ChannelOptions {
  return {
    "grpc.primary_user_agent": `myosotis-node/${VERSION}`,
    "grpc.enable_retries": 1,
    "grpc.service_config": SERVICE_CONFIG.channelJson,
    "grpc.service_config_disable_resolution": 1,
    "grpc.max_receive_message_length": MAX_RECEIVED_BYTES,
    "grpc.initial_reconnect_backoff_ms": 200,
    "grpc.max_reconnect_backoff_ms": 1000,
    // A watch may hear nothing for days: without probes it would not notice a dead connection.
    "grpc.keepalive_time_ms": 60_000,
    ...(tls?.serverName ? { "grpc.ssl_target_name_override": tls.serverName } : {}),
  };
}
