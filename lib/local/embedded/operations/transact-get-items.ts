/* TransactGetItems: up to 100 items and 4 MB as they are at one moment. */
import { SchemaError, transactionCanceled, ValidationError } from "../errors.ts";
import { readExpressions } from "../expressions/read-expressions.ts";
import { isPlain } from "../storage/item-rows.ts";
import { megabyte } from "../values/size.ts";
import { addCapacity, consumedMembers, readUnits, transactionFactor } from "./capacity.ts";
import type { Call, Input, Output } from "./context.ts";
import { keyOfKey, rowText } from "./keys.ts";
import {
  capacityChoice,
  checkKnown,
  findTable,
  invalidMember,
  required,
  shownList,
  tableName,
} from "./parameters.ts";

const mostGets = 100;
const mostBytes = 4 * megabyte;
const parameters = ["TableName", "Key", "ProjectionExpression", "ExpressionAttributeNames"];

export function transactGetItems(input: Input, call: Call): Promise<Output> {
  checkKnown("TransactGetItems", input, ["TransactItems", "ReturnConsumedCapacity"]);
  const choice = capacityChoice(input);
  const requests = required<Input[]>(input, "TransactItems");
  if (requests.length < 1 || requests.length > mostGets)
    throw invalidMember(
      shownList(requests, "items"),
      "TransactItems",
      `Member must have length ${requests.length < 1 ? "greater than or equal to 1" : `less than or equal to ${mostGets}`}`,
    );
  const steps = requests.map((request) => readStep(request, call));
  if (steps.some((step) => step instanceof SchemaError)) throw canceledBy(steps);
  const gets = steps as Get[];
  const texts = gets.map(({ name, key }) => rowText(name, key));
  if (new Set(texts).size < texts.length)
    throw new ValidationError("Transaction request cannot include multiple operations on one item");
  return call.store.turns.take(() => {
    const capacities = new Map<string, number>();
    let bytes = 0;
    const responses = gets.map(({ name, rows, key, project }) => {
      const found = rows.get(key);
      bytes += found?.size ?? 0;
      addCapacity(capacities, name, transactionFactor * readUnits(found?.size ?? 0, true));
      if (!found) return {};
      const shown = project ? project(found.item) : found.item;
      return { Item: call.codec.showItem(shown, isPlain(found)) };
    });
    if (bytes > mostBytes) throw new ValidationError("Transaction request size exceeds the maximum of 4 MB");
    return { Responses: responses, ...consumedMembers(capacities, { choice, kind: "Read" }) };
  }, call.signal);
}

type Get = ReturnType<typeof readGet>;

/** A key that does not fit its table cancels the transaction, as it does when writing. */
function readStep(request: Input, call: Call): Get | SchemaError {
  try {
    return readGet(request, call);
  } catch (error) {
    if (error instanceof SchemaError) return error;
    throw error;
  }
}

const canceledBy = (steps: (Get | SchemaError)[]) =>
  transactionCanceled(
    steps.map((step) =>
      step instanceof SchemaError ? { Code: "ValidationError", Message: step.message } : { Code: "None" },
    ),
  );

function readGet(request: Input, { store, codec }: Call) {
  checkKnown("TransactGetItems", request, ["Get"]);
  const get = required<Input>(request, "Get");
  checkKnown("TransactGetItems", get, parameters);
  const name = tableName(get);
  const raw = required(get, "Key");
  const { definition, rows } = findTable(store, name);
  const { project } = readExpressions(get, {
    parameters: ["ProjectionExpression"],
    keys: definition,
    read: codec.readValue,
  });
  return { name, rows, key: keyOfKey(codec.readItem(raw), definition), project };
}
