/* A request on the wire, byte by byte what the test says: `fetch` would tidy the path up and add headers of its own. */
import { Buffer } from "node:buffer";
import { once } from "node:events";
import * as http from "node:http";
import * as https from "node:https";
import { buffer } from "node:stream/consumers";

export interface HttpRequest {
  method: string;
  /** Path and query, as they are sent. */
  url: string;
  headers: Record<string, string>;
  body: Buffer;
}

export interface HttpAnswer {
  status: number;
  headers: Record<string, string>;
  /** Lines of Set-Cookie. */
  cookies: string[];
  bytes: Buffer;
}

/** Few connections a worker: each one that asks at once is a process more in the emulator. */
const options = { keepAlive: true, maxSockets: 6 };
const clients = {
  "http:": { send: http.request, agent: new http.Agent(options) },
  "https:": { send: https.request, agent: new https.Agent(options) },
};

export async function overHttp(
  base: string,
  { method, url, headers, body }: HttpRequest,
): Promise<HttpAnswer> {
  const { protocol, hostname, port, pathname } = new URL(base);
  const { send, agent } = clients[protocol as keyof typeof clients];
  const request = send({
    agent,
    hostname,
    port,
    method,
    path: pathname.replace(/\/$/, "") + url,
    headers: { ...onTheWire(headers), ...(body.length > 0 && { "content-length": body.length }) },
  });
  request.end(body);
  const [response] = (await once(request, "response")) as [http.IncomingMessage];
  const bytes: Buffer = await buffer(response);
  return {
    status: response.statusCode ?? 0,
    headers: joined(response.headersDistinct),
    cookies: response.headers["set-cookie"] ?? [],
    bytes,
  };
}

/** Node writes a byte for each character, clients send UTF-8. */
const onTheWire = (headers: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Buffer.from(value).toString("latin1")]),
  );

const joined = (headers: NodeJS.Dict<string[]>) =>
  Object.fromEntries(Object.entries(headers).map(([name, values = []]) => [name, values.join(", ")]));
