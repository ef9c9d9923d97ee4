import * as z from "zod";
import { computed } from "../computed.ts";
import type { FieldType } from "../field-type.ts";
import { statisticsOf } from "../statistics.ts";

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
