/*
 * Calls an endpoint as a client would. Every successful response is checked against the shape that the endpoint declares, so each endpoint test
 * is also a contract test. A setting decides where calls go: see target.ts.
 */
import { Buffer } from "node:buffer";
import type * as z from "zod";
import type { Endpoint } from "#lib/http/endpoint";
import { routeMethod } from "#lib/http/head";
import { baseUrl } from "#test/support/run/target";
import { type Answer, request } from "./request.ts";

export type { Answer } from "./request.ts";

/** Who asks: with a token, or by a script of our own page with a session. */
export type Asker = { token: string } | { cookie: string };

export interface Asking {
  /** None if left out. */
  as?: Asker;
  /** The session cookie to send, with the headers of a browser on our own page. */
  signedIn?: { cookie: string };
  params?: Record<string, string>;
  /** Keys and values, or the query string itself. */
  query?: Record<string, string | string[]> | string;
  /** Sent as JSON; strings and buffers are sent unchanged. */
  body?: unknown;
  headers?: Record<string, string>;
}

export async function call(endpoint: Endpoint, asking: Asking = {}): Promise<Answer> {
  const { definition } = endpoint;
  const answer = await send(endpoint, {
    ...asking,
    method: definition.method,
    path: filled(definition.path, asking.params),
  });
  if (answer.status < 300 && definition.response.shape)
    checkShape(definition.response.shape, isEmpty(answer) ? undefined : answer.body, definition.path);
  return answer;
}

/** Sends a request to a handler with any method and path. */
export async function send(
  endpoint: Endpoint,
  { method, path, as, signedIn, query, body, headers }: Asking & { method: string; path: string },
): Promise<Answer> {
  const { definition } = endpoint;
  const paths = [definition.path, ...(definition.alsoAt ? [definition.alsoAt] : [])];
  return request(
    {
      method,
      url: path + queryString(query),
      headers: {
        ...(as && headersOf(as)),
        ...(signedIn && { ...fromOurPage(), cookie: `auth_session=${signedIn.cookie}` }),
        ...(body !== undefined && { "content-type": "application/json" }),
        ...headers,
      },
      body: bytesOf(body),
    },
    {
      routes: paths.map((path) => ({ method: routeMethod(definition.method), path, handler: endpoint })),
      defaultHandler: endpoint,
    },
  );
}

const headersOf = (as: Asker) =>
  "token" in as
    ? { authorization: `Bearer ${as.token}` }
    : { ...fromOurPage(), cookie: `auth_session=${as.cookie}`, "x-window-id": "page" };

/** The headers of a browser on a page of the service. */
export function fromOurPage(): { origin: string; host: string } {
  const { origin, host } = new URL(baseUrl() ?? "http://localhost");
  // in process, the setting GRIDLESS_ORIGIN decides between http and https
  const isSecure = !baseUrl() && process.env["GRIDLESS_ORIGIN"]?.startsWith("https:");
  return { origin: isSecure ? `https://${host}` : origin, host };
}

/** An empty body; a gateway may add a content type to it. */
const isEmpty = ({ body }: Answer) => body === "";

function checkShape(shape: z.ZodType, body: unknown, path: string) {
  const { error } = shape.safeParse(body);
  if (error)
    throw new Error(
      `the response of ${path} does not match its declared shape: ${error.message}\n${JSON.stringify(body)}`,
    );
}

const filled = (path: string, params: Record<string, string> = {}) =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? `{${name}}`));

function queryString(query: Asking["query"]): string {
  if (!query) return "";
  if (typeof query === "string") return `?${query}`;
  const pairs = Object.entries(query).flatMap(([key, value]) =>
    [value].flat().map((each): [string, string] => [key, each]),
  );
  return `?${new URLSearchParams(pairs)}`;
}

function bytesOf(body: unknown): Buffer {
  if (Buffer.isBuffer(body)) return body;
  return Buffer.from(body === undefined ? "" : typeof body === "string" ? body : JSON.stringify(body));
}
