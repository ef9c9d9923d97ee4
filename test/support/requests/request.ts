/* Sends a request in process or over HTTP, as target.ts decides. */
import { Buffer } from "node:buffer";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import type { APIGatewayProxyStructuredResultV2 } from "aws-lambda";
import { vi } from "vitest";
import { contextOf } from "#lib/local/gateway/context";
import { eventOf, splitTarget } from "#lib/local/gateway/event";
import type { Handler } from "#lib/local/gateway/gateway";
import { type Route, router } from "#lib/local/gateway/router";
import { type Registry, routesOf } from "#lib/registry";
import { endMillisecond, passEndedMillisecond } from "#test/support/run/next-millisecond";
import { baseUrl } from "#test/support/run/target";
import { type HttpAnswer, type HttpRequest, overHttp } from "./over-http.ts";

/** Bodies are untyped: their declared shape and the expectations of tests check them. */
type Anything = ReturnType<typeof JSON.parse>;

export interface Answer<Body = Anything> extends HttpAnswer {
  /** Parsed JSON, or text for other content types. */
  body: Body;
}

/** The routes of a request in process. */
export interface Routes {
  routes: readonly Route<Handler>[];
  defaultHandler: Handler;
}

const routesOfRegistries = new WeakMap<Registry, Routes>();

/** The routes of all endpoints, and the fallback. */
export function routesIn(registry: Registry): Routes {
  const known = routesOfRegistries.get(registry) ?? {
    routes: routesOf(registry).map(({ endpoint, ...route }) => ({ ...route, handler: endpoint.handler })),
    defaultHandler: registry.fallback.handler,
  };
  routesOfRegistries.set(registry, known);
  return known;
}

export async function request(asked: HttpRequest, routes: Routes): Promise<Answer> {
  // percent-encodes characters outside ASCII, as every client does
  const url = asked.url.replace(/[^\x21-\x7e]+/gu, encodeURIComponent);
  const base = baseUrl();
  const answer = base ? await overHttp(base, { ...asked, url }) : await inProcess({ ...asked, url }, routes);
  return { ...answer, body: contentOf(answer) };
}

const routers = new WeakMap<Routes, ReturnType<typeof router<Handler>>>();

function routerOf(routes: Routes) {
  const known = routers.get(routes) ?? router(routes.routes, routes.defaultHandler);
  routers.set(routes, known);
  return known;
}

async function inProcess(asked: HttpRequest, routes: Routes): Promise<HttpAnswer> {
  const { handler, ...route } = routerOf(routes)(asked.method, splitTarget(asked.url).path);
  // calls one after another have times in that order; concurrent calls start at once
  if (asked.method !== "GET" && !vi.isFakeTimers()) await passEndedMillisecond();
  const result = await handler(eventOf(asked, route), contextOf("test", route.routeKey)).finally(() => {
    if (!vi.isFakeTimers()) endMillisecond();
  });
  return {
    status: result.statusCode ?? 0,
    headers: result.headers as Record<string, string>,
    cookies: result.cookies ?? [],
    bytes: bytesOf(result),
  };
}

const bytesOf = ({ body = "", isBase64Encoded }: APIGatewayProxyStructuredResultV2) =>
  Buffer.from(body, isBase64Encoded ? "base64" : "utf8");

const unpack: Record<string, ((bytes: Buffer) => Buffer) | undefined> = {
  gzip: gunzipSync,
  br: brotliDecompressSync,
};

function contentOf({ headers, bytes }: HttpAnswer): Anything {
  const unpackBytes = bytes.length > 0 ? unpack[headers["content-encoding"] ?? ""] : undefined;
  const text = (unpackBytes?.(bytes) ?? bytes).toString();
  const isJson = headers["content-type"]?.startsWith("application/json") && text !== "";
  return isJson ? JSON.parse(text) : text;
}
