/* TransactWriteItems: up to 100 actions on different items, all or none; with a token, once. */
import {
  type CancellationReason,
  SchemaError,
  StoreError,
  transactionCanceled,
  ValidationError,
} from "../errors.ts";
import { digestRequest } from "../storage/tokens.ts";
import { megabyte } from "../values/size.ts";
import { toWireItem } from "../values/wire.ts";
import { addCapacity, consumedMembers, readUnits, transactionFactor, writeUnits } from "./capacity.ts";
import type { Call, Input, Output } from "./context.ts";
import { type CapacityChoice, capacityChoice, checkKnown, invalidMember, required } from "./parameters.ts";
import { actionsOf, readSteps, type Step } from "./transaction-steps.ts";
import { type Action, type Decision, decide } from "./write-action.ts";
import { writeDecision } from "./write-decision.ts";

const mostBytes = 4 * megabyte;
const parameters = [
  ...["TransactItems", "ClientRequestToken", "ReturnConsumedCapacity", "ReturnItemCollectionMetrics"],
];

export function transactWriteItems(input: Input, call: Call): Promise<Output> {
  checkKnown("TransactWriteItems", input, parameters);
  const choice = capacityChoice(input);
  const token = readToken(input);
  const requests = required<Input[]>(input, "TransactItems");
  const steps = readSteps(requests, call);
  const digest = token === undefined ? "" : digestRequest(requests);
  const { store, signal } = call;
  return store.group.write(() => {
    const now = store.now();
    if (token !== undefined && store.tokens.isDone(token, digest, now))
      return repeated(actionsOf(steps), choice);
    const decisions = decideAll(steps);
    for (const decision of decisions) writeDecision(decision, store);
    if (token !== undefined) store.tokens.keep(token, digest, now);
    return consumed(decisions, choice);
  }, signal);
}

function readToken(input: Input): string | undefined {
  const token = input["ClientRequestToken"] as string | undefined;
  if (token === undefined) return undefined;
  if (token.length < 1 || token.length > 36)
    throw invalidMember(
      token,
      "ClientRequestToken",
      `Member must have length ${token.length < 1 ? "greater than or equal to 1" : "less than or equal to 36"}`,
    );
  return token;
}

function decideAll(steps: Step[]): Decision[] {
  const decisions: Decision[] = [];
  const reasons: CancellationReason[] = steps.map((step) => {
    try {
      if (step instanceof SchemaError) throw step;
      const decision = decide(step);
      decisions.push(decision);
      return decision.holds ? { Code: "None" } : refusalOf(decision);
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      return reasonOf(error);
    }
  });
  if (reasons.some(({ Code }) => Code !== "None")) throw transactionCanceled(reasons);
  const bytes = decisions.reduce((sum, { size, old }) => sum + Math.max(size, old?.size ?? 0), 0);
  if (bytes > mostBytes) throw new ValidationError("Transaction request size exceeds the maximum of 4 MB");
  return decisions;
}

const reasonOf = (error?: StoreError): CancellationReason =>
  error ? { Code: "ValidationError", Message: error.message } : { Code: "None" };

const refusalOf = ({ action, old }: Decision): CancellationReason => ({
  Code: "ConditionalCheckFailed",
  Message: "The conditional request failed",
  ...(action.showsRefuser && old && { Item: toWireItem(old.item) }),
});

function consumed(decisions: Decision[], choice: CapacityChoice): Output {
  const capacities = new Map<string, number>();
  for (const { action, old, size } of decisions)
    addCapacity(
      capacities,
      action.table.definition.name,
      transactionFactor * writeUnits(Math.max(size, old?.size ?? 0)),
    );
  return consumedMembers(capacities, { choice, kind: "Write" });
}

/** The answer for a transaction that was done before: it only costs reading the present items. */
function repeated(actions: Action[], choice: CapacityChoice): Output {
  const capacities = new Map<string, number>();
  for (const { table, key } of actions)
    addCapacity(
      capacities,
      table.definition.name,
      transactionFactor * readUnits(table.rows.get(key)?.size ?? 0, true),
    );
  return consumedMembers(capacities, { choice, kind: "Read" });
}
