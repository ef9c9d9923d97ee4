/*
 * The mark of a request that came with an Idempotency-Key: a change of the very commit that does what was asked, so the two are there
 * together or not at all. It holds the answer, so whoever asks again is told the same.
 *
 *         pk                     sk      cost
 *  mark   IDEMPOTENCY#<grant>    <key>   get 1 RCU for each 4 KB; + 2 WCU for each KB in the commit
 *
 * Of two at the same moment one commit is refused by the mark of the other: `Repeated` (commit.ts), which nobody tries again.
 */
import { gunzipSync, gzipSync } from "node:zlib";
import { limits } from "#lib/schemas/basics/limits";
import { type Change, change, insert, type NewItem } from "./commit.ts";
import { getItem, type Item, type Key } from "./store.ts";

/** Where the mark of a request goes. */
export interface IdempotencySlot {
  key: Key;
  /** What tells the request from others with its key. */
  request: string;
  /** One whose time is over, if the store has not deleted it yet. */
  old?: IdempotencyRecord;
}
export type IdempotencyRecord = Item & {
  request: string;
  /** The answer as JSON, packed if that is shorter; neither: it had none, or the ids say what it spoke of. */
  answer?: string;
  packed?: string;
  ids?: string[];
  expiresAt: number;
};

const secondsKept = 24 * 3600;
/** Below that gzip gains nothing worth its time. */
const fewBytes = 600;

export const idempotencyKey = (grant: string, key: string): Key => ({ pk: `IDEMPOTENCY#${grant}`, sk: key });

/** As it lies in the store; it may be over. */
export const findRecord = (key: Key): Promise<IdempotencyRecord | undefined> =>
  getItem<IdempotencyRecord>(key);

export const isExpired = ({ expiresAt }: IdempotencyRecord, now: string): boolean =>
  expiresAt * 1000 <= Date.parse(now);

/** Who asks, when, and where his mark goes if his request has a key. */
export interface RequestInfo {
  now: string;
  slot?: IdempotencySlot | undefined;
}

/** What a commit writes besides, so that its request is done once; `ids` is what is kept of an answer that is too large. */
export function keepAnswer(caller: RequestInfo, answer: unknown, ids: string[] = []): Change[] {
  const json = caller.slot && JSON.stringify(answer);
  return writing(caller, json && isNotForKeeping(json) ? { ids } : kept(json));
}

/** Too large; or with addresses of files, which open them for an hour and are then good for nothing. */
const isNotForKeeping = (json: string) =>
  Buffer.byteLength(json) > limits.keptAnswerBytes || json.includes('"presignedUrl":"');

/** What `marking` gives, by what a data module has made: where only the endpoint knows how that is shown. */
export type AnswerChanges<Made> = (made: Made) => Change[];
export const keepNothing = (): Change[] => [];

/** What `marking` gives where of the answer only ids are kept: it shows what is good for a while only, and `replay` shows it anew. */
export const keepIds = (caller: RequestInfo, ids: string[]): Change[] => writing(caller, { ids });

/** What `marking` gives where the answer shows a secret, which is never kept. */
export const keepSecretId = (caller: RequestInfo, id: string): Change[] => keepIds(caller, [id]);

type Kept = Pick<IdempotencyRecord, "answer" | "packed" | "ids">;

function kept(json: string | undefined): Kept {
  if (json === undefined) return {};
  // text, for commits count bytes as JSON
  return json.length < fewBytes ? { answer: json } : { packed: gzipSync(json).toString("base64") };
}

function writing({ slot: mark, now }: RequestInfo, kept: Kept): Change[] {
  if (!mark) return [];
  const { key, request, old } = mark;
  const expiresAt = Math.ceil(Date.parse(now) / 1000) + secondsKept;
  const attributes = { request, ...kept, expiresAt };
  if (old) return [change(old, { answer: undefined, packed: undefined, ids: undefined, ...attributes })];
  const item: NewItem = { ...key, entity: "mark", ...attributes };
  return [insert(item)];
}

/** The answer that a mark keeps; nothing if it had none. */
export function readAnswer({ answer, packed }: IdempotencyRecord): unknown {
  const json = packed ? gunzipSync(Buffer.from(packed, "base64")).toString() : answer;
  return json === undefined ? undefined : JSON.parse(json);
}
