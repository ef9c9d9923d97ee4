/*
 * The group of a change in the queue of a consumer. All bases share these queues, so one that changes much must not hold the others up:
 * a queue gives the messages of groups that have few in work first (fair queues of SQS; lib/local/events/memory-queue.ts does the same).
 *
 * A group is the base that the item names. Items that name none, such as records, have the id of their table or person in their key. So a
 * group may be smaller than a base, never larger. It orders nothing, and nothing depends on it but how soon a change is consumed.
 */
import type { Change } from "./change.ts";
import type { Image } from "./visible-change.ts";

const idInKey = /\b(?:bse|tbl|spc|usr|whk)[0-9A-Za-z]{16}\b/;

/** At most 40 characters; SQS takes 128. */
export function fairGroupOf({ pk }: Change["key"], image: Image): string {
  const named = image["baseId"]?.S ?? idInKey.exec(pk)?.[0] ?? pk;
  return named.slice(0, 40);
}
