/* One request to a checked address. */
import type { LookupAddress } from "node:dns";
import http, { type IncomingMessage } from "node:http";
import https from "node:https";
import { isIP } from "node:net";
import { type Answer, isRedirect } from "./answer.ts";
import { CallFailed } from "./problem.ts";
import { resolveTo } from "./resolve.ts";
import type { Target } from "./target.ts";

export interface Request {
  /** GET if left out. */
  method?: "GET" | "POST";
  headers?: Record<string, string>;
  body?: Buffer | string;
  /** The most bytes of the response body. */
  maxBytes: number;
  /** A longer body is cut instead of refused; used for text that is only shown. */
  beginning?: true;
}

interface Connection {
  addresses: LookupAddress[];
  signal: AbortSignal;
  /** Called at the first byte of the response. */
  onAnswer: () => void;
  /** Additional trusted certificates; used by tests. */
  ca?: string | undefined;
}

const maxHeaderSize = 16 * 1024;

/** Rejects with a CallFailed, or with an error of Node. */
export function send(
  { url, host }: Target,
  { method = "GET", headers, body, ...wanted }: Request,
  { addresses, signal, onAnswer, ca }: Connection,
): Promise<Answer> {
  const { request, Agent } = url.protocol === "https:" ? https : http;
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const sent = request({
    // its own agent: calls share no connection and no TLS session, and use no proxy from the environment
    agent: new Agent({ keepAlive: false, maxCachedSessions: 0 }),
    host,
    port: url.port || undefined,
    path: url.pathname + url.search,
    method,
    headers: { "user-agent": "Gridless", "accept-encoding": "identity", ...headers, ...lengthOf(body) },
    lookup: resolveTo(addresses),
    ...(!isIP(host) && { servername: host }),
    ...(ca && { ca }),
    rejectUnauthorized: true,
    maxHeaderSize,
    signal,
  });
  sent.on("error", reject);
  // needed when there is neither a response nor an error, for example after an upgrade to another protocol
  let answered = false;
  sent.on("close", () => answered || reject(new Error("closed without a response")));
  sent.on("response", (response) => {
    answered = true;
    onAnswer();
    read(response, wanted)
      .then(resolve, reject)
      .finally(() => sent.destroy());
  });
  sent.end(body);
  return promise;
}

const lengthOf = (body: Buffer | string | undefined) =>
  body === undefined ? {} : { "content-length": Buffer.byteLength(body) };

type Wanted = Pick<Request, "maxBytes" | "beginning">;

async function read(response: IncomingMessage, { maxBytes, beginning }: Wanted): Promise<Answer> {
  const { statusCode: status = 0, headers } = response;
  const answer = { status, headers };
  const isPacked = !/^(identity)?$/i.test(headers["content-encoding"]?.trim() ?? "");
  if (isRedirect(answer) || (isPacked && beginning)) return { ...answer, body: Buffer.alloc(0) };
  // a small compressed body can expand to a very large one
  if (isPacked) throw new CallFailed("packed", "sent a compressed response, which the request did not allow");
  const tooLarge = () => new CallFailed("tooLarge", `has more than ${maxBytes} bytes`);
  if (!beginning && Number(headers["content-length"]) > maxBytes) throw tooLarge();
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    size += chunk.length;
    if (size <= maxBytes) continue;
    if (beginning) break;
    throw tooLarge();
  }
  return { ...answer, body: Buffer.concat(chunks).subarray(0, maxBytes) };
}
