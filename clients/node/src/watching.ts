/** Watching over breaks of the connection: how far it came, and when it tries again. */

import { DeadlineExceededError, UnavailableError } from "./errors.js";
import type { WatchMemoriesResponse } from "./generated/myosotis/v1/conversation_service.js";

// Those of service_config.json, which gRPC does not apply to a stream once it has begun.
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 2000;
// Connecting is given up after 20 s, so that whatever took longer had a connection.
const SURELY_CONNECTED_MS = 30_000;

/**
 * The state of one watch. Ask for each stream `afterRevision`, then whether each of its changes
 * `isNews`; when it has ended, wait for `pauseMs` and ask anew.
 */
export class Watching {
  readonly #patienceMs: number;
  readonly #now: () => number;
  readonly #end: number;
  #pauseMs = FIRST_PAUSE_MS;
  #began: number;
  #lostSince: number;
  #isHeard = false;
  /** That whose changes came last; there may be more of it. */
  #revision: number;
  /** What came of it, and how often. */
  #told = new Map<string, number>();
  /** What of that will come again. */
  #repeated = new Map<string, number>();

  constructor(
    afterRevision: number,
    patienceMs: number,
    timeoutMs = Infinity,
    now: () => number = () => performance.now(),
  ) {
    this.#revision = afterRevision + 1;
    this.#patienceMs = patienceMs;
    this.#now = now;
    this.#began = this.#lostSince = now();
    this.#end = this.#began + timeoutMs;
  }

  /** Where the next stream starts, and how long it may last. */
  nextStream(): { afterRevision: number; timeoutMs: number } {
    this.#began = this.#now();
    this.#isHeard = false;
    this.#repeated = new Map(this.#told);
    const timeoutMs = Math.max(0, this.#end - this.#began);
    return { afterRevision: this.#revision - 1, timeoutMs };
  }

  /** Whether the change is a new one, rather than one that came before the stream broke. */
  isNews({ revision, change }: WatchMemoriesResponse): boolean {
    this.#isHeard = true;
    if (revision !== this.#revision) {
      this.#revision = revision;
      this.#told.clear();
      this.#repeated.clear();
    }
    const what = `${change?.action} ${change?.memory?.memoryId}`;
    const again = this.#repeated.get(what) ?? 0;
    if (again > 0) {
      this.#repeated.set(what, again - 1);
      return false;
    }
    this.#told.set(what, (this.#told.get(what) ?? 0) + 1);
    return true;
  }

  /**
   * Milliseconds to wait after a stream that failed or, if undefined, was ended by the server.
   * Throws the failure when there is no patience left for that, DeadlineExceededError when there is
   * no time.
   */
  pauseMs(failure: UnavailableError | undefined): number {
    const now = this.#now();
    if (this.#isHeard || now - this.#began > SURELY_CONNECTED_MS) {
      this.#pauseMs = FIRST_PAUSE_MS;
      this.#lostSince = now;
    }
    const error =
      failure ?? new UnavailableError("the server ended the watch", { code: "UNAVAILABLE" });
    const pause = Math.max(this.#pauseMs * (0.8 + 0.4 * Math.random()), error.retryAfterMs ?? 0);
    this.#pauseMs = Math.min(2 * this.#pauseMs, LONGEST_PAUSE_MS);
    if (now + pause >= this.#end) {
      const details = { code: "DEADLINE_EXCEEDED", cause: error } as const;
      throw new DeadlineExceededError("the watch's time is up", details);
    }
    if (now + pause - this.#lostSince > this.#patienceMs) throw error;
    return pause;
  }
}
