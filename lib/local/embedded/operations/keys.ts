/* The key of an item: checked, and as the row where the item is. */
import { keyMismatch, SchemaError, ValidationError } from "../errors.ts";
import type { RowKey } from "../storage/item-rows.ts";
import { keyNames, type TableDefinition } from "../storage/tables.ts";
import {
  checkKeySize,
  checkNotEmpty,
  hasKeyType,
  type KeyAttribute,
  toKeyColumn,
} from "../values/key-value.ts";
import { getMember, type Item, type Scalar, typeOf, type Value } from "../values/value.ts";

/** The row of an item that is to be put. */
export function keyOfItem(item: Item, definition: TableDefinition): RowKey {
  for (const { name, type } of keyAttributes(definition)) {
    const value = getMember(item, name);
    if (value === undefined) throw misfit(`Missing the key ${name} in the item`);
    if (!hasKeyType(value, type))
      throw misfit(`Type mismatch for key ${name} expected: ${type} actual: ${typeOf(value)}`);
    checkNotEmpty(name, value);
  }
  checkSizes(item, definition);
  return rowKeyOf(item, definition);
}

const misfit = (reason: string) => new SchemaError(`One or more parameter values were invalid: ${reason}`);

/** The row that a `Key` parameter means: it has the key attributes, and no others. */
export function keyOfKey(key: Item, definition: TableDefinition): RowKey {
  const attributes = keyAttributes(definition);
  if (Object.keys(key).length !== attributes.length) throw keyMismatch();
  for (const { name, type } of attributes) {
    const value = getMember(key, name);
    if (value === undefined || !hasKeyType(value, type)) throw keyMismatch();
    checkNotEmpty(name, value);
  }
  checkSizes(key, definition);
  return rowKeyOf(key, definition);
}

function checkSizes(item: Item, { partitionKey, sortKey }: TableDefinition): void {
  checkKeySize(item[partitionKey.name] as Value, true);
  if (sortKey) checkKeySize(item[sortKey.name] as Value, false);
}

const keyAttributes = ({ partitionKey, sortKey }: TableDefinition): KeyAttribute[] =>
  sortKey ? [partitionKey, sortKey] : [partitionKey];

export const rowKeyOf = (item: Item, { partitionKey, sortKey }: TableDefinition): RowKey => ({
  partition: toKeyColumn(item[partitionKey.name] as Scalar),
  sort: sortKey ? toKeyColumn(item[sortKey.name] as Scalar) : "",
});

/** Two of them are the same if their texts are. */
export const rowText = (table: string, { partition, sort }: RowKey): string =>
  JSON.stringify([table, ...[partition, sort].map((each) => (typeof each === "string" ? each : [...each]))]);

/** The position where a page begins: the key of the item before it. */
export function startOf(start: Item, definition: TableDefinition): RowKey {
  const names = keyNames(definition);
  const given = Object.keys(start).length;
  if (given !== names.length || names.some((name) => getMember(start, name) === undefined))
    throw new ValidationError("The provided starting key is invalid");
  try {
    return keyOfKey(start, definition);
  } catch (error) {
    throw new ValidationError(`The provided starting key is invalid: ${(error as Error).message}`);
  }
}
