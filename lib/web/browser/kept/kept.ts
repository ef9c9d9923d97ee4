/* What is kept in this browser, as JSON: the edits of a record, or a comment. */
import type { Content } from "#lib/schemas/collaboration/comment-content";
import { isUnsent, type KeptQueue } from "../grid/edits.ts";
import type { KeptCall } from "./call-queue.ts";

export interface WrittenComment {
  baseId: string;
  tableId: string;
  recordId: string;
  /** The comment that it replaces; absent for a new one. */
  commentId?: string;
  /** As it was written. */
  text: string;
  /** What the text meant then. */
  content: Content;
}

export type Kept = KeptQueue | KeptCall<WrittenComment>;

/** Whether it is a comment. */
export const isComment = (kept: Kept): kept is KeptCall<WrittenComment> => "body" in kept;

/** Whether something of it is still to be sent. */
export const hasUnsent = (kept: Kept): boolean =>
  isComment(kept) ? kept.reason === undefined : isUnsent(kept);

/** Whether a value that was read is one that was kept. */
export const isKept = (kept: unknown): kept is Kept => isKeptQueue(kept) || isKeptComment(kept);

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const isText = (value: unknown): value is string => typeof value === "string";

const isKeptQueue = (kept: unknown): kept is KeptQueue =>
  isObject(kept) &&
  Number.isFinite(kept["since"]) &&
  isObject(kept["next"]) &&
  isObject(kept["refused"]) &&
  (kept["making"] === undefined ||
    (isObject(kept["making"]) && isText(kept["making"]["key"]) && isObject(kept["making"]["values"]))) &&
  Object.values(kept["refused"]).every((each) => isObject(each) && isText(each["reason"])) &&
  (kept["sent"] === undefined ||
    (isObject(kept["sent"]) && isObject(kept["sent"]["values"]) && isText(kept["sent"]["key"])));

const isKeptComment = (kept: unknown): kept is KeptCall<WrittenComment> =>
  isObject(kept) &&
  Number.isFinite(kept["since"]) &&
  isText(kept["key"]) &&
  (kept["reason"] === undefined || isText(kept["reason"])) &&
  isObject(kept["body"]) &&
  [kept["body"]["baseId"], kept["body"]["tableId"], kept["body"]["recordId"], kept["body"]["text"]].every(
    isText,
  ) &&
  (kept["body"]["commentId"] === undefined || isText(kept["body"]["commentId"])) &&
  Array.isArray(kept["body"]["content"]);
