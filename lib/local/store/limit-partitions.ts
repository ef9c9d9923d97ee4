/*
 * Limits of the embedded store: a partition key takes what it takes of DynamoDB, 3,000 read units and 1,000 write units a second, and
 * what is more is throttled. It can be seen on one machine what callers of a hot key get, and that the others go on.
 *
 * Each key has a bucket that holds the units of one second. A request goes on while there is something in it, and may take more than that:
 * the next ones wait until it is filled again. There is no burst of 300 s, which DynamoDB does not promise.
 *
 *   Get, Put, Update, Delete, Query   ProvisionedThroughputExceededException
 *   BatchGet, BatchWrite              the throttled keys are left unprocessed; the exception if that is all of them
 *   transactions                      TransactionCanceledException with the reason ThrottlingError
 *
 * The units of a request of several keys are counted to them in equal parts.
 */
import { StoreError, transactionCanceled } from "#lib/local/embedded/errors";
import type { Engine } from "#lib/local/embedded/open-engine";
import { type Units, unitsIn } from "./request-costs.ts";

/** What a partition of DynamoDB takes in a second. */
export const partitionLimits: Units = { read: 3000, written: 1000 };

type Values = Record<string, unknown>;
interface Write {
  [action: string]: { Key?: Values; Item?: Values };
}
interface Input {
  Key?: Values;
  Item?: Values;
  ExpressionAttributeValues?: Values;
  TransactItems?: Write[];
  RequestItems?: { [table: string]: { Keys: Values[] } | Write[] };
}

/** The same engine, whose partition keys are limited. `now` is in milliseconds. */
export function limitPartitions(engine: Engine, now: () => number = () => performance.now()): Engine {
  const buckets = {
    read: openBuckets(partitionLimits.read, now),
    written: openBuckets(partitionLimits.written, now),
  };

  const execute: Engine["execute"] = async (operation, given, options) => {
    const kind = /^(Get|BatchGet|Query|TransactGet)/.test(operation) ? "read" : "written";
    const { isEmpty, take } = buckets[kind];
    const { input, left } = leaveOut(operation, given, isEmpty);
    const keys = keysOf(input);
    if (keys.length === 0 && left) throw throttled();
    if (keys.some(isEmpty))
      throw operation.startsWith("Transact") ? canceled(keys.map(isEmpty)) : throttled();
    const output = await engine.execute(operation, { ReturnConsumedCapacity: "TOTAL", ...input }, options);
    const units = unitsIn(operation, output)[kind] / keys.length;
    for (const key of keys) take(key, units);
    return { ...output, ...left };
  };
  return { ...engine, execute };
}

function openBuckets(perSecond: number, now: () => number) {
  const levels = new Map<string, { level: number; at: number }>();
  function levelOf(key: string): number {
    const { level, at } = levels.get(key) ?? { level: perSecond, at: 0 };
    return Math.min(perSecond, level + ((now() - at) / 1000) * perSecond);
  }
  function take(key: string, units: number): void {
    // full buckets need not be kept
    if (levels.size > 10_000)
      for (const each of levels.keys()) if (levelOf(each) === perSecond) levels.delete(each);
    levels.set(key, { level: levelOf(key) - units, at: now() });
  }
  return { isEmpty: (key: string) => levelOf(key) <= 0, take };
}

/** A partition key, in either form of the SDK. */
const textOf = (value: unknown): string =>
  String(typeof value === "object" && value && "S" in value ? value.S : value);

const keyOfWrite = (write: Write): string[] =>
  Object.values(write).map(({ Key, Item }) => textOf((Key ?? Item)?.["pk"]));

function keysOf({ Key, Item, ExpressionAttributeValues, TransactItems, RequestItems = {} }: Input): string[] {
  const only = Key ?? Item;
  if (only) return [textOf(only["pk"])];
  if (TransactItems) return TransactItems.flatMap(keyOfWrite);
  const batches = Object.values(RequestItems);
  if (batches.length > 0)
    return batches.flatMap((batch) =>
      Array.isArray(batch) ? batch.flatMap(keyOfWrite) : batch.Keys.map(({ pk }) => textOf(pk)),
    );
  const pk = ExpressionAttributeValues?.[":pk"];
  return pk === undefined ? [] : [textOf(pk)];
}

/** A batch without the keys that are throttled, and these as its answer names them. */
function leaveOut(
  operation: string,
  input: Input,
  isEmpty: (key: string) => boolean,
): { input: Input; left?: object } {
  const [[table, batch] = []] = Object.entries(input.RequestItems ?? {});
  if (!table || !batch || !keysOf(input).some(isEmpty)) return { input };
  const only = (isLeft: boolean) =>
    Array.isArray(batch)
      ? batch.filter((write) => keyOfWrite(write).some(isEmpty) === isLeft)
      : { ...batch, Keys: batch.Keys.filter(({ pk }) => isEmpty(textOf(pk)) === isLeft) };
  const name = operation === "BatchGetItem" ? "UnprocessedKeys" : "UnprocessedItems";
  return {
    input: { ...input, RequestItems: { [table]: only(false) } },
    left: { [name]: { [table]: only(true) } },
  };
}

const throttled = () =>
  new StoreError(
    "ProvisionedThroughputExceededException",
    "The level of configured provisioned throughput for the table was exceeded: more than a partition takes in a second",
  );

const canceled = (empty: boolean[]) =>
  transactionCanceled(empty.map((isEmpty) => ({ Code: isEmpty ? "ThrottlingError" : "None" })));
