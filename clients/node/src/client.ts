/** The client: its methods are told by service, one class above the other. */

import { AdminCalls } from "./admin_calls.js";
import type { ConnectionOptions } from "./connection.js";

/**
 * A connection to one Myosotis server, made on first use. `address` is host:port or another gRPC
 * target. Every method throws kinds of MyosotisError, or the reason of the signal that ended it.
 * What gives an AsyncIterable asks the server once it is iterated. Close the client at the end, or
 * declare it with `using`.
 */
export class Client extends AdminCalls {
  constructor(address = "127.0.0.1:50051", options: ConnectionOptions = {}) {
    super(address, options);
  }
}
