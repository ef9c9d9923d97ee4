/* Cursors of lists: texts in base64url. Each list defines what its cursors contain; all invalid ones are refused here. */
import { type AppError, invalid } from "./error.ts";

export const encodeCursor = (text: string): string => Buffer.from(text).toString("base64url");

/** The text of a cursor; undefined if this is not a valid encoding. */
export function decodeCursor(cursor: string): string | undefined {
  const text = Buffer.from(cursor, "base64url").toString();
  return encodeCursor(text) === cursor ? text : undefined;
}

/** A 400 for text that is no cursor, or not one of this list; `of` names the list for messages. */
export const invalidCursor = (of?: "this share"): AppError =>
  refusal(`is not a valid cursor${of ? ` of ${of}` : ""}; send nextCursor of the previous page unchanged`);

/** A 400 for a cursor of another list. */
export const foreignCursor = (list: "table" | "list"): AppError => refusal(`is a cursor of another ${list}`);

/** A 400 for a cursor of another query, or of a view or field that has changed since. */
export const outdatedCursor = (): AppError =>
  refusal("belongs to another query, or the view or a field has changed; start again without a cursor");

const refusal = (message: string) => invalid([{ path: "cursor", message }]);
