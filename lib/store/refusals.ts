/* Sorts the refusals of a write: intents of unfinished commits, which can be settled, and conditions that really failed. */
import { type Change, keyOf } from "./changes.ts";
import type { Planned } from "./commit-items.ts";
import type { Key } from "./item.ts";
import type { Image, Refusal } from "./transaction.ts";

/** An intent of another staged commit that refused a write. */
export interface MetIntent extends Planned {
  commit: string;
}

/** `met`: the intents that were in the way; settle them and try again. `refused`: the changes whose conditions failed. */
export function sortRefusals(refusals: Refusal[], changes: Change[]) {
  const sorted = refusals.flatMap((refusal) => {
    const change = changes[refusal.index];
    return change ? [{ change, met: findIntent(keyOf(change), refusal) }] : [];
  });
  return {
    met: sorted.flatMap(({ met }) => met ?? []),
    refused: sorted.filter(({ met }) => !met).map(({ change }) => change),
  };
}

function findIntent(key: Key, { item }: Refusal): MetIntent | undefined {
  const commit = item?.["commit"]?.S;
  if (!commit) return undefined;
  return { key, commit, op: operationOf(item) };
}

function operationOf({ next }: Image): Planned["op"] {
  if (!next) return "create";
  return next.NULL ? "delete" : "update";
}
