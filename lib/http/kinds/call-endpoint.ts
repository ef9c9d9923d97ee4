/*
 * Calls an endpoint from inside another request, for the same caller: its scopes, roles, checks and idempotency hold as for a request of
 * its own. Only what is about HTTP is left out: no log, no answer in bytes, no headers of the answer.
 */
import middy from "@middy/core";
import type { Context } from "aws-lambda";
import type * as z from "zod";
import type { Principal } from "#lib/access/principal";
import type { Event, Incoming } from "#lib/http/call";
import { answering, checks, type Endpoint } from "#lib/http/make-endpoint";

/** The request that the call is a part of. */
export interface Outer {
  principal: Principal;
  /** ISO 8601 UTC with milliseconds. */
  now: string;
  requestId: string;
  sourceIp: string;
}

/** What is sent: the values of the names in the path, the query, a value that becomes the JSON of the body, and headers in lower case. */
export interface SentInside {
  params?: Record<string, string>;
  query?: Record<string, string | string[]>;
  body?: unknown;
  headers?: Record<string, string>;
}

/**
 * What the endpoint answers, by the shape that it declares. Throws what it throws: an `AppError` for whatever is not allowed or not valid.
 * Only for endpoints that are called by tokens.
 */
export async function callEndpoint<Shape extends z.ZodType>(
  endpoint: Endpoint,
  shape: Shape,
  sent: SentInside,
  outer: Outer,
): Promise<z.output<Shape>> {
  const { definition } = endpoint;
  if (!definition.scope) throw new Error(`${definition.path} is not called by tokens with a scope`);
  const run = middy<Incoming, unknown>(answering(endpoint)).use(checks.map((check) => check(definition)));
  return shape.parse(await run(eventOf(endpoint, sent, outer), noContext));
}

function eventOf({ definition: { method, path } }: Endpoint, sent: SentInside, outer: Outer): Incoming {
  const { principal, now, requestId, sourceIp } = outer;
  const names = sent.params ?? {};
  const rawPath = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(names[name] ?? ""));
  const http = { method, path: rawPath, protocol: "HTTP/1.1", sourceIp, userAgent: "" };
  const event: Event = {
    version: "2.0",
    routeKey: `${method} ${path}`,
    rawPath,
    rawQueryString: queryString(sent.query ?? {}),
    headers: { ...(sent.body !== undefined && { "content-type": "application/json" }), ...sent.headers },
    requestContext: { ...contextOfNothing, requestId, http },
    isBase64Encoded: false,
    ...(sent.body !== undefined && { body: JSON.stringify(sent.body) }),
  };
  const authenticating = Promise.resolve(principal);
  const call = { requestId, now, begun: performance.now(), names, cookies: [], authenticating };
  return Object.assign(event, { call });
}

const queryString = (query: Record<string, string | string[]>) =>
  new URLSearchParams(
    Object.entries(query).flatMap(([key, value]) => [value].flat().map((each) => [key, each])),
  ).toString();

/** Lambda's own, which no endpoint reads. */
const noContext: Context = Object.create(null);

/** What API Gateway adds about itself, which no endpoint reads. */
const contextOfNothing = {
  accountId: "",
  apiId: "",
  domainName: "",
  domainPrefix: "",
  routeKey: "",
  stage: "$default",
  time: "",
  timeEpoch: 0,
};
