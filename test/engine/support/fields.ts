import { findFieldType } from "#lib/engine/field-types/index";
import type { ViewField } from "#lib/engine/view-types/shared/view-type";

/** A field called after its type: `fldNumber` is the number field. Its options are as sent, or the type's first ones. */
export function aField(type: string, { options, ...members }: Partial<ViewField> = {}): ViewField {
  const id = `fld${type.charAt(0).toUpperCase()}${type.slice(1)}` as ViewField["id"];
  return { id, name: type, type, options: options ?? findFieldType(type)?.initialOptions(), ...members };
}

/** One of each kind; the first is the primary. */
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
  // a type to come: what needs no more than its name is checked already
  aField("attachment"),
];

/** Those whose types exist, of which anything may be asked; a button holds nothing to ask for. */
export const knownFields = someFields.filter(({ type }) => findFieldType(type) && type !== "button");
