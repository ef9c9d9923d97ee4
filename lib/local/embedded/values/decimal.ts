/*
 * Numbers of up to 38 digits, computed exactly. A number that a double shows with the same digits is that double; any
 * other is a Decimal:
 *
 *   Decimal  =  coefficient × 10 ^ exponent, the coefficient without zeros at its end
 */
import { ValidationError } from "../errors.ts";

export class Decimal {
  readonly coefficient: bigint;
  readonly exponent: number;
  constructor(coefficient: bigint, exponent: number) {
    this.coefficient = coefficient;
    this.exponent = exponent;
  }
}

export type Numeric = number | Decimal;

const form = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d+))?$/;
const shortInteger = /^-?[1-9]\d{0,14}$/;

/** Reads a number; refuses what DynamoDB refuses. */
export function parseNumber(text: string): Numeric {
  if (shortInteger.test(text)) return Number(text);
  const found = form.exec(text);
  const [, sign, whole = "", fraction = "", exponent = "0"] = found ?? [];
  if (whole === "" && fraction === "") throw notANumber(text);
  const digits = (whole + fraction).replace(/^0+/, "");
  const significant = digits.replace(/0+$/, "");
  if (significant === "") return 0;
  const power = Number(exponent) - fraction.length + (digits.length - significant.length);
  checkRange(significant.length, power);
  return fromParts(BigInt(sign === "-" ? `-${significant}` : significant), power);
}

const notANumber = (text: string) =>
  new ValidationError(
    `The parameter cannot be converted to a numeric value${text === "" ? "" : `: ${text}`}`,
  );

/** Checks a number that a program has as a double; refuses numbers out of range. */
export function checkNumber(number: number): number {
  const size = Math.abs(number);
  if (size !== 0 && !(size >= 1e-130 && size < 1e126)) {
    if (!Number.isFinite(number)) throw notANumber(String(number));
    throw size < 1 ? underflow() : overflow();
  }
  return number === 0 ? 0 : number;
}

function checkRange(digits: number, exponent: number): void {
  const magnitude = digits + exponent - 1;
  if (magnitude > 125) throw overflow();
  if (magnitude < -130) throw underflow();
  if (digits > 38)
    throw new ValidationError("Attempting to store more than 38 significant digits in a Number");
}

const overflow = () =>
  new ValidationError(
    "Number overflow. Attempting to store a number with magnitude larger than supported range",
  );
const underflow = () =>
  new ValidationError(
    "Number underflow. Attempting to store a number with magnitude smaller than supported range",
  );

/** The double that shows these digits, or else a Decimal. */
function fromParts(coefficient: bigint, exponent: number): Numeric {
  const near = Number(`${coefficient}e${exponent}`);
  const shown = toDecimal(near);
  return shown.coefficient === coefficient && shown.exponent === exponent
    ? near
    : new Decimal(coefficient, exponent);
}

/** The digits that a double shows. */
export function toDecimal(number: Numeric): Decimal {
  if (number instanceof Decimal) return number;
  if (number === 0) return new Decimal(0n, 0);
  const [mantissa = "", exponent = "0"] = number.toExponential().split("e");
  const [whole = "", fraction = ""] = mantissa.split(".");
  return new Decimal(BigInt(whole + fraction), Number(exponent) - fraction.length);
}

/** All digits, never with an exponent. */
export function formatNumber(number: Numeric): string {
  if (typeof number === "number") {
    const text = String(number);
    if (!text.includes("e")) return text;
  }
  const { coefficient, exponent } = toDecimal(number);
  if (exponent >= 0) return `${coefficient}${"0".repeat(exponent)}`;
  const negative = coefficient < 0n;
  const digits = (negative ? -coefficient : coefficient).toString().padStart(1 - exponent, "0");
  return `${negative ? "-" : ""}${digits.slice(0, exponent)}.${digits.slice(exponent)}`;
}

export function compareNumbers(a: Numeric, b: Numeric): number {
  if (typeof a === "number" && typeof b === "number") return a < b ? -1 : a > b ? 1 : 0;
  const [left, right] = aligned(a, b);
  return left < right ? -1 : left > right ? 1 : 0;
}

export function addNumbers(a: Numeric, b: Numeric): Numeric {
  if (typeof a === "number" && typeof b === "number") {
    const sum = a + b;
    if (Number.isSafeInteger(a) && Number.isSafeInteger(b) && Number.isSafeInteger(sum)) return sum;
  }
  const [left, right, exponent] = aligned(a, b);
  return trimmed(left + right, exponent);
}

export function negateNumber(number: Numeric): Numeric {
  if (number instanceof Decimal) return new Decimal(-number.coefficient, number.exponent);
  return number === 0 ? 0 : -number;
}

/** Both numbers as multiples of the same power of ten. */
function aligned(a: Numeric, b: Numeric): [bigint, bigint, number] {
  const left = toDecimal(a);
  const right = toDecimal(b);
  const exponent = Math.min(left.exponent, right.exponent);
  const scaled = (each: Decimal) => each.coefficient * 10n ** BigInt(each.exponent - exponent);
  return [scaled(left), scaled(right), exponent];
}

function trimmed(coefficient: bigint, exponent: number): Numeric {
  if (coefficient === 0n) return 0;
  const text = coefficient.toString();
  const significant = text.replace(/0+$/, "");
  const power = exponent + text.length - significant.length;
  checkRange(significant.replace("-", "").length, power);
  return fromParts(BigInt(significant), power);
}
