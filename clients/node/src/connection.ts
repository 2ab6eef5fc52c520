/** A channel to a server, and the ways to call a method on it: once, by pages, as a stream. */

import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";

import {
  Client as GrpcClient,
  Metadata,
  type CallOptions as GrpcCallOptions,
} from "@grpc/grpc-js";

import { channelCredentials, channelOptions, type TlsOptions } from "./channel.js";
import { typedError } from "./error_details.js";
import { CancelledError, DeadlineExceededError, UnavailableError } from "./errors.js";
import { SERVICE_CONFIG } from "./service_config.js";

const HEALTH_POLL_MS = 100;

export interface ConnectionOptions {
  /** `true`: TLS with the authorities that Node trusts. Without it nothing is encrypted. */
  readonly tls?: TlsOptions | boolean;
  /** Goes over the wire as it is: use `tls` unless the network is trusted. */
  readonly apiKey?: string;
  /** For every unary call, in place of each method's own (mostly 10 s). */
  readonly timeoutMs?: number;
  /** gRPC channel options, which come before those of the client. */
  readonly channelOptions?: Readonly<Record<string, string | number>>;
}

/** What every call takes. */
export interface CallOptions {
  /** Ends the call; it then throws the signal's reason, as `fetch` does. */
  readonly signal?: AbortSignal | undefined;
  /** DeadlineExceededError after that; Infinity: never. For a stream: the whole of it. */
  readonly timeoutMs?: number | undefined;
}

/** A method as the generated service definitions tell it. */
export interface Method<Request, Response> {
  readonly path: string;
  readonly requestSerialize: (request: Request) => Buffer;
  readonly responseDeserialize: (bytes: Buffer) => Response;
}

interface Cancellable {
  cancel(): void;
}

const HEALTH: Method<null, boolean> = {
  path: "/grpc.health.v1.Health/Check",
  requestSerialize: () => Buffer.alloc(0),
  // Field 1, the status, is 1: serving.
  responseDeserialize: (bytes) => bytes.equals(Buffer.of(8, 1)),
};

export class Connection {
  readonly #grpc: GrpcClient;
  readonly #authorization: string | undefined;
  readonly #timeoutMs: number | undefined;
  readonly #underWay = new Set<Cancellable>();
  #isClosed = false;

  constructor(address: string, options: ConnectionOptions = {}) {
    const tls = options.tls === true ? {} : options.tls || undefined;
    this.#authorization = options.apiKey ? `Bearer ${options.apiKey}` : undefined;
    this.#timeoutMs = options.timeoutMs;
    this.#grpc = new GrpcClient(address, channelCredentials(tls), {
      ...channelOptions(tls),
      ...options.channelOptions,
    });
  }

  /** One request, one response. Throws kinds of MyosotisError. */
  async unary<Request, Response>(
    method: Method<Request, Response>,
    request: Request,
    options: CallOptions = {},
  ): Promise<Response> {
    return this.#answer(method, request, options, this.#metadata());
  }

  /** The responses as they come. Leaving the loop cancels the call. */
  async *serverStream<Request, Response>(
    method: Method<Request, Response>,
    request: Request,
    options: CallOptions = {},
  ): AsyncGenerator<Response, void, undefined> {
    this.#beforeCall(options);
    const bytes = method.requestSerialize(request);
    const call = this.#grpc.makeServerStreamRequest(
      method.path,
      asItIs,
      method.responseDeserialize,
      bytes,
      this.#metadata(),
      deadline(options.timeoutMs),
    );
    yield* this.#read(call, options);
  }

  /**
   * Sends what comes from `requests`, as fast as the server takes it, and gives what comes back.
   * What `requests` throws is thrown here. Leaving the loop cancels the call.
   */
  async *bidiStream<Request, Response>(
    method: Method<Request, Response>,
    requests: AsyncIterable<Request>,
    options: CallOptions = {},
  ): AsyncGenerator<Response, void, undefined> {
    this.#beforeCall(options);
    const call = this.#grpc.makeBidiStreamRequest(
      method.path,
      asItIs,
      method.responseDeserialize,
      this.#metadata(),
      deadline(options.timeoutMs),
    );
    const ended = new AbortController();
    let failure: { readonly error: unknown } | undefined;
    const send = async (): Promise<void> => {
      try {
        for await (const request of requests) {
          if (ended.signal.aborted) return;
          if (call.write(method.requestSerialize(request))) continue;
          await once(call, "drain", { signal: ended.signal }).catch(() => ended.abort());
          if (ended.signal.aborted) return;
        }
        call.end();
      } catch (error) {
        failure = { error };
        call.cancel();
      }
    };
    void send();
    try {
      yield* this.#read(call, options);
    } catch (error) {
      throw failure === undefined ? error : failure.error;
    } finally {
      ended.abort();
    }
  }

  /** Every item of every page, fetched as needed. `timeoutMs` holds for each page. */
  protected async *pages<
    Request extends { pageToken: string },
    Page extends { nextPageToken: string },
    Item,
  >(
    method: Method<Request, Page>,
    request: Request,
    items: (page: Page) => readonly Item[],
    options: CallOptions = {},
  ): AsyncGenerator<Item, void, undefined> {
    let pageToken = request.pageToken;
    do {
      const page = await this.unary(method, { ...request, pageToken }, options);
      yield* items(page);
      pageToken = page.nextPageToken;
    } while (pageToken !== "");
  }

  /**
   * Returns once the server answers and says that it serves. Throws UnavailableError if it does not
   * within `timeoutMs` (10 s), another MyosotisError if it cannot be asked.
   */
  async waitReady(options: CallOptions = {}): Promise<void> {
    const { signal, timeoutMs = 10_000 } = options;
    const end = Date.now() + timeoutMs;
    const metadata = this.#metadata();
    metadata.setOptions({ waitForReady: true });
    for (let left = timeoutMs; left > 0; left = end - Date.now()) {
      try {
        if (await this.#answer(HEALTH, null, { signal, timeoutMs: left }, metadata)) return;
      } catch (error) {
        // A server that is not there yet may still come; anything else will not mend itself.
        const mayCome = error instanceof UnavailableError || error instanceof DeadlineExceededError;
        if (!mayCome) throw error;
      }
      await this.sleep(HEALTH_POLL_MS, signal);
    }
    throw new UnavailableError("the server did not become ready in time", { code: "UNAVAILABLE" });
  }

  /** Closes the connection; calls under way are cancelled. */
  close(): void {
    this.#isClosed = true;
    for (const call of this.#underWay) call.cancel();
    this.#grpc.close();
  }

  [Symbol.dispose](): void {
    this.close();
  }

  protected async sleep(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
    await pause(milliseconds, undefined, signal === undefined ? {} : { signal }).catch(() => {
      signal?.throwIfAborted();
    });
  }

  async #answer<Request, Response>(
    method: Method<Request, Response>,
    request: Request,
    options: CallOptions,
    metadata: Metadata,
  ): Promise<Response> {
    this.#beforeCall(options);
    const { signal } = options;
    const timeoutMs =
      options.timeoutMs ?? this.#timeoutMs ?? SERVICE_CONFIG.timeoutsMs.get(method.path);
    // Made here, since gRPC would take a wrong argument for a failure of its own.
    const bytes = method.requestSerialize(request);
    return new Promise((resolve, reject) => {
      const call = this.#grpc.makeUnaryRequest(
        method.path,
        asItIs,
        method.responseDeserialize,
        bytes,
        metadata,
        deadline(timeoutMs),
        (error, response) => {
          end();
          if (error === null && response !== undefined) resolve(response);
          else reject(signal?.aborted ? signal.reason : typedError(error));
        },
      );
      const end = this.#follow(call, signal);
    });
  }

  async *#read<Response>(
    call: Cancellable & NodeJS.ReadableStream,
    { signal }: CallOptions,
  ): AsyncGenerator<Response, void, undefined> {
    // A call that was cancelled tells so when nobody reads it any more.
    call.on("error", () => undefined);
    const end = this.#follow(call, signal);
    try {
      for await (const response of call as AsyncIterable<unknown>) yield response as Response;
    } catch (error) {
      if (signal?.aborted) throw signal.reason;
      throw typedError(error);
    } finally {
      end();
      call.cancel();
    }
  }

  #beforeCall({ signal }: CallOptions): void {
    signal?.throwIfAborted();
    if (this.#isClosed) throw new CancelledError("the client is closed", { code: "CANCELLED" });
  }

  /** Cancels the call with the signal or the client, until what it returns is called. */
  #follow(call: Cancellable, signal: AbortSignal | undefined): () => void {
    const cancel = (): void => call.cancel();
    this.#underWay.add(call);
    signal?.addEventListener("abort", cancel, { once: true });
    return () => {
      this.#underWay.delete(call);
      signal?.removeEventListener("abort", cancel);
    };
  }

  #metadata(): Metadata {
    const metadata = new Metadata();
    if (this.#authorization !== undefined) metadata.set("authorization", this.#authorization);
    return metadata;
  }
}

function asItIs(bytes: Buffer): Buffer {
  return bytes;
}

function deadline(timeoutMs: number | undefined): GrpcCallOptions {
  if (timeoutMs === undefined || timeoutMs === Infinity) return {};
  if (Number.isNaN(timeoutMs)) throw new RangeError("timeoutMs must be a number");
  return { deadline: Date.now() + timeoutMs };
}
