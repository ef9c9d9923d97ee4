/*
 * Conditional requests (RFC 9110, 13): the ETag of an answer names the state of a record, and who sends it back as If-Match changes
 * that state or nothing.
 *
 * A weak tag counts as the strong one: what compresses on the way makes one of the other, and the tag names a state, not bytes.
 */
import { AppError, type Issue } from "#lib/schemas/basics/error";
import type { Event } from "./call.ts";
import type { Definition } from "./definition.ts";

const aTag = /(?:W\/)?"[\x21\x23-\x7e]*"/;
const aList = new RegExp(`^${aTag.source}(?:[ \t]*,[ \t]*${aTag.source})*$`);

export const etagOf = (tag: string) => `"${tag}"`;

/** What is wrong with the header; where nothing looks at it, that it is there: who sends it relies on it. */
export function ifMatchIssues({ headers }: Event, { conditional, method, scope }: Definition): Issue[] {
  const header = headers["if-match"]?.trim();
  if (header === undefined || !scope || method === "GET") return [];
  const path = "headers.if-match";
  if (!conditional) return [{ path, message: "is for changing or deleting one record" }];
  return header === "*" || aList.test(header)
    ? []
    : [{ path, message: 'must be * or the ETags of answers: "3.mg2x7k1c"' }];
}

/** 412 if the request has a condition that this state does not meet. */
export function expectTag(header: string | undefined, tag: string): void {
  const tags = header?.match(new RegExp(aTag.source, "g"))?.map((each) => each.replace(/^W\//, ""));
  if (!tags || tags.includes(etagOf(tag))) return;
  throw new AppError(
    "precondition_failed",
    "The record has been changed since: read it again, its ETag is another now",
    { headers: { etag: etagOf(tag) } },
  );
}
