/* Reads the actions of a TransactWriteItems, one for each item. */
import { SchemaError, ValidationError } from "../errors.ts";
import type { Call, Input } from "./context.ts";
import { rowText } from "./keys.ts";
import { checkKnown, invalidMember, required, shownList } from "./parameters.ts";
import { type Action, type ActionName, actionParameters, readAction } from "./write-action.ts";

const mostActions = 100;

/** Throws errors of the request as a whole. */
export function readSteps(requests: Input[], call: Call): Step[] {
  if (requests.length < 1 || requests.length > mostActions)
    throw invalidMember(
      shownList(requests, "items"),
      "TransactItems",
      `Member must have length ${requests.length < 1 ? "greater than or equal to 1" : `less than or equal to ${mostActions}`}`,
    );
  const steps = requests.map((request) => readStep(request, call));
  const texts = actionsOf(steps).map(({ table, key }) => rowText(table.definition.name, key));
  if (new Set(texts).size < texts.length)
    throw new ValidationError("Transaction request cannot include multiple operations on one item");
  return steps;
}

/**
 * An action, or the reason why it does not fit its table. Such a reason cancels the transaction, as a condition does that does not hold.
 */
export type Step = Action | SchemaError;

export const actionsOf = (steps: Step[]): Action[] =>
  steps.filter((step): step is Action => !(step instanceof SchemaError));

function readStep(request: Input, call: Call): Step {
  try {
    return readOne(request, call);
  } catch (error) {
    if (error instanceof SchemaError) return error;
    throw error;
  }
}

const names = Object.keys(actionParameters) as ActionName[];

function readOne(request: Input, call: Call): Action {
  checkKnown("TransactWriteItems", request, names);
  const given = names.filter((name) => request[name] !== undefined);
  const [name] = given;
  if (!name || given.length > 1)
    throw new ValidationError("TransactItems can only contain one of Check, Put, Update or Delete");
  const input = request[name] as Input;
  if (name === "ConditionCheck") required(input, "ConditionExpression");
  if (name === "Update") required(input, "UpdateExpression");
  return readAction(name, input, call);
}
