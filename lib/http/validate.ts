/* Whether the request is right: every issue of its query and body at once, after it is known that the caller may ask. */
import type { MiddlewareObj } from "@middy/core";
import { AppError, type Issue, invalid, notYet } from "#lib/schemas/error";
import { issuesOf } from "#lib/schemas/issues";
import { limits } from "#lib/schemas/limits";
import type { Event, Incoming } from "./call.ts";
import type { Definition } from "./definition.ts";

export function validate(definition: Definition): MiddlewareObj<Incoming> {
  return {
    before: function check({ event }) {
      const { call } = event;
      const parsed = definition.body?.safeParse(readBody(event), { reportInput: true });
      const issues: Issue[] = [
        ...(call.queryError ? issuesOf(call.queryError) : []),
        ...(parsed?.error ? issuesOf(parsed.error) : []),
        ...headerIssues(event, definition),
      ];
      if (issues.length > 0) throw invalid(issues);
      call.body = parsed?.data;
    },
  };
}

function headerIssues({ headers }: Event, { method }: Definition): Issue[] {
  const repeats = method !== "GET" && method !== "DELETE" && headers["idempotency-key"] !== undefined;
  return repeats ? [notYet("headers.idempotency-key", "repeating requests safely")] : [];
}

function readBody({ headers, body = "", isBase64Encoded }: Event): unknown {
  const type = headers["content-type"] ?? "";
  if (!/^application\/(json|[\w.-]+\+json)\s*(;|$)/i.test(type))
    throw new AppError(
      "unsupported_media_type",
      `The body must be JSON, with content-type application/json${type && `, not ${type}`}`,
    );
  const text = isBase64Encoded ? Buffer.from(body, "base64").toString() : body;
  const bytes = Buffer.byteLength(text);
  if (bytes > limits.bodyBytes)
    throw new AppError("payload_too_large", `The body has ${bytes} bytes, the limit is ${limits.bodyBytes}`);
  return parsed(text);
}

function parsed(text: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    const reason = error instanceof Error ? error.message : "";
    throw invalid([
      {
        path: "",
        message: text.trim()
          ? `the body is not JSON: ${reason}`
          : "the body is empty; send {} to leave all out",
      },
    ]);
  }
  refuseDeep(value);
  // half a surrogate pair is no character: the store would refuse it. A reviver calls itself, so it comes after the depth
  return /\\u[dD][89a-fA-F]/.test(text) ? JSON.parse(text, wellFormed) : value;
}

const wellFormed = (_: string, value: unknown) => (typeof value === "string" ? value.toWellFormed() : value);

/** What walks through a value later may do so by calling itself. */
function refuseDeep(value: unknown): void {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > limits.bodyDepth)
      throw invalid([{ path: "", message: `the body is nested deeper than ${limits.bodyDepth}` }]);
    level = level.flatMap((each) => (typeof each === "object" && each !== null ? Object.values(each) : []));
  }
}
