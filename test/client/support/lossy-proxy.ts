/* A proxy before a server, which loses answers: the request is done, and its connection ends without an answer. */
import { once } from "node:events";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";

export interface LossyProxy {
  url: string;
  /** `POST /table/…` of each request, in order. */
  seen: string[];
  close(): Promise<unknown>;
}

/** `loses` says whether the answer to a request is lost; it gets the requests so far, this one as the last. */
export async function lossyProxy(target: string, loses: (seen: string[]) => boolean): Promise<LossyProxy> {
  const seen: string[] = [];
  const server = createServer((incoming, outgoing) => {
    seen.push(`${incoming.method} ${incoming.url}`);
    const isLost = loses(seen);
    const { method, headers } = incoming;
    const forwarded = request(target + incoming.url, { method, headers }, (answer) => {
      if (isLost) answer.resume().on("end", () => outgoing.destroy());
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
