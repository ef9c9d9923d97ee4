/*
 * Units by partition key. The store reports the units of a whole request. Where a request has items of several partitions, their shares
 * follow from their sizes before and after it, and must add up to what was reported.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import { readUnits, transactionFactor, writeUnits } from "#lib/local/embedded/operations/capacity";
import { sizeOfItem } from "#lib/local/embedded/values/size";
import type { Item as StoredItem } from "#lib/local/embedded/values/value";
import type { Units } from "#lib/local/store/request-costs";
import { getRawItems } from "#lib/store/raw-reads";
import { client, type Key, keyText } from "#lib/store/store";
import { consumedIn } from "../bench/units.ts";

export type UnitsByKey = ReadonlyMap<string, Units>;

interface Write {
  [action: string]: { Key?: Key; Item?: Key };
}
interface Read {
  Keys: Key[];
  ConsistentRead?: boolean;
}
/** The parts of the inputs of all operations by which their keys are found. */
interface Input {
  Key?: Key;
  Item?: Key;
  ExpressionAttributeValues?: { ":pk"?: string };
  RequestItems?: { [table: string]: Read | Write[] };
  TransactItems?: Write[];
}

/** The requests of this module itself, which are not counted. */
const looking = new AsyncLocalStorage<true>();

/** Counts from now on: `take` gives the units of each partition key since it was last called, `stop` ends it. */
export function countByKey(): { take: () => UnitsByKey; stop: () => void } {
  const name = "unitsByKey";
  let units = new Map<string, Units>();
  const add = ({ pk }: Key, { read, written }: Units) => {
    const before = units.get(pk) ?? { read: 0, written: 0 };
    units.set(pk, { read: before.read + read, written: before.written + written });
  };
  client().middlewareStack.add(
    (next, context) => async (args) => {
      if (looking.getStore()) return next(args);
      Object.assign(args.input, { ReturnConsumedCapacity: "TOTAL" });
      const input = args.input as Input;
      const keys = keysOf(input);
      const before = keys.length > 1 ? await sizesOf(keys) : undefined;
      const answer = await next(args);
      const command = String(context["commandName"]);
      const told = consumedIn(command, answer.output);
      const shares = before ? sharesOf(input, before, await sizesOf(keys)) : [told];
      const sum = shares.reduce((sum, { read, written }) => sum + read + written, 0);
      const reported = told.read + told.written;
      if (sum !== reported) throw new Error(`${command}: the shares are ${sum} units, not ${reported}`);
      for (const [i, key] of keys.entries()) add(key, shares[i] ?? told);
      return answer;
    },
    { step: "initialize", name, override: true },
  );
  const take = () => {
    const used = units;
    units = new Map();
    return used;
  };
  return { take, stop: () => void client().middlewareStack.remove(name) };
}

function keysOf({ Key, Item, ExpressionAttributeValues, RequestItems = {}, TransactItems }: Input): Key[] {
  const only = Key ?? Item;
  if (only) return [only];
  const writes = TransactItems ?? Object.values(RequestItems).flatMap((each) => ("Keys" in each ? [] : each));
  const read = Object.values(RequestItems).flatMap((each) => ("Keys" in each ? each.Keys : []));
  const written = writes.flatMap((write) =>
    Object.values(write).flatMap(({ Key, Item }) => Key ?? Item ?? []),
  );
  const pk = ExpressionAttributeValues?.[":pk"];
  return pk === undefined ? [...read, ...written] : [{ pk, sk: "" }];
}

/** The bytes of each item, 0 if it does not exist. */
async function sizesOf(keys: Key[]): Promise<number[]> {
  const items = await looking.run(true, () => getRawItems(keys));
  const sizes = new Map(items.map((item) => [keyText(item), sizeOfItem(item as unknown as StoredItem)]));
  return keys.map((key) => sizes.get(keyText(key)) ?? 0);
}

function sharesOf({ RequestItems = {}, TransactItems }: Input, before: number[], after: number[]): Units[] {
  const [asked] = Object.values(RequestItems);
  if (asked && "Keys" in asked)
    return before.map((size) => ({ read: readUnits(size, asked.ConsistentRead), written: 0 }));
  const factor = TransactItems ? transactionFactor : 1;
  return before.map((size, i) => ({
    read: 0,
    written: factor * writeUnits(Math.max(size, after[i] ?? 0)),
  }));
}
