/* How deeply lists and maps may be nested: an attribute's own value is the first level of 32. */
import { ValidationError } from "../errors.ts";
import { Decimal } from "./decimal.ts";
import { type Item, type Value, ValueSet } from "./value.ts";

const mostLevels = 32;

export function checkDepth(item: Item): void {
  for (const name in item) checkLevels(item[name] as Value);
}

export function checkLevels(value: Value, left = mostLevels): void {
  if (left === 0)
    throw new ValidationError(
      "Nesting Levels have exceeded supported limits: Attributes in the item have nested levels beyond supported limit",
    );
  if (typeof value !== "object" || value === null) return;
  if (value instanceof Uint8Array || value instanceof ValueSet || value instanceof Decimal) return;
  if (Array.isArray(value)) for (const each of value) checkLevels(each, left - 1);
  else for (const name in value) checkLevels(value[name] as Value, left - 1);
}
