/* What stood in the way of a write. */
import { type Change, keyOf } from "./changes.ts";
import type { Planned } from "./commit-items.ts";
import type { Key } from "./item.ts";
import type { Image, Refusal } from "./transaction.ts";

/** An intent of a staged commit. */
export interface MetIntent extends Planned {
  commit: string;
}

/** Refusals by what it was: intents of others, and what is so for good. */
export function sortRefusals(refusals: Refusal[], changes: Change[]) {
  const found = refusals.flatMap((refusal) => {
    const change = changes[refusal.index];
    return change ? [{ change, met: intentIn(keyOf(change), refusal) }] : [];
  });
  return {
    met: found.flatMap(({ met }) => met ?? []),
    refused: found.filter(({ met }) => !met).map(({ change }) => change),
  };
}

function intentIn(key: Key, { item }: Refusal): MetIntent | undefined {
  const commit = item?.["commit"]?.S;
  if (!commit) return undefined;
  return { key, commit, op: operationOf(item) };
}

function operationOf({ next }: Image): Planned["op"] {
  if (!next) return "create";
  return next.NULL ? "delete" : "update";
}
