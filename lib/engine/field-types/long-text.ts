import * as z from "zod";
import type { FieldType } from "#lib/engine/field-types/shared/field-type";
import { clean } from "#lib/engine/field-types/shared/text";
import { defaultText, textCells } from "#lib/engine/field-types/shared/text-cells";

const Options = z.lazy(() => z.strictObject({ defaultValue: defaultText(clean) }));

export const longText: FieldType<z.infer<typeof Options>, string> = {
  type: "longText",
  defaultName: () => "Notes",
  options: Options,
  ...textCells(clean),
};
