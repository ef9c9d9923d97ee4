/*
 * How many bytes DynamoDB counts: names and strings in UTF-8, a number about a byte for two digits, a map or list 3 and 1
 * for each member. Capacity and the limits of 400 KB, 1 MB, 4 MB and 16 MB go by it.
 */
import { Decimal, formatNumber, type Numeric } from "./decimal.ts";
import { type Item, type Value, ValueSet } from "./value.ts";

export const kilobyte = 1024;
export const megabyte = 1024 * kilobyte;
export const mostItemBytes = 400 * kilobyte;

export function sizeOfItem(item: Item): number {
  let size = 0;
  for (const name in item) size += Buffer.byteLength(name) + sizeOf(item[name] as Value);
  return size;
}

function sizeOf(value: Value): number {
  switch (typeof value) {
    case "string":
      return Buffer.byteLength(value);
    case "number":
      return sizeOfNumber(value);
    case "boolean":
      return 1;
  }
  if (value === null) return 1;
  if (Array.isArray(value)) return value.reduce<number>((sum, each) => sum + 1 + sizeOf(each), 3);
  if (value instanceof Uint8Array) return value.length;
  if (value instanceof Decimal) return sizeOfNumber(value);
  if (value instanceof ValueSet) return value.members.reduce<number>((sum, each) => sum + sizeOf(each), 0);
  let size = 3;
  for (const name in value) size += 1 + Buffer.byteLength(name) + sizeOf(value[name] as Value);
  return size;
}

/** One byte for each pair of digits that share a power of a hundred, one for the exponent, one for a minus. */
function sizeOfNumber(number: Numeric): number {
  if (Number.isSafeInteger(number)) return sizeOfInteger(number as number);
  const [, sign, whole = "", fraction = ""] = /^(-?)(\d+)\.?(\d*)$/.exec(formatNumber(number)) ?? [];
  const pairs = (whole.length % 2 ? "0" : "") + whole + fraction + (fraction.length % 2 ? "0" : "");
  const significant = pairs.replace(/^(?:00)+/, "").replace(/(?:00)+$/, "");
  return 1 + significant.length / 2 + (sign ? 1 : 0);
}

/** The same without a text: most numbers are integers. */
function sizeOfInteger(number: number): number {
  let size = number < 0 ? 2 : 1;
  let rest = Math.abs(number);
  while (rest > 0 && rest % 100 === 0) rest /= 100;
  for (; rest > 0; rest = Math.floor(rest / 100)) size++;
  return size;
}
