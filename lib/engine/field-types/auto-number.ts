import * as z from "zod";
import { computed } from "#lib/engine/field-types/shared/computed";
import type { FieldType } from "#lib/engine/field-types/shared/field-type";
import { statisticsOf } from "#lib/engine/field-types/shared/statistics";

const expression = "AUTO_NUMBER()";
const Options = z.lazy(() => z.strictObject({ expression: z.literal(expression).default(expression) }));

export const autoNumber: FieldType<z.infer<typeof Options>, number> = {
  ...computed,
  type: "autoNumber",
  defaultName: () => "ID",
  options: Options,
  initialOptions: () => ({ expression }),
  cellValueType: "number",
  dbFieldType: () => "INTEGER",
  family: () => "number",
  statistics: () => statisticsOf.number,
  compute: (record) => record.autoNumber,
  json: (cell) => cell,
  text: String,
};
