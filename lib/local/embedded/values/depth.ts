/* How deep lists and maps may be within one another. */
import { ValidationError } from "../errors.ts";
import { Decimal } from "./decimal.ts";
import { type Item, type Value, ValueSet } from "./value.ts";

const mostLevels = 32;

export function checkDepth(item: Item): void {
  for (const name in item) checkLevels(item[name] as Value, mostLevels);
}

function checkLevels(value: Value, left: number): void {
  if (typeof value !== "object" || value === null) return;
  if (value instanceof Uint8Array || value instanceof ValueSet || value instanceof Decimal) return;
  if (left === 0) throw new ValidationError("Nesting Levels have exceeded supported limits");
  if (Array.isArray(value)) for (const each of value) checkLevels(each, left - 1);
  else for (const name in value) checkLevels(value[name] as Value, left - 1);
}
