/* The errors of zod as the issues of a response. The path of an unknown key includes the key. */
import type * as z from "zod";
import { type Issue, pathOf } from "#lib/schemas/basics/error";
import { explainUnknown } from "./hints.ts";
import "./messages.ts";

/** The issues of a zod error; `at` is the path of the parsed value in the request. */
export function issuesOf(error: z.core.$ZodError, at: readonly PropertyKey[] = []): Issue[] {
  return error.issues.flatMap((issue) => {
    const path = [...at, ...issue.path];
    if (issue.code === "unrecognized_keys")
      return issue.keys.map((key) => ({
        path: pathOf([...path, key]),
        message: explainUnknown(key, issue.message),
      }));
    return [{ path: pathOf(path), message: messageOf(issue) }];
  });
}

/** The message of one zod issue, to be read after a path. */
export function messageOf(issue: z.core.$ZodIssue): string {
  return lowerFirst(issue.message) + sentSize(issue);
}

/** The size that was sent, for messages about a limit; empty if zod does not report the input. */
function sentSize({ code, input }: z.core.$ZodIssue): string {
  if (code !== "too_big") return "";
  if (Array.isArray(input)) return `; got ${input.length}`;
  return typeof input === "string" ? `; got ${Array.from(input).length}` : "";
}

/** Messages follow a path and a colon. */
const lowerFirst = (message: string) => message.charAt(0).toLowerCase() + message.slice(1);
