/** A server in this process, whose answers the tests write. */

import {
  Metadata,
  Server,
  ServerCredentials,
  status,
  type ServerUnaryCall,
  type ServiceDefinition,
  type UntypedServiceImplementation,
} from "@grpc/grpc-js";
import { Client, type ConnectionOptions } from "myosotis";
import * as protobuf from "myosotis/protobuf";

// Of google.rpc.Status and what it holds, written by hand: field 2 is a text, field 3 the details.
export function textField(number: number, text: string | Uint8Array): Buffer {
  const bytes = Buffer.from(text as string);
  return Buffer.concat([varint(number * 8 + 2), varint(bytes.length), bytes]);
}

export function varint(value: number): Buffer {
  const bytes: number[] = [];
  for (; value > 127; value = Math.floor(value / 128)) bytes.push((value % 128) | 128);
  return Buffer.from([...bytes, value]);
}

export function detail(type: string, ...fields: Buffer[]): Buffer {
  const any = [textField(1, `type.googleapis.com/google.rpc.${type}`)];
  return textField(3, Buffer.concat([...any, textField(2, Buffer.concat(fields))]));
}

/** ErrorInfo of this service. */
export function errorInfo(reason: string, metadata: Record<string, string> = {}): Buffer {
  const entries = Object.entries(metadata).map(([key, value]) =>
    textField(3, Buffer.concat([textField(1, key), textField(2, value)])),
  );
  return detail("ErrorInfo", textField(1, reason), textField(2, "myosotis"), ...entries);
}

export function failure(code: keyof typeof status, ...details: Buffer[]): Failure {
  const metadata = new Metadata();
  metadata.set("x-request-id", "r-17");
  if (details.length > 0) metadata.set("grpc-status-details-bin", Buffer.concat(details));
  return { code: status[code], details: "it failed", metadata };
}

export interface Failure {
  code: status;
  details: string;
  metadata: Metadata;
}

/** An answer, or the code of a failure. */
export type Handler<Request, Response> = (
  request: Request,
  call: ServerUnaryCall<Request, Response>,
) => Response | Promise<Response> | Failure;

export function unary<Request, Response extends object>(answer: Handler<Request, Response>) {
  return (
    call: ServerUnaryCall<Request, Response>,
    callback: (error: Failure | null, response?: Response) => void,
  ): void => {
    void (async () => {
      const given = await answer(call.request, call);
      if ("metadata" in given && given.metadata instanceof Metadata) callback(given as Failure);
      else callback(null, given as Response);
    })();
  };
}

export class FakeServer {
  readonly #server = new Server();
  #address = "";

  static async start(
    handlers: {
      memory?: Partial<protobuf.MemoryServiceServer>;
      conversation?: Partial<protobuf.ConversationServiceServer>;
      graph?: Partial<protobuf.GraphServiceServer>;
      others?: [ServiceDefinition, UntypedServiceImplementation][];
    },
    { port = 0, credentials = ServerCredentials.createInsecure() } = {},
  ): Promise<FakeServer> {
    const fake = new FakeServer();
    const add = (service: ServiceDefinition, handler: object | undefined): void =>
      fake.#server.addService(service, (handler ?? {}) as UntypedServiceImplementation);
    add(protobuf.MemoryServiceService, handlers.memory);
    add(protobuf.ConversationServiceService, handlers.conversation);
    add(protobuf.GraphServiceService, handlers.graph);
    for (const [service, handler] of handlers.others ?? []) add(service, handler);
    const bound = await new Promise<number>((resolve, reject) => {
      fake.#server.bindAsync(`127.0.0.1:${port}`, credentials, (error, to) =>
        error === null ? resolve(to) : reject(error),
      );
    });
    fake.#address = `127.0.0.1:${bound}`;
    return fake;
  }

  get address(): string {
    return this.#address;
  }

  client(options: ConnectionOptions = {}): Client {
    return new Client(this.#address, options);
  }

  stop(): void {
    this.#server.forceShutdown();
  }
}
