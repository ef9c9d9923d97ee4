/* What a table is: its keys, whether its changes are fed, and which attribute says when an item has expired. */

import type { KeyAttribute } from "../values/key-value.ts";
import type { ItemRows } from "./item-rows.ts";

export interface TableDefinition {
  name: string;
  partitionKey: KeyAttribute;
  sortKey?: KeyAttribute | undefined;
  /** Whether every change of an item is kept for consumers until it is removed. */
  feed?: boolean | undefined;
  /** The attribute that holds the second from which on an item may be deleted. */
  expiryAttribute?: string | undefined;
}

export interface Table {
  definition: TableDefinition;
  /** Milliseconds since 1970. */
  created: number;
  rows: ItemRows;
}

export const keyNames = ({ partitionKey, sortKey }: TableDefinition): string[] =>
  sortKey ? [partitionKey.name, sortKey.name] : [partitionKey.name];
