/*
 * Put, Update, Delete and ConditionCheck, alone or in a transaction: first it is read what the request wants (`Action`),
 * then, in the transaction of SQLite, decided what that makes of the item that is there, and only then written.
 */
import { ValidationError } from "../errors.ts";
import { applyUpdate } from "../expressions/apply-update.ts";
import { readExpressions } from "../expressions/read-expressions.ts";
import type { Update } from "../expressions/syntax.ts";
import type { RowKey, Stored } from "../storage/item-rows.ts";
import type { Table } from "../storage/tables.ts";
import { checkDepth } from "../values/depth.ts";
import { mostItemBytes, sizeOfItem } from "../values/size.ts";
import type { Item } from "../values/value.ts";
import type { Call, Input } from "./context.ts";
import { keyOfItem, keyOfKey } from "./keys.ts";
import { checkKnown, findTable, keysIn, oneOf, required, tableName } from "./parameters.ts";

export interface Action {
  table: Table;
  key: RowKey;
  condition: ((item: Item) => boolean) | undefined;
  /** Whether a refusal shows the item that refused. */
  showsRefuser: boolean;
  /** What is to be there instead; undefined is nothing. A check leaves it as it is. */
  change: (old: Item | undefined) => Item | undefined;
  isCheck: boolean;
  update: Update | undefined;
}

export const actionParameters = {
  Put: ["Item"],
  Update: ["Key", "UpdateExpression"],
  Delete: ["Key"],
  ConditionCheck: ["Key"],
} as const;
export type ActionName = keyof typeof actionParameters;

const shared = [
  ...["TableName", "ConditionExpression", "ExpressionAttributeNames", "ExpressionAttributeValues"],
  "ReturnValuesOnConditionCheckFailure",
];

/** Where an action stands alone. */
interface Alone {
  /** Those it has besides. */
  parameters: readonly string[];
  /** Does the work; what it refuses with then says so as this operation does. */
  explain: <Result>(part: "expressions" | "values", work: () => Result) => Result;
}

const amongOthers: Alone = { parameters: [], explain: (_, work) => work() };

export function readAction(
  kind: ActionName,
  input: Input,
  call: Call,
  { parameters, explain }: Alone = amongOthers,
): Action {
  checkKnown(kind, input, [...shared, ...actionParameters[kind], ...parameters]);
  const name = tableName(input);
  const showsRefuser = oneOf(input, "ReturnValuesOnConditionCheckFailure", ["ALL_OLD", "NONE"]) === "ALL_OLD";
  const raw = required(input, kind === "Put" ? "Item" : "Key");
  const { store, codec } = call;
  const { condition, update } = explain("expressions", () =>
    readExpressions(input, {
      parameters: kind === "Update" ? ["UpdateExpression", "ConditionExpression"] : ["ConditionExpression"],
      keys: keysIn(store, name),
      read: codec.readValue,
    }),
  );
  const item = explain("values", () => codec.readItem(raw));
  const table = findTable(store, name);
  if (kind === "Put") checkItem(item);
  const key = kind === "Put" ? keyOfItem(item, table.definition) : keyOfKey(item, table.definition);
  const changes = {
    Put: () => item,
    Delete: () => undefined,
    ConditionCheck: (old?: Item) => old,
    Update: (old?: Item) => updated(update, old ?? item),
  };
  return {
    table,
    key,
    condition,
    showsRefuser,
    change: changes[kind],
    isCheck: kind === "ConditionCheck",
    update,
  };
}

export function checkItem(item: Item): void {
  if (Object.hasOwn(item, "")) throw new ValidationError("Empty attribute name");
  checkDepth(item);
  if (sizeOfItem(item) > mostItemBytes)
    throw new ValidationError("Item size has exceeded the maximum allowed size");
}

function updated(update: Update | undefined, old: Item): Item {
  if (!update) return old;
  const item = applyUpdate(update, old);
  checkDepth(item);
  if (sizeOfItem(item) > mostItemBytes)
    throw new ValidationError("Item size to update has exceeded the maximum allowed size");
  return item;
}

/** What an action comes to, given what is there. */
export interface Decision {
  action: Action;
  old: Stored | undefined;
  /** Whether its condition holds. */
  holds: boolean;
  item: Item | undefined;
  /** Bytes of the item. */
  size: number;
}

const nothing: Item = {};

export function decide(action: Action): Decision {
  const { table, key, condition, change } = action;
  const old = table.rows.get(key);
  if (condition && !condition(old?.item ?? nothing))
    return { action, old, holds: false, item: undefined, size: old?.size ?? 0 };
  const item = change(old?.item);
  return {
    action,
    old,
    holds: true,
    item,
    size: item ? (item === old?.item ? old.size : sizeOfItem(item)) : 0,
  };
}
