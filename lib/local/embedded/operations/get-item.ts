import { readExpressions } from "../expressions/read-expressions.ts";
import { isPlain } from "../storage/item-rows.ts";
import { consumedMember, readUnits } from "./capacity.ts";
import type { Call, Input, Output } from "./context.ts";
import { keyOfKey } from "./keys.ts";
import { capacityChoice, checkKnown, findTable, keysIn, required, tableName } from "./parameters.ts";

const parameters = [
  ...["TableName", "Key", "ConsistentRead", "ProjectionExpression", "ExpressionAttributeNames"],
  "ReturnConsumedCapacity",
];

export function getItem(input: Input, { store, codec, signal }: Call): Promise<Output> {
  checkKnown("GetItem", input, parameters);
  const name = tableName(input);
  const choice = capacityChoice(input);
  const raw = required(input, "Key");
  const { project } = readExpressions(input, {
    parameters: ["ProjectionExpression"],
    keys: keysIn(store, name),
    read: codec.readValue,
  });
  const { definition, rows } = findTable(store, name);
  const key = keyOfKey(codec.readItem(raw), definition);
  return store.turns.take(() => {
    const found = rows.get(key);
    const shown = found && (project ? project(found.item) : found.item);
    return {
      ...(shown && { Item: codec.showItem(shown, isPlain(found)) }),
      ...consumedMember(name, readUnits(found?.size ?? 0, input["ConsistentRead"]), choice),
    };
  }, signal);
}
