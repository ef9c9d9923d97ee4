/* The names and values a request gives for its expressions' placeholders: all must be defined, and all used. */
import { ValidationError } from "../errors.ts";
import { checkLevels } from "../values/depth.ts";
import type { Value } from "../values/value.ts";
import type { Path } from "./syntax.ts";

export interface GivenPlaceholders {
  ExpressionAttributeNames?: { [name: string]: string } | undefined;
  ExpressionAttributeValues?: { [name: string]: unknown } | undefined;
}

export type Placeholders = ReturnType<typeof readPlaceholders>;

/** `read` converts a raw value of the request to a Value. */
export function readPlaceholders(given: GivenPlaceholders, read: (raw: unknown) => Value) {
  const names = given.ExpressionAttributeNames;
  const values = readValues(given.ExpressionAttributeValues, read);
  if (names) checkNames(names);
  const unusedNames = new Set(names ? Object.keys(names) : []);
  const unusedValues = new Set(values.keys());

  function pathOf(path: Path): Path {
    return path.some((step) => typeof step === "string" && step.startsWith("#")) ? path.map(nameOf) : path;
  }

  function nameOf(step: string | number): string | number {
    if (typeof step === "number" || !step.startsWith("#")) return step;
    const name = names && Object.hasOwn(names, step) ? names[step] : undefined;
    if (name === undefined)
      throw new ValidationError(
        `An expression attribute name used in the document path is not defined; attribute name: ${step}`,
      );
    unusedNames.delete(step);
    return name;
  }

  function valueNamed(placeholder: string): Value {
    const value = values.get(placeholder);
    if (value === undefined)
      throw new ValidationError(
        `An expression attribute value used in expression is not defined; attribute value: ${placeholder}`,
      );
    unusedValues.delete(placeholder);
    return value;
  }

  /** Must be called after all expressions of the request were read. */
  function checkUnused(): void {
    refuseUnused("ExpressionAttributeNames", unusedNames);
    refuseUnused("ExpressionAttributeValues", unusedValues);
  }

  return { pathOf, valueNamed, checkUnused };
}

function refuseUnused(parameter: string, unused: Set<string>): void {
  if (unused.size > 0)
    throw new ValidationError(
      `Value provided in ${parameter} unused in expressions: keys: {${[...unused].join(", ")}}`,
    );
}

function checkNames(names: { [name: string]: string }): void {
  checkKeys("ExpressionAttributeNames", Object.keys(names), /^#\w+$/);
  for (const [key, name] of Object.entries(names))
    if (name === "")
      throw new ValidationError(
        `ExpressionAttributeNames contains invalid value: Empty attribute name for key ${key}`,
      );
}

function readValues(raw: { [name: string]: unknown } | undefined, read: (raw: unknown) => Value) {
  const values = new Map<string, Value>();
  if (!raw) return values;
  const keys = Object.keys(raw);
  checkKeys("ExpressionAttributeValues", keys, /^:\w+$/);
  for (const key of keys) values.set(key, readValue(key, raw[key], read));
  return values;
}

function readValue(key: string, raw: unknown, read: (raw: unknown) => Value): Value {
  try {
    const value = read(raw);
    checkLevels(value);
    return value;
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    throw new ValidationError(
      `ExpressionAttributeValues contains invalid value: ${error.message} for key ${key}`,
    );
  }
}

function checkKeys(parameter: string, keys: string[], form: RegExp): void {
  if (keys.length === 0) throw new ValidationError(`${parameter} must not be empty`);
  const wrong = keys.find((key) => !form.test(key));
  if (wrong !== undefined)
    throw new ValidationError(`${parameter} contains invalid key: Syntax error; key: "${wrong}"`);
}
