/*
 * An HTTP client that uses little CPU compared with the server that it measures: connections are kept, the bytes of a request are made
 * once, and only the status of a response is read.
 */
import { Agent, request } from "node:http";
import type { Server } from "../demo/client.ts";
import { median, time } from "./budget.ts";

export interface LeanClient {
  /** Sends the request and settles when the whole response has arrived; throws for any status other than 2xx. */
  send(): Promise<void>;
  close(): void;
}

export function leanClient({ url, token }: Server, method: string, path: string, body?: object): LeanClient {
  const agent = new Agent({ keepAlive: true });
  const sent = body ? Buffer.from(JSON.stringify(body)) : undefined;
  const headers = {
    authorization: `Bearer ${token}`,
    ...(sent && { "content-type": "application/json", "content-length": sent.length }),
  };
  const target = new URL(url + path);
  const send = () =>
    new Promise<void>((resolve, reject) => {
      const asking = request(target, { method, agent, headers }, (response) => {
        const { statusCode = 0 } = response;
        response.on("end", () =>
          statusCode < 300
            ? resolve()
            : reject(new Error(`${method} ${path} failed with status ${statusCode}`)),
        );
        response.resume();
      });
      asking.on("error", reject);
      asking.end(sent);
    });
  return { send, close: () => agent.destroy() };
}

const rounds = 400;
const warmUp = 100;

/** The medians of two requests that are sent in turn, in milliseconds, without the first ones. Closes both clients. */
export async function timeInTurn(one: LeanClient, other: LeanClient): Promise<[number, number]> {
  const [ofOne, ofOther]: [number[], number[]] = [[], []];
  for (let i = 0; i < rounds; i++) {
    ofOne.push(await time(one.send));
    ofOther.push(await time(other.send));
  }
  one.close();
  other.close();
  return [median(ofOne.slice(warmUp)), median(ofOther.slice(warmUp))];
}
