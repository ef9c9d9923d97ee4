/*
 * Settles the intents of a staged commit: finishes them if it is committed, undoes them if not. Every write has the condition that
 * the item is still an intent of this commit. So settling may run twice, in parallel, and late.
 *
 *            finish            undo
 *  create    remove `commit`   delete the item
 *  update    apply `next`      remove `commit`, `next`
 *  delete    delete the item   remove `commit`, `next`
 */
import type { Planned } from "./commit-items.ts";
import { applyIntent, isIntent } from "./intents.ts";
import { keyText } from "./item.ts";
import { getRawItems } from "./raw-reads.ts";
import { type Action, type Condition, transact } from "./store.ts";
import { sendUntilSettled } from "./transaction.ts";

/** "missing": the commit item does not exist, so the commit never took effect. */
export type Outcome = "committed" | "aborted" | "missing";

/**
 * Settles intents of one commit in one transaction, with `more` actions. Intents that another writer has settled meanwhile are left
 * out.
 */
export async function settleItems(id: string, outcome: Outcome, planned: Planned[], more: Action[] = []) {
  for (let left = planned; ; ) {
    const actions =
      outcome === "committed" ? await finishActions(id, left) : left.map((each) => undoAction(id, each));
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

async function finishActions(id: string, planned: Planned[]): Promise<Settling[]> {
  const updates = planned.filter(({ op }) => op === "update");
  const rawItems = updates.length > 0 ? await getRawItems(updates.map(({ key }) => key)) : [];
  const intents = new Map(rawItems.filter(isIntent).map((intent) => [keyText(intent), intent]));
  return planned.flatMap((each): Settling[] => {
    const { op, key } = each;
    const condition = isIntentOf(id);
    if (op === "create")
      return [{ planned: each, action: { update: key, expression: "REMOVE #commit", condition } }];
    if (op === "delete") return [{ planned: each, action: { remove: key, condition } }];
    const intent = intents.get(keyText(key));
    const next = intent?.commit === id ? applyIntent(intent) : undefined;
    return next ? [{ planned: each, action: { put: next, condition } }] : [];
  });
}

function undoAction(id: string, planned: Planned): Settling {
  const { op, key } = planned;
  if (op === "create") return { planned, action: { remove: key, condition: isIntentOf(id) } };
  const { ExpressionAttributeNames, ...condition } = isIntentOf(id);
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

const isIntentOf = (id: string): Condition => ({
  ConditionExpression: "#commit = :commit",
  ExpressionAttributeNames: { "#commit": "commit" },
  ExpressionAttributeValues: { ":commit": id },
});
