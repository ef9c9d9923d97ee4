/*
 * The plan of a staged commit: which changes it prepares as intents, in which chunks, and which it writes directly in the deciding
 * transaction.
 */
import { invalid } from "#lib/schemas/basics/error";
import { bytesAsJson as bytes, bytesInTransaction, type Change, keyOf, toCondition } from "./changes.ts";
import { type Difference, findDifference } from "./difference.ts";
import type { Action } from "./store.ts";

/** A transaction holds 100 actions; one of them writes the commit item or the chunk item. */
const maxChanges = 99;
/** For one transaction. DynamoDB allows 4 MB; bytes are counted here as JSON, which may be less than DynamoDB counts. */
const maxBytes = 3 * 1024 * 1024;
/** For one intent, which holds the old state too. DynamoDB allows 400 KB per item. */
const maxIntentBytes = 380 * 1024;

export interface Plan {
  /** Written by the deciding transaction itself. */
  direct: Change[];
  /** Prepared as intents, one transaction per chunk. */
  chunks: Intended[][];
}

/** A change that is prepared as an intent. */
export interface Intended {
  change: Exclude<Change, { op: "check" }>;
  /** For an update the difference, for a delete null; a create has none. */
  next?: Difference | null;
  /** Size of the intent. */
  bytes: number;
}

/**
 * The deciding transaction takes as many changes as fit: they are written only once, and no reader meets intents of them.
 *
 *  1  all checks and changes of existing items, if they all fit: so a table or base whose counter changes is never an intent;
 *     otherwise the checks, and updates whose intent would be too large for an item
 *  2  other changes, while there is room
 *
 * The rest goes into chunks. Throws 400 if step 1 does not fit.
 */
export function planCommit(changes: Change[]): Plan {
  const others = changes.filter(({ op }) => op !== "create");
  const intended = new Map<Change, Intended>();
  if (!fits(others))
    for (const change of changes) if (change.op !== "check") intended.set(change, toIntended(change));
  const mustBeDirect = (change: Change) => {
    const intent = intended.get(change);
    return !intent || isTooLarge(intent);
  };
  const first = fits(others) ? others : changes.filter(mustBeDirect);
  if (!fits(first))
    throw invalid([
      { path: "", message: "changes too many large items in one call; split it into several calls" },
    ]);
  const direct = addWhatFits(new Set(first), changes);
  const rest = changes.flatMap((change) =>
    direct.has(change) || change.op === "check" ? [] : (intended.get(change) ?? toIntended(change)),
  );
  return { direct: [...direct], chunks: splitIntoChunks(rest) };
}

const fits = (changes: Change[]) =>
  changes.length <= maxChanges && sum(changes.map(bytesInTransaction)) <= maxBytes;

const isTooLarge = ({ change, bytes }: Intended) => change.op === "update" && bytes > maxIntentBytes;

/** The first changes, and as many of the others as one transaction has room for. */
function addWhatFits(first: ReadonlySet<Change>, changes: Change[]): Set<Change> {
  const direct = new Set(first);
  let room = maxBytes - sum([...first].map(bytesInTransaction));
  for (const change of changes) {
    if (direct.size === maxChanges) break;
    const bytes = bytesInTransaction(change);
    if (direct.has(change) || bytes > room) continue;
    direct.add(change);
    room -= bytes;
  }
  return direct;
}

function toIntended(change: Intended["change"]): Intended {
  if (change.op === "create") return { change, bytes: bytes(change.item) };
  const next = change.op === "update" ? findDifference(change.before, change.item) : null;
  return { change, next, bytes: (change.before ? bytes(change.before) : 0) + bytes(next) };
}

function splitIntoChunks(intended: Intended[]): Intended[][] {
  const chunks: Intended[][] = [];
  let chunk: Intended[] = [];
  let bytes = 0;
  for (const each of intended) {
    if (chunk.length === maxChanges || (chunk.length > 0 && bytes + each.bytes > maxBytes)) {
      chunks.push(chunk);
      chunk = [];
      bytes = 0;
    }
    chunk.push(each);
    bytes += each.bytes;
  }
  if (chunk.length > 0) chunks.push(chunk);
  return chunks;
}

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);

/** The write that prepares an intent: a new item with `commit`, or the existing item plus `commit` and `next`. */
export function intentAction(id: string, { change, next }: Intended): Action {
  if (change.op === "create") return { put: { ...change.item, commit: id }, condition: toCondition(change) };
  const { ConditionExpression, ExpressionAttributeNames, ExpressionAttributeValues } = toCondition(change);
  return {
    update: keyOf(change),
    expression: "SET #commit = :commit, #next = :next",
    condition: {
      ConditionExpression,
      ExpressionAttributeNames: { ...ExpressionAttributeNames, "#next": "next" },
      ExpressionAttributeValues: { ...ExpressionAttributeValues, ":commit": id, ":next": next },
    },
  };
}
