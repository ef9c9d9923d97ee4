/* Merges several changes of one item in one commit: a writer may have several reasons to change it. */

import { type Change, change, keyOf, Refused } from "./changes.ts";
import { keyText } from "./item.ts";

/**
 * These changes, with one update for each item that changes all their attributes together. Throws `Refused` if two were made from different
 * states of one item.
 */
export function mergeUpdates(changes: Change[]): Change[] {
  const merged = new Map<string, Change>();
  for (const each of changes) {
    const key = keyText(keyOf(each));
    const made = merged.get(key);
    if (made?.op !== "update" || each.op !== "update") merged.set(made ? `${key} ${merged.size}` : key, each);
    else if (made.before.version !== each.before.version) throw new Refused([each]);
    else merged.set(key, change(made.before, { ...changedIn(made), ...changedIn(each) }));
  }
  return [...merged.values()];
}

/** The attributes that an update changes; undefined for those that it removes. */
const changedIn = ({ before, item }: Extract<Change, { op: "update" }>) =>
  Object.fromEntries(
    [...new Set([...Object.keys(before), ...Object.keys(item)])]
      .filter((name) => before[name] !== item[name])
      .map((name) => [name, item[name]]),
  );
