/*
 * A proxy before a server. It loses answers: the request is done, and its connection ends without an answer. Or it answers with a status of
 * its own, as gateways do, and the server never sees the request. Or it never answers.
 */
import { once } from "node:events";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";

export interface LossyProxy {
  url: string;
  /** `POST /table/…` of each request, in order. */
  seen: string[];
  close(): Promise<unknown>;
}

/** What happens to a request: its answer passes, or is lost; or a status in place of it, or nothing at all. */
export type Fate = "passes" | "lost" | "hangs" | number;

/** `fateOf` gets the requests so far, this one as the last. */
export async function lossyProxy(target: string, fateOf: (seen: string[]) => Fate): Promise<LossyProxy> {
  const seen: string[] = [];
  const server = createServer((incoming, outgoing) => {
    seen.push(`${incoming.method} ${incoming.url}`);
    const fate = fateOf(seen);
    if (fate === "hangs") return;
    if (typeof fate === "number") {
      incoming.resume().on("end", () => outgoing.writeHead(fate).end('{"message":"Service Unavailable"}'));
      return;
    }
    const { method, headers } = incoming;
    const forwarded = request(target + incoming.url, { method, headers }, (answer) => {
      if (fate === "lost") answer.resume().on("end", () => outgoing.destroy());
      else answer.pipe(outgoing.writeHead(answer.statusCode ?? 502, answer.headers));
    });
    incoming.pipe(forwarded);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  const close = () => {
    server.closeAllConnections();
    return once(server.close(), "close");
  };
  return { url: `http://127.0.0.1:${port}`, seen, close };
}

/** Of the requests for the same, the first answer is lost, the second passes, the third is lost … */
export const everySecond = (seen: string[]): Fate =>
  seen.filter((each) => each === seen.at(-1)).length % 2 === 1 ? "lost" : "passes";
