/* A request and its answer, wherever they go to: see target.ts. */
import { Buffer } from "node:buffer";
import { gunzipSync } from "node:zlib";
import type { APIGatewayProxyStructuredResultV2 } from "aws-lambda";
import { contextOf } from "#lib/local/gateway/context";
import { eventOf, splitTarget } from "#lib/local/gateway/event";
import type { Handler } from "#lib/local/gateway/gateway";
import { type Route, router } from "#lib/local/gateway/router";
import { type Registry, routesOf } from "#lib/registry";
import { baseUrl } from "#test/support/run/target";
import { type HttpAnswer, type HttpRequest, overHttp } from "./over-http.ts";

/** What tests read from an answer is checked by its shape and by what they expect of it. */
type Anything = ReturnType<typeof JSON.parse>;

export interface Answer<Body = Anything> extends HttpAnswer {
  /** JSON where it is some, else text. */
  body: Body;
}

/** In process, these are the routes there are. */
export interface Routes {
  routes: readonly Route<Handler>[];
  defaultHandler: Handler;
}

/** Those of all endpoints, and what answers everywhere else. */
export const routesIn = (registry: Registry): Routes => ({
  routes: routesOf(registry).map(({ endpoint, ...route }) => ({ ...route, handler: endpoint.handler })),
  defaultHandler: registry.fallback.handler,
});

export async function request(asked: HttpRequest, routes: Routes): Promise<Answer> {
  // as every client does: what is not ASCII is sent percent-encoded
  const url = asked.url.replace(/[^\x21-\x7e]+/gu, encodeURIComponent);
  const base = baseUrl();
  const answer = base ? await overHttp(base, { ...asked, url }) : await inProcess({ ...asked, url }, routes);
  return { ...answer, body: contentOf(answer) };
}

async function inProcess(asked: HttpRequest, { routes, defaultHandler }: Routes): Promise<HttpAnswer> {
  const { handler, ...route } = router(routes, defaultHandler)(asked.method, splitTarget(asked.url).path);
  const result = await handler(eventOf(asked, route), contextOf("test", route.routeKey));
  return {
    status: result.statusCode ?? 0,
    headers: result.headers as Record<string, string>,
    cookies: result.cookies ?? [],
    bytes: bytesOf(result),
  };
}

const bytesOf = ({ body = "", isBase64Encoded }: APIGatewayProxyStructuredResultV2) =>
  Buffer.from(body, isBase64Encoded ? "base64" : "utf8");

function contentOf({ headers, bytes }: HttpAnswer): Anything {
  const text = (headers["content-encoding"] === "gzip" ? gunzipSync(bytes) : bytes).toString();
  const isJson = headers["content-type"]?.startsWith("application/json") && text !== "";
  return isJson ? JSON.parse(text) : text;
}
