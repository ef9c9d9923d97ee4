/* BatchGetItem: up to 100 items and 16 MB. The answer names the keys of items past 16 MB, so that the caller can ask for them again. */
import { ValidationError } from "../errors.ts";
import { readExpressions } from "../expressions/read-expressions.ts";
import { isPlain, type RowKey } from "../storage/item-rows.ts";
import type { Table } from "../storage/tables.ts";
import { megabyte } from "../values/size.ts";
import type { Item } from "../values/value.ts";
import { addCapacity, consumedMembers, readUnits } from "./capacity.ts";
import type { Call, Input, Output } from "./context.ts";
import { keyOfKey, rowText } from "./keys.ts";
import { capacityChoice, checkKnown, findTable, invalidHidden, keysIn, required } from "./parameters.ts";

const mostKeys = 100;
const mostBytes = 16 * megabyte;

interface Wanted {
  name: string;
  table: Table;
  request: Input;
  /** The keys as the request has them, for keys that are not answered. */
  raw: unknown;
  key: RowKey;
  project: ((item: Item) => Item) | undefined;
}

export async function batchGetItem(input: Input, call: Call): Promise<Output> {
  checkKnown("BatchGetItem", input, ["RequestItems", "ReturnConsumedCapacity"]);
  const choice = capacityChoice(input);
  const requests = Object.entries(required<{ [table: string]: Input }>(input, "RequestItems"));
  const wanted = readWanted(requests, call);
  const answer: Answer = { responses: {}, unprocessed: {}, capacities: new Map() };
  for (const [name] of requests) answer.responses[name] = [];
  let left = mostBytes;
  for (let next = 0; next < wanted.length; ) {
    // at most about a megabyte in one turn
    const { read, bytes, isFull } = await call.store.turns.take(
      () => readSome(wanted, next, { answer, call, left }),
      call.signal,
    );
    next += read;
    left -= bytes;
    if (isFull) {
      nameUnprocessed(wanted.slice(next), answer);
      break;
    }
  }
  return {
    Responses: answer.responses,
    UnprocessedKeys: answer.unprocessed,
    ...consumedMembers(answer.capacities, { choice }),
  };
}

interface Answer {
  responses: { [table: string]: unknown[] };
  unprocessed: { [table: string]: { Keys: unknown[] } };
  capacities: Map<string, number>;
}

function readWanted(requests: [string, Input][], call: Call): Wanted[] {
  if (requests.length === 0)
    throw new ValidationError("The requestItems parameter is required for BatchGetItem");
  for (const [name, request] of requests) checkKeys(name, request);
  if (requests.reduce((sum, [, { Keys: keys }]) => sum + (keys as []).length, 0) > mostKeys)
    throw new ValidationError("Too many items requested for the BatchGetItem call");
  const wanted = requests.flatMap(([name, request]) => readRequest(name, request, call));
  const texts = wanted.map(({ name, key }) => rowText(name, key));
  if (new Set(texts).size < texts.length)
    throw new ValidationError("Provided list of item keys contains duplicates");
  return wanted;
}

const parameters = ["Keys", "ConsistentRead", "ProjectionExpression", "ExpressionAttributeNames"];

function checkKeys(name: string, request: Input): void {
  checkKnown("BatchGetItem", request, parameters);
  const keys = required<unknown[]>(request, "Keys");
  if (keys.length === 0 || keys.length > mostKeys)
    throw invalidHidden(
      `RequestItems.${name}.member.Keys`,
      `Member must have length ${keys.length === 0 ? "greater than or equal to 1" : `less than or equal to ${mostKeys}`}`,
    );
}

function readRequest(name: string, request: Input, { store, codec }: Call): Wanted[] {
  const keys = request["Keys"] as unknown[];
  const { project } = readExpressions(request, {
    parameters: ["ProjectionExpression"],
    keys: keysIn(store, name),
    read: codec.readValue,
  });
  const table = findTable(store, name);
  return keys.map((raw) => {
    const key = keyOfKey(codec.readItem(raw), table.definition);
    return { name, table, request, raw, key, project };
  });
}

/** Reads items until they fill a megabyte. Gives the number of keys that were read, and whether the next item exceeds `left`. */
function readSome(
  wanted: Wanted[],
  from: number,
  { answer, call, left }: { answer: Answer; call: Call; left: number },
): { read: number; bytes: number; isFull: boolean } {
  let bytes = 0;
  let read = 0;
  for (const { name, table, request, key, project } of wanted.slice(from)) {
    if (bytes >= megabyte) break;
    const found = table.rows.get(key);
    if (found && found.size > left - bytes) return { read, bytes, isFull: true };
    read++;
    addCapacity(answer.capacities, name, readUnits(found?.size ?? 0, request["ConsistentRead"]));
    if (!found) continue;
    bytes += found.size;
    answer.responses[name]?.push(
      call.codec.showItem(project ? project(found.item) : found.item, isPlain(found)),
    );
  }
  return { read, bytes, isFull: false };
}

function nameUnprocessed(left: Wanted[], { unprocessed }: Answer): void {
  for (const { name, request, raw } of left) {
    unprocessed[name] ??= { ...request, Keys: [] };
    unprocessed[name].Keys.push(raw);
  }
}
