/*
 * Values of key attributes: what they may be, and as what SQLite keeps them so that their order is the order of keys. A
 * string is TEXT (compared by its UTF-8 bytes), a binary is a BLOB; a number becomes bytes that sort as numbers do:
 *
 *   0x02 exponent digits      positive; digits as pairs, 0 to 99, so that a shorter one comes first
 *   0x01                      zero
 *   0x00 …  0xff              negative: all bytes after the first are inverted, and an end that is greater than any pair
 */
import { invalidParameter, ValidationError } from "../errors.ts";
import { type Numeric, toDecimal } from "./decimal.ts";
import { isNumeric, type Scalar, typeOf, type Value } from "./value.ts";

export type KeyType = "S" | "N" | "B";

export interface KeyAttribute {
  name: string;
  type: KeyType;
}

/** A key value in the form that SQLite gets. */
export type KeyColumn = string | Uint8Array;

export function toKeyColumn(value: Scalar): KeyColumn {
  return isNumeric(value as Value) ? numberBytes(value as Numeric) : (value as KeyColumn);
}

function numberBytes(number: Numeric): Uint8Array {
  const { coefficient, exponent } = toDecimal(number);
  if (coefficient === 0n) return Uint8Array.of(1);
  const negative = coefficient < 0n;
  const digits = String(negative ? -coefficient : coefficient);
  // 0.d1d2… × 10 ^ magnitude, from -129 to 126
  const magnitude = digits.length + exponent;
  const pairs = (digits.length % 2 ? `${digits}0` : digits).match(/../g) ?? [];
  const bytes = [magnitude + 129, ...pairs.map(Number)];
  return negative ? Uint8Array.of(0, ...bytes.map((byte) => 255 - byte), 255) : Uint8Array.of(2, ...bytes);
}

/** The least column after all that begin with this one; undefined where every later one begins so. */
export function columnAfterPrefix(prefix: KeyColumn): KeyColumn | undefined {
  if (typeof prefix === "string") return textAfterPrefix(prefix);
  for (let end = prefix.length; end > 0; end--) {
    const last = prefix[end - 1] as number;
    if (last < 255) return Uint8Array.of(...prefix.subarray(0, end - 1), last + 1);
  }
  return undefined;
}

function textAfterPrefix(prefix: string): string | undefined {
  const characters = [...prefix];
  while (characters.length > 0) {
    const last = (characters.pop() as string).codePointAt(0) as number;
    if (last === 0x10ffff) continue;
    // halves of surrogate pairs are no characters
    return characters.join("") + String.fromCodePoint(last === 0xd7ff ? 0xe000 : last + 1);
  }
  return undefined;
}

export function checkNotEmpty(name: string, value: Value): void {
  if ((typeof value === "string" || value instanceof Uint8Array) && value.length === 0)
    throw new ValidationError(
      `One or more parameter values are not valid. The AttributeValue for a key attribute cannot contain an empty ${typeof value === "string" ? "string" : "binary"} value. Key: ${name}`,
    );
}

const mostPartitionBytes = 2048;
const mostSortBytes = 1024;

export function checkKeySize(value: Value, isPartition: boolean): void {
  const size =
    typeof value === "string" ? Buffer.byteLength(value) : value instanceof Uint8Array ? value.length : 0;
  if (isPartition && size > mostPartitionBytes)
    throw invalidParameter(
      `Size of hashkey has exceeded the maximum size limit of${mostPartitionBytes} bytes`,
    );
  if (!isPartition && size > mostSortBytes)
    throw invalidParameter(
      `Aggregated size of all range keys has exceeded the size limit of ${mostSortBytes} bytes`,
    );
}

export const hasKeyType = (value: Value, type: KeyType): boolean => typeOf(value) === type;
