import * as z from "zod";
import { type FieldType, Refusal } from "#lib/engine/field-types/shared/field-type";
import { statisticsOf } from "#lib/engine/field-types/shared/statistics";
import { ambiguous, isBlank, quoteText, quoteValue } from "#lib/engine/field-types/shared/text";
import { Ambiguous, type DecimalMark } from "#lib/engine/values/column-reading";
import { NumberEvidence, readNumber } from "#lib/engine/values/number-texts";

const Options = z.lazy(() =>
  z.strictObject({
    icon: z.enum(["star", "moon", "sun", "zap", "flame", "heart", "apple", "thumb-up"]),
    color: z.enum(["yellowBright", "redBright", "tealBright"]),
    max: z.int().min(1).max(10),
  }),
);

export const rating: FieldType<z.infer<typeof Options>, number> = {
  type: "rating",
  defaultName: () => "Rating",
  options: Options,
  initialOptions: () => ({ icon: "star", color: "yellowBright", max: 5 }),
  unfit: ({ max }, before) => (max < before.max ? { path: ["max"], what: "lowering `max`" } : undefined),
  cellValueType: "number",
  dbFieldType: () => "REAL",
  isMultiple: () => false,
  canBe: { primary: true, unique: false, notNull: true },
  ai: "number",
  family: () => "number",
  statistics: () => statisticsOf.number,
  read: (value, { max }) => ratingFrom(value, max),
  typecast: (value, { max }) => (typeof value === "string" ? ofText(value, max) : rounded(value, max)),
  readText: (text, { max }, _context, { decimal }) => ofText(text, max, decimal),
  gatherEvidence: () => new NumberEvidence(),
  json: (cell) => cell,
  text: String,
};

const plain = { type: "decimal", precision: 0 } as const;

function ofText(text: string, max: number, decimal?: DecimalMark): number | undefined | Refusal {
  if (isBlank(text)) return undefined;
  const number = text.includes("%") ? undefined : readNumber(text, plain, decimal);
  if (number instanceof Ambiguous) return ambiguous(text, number);
  return number === undefined
    ? new Refusal(`${quoteText(text.trim())} is not a rating`)
    : rounded(number, max);
}

/** The nearest rating. A number above `max` is refused: lowering it would change its meaning. */
const rounded = (value: unknown, max: number): number | Refusal => {
  const rating = ratingFrom(typeof value === "number" ? Math.round(value) : value, max);
  return rating instanceof Refusal ? new Refusal(`${quoteValue(value)} ${rating.message}`) : rating;
};

/** The value as a rating, or the refusal of a value that is not a whole number from 1 to `max`. */
export function ratingFrom(value: unknown, max: number): number | Refusal {
  const isRating = typeof value === "number" && Number.isInteger(value) && value >= 1 && value <= max;
  return isRating ? value : new Refusal(`must be a whole number from 1 to ${max}`);
}
