/* Cursors of lists: texts in base64url. Each list knows what its own say; all are refused here. */
import { type AppError, invalid } from "./error.ts";

export const encodeCursor = (text: string): string => Buffer.from(text).toString("base64url");

/** The text of a cursor; undefined where no text has this cursor. */
export function decodeCursor(cursor: string): string | undefined {
  const text = Buffer.from(cursor, "base64url").toString();
  return encodeCursor(text) === cursor ? text : undefined;
}

/** A 400 for what no page has given; `of` names what the pages are of, where a cursor does not tell. */
export const invalidCursor = (of?: "this share"): AppError =>
  refusal(`is no cursor${of ? ` of ${of}` : ""}: send the nextCursor of a page as it is`);

/** A 400 for a cursor that pages of another list have given. */
export const foreignCursor = (list: "table" | "list"): AppError => refusal(`is a cursor of another ${list}`);

/** A 400 for a cursor of pages that were asked for in other words, or that showed what has changed since. */
export const outdatedCursor = (): AppError =>
  refusal(
    "is a cursor of another query, or the view or a field was changed since: ask without it, from the beginning",
  );

const refusal = (message: string) => invalid([{ path: "cursor", message }]);
