/*
 * Numbers as people see them: by their decimal digits. A double stands for the shortest decimal that reads back as it (1.005, not
 * 1.00499999999999989…). Everything that cuts or rounds a number cuts these digits.
 */

/** How digits are cut: `half` and `up` away from zero, `down` towards zero, `ceiling` and `floor` towards +∞ and -∞. */
export type Rounding = "half" | "up" | "down" | "ceiling" | "floor";

/** The digits of a number without sign and point, and the position of the point among them, which may be negative. */
function digitsOf(number: number): { digits: string; point: number } {
  const [mantissa = "", exponent] = Math.abs(number).toExponential().split("e");
  return { digits: mantissa.replace(".", ""), point: Number(exponent) + 1 };
}

function goesAway(rounding: Rounding, rest: string, isNegative: boolean): boolean {
  if (rounding === "half") return rest >= "5";
  if (rounding === "ceiling") return !isNegative;
  return rounding === "floor" ? isNegative : rounding === "up";
}

/** The size of a finite number in units of 10^-places, as digits, without sign. */
function unitsOf(number: number, places: number, rounding: Rounding): string {
  const { digits, point } = digitsOf(number);
  const kept = point + places;
  if (kept >= digits.length) return digits + "0".repeat(kept - digits.length);
  const rest = kept < 0 ? "0" : digits.slice(kept);
  const whole = digits.slice(0, Math.max(0, kept)) || "0";
  return number !== 0 && goesAway(rounding, rest, number < 0) ? String(BigInt(whole) + 1n) : whole;
}

/** Rounds a finite number to so many decimals; negative places round tens. Never -0. */
export function roundAt(number: number, places: number, rounding: Rounding = "half"): number {
  if (places >= 0 && Number.isInteger(number)) return number + 0;
  const size = Number(`${unitsOf(number, places, rounding)}e${-places}`);
  return (number < 0 ? -size : size) + 0;
}

/** A finite number with exactly `places` decimals (0 or more), rounded half away from zero. Never in exponent form, never "-0.00". */
export function decimalText(number: number, places: number): string {
  if (Number.isSafeInteger(number)) return places === 0 ? `${number}` : `${number}.${"0".repeat(places)}`;
  const text = String(number);
  if (!text.includes("e") && Math.abs(number) >= 1) {
    const missing = places - (text.length - text.indexOf(".") - 1);
    if (missing >= 0) return text + "0".repeat(missing);
    // toFixed rounds the double, which gives other digits only where the decimal ends half-way
    if (missing < -1 || !text.endsWith("5")) return number.toFixed(places);
  }
  const units = unitsOf(number, places, "half").padStart(places + 1, "0");
  const sign = number < 0 && /[1-9]/.test(units) ? "-" : "";
  if (places === 0) return sign + units;
  return `${sign}${units.slice(0, -places)}.${units.slice(-places)}`;
}

/** A number with 15 significant digits: further digits are an artefact of doubles (0.1 + 0.2). Integers keep all digits. */
export const fifteenDigits = (number: number): number =>
  Number.isInteger(number) ? number : Number(number.toPrecision(15));

/** Moves the decimal point without rounding errors: 0.07 * 100 is 7.000000000000001, `shifted(0.07, 2)` is 7. */
export function shifted(number: number, places: number): number {
  const [digits, exponent = "0"] = String(number).split("e");
  return Number(`${digits}e${Number(exponent) + places}`);
}

/** The largest error that the last operations may have caused in a double: four steps of its last bit. */
const noise = 2 ** -50;

/** How many decimals a number has. A number next to a decimal of 12 digits counts as that decimal: 0.30000000000000004 has one. */
function decimalsOf(number: number): number {
  const near = Number(number.toPrecision(12));
  const { digits, point } = digitsOf(Math.abs(near - number) <= Math.abs(number) * noise ? near : number);
  return Math.max(0, digits.length - point);
}

/** A sum that is smaller than this part of the larger operand is a rounding error. */
const nothing = 1e-15;

/**
 * The sum of two doubles. If they nearly cancel each other, the sum has no more decimals than the operands: 1000.1 - 1000 is 0.1. A sum
 * below 1e-15 of the larger operand is 0.
 */
export function addDoubles(a: number, b: number): number {
  const sum = a + b;
  const larger = Math.max(Math.abs(a), Math.abs(b));
  // the error is then too small to be seen in 15 digits
  if (Math.abs(sum) >= larger / 2 || (Number.isInteger(a) && Number.isInteger(b))) return sum;
  if (Math.abs(sum) < larger * nothing) return 0;
  return roundAt(sum, Math.max(decimalsOf(a), decimalsOf(b)));
}

export interface Sum {
  add(number: number): void;
  /** The sum; 0 without numbers. */
  value(): number;
}

/**
 * A sum that corrects rounding errors (Neumaier) and has no more decimals than its numbers: a million times 0.1 is 100,000, 1e100 + 1 −
 * 1e100 is 1, and 1000.1 − 1000 is 0.1.
 */
export function makeSum(): Sum {
  let [total, rounded, larger, decimals] = [0, 0, 0, 0];
  let scale = 1;
  return {
    add(number) {
      const next = total + number;
      rounded += Math.abs(total) >= Math.abs(number) ? total - next + number : number - next + total;
      total = next;
      larger = Math.max(larger, Math.abs(number));
      if (Math.round(number * scale) / scale === number) return;
      decimals = Math.max(decimals, decimalsOf(number));
      scale = 10 ** decimals;
    },
    value() {
      const sum = total + rounded;
      if (Math.abs(sum) < larger * nothing && decimals > 0) return 0;
      return Number.isFinite(sum) ? roundAt(sum, decimals) : sum;
    },
  };
}

/**
 * The remainder of a division of finite numbers, computed on their decimal digits: 0.6 by 0.2 leaves 0. `signOf` says whose sign it has: -7
 * by 3 leaves -1 with the sign of the number, 2 with the sign of the divisor.
 */
export function remainder(number: number, divisor: number, signOf: "number" | "divisor" = "number"): number {
  const isOther = signOf === "divisor" && number < 0 !== divisor < 0;
  if (Number.isSafeInteger(number) && Number.isSafeInteger(divisor)) {
    const rest = number % divisor;
    return (isOther && rest !== 0 ? rest + divisor : rest) + 0;
  }
  const [a, b] = [digitsOf(number), digitsOf(divisor)];
  const decimals = Math.max(a.digits.length - a.point, b.digits.length - b.point);
  const [whole, by] = [a, b].map(({ digits, point }) =>
    BigInt(digits + "0".repeat(decimals - digits.length + point)),
  ) as [bigint, bigint];
  const rest = whole % by;
  const size = Number(`${isOther && rest !== 0n ? by - rest : rest}e${-decimals}`);
  return ((signOf === "number" ? number : divisor) < 0 ? -size : size) + 0;
}
