import * as z from "zod";
import { type FieldType, Refusal } from "#lib/engine/field-types/shared/field-type";
import { statisticsOf } from "#lib/engine/field-types/shared/statistics";
import { isBlank } from "#lib/engine/field-types/shared/text";
import { parseNumber } from "#lib/engine/values/numbers";

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
  typecast(value, { max }) {
    const parsed = typeof value === "string" ? parseNumber(value, false) : value;
    const rounded = typeof parsed === "number" ? Math.min(Math.round(parsed), max) : Number.NaN;
    return isBlank(value) ? undefined : ratingFrom(rounded, max);
  },
  json: (cell) => cell,
  text: String,
};

/** The value as a rating, or the refusal of a value that is not a whole number from 1 to `max`. */
export function ratingFrom(value: unknown, max: number): number | Refusal {
  const isRating = typeof value === "number" && Number.isInteger(value) && value >= 1 && value <= max;
  return isRating ? value : new Refusal(`must be a whole number from 1 to ${max}`);
}
