/* One request to one address that was looked at, and its answer as far as it is wanted. */
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
  /** Of the answer's body. */
  maxBytes: number;
  /** More bytes than that are no failure: the beginning is enough, for what is shown to people only. */
  beginning?: true;
}

interface Connection {
  addresses: LookupAddress[];
  signal: AbortSignal;
  /** Called with the first byte of the answer. */
  onAnswer: () => void;
  /** Certificates to trust besides: tests have one of their own. */
  ca?: string | undefined;
}

const maxHeaderSize = 16 * 1024;

export function send(
  { url, host }: Target,
  { method = "GET", headers, body, ...wanted }: Request,
  { addresses, signal, onAnswer, ca }: Connection,
): Promise<Answer> {
  const { request, Agent } = url.protocol === "https:" ? https : http;
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const sent = request({
    // of its own: strangers share no connection, no TLS session, and no proxy from the environment
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
  // also where there is neither an answer nor an error, as after an upgrade to another protocol; else it is settled by then
  let answered = false;
  sent.on("close", () => answered || reject(new Error("closed without an answer")));
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
  // a few bytes can be made of which many come
  if (isPacked) throw new CallFailed("packed", "answers compressed, though it was not asked to");
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
