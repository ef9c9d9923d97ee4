import * as z from "zod";
import { type FieldType, Refusal } from "#lib/engine/field-types/shared/field-type";
import { statisticsOf } from "#lib/engine/field-types/shared/statistics";
import { oneLine } from "#lib/engine/field-types/shared/text";
import { Color } from "#lib/engine/values/colors";
import { WorkflowId } from "#lib/schemas/basics/ids";
import { limits } from "#lib/schemas/basics/limits";
import { removable } from "#lib/schemas/basics/object";
import { Name } from "#lib/schemas/basics/text";

const Options = z.lazy(() =>
  z.strictObject({
    label: z.string().overwrite(oneLine).min(1, "must not be empty").max(limits.nameLength),
    color: Color,
    maxCount: removable(z.int().min(1)),
    resetCount: removable(z.boolean()),
    workflow: removable(z.strictObject({ id: WorkflowId, name: Name, isActive: z.boolean() })),
  }),
);

/** The cell of a button is its number of clicks, and empty before the first one. */
const clicked = (count: number) => (count > 0 ? count : undefined);

/** `{ count }`, as responses show it. Callers who may change cells may set any count; only clicks are limited by `maxCount`. */
function countIn(value: unknown): number | undefined | Refusal {
  const count: unknown = typeof value === "object" && value !== null ? Reflect.get(value, "count") : value;
  const isCount = typeof value === "object" && Number.isSafeInteger(count) && Number(count) >= 0;
  return isCount
    ? clicked(Number(count))
    : new Refusal('must be {"count": n}, n a whole number of 0 or more');
}

export const button: FieldType<z.infer<typeof Options>, number> = {
  type: "button",
  defaultName: () => "Button",
  options: Options,
  initialOptions: () => ({ label: "Button", color: "teal" }),
  cellValueType: "string",
  dbFieldType: () => "JSON",
  isMultiple: () => false,
  canBe: { primary: false, unique: false, notNull: false },
  family: () => "nothing",
  statistics: () => statisticsOf.many,
  read: countIn,
  typecast: countIn,
  json: (count) => ({ count }),
  text: () => "",
};
