/*
 * Conditional requests (RFC 9110, 13): the ETag of an answer names the state of a record. With that tag in If-Match, a request
 * changes that state or nothing.
 *
 * A weak tag counts as the strong one: proxies that compress make weak tags, and the tag names a state, not bytes.
 */
import type { APIGatewayProxyStructuredResultV2 as Result } from "aws-lambda";
import { AppError, type Issue } from "#lib/schemas/basics/error";
import type { Event } from "./call.ts";
import type { Definition } from "./definition.ts";

const aTag = /(?:W\/)?"[\x21\x23-\x7e]*"/;
const aList = new RegExp(`^${aTag.source}(?:[ \t]*,[ \t]*${aTag.source})*$`);

/** The value of the header ETag for a state. */
export const etagOf = (tag: string) => `"${tag}"`;

/** The issues of If-Match. Where the header would have no effect it is an error, because its sender relies on it. */
export function ifMatchIssues({ headers }: Event, { conditional, method, scope }: Definition): Issue[] {
  const header = headers["if-match"]?.trim();
  if (header === undefined || !scope || method === "GET") return [];
  const path = "headers.if-match";
  if (!conditional) return [{ path, message: "is for changing one record, or deleting records" }];
  return header === "*" || aList.test(header)
    ? []
    : [{ path, message: 'must be * or the ETags of answers: "3.mg2x7k1c"' }];
}

/** Throws 412 if the value of If-Match does not name this state. */
export function expectTag(header: string | undefined, tag: string): void {
  if (header === undefined || namesTag(header, etagOf(tag))) return;
  throw new AppError(
    "precondition_failed",
    "The record has been changed since: read it again, its ETag is another now",
    { headers: { etag: etagOf(tag) } },
  );
}

/** Whether If-Match or If-None-Match names this ETag. */
export const namesTag = (header: string | undefined, etag: string): boolean =>
  header?.trim() === "*" ||
  header
    ?.match(new RegExp(aTag.source, "g"))
    ?.map((each) => each.replace(/^W\//, ""))
    .includes(etag) === true;

/** Answers 304 in place of a success whose ETag If-None-Match names. For answers whose tag names all that they show. */
export async function answerUnchanged(run: () => Promise<Result>, { headers: sent }: Event): Promise<Result> {
  const answer = await run();
  const { etag, "content-type": _, ...headers } = answer.headers ?? {};
  if (etag === undefined || !namesTag(sent["if-none-match"], String(etag))) return answer;
  return { statusCode: 304, headers: { ...headers, etag } };
}
