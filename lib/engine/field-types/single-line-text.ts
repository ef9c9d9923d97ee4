import * as z from "zod";
import type { FieldType } from "../field-type.ts";
import { TextShowAs } from "../show-as.ts";
import { oneLine } from "../text.ts";
import { defaultText, textCells } from "../text-cells.ts";

const Options = z.lazy(() =>
  z.strictObject({ showAs: TextShowAs.optional(), defaultValue: defaultText(oneLine) }),
);

export const singleLineText: FieldType<z.infer<typeof Options>, string> = {
  type: "singleLineText",
  defaultName: () => "Label",
  options: Options,
  ...textCells(oneLine),
};
