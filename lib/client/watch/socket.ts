/*
 * The socket of a follower: what changes is heard as it happens.
 *
 *   ticket ──▶ open ──▶ watch, from the own cursor ──▶ what is after it (from now on it is live) ──▶ hints
 *
 * It is only faster. Whatever is refused, lost or closed here, the follower asks.
 */
import { GridlessError } from "../errors.ts";
import { pauseClient, type Requests } from "../requests.ts";
import type { HeardChanges } from "./changes.ts";
import { hasSockets, openSocket } from "./runtime.ts";
import { chooseBackoff, usualWaits } from "./waits.ts";

export interface SocketKeeperOptions {
  requests: Requests;
  baseId: string;
  /** The ids of the tables; undefined for all. */
  tableIds: () => Promise<readonly string[] | undefined>;
  cursor: () => string | undefined;
  onHeard: (heard: HeardChanges) => void;
  /** Whether hints come, or may come soon. */
  onLive: (isLive: boolean, isOpening: boolean) => void;
  signal: AbortSignal;
}

/** Milliseconds. */
const times = {
  /** Until it is said that the server is polled. */
  hope: 3000,
  /** Until an attempt is given up. */
  attempt: 15_000,
  ping: 8 * 60_000,
  pong: 10_000,
  /** API Gateway ends a connection after two hours. */
  renewal: 100 * 60_000,
  renewalSpread: 20 * 60_000,
  mostWait: 5 * 60_000,
  /** What ends earlier did not work. */
  lived: 30_000,
};

/** How a connection ends: the server has no sockets for this caller; it lived long enough; or it broke, or never opened. */
type Ended = "refused" | "renewed" | "lost";

interface Ticket {
  url: string;
  ticket: string;
}

type SocketMessage =
  | ({ type: "changes"; baseId: string } & HeardChanges)
  | { type: "error"; baseId?: string }
  | { type: "pong" };

/** Keeps a socket open until the signal ends it. Where this program or the server has no sockets, it does nothing. */
export class SocketKeeper {
  readonly #options: SocketKeeperOptions;
  #isLive = false;
  /** Ends what is waited for: a pause, or the answer to a ping. */
  #check: () => void = () => undefined;

  constructor(options: SocketKeeperOptions) {
    this.#options = options;
  }

  /** Something was woken: a connection that does not answer is replaced, one that waits is opened now. */
  check(): void {
    this.#check();
  }

  async run(): Promise<void> {
    const { signal } = this.#options;
    if (!hasSockets()) return;
    this.#show(false, true);
    const hope = setTimeout(() => this.#show(this.#isLive), times.hope);
    for (let failures = 0; !signal.aborted; ) {
      const began = Date.now();
      const ended = await this.#connect();
      clearTimeout(hope);
      if (ended === "renewed") continue;
      failures = this.#isLive && Date.now() - began > times.lived ? 1 : failures + 1;
      if (!signal.aborted) this.#show(false);
      if (ended === "refused") return;
      await this.#pause(
        chooseBackoff(failures, Math.random(), { ...usualWaits, mostFailed: times.mostWait }),
      );
    }
  }

  #show(isLive: boolean, isOpening = false): void {
    this.#isLive = isLive;
    this.#options.onLive(isLive, isOpening);
  }

  async #pause(wait: number): Promise<void> {
    const ending = new AbortController();
    const end = () => ending.abort();
    const { signal } = this.#options;
    this.#check = end;
    signal.addEventListener("abort", end);
    if (!signal.aborted) await pauseClient(wait, ending.signal);
    signal.removeEventListener("abort", end);
  }

  /** One connection, from its ticket to its end. */
  async #connect(): Promise<Ended> {
    const { requests, tableIds, signal } = this.#options;
    const asked = { method: "POST", path: "/socket/ticket", isOnce: true, signal, timeout: times.attempt };
    try {
      const [ticket, ids] = await Promise.all([requests.send<Ticket>(asked), tableIds()]);
      return await new Promise((resolve) => this.#open(ticket, ids, resolve));
    } catch (error) {
      const status = error instanceof GridlessError ? error.status : 0;
      return status >= 400 && status < 500 && ![401, 408, 429].includes(status) ? "refused" : "lost";
    }
  }

  #open({ url, ticket }: Ticket, tableIds: readonly string[] | undefined, resolve: (ended: Ended) => void) {
    const { baseId, cursor, signal } = this.#options;
    const socket = openSocket(url, ["gridless", ticket]);
    if (!socket) return resolve("refused");
    const say = (message: object) => socket.send(JSON.stringify(message));
    let pong: ReturnType<typeof setTimeout> | undefined;
    const ping = () => {
      say({ type: "ping" });
      clearTimeout(pong);
      pong = setTimeout(lose, times.pong);
    };
    let isOver = false;
    const end = (ended: Ended) => {
      if (isOver) return;
      isOver = true;
      for (const timer of [attempt, pong, renewal]) clearTimeout(timer);
      clearInterval(pings);
      signal.removeEventListener("abort", lose);
      this.#check = () => undefined;
      resolve(ended);
      socket.close();
    };
    const lose = () => end("lost");
    const attempt = setTimeout(lose, times.attempt);
    const pings = setInterval(() => isAcknowledged && ping(), times.ping);
    const renewal = setTimeout(() => end("renewed"), times.renewal + Math.random() * times.renewalSpread);
    let isAcknowledged = false;
    signal.addEventListener("abort", lose);
    if (signal.aborted) return lose();
    socket.addEventListener("close", lose);
    socket.addEventListener("error", lose);
    socket.addEventListener("open", () => {
      say({ type: "watch", baseId, since: cursor(), ...(tableIds && { tableIds }) });
    });
    socket.addEventListener("message", ({ data }) => {
      clearTimeout(pong);
      const message = readMessage(data);
      if (message?.type === "error") lose();
      if (message?.type !== "changes" || message.baseId !== baseId) return;
      if (!isAcknowledged) {
        isAcknowledged = true;
        clearTimeout(attempt);
        this.#check = ping;
        this.#show(true);
      }
      this.#options.onHeard(message);
    });
  }
}

/** Undefined for what is no message. */
function readMessage(data: unknown): SocketMessage | undefined {
  try {
    return JSON.parse(String(data));
  } catch {
    return undefined;
  }
}
