/*
 * An HTTP client that costs little beside the server it measures: connections are kept, requests are made once, and of a response
 * only the status is looked at.
 */
import { Agent, request } from "node:http";
import type { Server } from "../demo/client.ts";

export interface LeanClient {
  /** Sends it, and settles when the whole response is here; throws for any other status than 2xx. */
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
