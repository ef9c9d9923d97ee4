/*
 * Put, Update, Delete and ConditionCheck, alone or in a transaction. First the request is read (`Action`). Then, in the transaction of
 * SQLite, the new item is computed from the stored one. Only then it is written.
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
  /** Whether a refusal shows the item that did not meet the condition. */
  showsRefuser: boolean;
  /** Gives the item after the action; undefined deletes it. A check gives the same item. */
  change: (old: Sized | undefined) => Sized | undefined;
  isCheck: boolean;
  update: Update | undefined;
}

type Sized = Pick<Stored, "item" | "size">;

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

/** For an action that is not part of a transaction. */
interface Alone {
  /** The parameters that the operation takes in addition to those of the action. */
  parameters: readonly string[];
  /** Does the work; its errors get the words of this operation. */
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
  const put = kind === "Put" ? { item, size: checkItem(item) } : undefined;
  const key = kind === "Put" ? keyOfItem(item, table.definition) : keyOfKey(item, table.definition);
  const changes = {
    Put: () => put,
    Delete: () => undefined,
    ConditionCheck: (old?: Sized) => old,
    Update: (old?: Sized) => updated(update, old ?? { item, size: sizeOfItem(item) }),
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

/**
 * Does what readAction does, for a put that has an item and nothing else, in a third of the time: most writes of a batch are such puts.
 * Undefined for others.
 */
export function readPlainPut(name: string, put: Input, { store, codec }: Call): Action | undefined {
  const raw = put["Item"];
  const table = store.tables.find(name);
  if (!table || !raw || Object.keys(put).length !== 1) return undefined;
  const item = codec.readItem(raw);
  const sized = { item, size: checkItem(item) };
  return {
    ...{ table, key: keyOfItem(item, table.definition), change: () => sized },
    ...{ condition: undefined, showsRefuser: false, isCheck: false, update: undefined },
  };
}

/** Gives the size of an item that may be put. */
function checkItem(item: Item): number {
  if (Object.hasOwn(item, "")) throw new ValidationError("Empty attribute name");
  checkDepth(item);
  const size = sizeOfItem(item);
  if (size > mostItemBytes) throw new ValidationError("Item size has exceeded the maximum allowed size");
  return size;
}

function updated(update: Update | undefined, old: Sized): Sized {
  if (!update) return old;
  const item = applyUpdate(update, old.item);
  checkDepth(item);
  const size = sizeOfItem(item);
  if (size > mostItemBytes)
    throw new ValidationError("Item size to update has exceeded the maximum allowed size");
  return { item, size };
}

/** The result of an action for the stored item. */
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
  const { item, size = 0 } = change(old) ?? {};
  return { action, old, holds: true, item, size };
}
