/*
 * The socket of a follower: what changes is heard as it happens.
 *
 *   ticket ──▶ open ──▶ watch, from the own cursor ──▶ what is after it (from now on it is live) ──▶ hints
 *
 * It is only faster. Whatever is refused, lost or closed here, the follower asks.
 */
import { GridlessError } from "../errors.ts";
import { pauseClient, type Requests } from "../requests.ts";
import type { HeardChanges, WatchPlace, WatchPresence } from "./changes.ts";
import { hasSockets, type OpenSocket, openSocket } from "./runtime.ts";
import { chooseBackoff, usualWaits } from "./waits.ts";

export interface SocketKeeperOptions {
  requests: Requests;
  baseId: string;
  /** The ids of the tables; undefined for all. They are asked for each connection. */
  tableIds: () => Promise<readonly string[] | undefined>;
  cursor: () => string | undefined;
  /** `tableIds`: those of the connection. */
  onHeard: (heard: HeardChanges, tableIds: readonly string[] | undefined) => void;
  /** Where the person is now; each connection says it. */
  place: () => WatchPlace | undefined;
  onPresence: (presence: WatchPresence) => void;
  /** Whether hints come, or may come soon. */
  onLive: (isLive: boolean, isOpening: boolean) => void;
  signal: AbortSignal;
}

/** Milliseconds. */
export interface SocketTimes {
  /** Until it is said that the server is polled. */
  hope: number;
  /** Until an attempt is given up. */
  attempt: number;
  ping: number;
  /** Until a server that does not answer a ping is left. */
  pong: number;
  /** After this time and a random part of the spread a connection is replaced, so that those that began together do not come together. */
  renewal: number;
  renewalSpread: number;
  mostWait: number;
  /** Until a server that refused is asked again, and a random part of it more. */
  refused: number;
  /** What ends earlier did not work. */
  lived: number;
}

/** API Gateway ends a connection after ten minutes without a text, and after two hours. */
export const usualTimes: SocketTimes = {
  ...{ hope: 3000, attempt: 15_000, ping: 8 * 60_000, pong: 10_000 },
  ...{ renewal: 95 * 60_000, renewalSpread: 20 * 60_000, mostWait: 5 * 60_000, refused: 5 * 60_000 },
  lived: 30_000,
};

/** Milliseconds until a connection is replaced. `random` is from 0 to 1. */
export const chooseRenewal = (random: number, { renewal, renewalSpread }: SocketTimes = usualTimes): number =>
  renewal + random * renewalSpread;

/** How a connection ends: the server has no sockets for this caller now; it lived long enough; or it broke, or never opened. */
type Ended = "refused" | "renewed" | "lost";

interface Ticket {
  url: string;
  ticket: string;
}

type SocketMessage =
  | ({ type: "changes"; baseId: string } & HeardChanges)
  | ({ type: "presence"; baseId: string } & WatchPresence)
  | { type: "error"; baseId?: string; status: number }
  | { type: "pong" };

/** Keeps a socket open until the signal ends it. Where this program has no sockets, it does nothing. */
export class SocketKeeper {
  readonly #options: SocketKeeperOptions;
  readonly #times: SocketTimes;
  #isLive = false;
  /** Ends what is waited for: a pause, or the answer to a ping. */
  #check: () => void = () => undefined;
  /** A connection that is being replaced: it hears until the next one does. */
  #former: OpenSocket | undefined;
  #replace: () => void = () => undefined;
  #sayPlace: () => void = () => undefined;

  constructor(options: SocketKeeperOptions, times: SocketTimes = usualTimes) {
    this.#options = options;
    this.#times = times;
  }

  /** Something was woken: a connection that does not answer is replaced, one that waits is opened now. */
  check(): void {
    this.#check();
  }

  /** The tables are other ones: a connection that is there is replaced. */
  replace(): void {
    this.#replace();
  }

  /** The person is at another place: a connection that is there says so now, any other when it is. */
  sayPlace(): void {
    this.#sayPlace();
  }

  async run(): Promise<void> {
    const { signal } = this.#options;
    if (!hasSockets()) return;
    this.#show(false, true);
    const hope = setTimeout(() => this.#show(this.#isLive), this.#times.hope);
    for (let failures = 0; !signal.aborted; ) {
      const began = Date.now();
      const ended = await this.#connect();
      clearTimeout(hope);
      if (ended === "renewed") continue;
      this.#leaveFormer();
      failures = this.#isLive && Date.now() - began > this.#times.lived ? 1 : failures + 1;
      if (!signal.aborted) this.#show(false);
      const { refused, mostWait } = this.#times;
      if (ended === "refused") await this.#pause(refused * (1 + Math.random()), { isFirm: true });
      else await this.#pause(chooseBackoff(failures, Math.random(), { ...usualWaits, mostFailed: mostWait }));
    }
    this.#leaveFormer();
  }

  #leaveFormer(): void {
    this.#former?.close();
    this.#former = undefined;
  }

  #show(isLive: boolean, isOpening = false): void {
    this.#isLive = isLive;
    this.#options.onLive(isLive, isOpening);
  }

  /** `isFirm`: what is woken does not shorten it, but ends it after a computer slept for longer. */
  async #pause(wait: number, { isFirm = false } = {}): Promise<void> {
    const ending = new AbortController();
    const end = () => ending.abort();
    const { signal } = this.#options;
    const due = isFirm ? Date.now() + wait : 0;
    this.#check = () => Date.now() >= due && end();
    signal.addEventListener("abort", end);
    if (!signal.aborted) await pauseClient(wait, ending.signal);
    signal.removeEventListener("abort", end);
  }

  /** One connection, from its ticket to its end. */
  async #connect(): Promise<Ended> {
    const { requests, tableIds, signal } = this.#options;
    const asked = {
      method: "POST",
      path: "/socket/ticket",
      isOnce: true,
      signal,
      timeout: this.#times.attempt,
    };
    try {
      const ticket = await requests.send<Ticket>(asked);
      const ids = await tableIds();
      return await new Promise((resolve) => this.#open(ticket, ids, resolve));
    } catch (error) {
      const status = error instanceof GridlessError ? error.status : 0;
      return endingWith(status);
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
      // another ping gives no more time
      pong ??= setTimeout(lose, this.#times.pong);
    };
    let isOver = false;
    const end = (ended: Ended) => {
      if (isOver) return;
      isOver = true;
      for (const timer of [attempt, pong, renewal]) clearTimeout(timer);
      clearInterval(pings);
      signal.removeEventListener("abort", lose);
      this.#check = this.#replace = this.#sayPlace = () => undefined;
      resolve(ended);
      if (ended === "renewed" && isAcknowledged) this.#former = socket;
      else socket.close();
    };
    const lose = () => end("lost");
    this.#replace = () => end("renewed");
    const attempt = setTimeout(lose, this.#times.attempt);
    const pings = setInterval(() => isAcknowledged && ping(), this.#times.ping);
    const renewal = setTimeout(() => end("renewed"), chooseRenewal(Math.random(), this.#times));
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
      pong = undefined;
      const message = readMessage(data);
      // the place that was said is gone: the server goes on with the changes
      if (message?.type === "error" && isAcknowledged && message.status === 400) return;
      if (message?.type === "error") end(endingWith(message.status));
      if (message?.type === "presence" && message.baseId === baseId)
        this.#options.onPresence({ viewId: message.viewId, people: message.people });
      if (message?.type !== "changes" || message.baseId !== baseId) return;
      if (!isAcknowledged) {
        isAcknowledged = true;
        clearTimeout(attempt);
        this.#leaveFormer();
        this.#check = ping;
        this.#sayPlace = () => {
          const place = this.#options.place();
          if (place) say({ type: "here", baseId, ...place });
        };
        this.#sayPlace();
        this.#show(true);
      }
      this.#options.onHeard(message, tableIds);
    });
  }
}

/** What is refused is refused again for minutes, unless the token or the rate was the reason. */
const endingWith = (status: number): Ended =>
  status >= 400 && status < 500 && ![401, 408, 429].includes(status) ? "refused" : "lost";

/** Undefined for what is no message. */
function readMessage(data: unknown): SocketMessage | undefined {
  try {
    return JSON.parse(String(data));
  } catch {
    return undefined;
  }
}
