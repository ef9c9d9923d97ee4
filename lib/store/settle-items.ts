/*
 * What becomes of the intents of a staged commit: finished when it is committed, undone when it is not. Every write here asks
 * that the item still is this commit's, so all of it may be done twice, by several at once, and late.
 *
 *            finish            undo
 *  create    remove `commit`   delete
 *  update    put with `next`   remove `commit`, `next`
 *  delete    delete            remove `commit`, `next`
 */
import type { Planned } from "./commit-items.ts";
import { applyIntent, isIntent } from "./intents.ts";
import { keyText } from "./item.ts";
import { getRawItems } from "./raw-reads.ts";
import { type Action, type Condition, transact } from "./store.ts";
import { sendUntilSettled } from "./transaction.ts";

export type Outcome = "committed" | "aborted" | "missing";

/** Settles items of one commit; `more` goes with them. Those that somebody else has settled are left out. */
export async function settleItems(id: string, outcome: Outcome, planned: Planned[], more: Action[] = []) {
  for (let left = planned; ; ) {
    const actions =
      outcome === "committed" ? await finishing(id, left) : left.map((each) => undoing(id, each));
    if (actions.length + more.length === 0) return;
    const refusals = await sendUntilSettled((token) =>
      transact([...actions.map(({ action }) => action), ...more], token),
    );
    if (refusals.length === 0) return;
    const settled = new Set(refusals.map(({ index }) => index));
    left = actions.flatMap(({ planned }, i) => (settled.has(i) ? [] : [planned]));
  }
}

interface Settling {
  planned: Planned;
  action: Action;
}

async function finishing(id: string, planned: Planned[]): Promise<Settling[]> {
  const updates = planned.filter(({ op }) => op === "update");
  const stored = updates.length > 0 ? await getRawItems(updates.map(({ key }) => key)) : [];
  const intents = new Map(stored.filter(isIntent).map((intent) => [keyText(intent), intent]));
  return planned.flatMap((each): Settling[] => {
    const { op, key } = each;
    const condition = isOf(id);
    if (op === "create")
      return [{ planned: each, action: { update: key, expression: "REMOVE #commit", condition } }];
    if (op === "delete") return [{ planned: each, action: { remove: key, condition } }];
    const intent = intents.get(keyText(key));
    const next = intent?.commit === id ? applyIntent(intent) : undefined;
    return next ? [{ planned: each, action: { put: next, condition } }] : [];
  });
}

function undoing(id: string, planned: Planned): Settling {
  const { op, key } = planned;
  if (op === "create") return { planned, action: { remove: key, condition: isOf(id) } };
  const { ExpressionAttributeNames, ...condition } = isOf(id);
  const names = { ...ExpressionAttributeNames, "#next": "next" };
  return {
    planned,
    action: {
      update: key,
      expression: "REMOVE #commit, #next",
      condition: { ...condition, ExpressionAttributeNames: names },
    },
  };
}

const isOf = (id: string): Condition => ({
  ConditionExpression: "#commit = :commit",
  ExpressionAttributeNames: { "#commit": "commit" },
  ExpressionAttributeValues: { ":commit": id },
});
