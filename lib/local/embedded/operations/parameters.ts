/* The parameters of a request: those an operation knows, in the form it needs. */
import { tableNotFound, unsupported, ValidationError } from "../errors.ts";
import type { TableKeys } from "../expressions/read-expressions.ts";
import type { Table } from "../storage/tables.ts";
import type { Input, Store } from "./context.ts";

/** Refuses every parameter but these. */
export function checkKnown(operation: string, input: Input, known: readonly string[]): void {
  checkNotMixed(input);
  for (const name in input)
    if (input[name] !== undefined && !known.includes(name)) throw unsupported(name, operation);
}

/** The parameters that expressions replaced; they are not supported. */
const legacy = [
  ...["AttributesToGet", "AttributeUpdates", "ConditionalOperator", "Expected", "KeyConditions"],
  ...["QueryFilter", "ScanFilter"],
];

function checkNotMixed(input: Input): void {
  const given = (names: string[]) => names.filter((name) => input[name] !== undefined);
  const old = given(legacy);
  if (old.length === 0) return;
  const expressions = given(Object.keys(input).filter((name) => name.endsWith("Expression")));
  if (expressions.length > 0)
    throw new ValidationError(
      `Can not use both expression and non-expression parameters in the same request: Non-expression parameters: {${old.join(", ")}} Expression parameters: {${expressions.join(", ")}}`,
    );
}

/** The error that lists all violations of a request in one message. */
export const detected = (...violations: string[]) =>
  new ValidationError(
    `${violations.length} validation error${violations.length > 1 ? "s" : ""} detected: ${violations.join("; ")}`,
  );

const violationOf = (value: unknown, parameter: string, constraint: string) =>
  `Value ${value === null || value === undefined ? "null" : `'${value}'`} at '${parameter[0]?.toLowerCase()}${parameter.slice(1)}' failed to satisfy constraint: ${constraint}`;

export const invalidMember = (value: unknown, parameter: string, constraint: string) =>
  detected(violationOf(value, parameter, constraint));

/** The same for parameters whose value DynamoDB's message does not show. */
export const invalidHidden = (parameter: string, constraint: string) =>
  detected(`Value at '${parameter}' failed to satisfy constraint: ${constraint}`);

/** A list as messages show it: only the number of its elements. */
export const shownList = (list: readonly unknown[], what: string): string =>
  list.length === 0 ? "[]" : `[${list.length} ${what}]`;

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
  checkChoices(input, { [parameter]: choices });
  return input[parameter] as Choice | undefined;
}

/** Refuses all parameters whose values are not among their choices, in one message. */
export function checkChoices(input: Input, choices: { [parameter: string]: readonly string[] }): void {
  const violations = Object.entries(choices).flatMap(([parameter, known]) => {
    const value = input[parameter] as string | undefined;
    const constraint = `Member must satisfy enum value set: [${known.join(", ")}]`;
    return value === undefined || known.includes(value) ? [] : [violationOf(value, parameter, constraint)];
  });
  if (violations.length > 0) throw detected(...violations);
}

export const capacityChoices = ["INDEXES", "TOTAL", "NONE"] as const;
export const metricsChoices = ["SIZE", "NONE"] as const;
export type CapacityChoice = (typeof capacityChoices)[number];

/** How much detail about consumed capacity the request wants in the answer. */
export function capacityChoice(input: Input): CapacityChoice {
  oneOf(input, "ReturnItemCollectionMetrics", metricsChoices);
  return oneOf(input, "ReturnConsumedCapacity", capacityChoices) ?? "NONE";
}

const longestName = 255;

/** The name of a table, which may be given as an ARN. */
export function tableName(input: Input, shortest = 1): string {
  const given = required<unknown>(input, "TableName");
  if (typeof given !== "string") throw new TypeError("TableName is no text");
  const name = nameIn(given);
  if (name === "" && shortest === 1)
    throw invalidHidden("TableName", "Member must have length greater than or equal to 1");
  if (name.length < shortest)
    throw invalidMember(name, "TableName", `Member must have length greater than or equal to ${shortest}`);
  if (!/^[\w.-]+$/.test(name))
    throw invalidMember(name, "TableName", "Member must satisfy regular expression pattern: [a-zA-Z0-9_.-]+");
  if (name.length > longestName)
    throw invalidMember(name, "TableName", `Member must have length less than or equal to ${longestName}`);
  return name;
}

const nameIn = (nameOrArn: string): string =>
  /^arn:[\w-]+:dynamodb:[\w-]*:\d{12}:table\/(.*)$/.exec(nameOrArn)?.[1] ?? nameOrArn;

const noKeys: TableKeys = { partitionKey: { name: "", type: "S" } };

/** The keys of a table. For checks that must come before the check whether the table exists. */
export const keysIn = (store: Store, name: string): TableKeys =>
  store.tables.find(nameIn(name))?.definition ?? noKeys;

export function findTable(store: Store, name: string): Table {
  const table = store.tables.find(nameIn(name));
  if (!table) throw tableNotFound();
  return table;
}
