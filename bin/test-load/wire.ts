/*
 * Requests that are sent again when the response allows it by its status and Retry-After, up to 30 times. These responses are counted by
 * their kind. Where the server is killed now and then, each write has an Idempotency-Key, and a request that got no response is sent again
 * when the server is up.
 */
import { setTimeout as wait } from "node:timers/promises";
import type { DevJson } from "#lib/local/process/dev-json";
import type { Tally } from "./tally.ts";

export interface Asked {
  /** Its name in the results of the run. */
  operation: string;
  method: string;
  path: string;
  body?: object;
  headers?: Record<string, string>;
  /** Milliseconds after which the client closes the connection, without knowing whether the request was executed. */
  cutAfter?: number;
}

export interface Reply<Body> {
  status: number;
  body: Body;
  tag: string;
}

const mostTries = 30;
const sendAgain = [409, 429, 503];

/** Says when the server was down. */
export interface Outages {
  /** Whether there was one since `time` (performance.now()). */
  wasOneSince(time: number): boolean;
  /** Settles when the server is up. */
  over(): Promise<void>;
}

/** A request that got no response, because the server was killed. */
export class Unanswered extends Error {}

export type Wire = ReturnType<typeof newWire>;

/** `dev` may change with each start of the server. */
export function newWire(dev: DevJson, tally: Tally, outages?: Outages) {
  async function send({ operation, method, path, body, headers, cutAfter }: Asked): Promise<Response> {
    const begun = performance.now();
    const response = await fetch(dev.url + path, {
      method,
      headers: {
        authorization: `Bearer ${dev.token}`,
        ...(body && { "content-type": "application/json" }),
        ...headers,
      },
      ...(body && { body: JSON.stringify(body) }),
      ...(cutAfter !== undefined && { signal: AbortSignal.timeout(cutAfter) }),
    });
    tally.took(operation, performance.now() - begun);
    return response;
  }

  /** The response with its body. Throws Unanswered if the server was killed meanwhile. */
  async function receive(asked: Asked) {
    const begun = performance.now();
    try {
      const response = await send(asked);
      return { response, text: await response.text() };
    } catch (error) {
      const { message, cause } = error as Error;
      if (outages?.wasOneSince(begun)) throw new Unanswered(asked.operation);
      throw new Error(`${asked.operation}: ${(cause as Error | undefined)?.message ?? message}`);
    }
  }

  async function receiveInTheEnd(asked: Asked) {
    for (;;) {
      await outages?.over();
      try {
        return await receive(asked);
      } catch (error) {
        if (!(error instanceof Unanswered)) throw error;
        tally.count(`${asked.operation}: the server was killed, sent again`);
      }
    }
  }

  /** Every write has a key, so that it may be sent again. */
  const withKey = (asked: Asked): Asked =>
    outages && asked.method !== "GET"
      ? { ...asked, headers: { "idempotency-key": crypto.randomUUID(), ...asked.headers } }
      : asked;

  /** `expected` are the statuses that the caller handles; any other that cannot be retried throws. */
  const ask = <Body = unknown>(asked: Asked, ...expected: number[]): Promise<Reply<Body>> =>
    askBy(receiveInTheEnd, withKey(asked), expected);

  /** As `ask`, without a key and without a second attempt. Throws Unanswered if the server was killed meanwhile. */
  const askOnce = <Body = unknown>(asked: Asked, ...expected: number[]): Promise<Reply<Body>> =>
    askBy(receive, asked, expected);

  async function askBy<Body>(
    receiveBy: typeof receive,
    asked: Asked,
    expected: number[],
  ): Promise<Reply<Body>> {
    for (let tries = 1; ; tries++) {
      const { response, text } = await receiveBy(asked);
      const body = JSON.parse(text) as Body & { code?: string; message?: string };
      const { status } = response;
      if (expected.includes(status)) {
        tally.pass();
        return { status, body, tag: response.headers.get("etag") ?? "" };
      }
      const seconds = Number(response.headers.get("retry-after") ?? Number.NaN);
      const refusal = `${asked.operation}: ${status} ${body.code}`;
      if (!sendAgain.includes(status) || !(seconds > 0) || tries === mostTries)
        throw new Error(
          `${refusal}, attempt ${tries}, request ${response.headers.get("x-request-id")}: ${body.message}`,
        );
      tally.count(`${refusal}, retried`);
      await wait(seconds * 1000 * (0.5 + Math.random()));
    }
  }

  /** Sends a request and closes the connection after `cutAfter`: whether it was executed is unknown. */
  async function cut(asked: Asked): Promise<void> {
    const received = await send({ ...asked, operation: `${asked.operation}, cut off` }).then(
      (response) => response.text(),
      () => undefined,
    );
    if (received === undefined)
      tally.count(`${asked.operation}: cut off by the client, retried with its key`);
  }

  return { ask, askOnce, cut };
}
