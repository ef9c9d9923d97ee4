/*
 * One call of an endpoint, as a client makes it: the event that API Gateway would send, to the handler itself. Every
 * success is parsed with the shape that the endpoint declares, so each endpoint test is a contract test too.
 */
import { Buffer } from "node:buffer";
import type * as z from "zod";
import type { Endpoint } from "#lib/http/endpoint";
import { contextOf } from "#lib/local/context";
import { eventOf } from "#lib/local/event";
import { router } from "#lib/local/router";

export interface Asking {
  /** Whose token is sent; nobody's if left out. */
  as?: { token: string };
  params?: Record<string, string>;
  /** Keys and values, or the query string itself. */
  query?: Record<string, string | string[]> | string;
  /** Sent as JSON; a string as it is. */
  body?: unknown;
  headers?: Record<string, string>;
}

export interface Answer<Body = unknown> {
  status: number;
  body: Body;
  headers: Record<string, string>;
}

/** What tests read from an answer is checked by its shape and by what they expect of it. */
type Anything = ReturnType<typeof JSON.parse>;

export async function call(endpoint: Endpoint, asking: Asking = {}): Promise<Answer<Anything>> {
  const { definition } = endpoint;
  const answer = await send(endpoint, {
    ...asking,
    method: definition.method,
    path: filled(definition.path, asking.params),
  });
  if (answer.status < 300 && definition.response.shape)
    checkShape(definition.response.shape, answer.body, definition.path);
  return answer;
}

/** A request to a handler, whatever its definition says of path and method. */
export async function send(
  endpoint: Endpoint,
  { method, path, as, query, body, headers }: Asking & { method: string; path: string },
): Promise<Answer<Anything>> {
  const { definition } = endpoint;
  const url = path + queryString(query);
  const bytes = body === undefined ? "" : typeof body === "string" ? body : JSON.stringify(body);
  const sent: Record<string, string> = {
    host: "localhost",
    ...(as && { authorization: `Bearer ${as.token}` }),
    ...(body !== undefined && { "content-type": "application/json" }),
    ...headers,
  };
  const routes = [definition.path, ...(definition.alsoAt ? [definition.alsoAt] : [])];
  const match = router(
    routes.map((path) => ({ method: definition.method, path, handler: endpoint })),
    endpoint,
  );
  const route = match(method, path);
  const event = eventOf(
    {
      method,
      url,
      headers: Object.fromEntries(Object.entries(sent).map(([name, value]) => [name, [value]])),
      body: Buffer.from(bytes),
    },
    route,
  );
  const result = await endpoint(event, contextOf("test", route.routeKey));
  const text = result.isBase64Encoded
    ? Buffer.from(result.body ?? "", "base64").toString()
    : (result.body ?? "");
  const isJson = String(result.headers?.["content-type"] ?? "").startsWith("application/json");
  return {
    status: result.statusCode ?? 0,
    body: isJson ? JSON.parse(text) : text,
    headers: result.headers as Record<string, string>,
  };
}

function checkShape(shape: z.ZodType, body: unknown, path: string) {
  const { error } = shape.safeParse(body);
  if (error)
    throw new Error(
      `the answer of ${path} is not what it declares: ${error.message}\n${JSON.stringify(body)}`,
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
