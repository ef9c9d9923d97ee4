/* The parameters of a request: those an operation knows, in the form it needs. */
import { tableNotFound, unsupported, ValidationError } from "../errors.ts";
import type { Table } from "../storage/tables.ts";
import type { Input, Store } from "./context.ts";

/** Refuses every parameter but these. */
export function checkKnown(operation: string, input: Input, known: readonly string[]): void {
  for (const name in input)
    if (input[name] !== undefined && !known.includes(name)) throw unsupported(name, operation);
}

export const invalidMember = (value: unknown, parameter: string, constraint: string) =>
  new ValidationError(
    `1 validation error detected: Value ${value === null || value === undefined ? "null" : `'${value}'`} at '${parameter[0]?.toLowerCase()}${parameter.slice(1)}' failed to satisfy constraint: ${constraint}`,
  );

export function required<Value>(input: Input, parameter: string): Value {
  const value = input[parameter];
  if (value === undefined || value === null) throw invalidMember(value, parameter, "Member must not be null");
  return value as Value;
}

export function oneOf<Choice extends string>(
  input: Input,
  parameter: string,
  choices: readonly Choice[],
): Choice | undefined {
  const value = input[parameter];
  if (value === undefined || choices.includes(value as Choice)) return value as Choice | undefined;
  throw invalidMember(value, parameter, `Member must satisfy enum value set: [${choices.join(", ")}]`);
}

const capacityChoices = ["INDEXES", "TOTAL", "NONE"] as const;
export type CapacityChoice = (typeof capacityChoices)[number];

/** How much of what it consumed the answer says. */
export function capacityChoice(input: Input): CapacityChoice {
  oneOf(input, "ReturnItemCollectionMetrics", ["SIZE", "NONE"]);
  return oneOf(input, "ReturnConsumedCapacity", capacityChoices) ?? "NONE";
}

export function tableName(input: Input): string {
  const name = required<string>(input, "TableName");
  if (!/^[\w.-]*$/.test(name))
    throw invalidMember(name, "TableName", "Member must satisfy regular expression pattern: [a-zA-Z0-9_.-]+");
  if (name.length < 3 || name.length > 255)
    throw new ValidationError("TableName must be at least 3 characters long and at most 255 characters long");
  return name;
}

export function findTable(store: Store, name: string): Table {
  const table = store.tables.find(name);
  if (!table) throw tableNotFound();
  return table;
}
