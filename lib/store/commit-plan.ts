/*
 * What a staged commit does with its changes: which it lays ready as intents, in which chunks, and which it does as it decides.
 */
import { invalid } from "#lib/schemas/basics/error";
import { type Change, keyOf, toCondition } from "./changes.ts";
import { type Difference, findDifference } from "./difference.ts";
import type { Action } from "./store.ts";

/** A transaction holds 100 items, and each of ours one that is not a change. */
const mostChanges = 99;
/** Of 4 MB: bytes are counted as JSON, which may be less than the store counts. */
const mostBytes = 3 * 1024 * 1024;
/** An item holds 400 KB, and an intent what was before too. */
const mostIntentBytes = 380 * 1024;

export interface Plan {
  /** Done by the very write that decides. */
  direct: Change[];
  chunks: Intended[][];
}

/** A change that is laid ready as an intent, and how large that is. */
export interface Intended {
  change: Exclude<Change, { op: "check" }>;
  /** Of a change what differs, of a removal that nothing will be there; a creation has none. */
  next?: Difference | null;
  bytes: number;
}

/**
 * The deciding write takes along as much as it holds: that is written once, and nobody meets intents of it. What changes items that are
 * there goes first, if all of that fits, so that a table or base that is only counted up is no intent; and always what an item
 * cannot hold as it was and as it is to be.
 */
export function planCommit(changes: Change[]): Plan {
  const others = changes.filter(({ op }) => op !== "create");
  const intended = new Map<Change, Intended>();
  if (!fits(others))
    for (const change of changes) if (change.op !== "check") intended.set(change, intendedOf(change));
  const mustBeDirect = (change: Change) => {
    const intent = intended.get(change);
    return !intent || isTooLarge(intent);
  };
  const first = fits(others) ? others : changes.filter(mustBeDirect);
  if (!fits(first))
    throw invalid([{ path: "", message: "changes too many large things in one act: send less at once" }]);
  const direct = filled(new Set(first), changes);
  const left = changes.flatMap((change) =>
    direct.has(change) || change.op === "check" ? [] : (intended.get(change) ?? intendedOf(change)),
  );
  return { direct: [...direct], chunks: chunksOf(left) };
}

const fits = (changes: Change[]) => changes.length <= mostChanges && sum(changes.map(sentBytes)) <= mostBytes;
const sentBytes = (change: Change) => ("item" in change ? bytes(change.item) : 0);

const isTooLarge = ({ change, bytes }: Intended) => change.op === "update" && bytes > mostIntentBytes;

/** With as many of all changes as there is room for. */
function filled(first: ReadonlySet<Change>, changes: Change[]): Set<Change> {
  const direct = new Set(first);
  let room = mostBytes - sum([...first].map(sentBytes));
  for (const change of changes) {
    if (direct.size === mostChanges) break;
    const bytes = sentBytes(change);
    if (direct.has(change) || bytes > room) continue;
    direct.add(change);
    room -= bytes;
  }
  return direct;
}

function intendedOf(change: Intended["change"]): Intended {
  if (change.op === "create") return { change, bytes: bytes(change.item) };
  const next = change.op === "update" ? findDifference(change.before, change.item) : null;
  return { change, next, bytes: (change.before ? bytes(change.before) : 0) + bytes(next) };
}

function chunksOf(intended: Intended[]): Intended[][] {
  const chunks: Intended[][] = [];
  let chunk: Intended[] = [];
  let bytes = 0;
  for (const each of intended) {
    if (chunk.length === mostChanges || (chunk.length > 0 && bytes + each.bytes > mostBytes)) {
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
const bytes = (value: unknown) => Buffer.byteLength(JSON.stringify(value));

/** What is sent for it: the item as it is, with what is to become of it. */
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
