/*
 * What an operation consumes. A write unit is up to 1 kB, a read unit up to 4 kB read strongly consistent; eventually
 * consistent costs half, in a transaction twice as much. An item that does not exist costs one unit.
 */
import { kilobyte } from "../values/size.ts";
import type { CapacityChoice } from "./parameters.ts";

const units = (size: number, unit: number) => Math.max(1, Math.ceil(size / unit));

export const writeUnits = (size: number): number => units(size, kilobyte);

export const readUnits = (size: number, consistent: unknown): number =>
  units(size, 4 * kilobyte) * (consistent === true ? 1 : 0.5);

export const transactionFactor = 2;

/** The consumed capacity of one table. `kind` is given only in transactions, whose answers count reads and writes separately. */
export function consumedBy(
  table: string,
  capacity: number,
  { choice, kind }: { choice: CapacityChoice; kind?: "Read" | "Write" },
) {
  const sum = { CapacityUnits: capacity, ...(kind && { [`${kind}CapacityUnits`]: capacity }) };
  return { TableName: table, ...sum, ...(choice === "INDEXES" && { Table: sum }) };
}

/** For the answer of an operation on one table: nothing unless it was asked for. */
export const consumedMember = (table: string, capacity: number, choice: CapacityChoice) =>
  choice === "NONE" ? {} : { ConsumedCapacity: consumedBy(table, capacity, { choice }) };

/** The same for operations on many tables. */
export function consumedMembers(
  capacities: Map<string, number>,
  options: { choice: CapacityChoice; kind?: "Read" | "Write" },
) {
  if (options.choice === "NONE") return {};
  const list = [...capacities].map(([table, capacity]) => consumedBy(table, capacity, options));
  return { ConsumedCapacity: list };
}

export function addCapacity(capacities: Map<string, number>, table: string, capacity: number): void {
  capacities.set(table, (capacities.get(table) ?? 0) + capacity);
}
