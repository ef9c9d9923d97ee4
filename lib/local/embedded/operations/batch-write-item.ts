/* BatchWriteItem: up to 25 puts and deletes, each on its own; all of them are done, so none is ever left unprocessed. */
import { keyMismatch, SchemaError, ValidationError } from "../errors.ts";
import { megabyte } from "../values/size.ts";
import { addCapacity, consumedMembers, writeUnits } from "./capacity.ts";
import type { Call, Input, Output } from "./context.ts";
import { rowText } from "./keys.ts";
import { capacityChoice, checkKnown, invalidMember, required, shownList } from "./parameters.ts";
import { type Action, decide, readAction, readPlainPut } from "./write-action.ts";
import { writeDecision } from "./write-decision.ts";

const mostWrites = 25;
const mostBytes = 16 * megabyte;

export async function batchWriteItem(input: Input, call: Call): Promise<Output> {
  checkKnown("BatchWriteItem", input, [
    "RequestItems",
    "ReturnConsumedCapacity",
    "ReturnItemCollectionMetrics",
  ]);
  const choice = capacityChoice(input);
  const actions = readActions(input, call);
  const capacities = new Map<string, number>();
  // 25 take less than a millisecond, and none of them can be refused
  await call.store.group.write(() => {
    for (const action of actions) {
      const decision = decide(action);
      writeDecision(decision, call.store);
      const size = Math.max(decision.size, decision.old?.size ?? 0);
      addCapacity(capacities, action.table.definition.name, writeUnits(size));
    }
  }, call.signal);
  return { UnprocessedItems: {}, ...consumedMembers(capacities, { choice }) };
}

function readActions(input: Input, call: Call): Action[] {
  const requests = required<{ [table: string]: Input[] }>(input, "RequestItems");
  const lists = Object.entries(requests);
  if (lists.length === 0)
    throw new ValidationError("The requestItems parameter is required for BatchWriteItem");
  const writes = lists.flatMap(([table, list]) => list.map((write) => ({ table, write })));
  if (writes.length > mostWrites || lists.some(([, list]) => list.length === 0))
    throw invalidMember(
      `{${lists.map(([table, list]) => `${table}=${shownList(list, "writes")}`).join(", ")}}`,
      "RequestItems",
      `Map value must satisfy constraint: [Member must have length less than or equal to ${mostWrites}, Member must have length greater than or equal to 1]`,
    );
  const actions = writes.map(({ table, write }) => readWrite(table, write, call));
  const texts = actions.map(({ table, key }) => rowText(table.definition.name, key));
  if (new Set(texts).size < texts.length)
    throw new ValidationError("Provided list of item keys contains duplicates");
  const bytes = actions.reduce((sum, { change }) => sum + (change(undefined)?.size ?? 0), 0);
  if (bytes > mostBytes)
    throw new ValidationError("The total size of all items in the request exceeds the maximum of 16 MB");
  return actions;
}

function readWrite(table: string, write: Input, call: Call): Action {
  checkKnown("BatchWriteItem", write, ["PutRequest", "DeleteRequest"]);
  const { PutRequest: put, DeleteRequest: remove } = write as { [kind: string]: Input | undefined };
  if ((put === undefined) === (remove === undefined))
    throw new ValidationError(
      put
        ? "Supplied AttributeValue has more than one datatypes set, must contain exactly one of the supported datatypes"
        : "Supplied AttributeValue is empty, must contain exactly one of the supported datatypes",
    );
  if (put) return readPut(table, put, call);
  return readAction("Delete", { TableName: table, ...remove }, call);
}

/** The message for an item whose keys do not fit is shorter in a batch than that of PutItem. */
function readPut(table: string, put: Input, call: Call): Action {
  try {
    return readPlainPut(table, put, call) ?? readAction("Put", { TableName: table, ...put }, call);
  } catch (error) {
    throw error instanceof SchemaError ? keyMismatch() : error;
  }
}
