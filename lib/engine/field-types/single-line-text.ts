import * as z from "zod";
import type { FieldType } from "#lib/engine/field-types/shared/field-type";
import { TextShowAs } from "#lib/engine/field-types/shared/show-as";
import { oneLine } from "#lib/engine/field-types/shared/text";
import { defaultText, textCells } from "#lib/engine/field-types/shared/text-cells";
import { removable } from "#lib/schemas/basics/object";

const Options = z.lazy(() =>
  z.strictObject({ showAs: removable(TextShowAs), defaultValue: defaultText(oneLine) }),
);

export const singleLineText: FieldType<z.infer<typeof Options>, string> = {
  type: "singleLineText",
  defaultName: () => "Label",
  options: Options,
  ...textCells(oneLine),
};
