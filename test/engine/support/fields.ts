import { findFieldType } from "#lib/engine/field-types/index";
import type { ViewField } from "#lib/engine/view-types/shared/view-type";

/** A field named after its type: `fldNumber` is the number field. Default options: the initial ones of the type. */
export function aField(type: string, { options, ...members }: Partial<ViewField> = {}): ViewField {
  const id = `fld${type.charAt(0).toUpperCase()}${type.slice(1)}` as ViewField["id"];
  return { id, name: type, type, options: options ?? findFieldType(type)?.initialOptions(), ...members };
}

/** A field of each type; the first is the primary one. */
export const someFields: readonly ViewField[] = [
  aField("singleLineText", { isPrimary: true }),
  aField("number"),
  aField("checkbox"),
  aField("date"),
  aField("singleSelect", { options: { choices: [{ id: "choLight000", name: "light", color: "blue" }] } }),
  aField("multipleSelect", {
    options: {
      choices: [
        { id: "choRed00000", name: "red", color: "red" },
        { id: "choBlue0000", name: "blue", color: "blue" },
      ],
    },
  }),
  aField("user"),
  aField("createdTime"),
  aField("autoNumber"),
  aField("button"),
  // a planned type: checks that need only its name work already
  aField("attachment"),
];

/** The fields that can be filtered by: planned types and buttons cannot. */
export const knownFields = someFields.filter(({ type }) => findFieldType(type) && type !== "button");
