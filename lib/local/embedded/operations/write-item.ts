/* PutItem, UpdateItem and DeleteItem. */
import { conditionFailed, invalidParameter, SchemaError, ValidationError } from "../errors.ts";
import { targetsOf } from "../expressions/check-update.ts";
import { makeProjection } from "../expressions/project.ts";
import type { Item } from "../values/value.ts";
import { toWireItem } from "../values/wire.ts";
import { consumedMember, writeUnits } from "./capacity.ts";
import type { Call, Input, Output } from "./context.ts";
import {
  capacityChoice,
  capacityChoices,
  checkChoices,
  detected,
  metricsChoices,
  oneOf,
  tableName,
} from "./parameters.ts";
import { type ActionName, type Decision, decide, readAction } from "./write-action.ts";
import { writeDecision } from "./write-decision.ts";

const more = ["ReturnValues", "ReturnConsumedCapacity", "ReturnItemCollectionMetrics"];

const returns = ["ALL_NEW", "UPDATED_OLD", "ALL_OLD", "NONE", "UPDATED_NEW"] as const;
type Returns = (typeof returns)[number];

const allChoices = {
  ReturnConsumedCapacity: capacityChoices,
  ReturnItemCollectionMetrics: metricsChoices,
  ReturnValues: returns,
};

/**
 * Adds the words with which these operations report errors in expressions and sets. Batches and transactions report them without these
 * words, and numbers and keys are never reported with them.
 */
function explain<Result>(part: "expressions" | "values", work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof ValidationError) || error instanceof SchemaError) throw error;
    const start = invalidParameter("").message;
    const { message } = error;
    const [, reason] =
      /^ExpressionAttributeValues contains invalid value: (.*) for key :\w+$/.exec(message) ?? [];
    if (reason?.startsWith(start)) throw detected(reason);
    throw part === "expressions" || message.startsWith(start) ? detected(message) : error;
  }
}

const writeAs =
  (kind: ActionName) =>
  (input: Input, call: Call): Promise<Output> => {
    tableName(input);
    if (kind !== "Update") checkChoices(input, allChoices);
    const wanted = oneOf(input, "ReturnValues", returns) ?? "NONE";
    const choice = capacityChoice(input);
    if (kind !== "Update" && wanted !== "NONE" && wanted !== "ALL_OLD")
      throw new ValidationError("ReturnValues can only be ALL_OLD or NONE");
    const action = readAction(kind, input, call, { parameters: more, explain });
    return call.store.group.write(() => {
      const decision = decide(action);
      const { old, holds, size } = decision;
      if (!holds) throw conditionFailed(action.showsRefuser && old ? toWireItem(old.item) : undefined);
      writeDecision(decision, call.store);
      const shown = attributesOf(decision, wanted);
      return {
        ...(shown && { Attributes: call.codec.showItem(shown) }),
        ...consumedMember(action.table.definition.name, writeUnits(Math.max(size, old?.size ?? 0)), choice),
      };
    }, call.signal);
  };

export const putItem = writeAs("Put");
export const updateItem = writeAs("Update");
export const deleteItem = writeAs("Delete");

function attributesOf({ action, old, item }: Decision, wanted: Returns): Item | undefined {
  if (wanted === "NONE") return undefined;
  if (wanted === "ALL_OLD") return old?.item;
  if (wanted === "ALL_NEW") return item;
  const source = wanted === "UPDATED_OLD" ? old?.item : item;
  if (!source || !action.update) return undefined;
  const shown = makeProjection(targetsOf(action.update))(source);
  return Object.keys(shown).length > 0 ? shown : undefined;
}
