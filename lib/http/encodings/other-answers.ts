/* Answers that are no JSON: files, pages and redirects. */
import type { APIGatewayProxyStructuredResultV2 } from "aws-lambda";

const vary = "accept-encoding";

/** An answer that is not JSON. */
export interface File {
  contentType: string;
  body: Buffer | string;
  /** Seconds that it may be cached; 0: it must be revalidated. */
  maxAge: number;
  headers?: Record<string, string>;
}

/** An HTML page; it is never cached. */
export interface Page {
  /** 200 if left out. */
  status?: number;
  html: string;
  headers: Record<string, string>;
}
/** 302: the browser goes there with GET; 307: with the method and body of the request. */
export interface Redirect {
  location: string;
  /** Seconds that a 302 may be cached, also by others than the caller; without it, it is not cached. */
  maxAge?: number;
}

/** The response for a file, a page or a redirect; `undefined` for JSON, where a redirect to a file was possible. */
export function otherAnswer(
  { status, file, redirect, orFile }: { status: number; file?: string; redirect?: true; orFile?: true },
  value: unknown,
  { call, headers }: { call: { requestId: string }; headers: { [name: string]: string | undefined } },
): APIGatewayProxyStructuredResultV2 | undefined {
  if (orFile && !(typeof value === "object" && value !== null && "location" in value)) return undefined;
  if (file) return fileResult(value as File, call.requestId);
  const result = pageResult(value as Page | Redirect, call.requestId);
  if (redirect && status === 302 && takesOnlyJson(headers["accept"]))
    return addressResult(result, call.requestId);
  return redirect ? { ...result, statusCode: status } : result;
}

/**
 * Whether the request takes JSON and nothing else. Then the answer is the address of the file instead of a redirect to it. A page of
 * another origin cannot read where a redirect leads, and cannot follow one to a bucket, which sees `Origin: null`. Clients that list other
 * types beside JSON get the redirect.
 */
const takesOnlyJson = (accept = ""): boolean =>
  accept.trim() !== "" &&
  accept.split(",").every((each) => each.split(";", 1)[0]?.trim().toLowerCase() === "application/json");

const addressResult = ({ headers = {} }: APIGatewayProxyStructuredResultV2, requestId: string) => ({
  statusCode: 200,
  headers: {
    "content-type": "application/json; charset=utf-8",
    "cache-control": "no-store",
    vary: `accept, ${vary}`,
    "x-request-id": requestId,
  },
  body: JSON.stringify({ url: headers["location"] }),
});

const fileResult = ({ contentType, body, maxAge, headers }: File, requestId: string) => ({
  statusCode: 200,
  headers: {
    ...headers,
    "content-type": contentType,
    "cache-control": maxAge > 0 ? `public, max-age=${maxAge}` : "no-cache",
    vary,
    "x-request-id": requestId,
  },
  body: Buffer.from(body).toString("base64"),
  isBase64Encoded: true,
});

/** The response for a page (200 or its status) or a redirect (302). */
export function pageResult(answer: Page | Redirect, requestId: string): APIGatewayProxyStructuredResultV2 {
  const common = { "x-request-id": requestId, "cache-control": "no-store" };
  if ("location" in answer) {
    const { location, maxAge } = answer;
    const cached = maxAge && { "cache-control": `public, max-age=${maxAge}` };
    return {
      statusCode: 302,
      headers: { ...common, ...cached, ...(cached && { vary: "accept" }), location },
    };
  }
  const { status = 200, html, headers } = answer;
  return {
    statusCode: status,
    headers: { ...headers, ...common, vary, "content-type": "text/html; charset=utf-8" },
    body: html,
  };
}
