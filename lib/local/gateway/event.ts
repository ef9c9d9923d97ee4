/*
 * Turns an HTTP request into the payload 2.0 event of API Gateway: the path is decoded, cookies are not among the headers, repeated
 * headers are joined by a comma, and a binary body is base64.
 */
import { isUtf8 } from "node:buffer";
import { randomUUID } from "node:crypto";
import type { APIGatewayProxyEventV2 } from "aws-lambda";

export interface HttpRequest {
  method: string;
  /** The request target as sent: path and query, still encoded. */
  url: string;
  headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  body: Buffer;
  sourceIp?: string | undefined;
}

interface Matched {
  routeKey: string;
  pathParameters: Readonly<Record<string, string>>;
}

export function eventOf(
  { method, url, headers: sent, body, sourceIp = "127.0.0.1" }: HttpRequest,
  { routeKey, pathParameters }: Matched,
  requestId: string = randomUUID(),
): APIGatewayProxyEventV2 {
  const { path, query } = splitTarget(url);
  const { cookie, ...headers } = joined(sent);
  const cookies = cookie?.split(/;\s*/).filter(Boolean);
  const { host = "localhost" } = headers;
  const domainName = host.replace(/:\d+$/, "");
  const now = new Date();
  return {
    version: "2.0",
    routeKey,
    rawPath: decodePath(path),
    rawQueryString: query,
    ...(cookies?.length && { cookies }),
    // the caller cannot set these two, as on AWS
    headers: { ...headers, "x-forwarded-for": forwardedFor(headers, sourceIp), "x-forwarded-proto": "http" },
    ...(query && { queryStringParameters: joinedQuery(query) }),
    ...(Object.keys(pathParameters).length > 0 && { pathParameters }),
    // compressed bytes stay bytes, even if they happen to be a text
    ...bodyOf(body, headers["content-encoding"] ? "" : headers["content-type"]),
    requestContext: {
      accountId: "000000000000",
      apiId: "local",
      domainName,
      domainPrefix: domainName.split(".", 1)[0] ?? "",
      http: {
        method,
        path: decodePath(path),
        protocol: "HTTP/1.1",
        sourceIp,
        userAgent: headers["user-agent"] ?? "",
      },
      requestId,
      routeKey,
      stage: "$default",
      time: logTime(now),
      timeEpoch: now.getTime(),
    },
  };
}

/** Splits a request target: a proxy's absolute form (`http://host/path`) loses its origin. */
export function splitTarget(url: string): { path: string; query: string } {
  const target = url.replace(/^https?:\/\/[^/?]*/i, "");
  const mark = target.indexOf("?");
  return mark < 0
    ? { path: target || "/", query: "" }
    : { path: target.slice(0, mark) || "/", query: target.slice(mark + 1) };
}

/** Percent-decodes all but `%25`, as API Gateway does. Text that is not validly encoded is returned unchanged. */
export function decodePath(text: string): string {
  try {
    return text
      .split("%25")
      .map((part) => decodeURIComponent(part))
      .join("%25");
  } catch {
    return text;
  }
}

function joined(sent: HttpRequest["headers"]): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(sent)) {
    if (value === undefined) continue;
    const key = name.toLowerCase();
    headers[key] = [value].flat().join(key === "cookie" ? ";" : ",");
  }
  return headers;
}

function joinedQuery(query: string): Record<string, string> {
  const values = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(query)) {
    const before = values.get(name);
    values.set(name, before === undefined ? value : `${before},${value}`);
  }
  return Object.fromEntries(values);
}

function forwardedFor(headers: Record<string, string>, sourceIp: string): string {
  const before = headers["x-forwarded-for"];
  return before ? `${before}, ${sourceIp}` : sourceIp;
}

function bodyOf(body: Buffer, contentType = ""): { body?: string; isBase64Encoded: boolean } {
  if (body.length === 0) return { isBase64Encoded: false };
  // bytes that are no text stay bytes, so that the function can say which of them are wrong
  const isText = /^\s*(text\/|application\/(json|javascript|xml)\s*(;|$))/i.test(contentType) && isUtf8(body);
  return { body: body.toString(isText ? "utf8" : "base64"), isBase64Encoded: !isText };
}

/** `12/Mar/2026:19:03:58 +0000` */
function logTime(date: Date): string {
  const [, day, month, year, time] = date.toUTCString().split(" ");
  return `${day}/${month}/${year}:${time} +0000`;
}
