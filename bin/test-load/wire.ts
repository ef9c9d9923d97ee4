/*
 * Requests as a patient client sends them: what may be sent again by its status and Retry-After is, as often as it takes. Each kind
 * of answer that is not simply good is counted.
 */
import { setTimeout as wait } from "node:timers/promises";
import type { DevJson } from "#lib/local/process/dev-json";
import type { Tally } from "./tally.ts";

export interface Asked {
  /** What it is called in the account of the run. */
  operation: string;
  method: string;
  path: string;
  body?: object;
  headers?: Record<string, string>;
  /** Given up after so many milliseconds: whether it was done is unknown. */
  cutAfter?: number;
}

export interface Reply<Body> {
  status: number;
  body: Body;
  tag: string;
}

const mostTries = 30;
const sendAgain = [409, 429, 503];

export type Wire = ReturnType<typeof newWire>;

export function newWire({ url, token }: DevJson, tally: Tally) {
  async function send({ operation, method, path, body, headers, cutAfter }: Asked): Promise<Response> {
    const begun = performance.now();
    const response = await fetch(url + path, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body && { "content-type": "application/json" }),
        ...headers,
      },
      ...(body && { body: JSON.stringify(body) }),
      ...(cutAfter !== undefined && { signal: AbortSignal.timeout(cutAfter) }),
    });
    tally.took(operation, performance.now() - begun);
    return response;
  }

  /** `expected` are the statuses that the caller can do with; any other is a failure of the run. */
  async function ask<Body = unknown>(asked: Asked, ...expected: number[]): Promise<Reply<Body>> {
    for (let tries = 1; ; tries++) {
      const response = await send(asked).catch((error: Error) => {
        throw new Error(
          `${asked.operation}: ${(error.cause as Error | undefined)?.message ?? error.message}`,
        );
      });
      const body = (await response.json()) as Body & { code?: string; message?: string };
      const { status } = response;
      if (expected.includes(status)) {
        tally.pass();
        return { status, body, tag: response.headers.get("etag") ?? "" };
      }
      const seconds = Number(response.headers.get("retry-after") ?? Number.NaN);
      const said = `${asked.operation}: ${status} ${body.code}`;
      if (!sendAgain.includes(status) || !(seconds > 0) || tries === mostTries)
        throw new Error(
          `${said}, try ${tries}, request ${response.headers.get("x-request-id")}: ${body.message}`,
        );
      tally.count(`${said}, sent again`);
      await wait(seconds * 1000 * (0.5 + Math.random()));
    }
  }

  /** Sends it and does not wait for the answer: whether it is done nobody knows. */
  async function cut(asked: Asked): Promise<void> {
    const given = await send({ ...asked, operation: `${asked.operation}, cut off` }).then(
      (response) => response.text(),
      () => undefined,
    );
    if (given === undefined)
      tally.count(`${asked.operation}: cut off by the client, sent again with its key`);
  }

  return { ask, cut };
}
