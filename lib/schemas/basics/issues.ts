/* What zod found wrong, as the issues of an answer: an unknown key is named itself, not the object it stands in. */
import type * as z from "zod";
import { type Issue, pathOf } from "./error.ts";

export function issuesOf(error: z.core.$ZodError, at: readonly PropertyKey[] = []): Issue[] {
  return error.issues.flatMap((issue) => {
    const path = [...at, ...issue.path];
    if (issue.code === "unrecognized_keys")
      return issue.keys.map((key) => ({ path: pathOf([...path, key]), message: "is not known here" }));
    return [{ path: pathOf(path), message: messageOf(issue) }];
  });
}

export function messageOf(issue: z.core.$ZodIssue): string {
  const isMissing = issue.code === "invalid_type" && issue.message.endsWith("received undefined");
  return isMissing ? "is missing" : lowerFirst(issue.message) + sentSize(issue);
}

/** Beside a limit, what was sent: known where the input was reported. */
function sentSize({ code, input }: z.core.$ZodIssue): string {
  if (code !== "too_big") return "";
  if (Array.isArray(input)) return `, are ${input.length}`;
  return typeof input === "string" ? `, has ${Array.from(input).length}` : "";
}

/** The message stands behind a path and a colon. */
const lowerFirst = (message: string) => message.charAt(0).toLowerCase() + message.slice(1);
