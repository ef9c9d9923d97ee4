import * as z from "zod";
import type { FieldType } from "../field-type.ts";
import { clean } from "../text.ts";
import { defaultText, textCells } from "../text-cells.ts";

const Options = z.lazy(() => z.strictObject({ defaultValue: defaultText(clean) }));

export const longText: FieldType<z.infer<typeof Options>, string> = {
  type: "longText",
  defaultName: () => "Notes",
  options: Options,
  ...textCells(clean),
};
