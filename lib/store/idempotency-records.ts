/*
 * The idempotency record of a request with an `Idempotency-Key`. The commit that does the work of the request also creates the record,
 * so both are written or neither. The record keeps the answer, and a repeated request gets the same answer.
 *
 *  entity  pk                   sk  cost
 *  mark    IDEMPOTENCY#<grant>  …   <key>; get: 1 RCU per 4 KB; in the commit: 2 WCU more per KB
 *
 * If two requests with one key run at the same time, the second commit is refused with `Repeated` (commit.ts), which is not
 * retried: http/idempotency.ts answers with the record of the first. In the store a record has the entity `mark`.
 */

import { gunzipSync, gzipSync } from "node:zlib";
import { limits } from "#lib/schemas/basics/limits";
import { secondsPerDay } from "#lib/schemas/basics/time-units";
import { type Change, change, insert, type NewItem } from "./commit.ts";
import { expiryIn, isUnexpired } from "./expiry.ts";
import { getItem, type Item, type Key } from "./store.ts";

/** Where the record of a request is written. */
export interface IdempotencySlot {
  key: Key;
  /** A fingerprint of the request; another request with the same key differs in it. */
  request: string;
  /** An expired record with the same key that DynamoDB has not deleted yet. */
  old?: IdempotencyRecord;
}
export type IdempotencyRecord = Item & {
  request: string;
  /** The answer as JSON. An answer without a body has neither `answer`, `packed` nor `ids`. */
  answer?: string;
  /** In place of `answer` if it is long: gzip, base64. */
  packed?: string;
  /** In place of an answer that is not kept: the ids from which `replay` makes it again. */
  ids?: string[];
  /** What the ETag of the answer was made of. */
  tag?: string;
  expiresAt: number;
};

const secondsKept = secondsPerDay;
/** Shorter answers are not packed: gzip would save too little. */
const minPackedLength = 600;

export const idempotencyKey = (grant: string, key: string): Key => ({ pk: `IDEMPOTENCY#${grant}`, sk: key });

/** The record with a key, possibly expired; `undefined` if there is none. */
export const findRecord = (key: Key): Promise<IdempotencyRecord | undefined> =>
  getItem<IdempotencyRecord>(key);

/** Whether a record has expired at `now` (ISO 8601 UTC), a day after it was written. */
export const isExpired = (record: IdempotencyRecord, now: string): boolean => !isUnexpired(record, now);

/** The time of a request, and where its idempotency record is written if it has an `Idempotency-Key`. */
export interface RequestInfo {
  now: string;
  slot?: IdempotencySlot | undefined;
}

/**
 * The change that keeps the answer, for the commit of the request; none if the request has no key. `ids` are kept instead if the answer
 * cannot be kept. `tag`: of an answer about one record, its state. The repeated request gets the same ETag, also where the record has changed
 * since: then a change on this condition is refused.
 */
export function keepAnswer(caller: RequestInfo, answer: unknown, ids: string[] = [], tag?: string): Change[] {
  const json = caller.slot && JSON.stringify(answer);
  const kept = json && cannotBeKept(json) ? { ids } : packAnswer(json);
  return recordChanges(caller, tag === undefined ? kept : { ...kept, tag });
}

/** Answers that are too large, or contain addresses of files, which expire after an hour. */
const cannotBeKept = (json: string) =>
  Buffer.byteLength(json) > limits.keptAnswerBytes || json.includes('"presignedUrl":"');

/**
 * Gives the changes that keep the answer, from what a data module has made. Endpoints pass it to a data module where only the
 * endpoint knows how the result is shown.
 */
export type AnswerChanges<Made> = (made: Made) => Change[];
/** For callers that keep no answer. */
export const keepNothing = (): Change[] => [];

/** The change that keeps only ids: for answers that expire. `replay` of the endpoint makes such an answer again. */
export const keepIds = (caller: RequestInfo, ids: string[]): Change[] => recordChanges(caller, { ids });

/** The change that keeps the id of a secret: for answers that show one. Secrets are never kept. */
export const keepSecretId = (caller: RequestInfo, id: string): Change[] => keepIds(caller, [id]);

type KeptAnswer = Pick<IdempotencyRecord, "answer" | "packed" | "ids" | "tag">;

function packAnswer(json: string | undefined): KeptAnswer {
  if (json === undefined) return {};
  // base64, because commits count bytes as JSON
  return json.length < minPackedLength ? { answer: json } : { packed: gzipSync(json).toString("base64") };
}

/**
 * The change that replaces the kept answer after the commit, by the answer that `changes` keep. None if they keep none, or if another
 * request has the key in the meantime.
 */
export async function keepAgain(changes: Change[]): Promise<Change[]> {
  for (const each of changes) {
    const item = "item" in each ? each.item : undefined;
    if (item?.entity !== "mark") continue;
    const { answer, packed, ids } = item as Item & KeptAnswer;
    const kept = await findRecord({ pk: item.pk, sk: item.sk });
    return kept && kept.request === item["request"] ? [change(kept, { answer, packed, ids })] : [];
  }
  return [];
}

function recordChanges({ slot, now }: RequestInfo, kept: KeptAnswer): Change[] {
  if (!slot) return [];
  const { key, request, old } = slot;
  const expiresAt = expiryIn(secondsKept, now);
  const attributes = { request, ...kept, expiresAt };
  if (old) return [change(old, { ...noContent, ...attributes })];
  const item: NewItem = { ...key, entity: "mark", ...attributes };
  return [insert(item)];
}

/** Removes the content of an expired record. */
const noContent = {
  ...{ answer: undefined, packed: undefined, ids: undefined, tag: undefined },
  // the operation of its call, and how often it was undone or redone (data/trash/operations.ts)
  ...{ operation: undefined, turns: undefined },
};

/** The answer that a record keeps; `undefined` if it keeps none. */
export function readAnswer({ answer, packed }: IdempotencyRecord): unknown {
  const json = packed ? gunzipSync(Buffer.from(packed, "base64")).toString() : answer;
  return json === undefined ? undefined : JSON.parse(json);
}
