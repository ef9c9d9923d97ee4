/* What a browser sends of a form's parts, all of it text, to the values that records are made of. */
import type { CellValues } from "#lib/schemas/record";
import { type Field, typeOf } from "./field.ts";
import type { CellContext } from "./field-type.ts";

/** Texts by the ids of fields; a part that holds several is a list, one that is not checked is not sent. */
export type Typed = Readonly<Record<string, string | string[]>>;

export const typedValues = (typed: Typed, fields: Field[], context: CellContext): CellValues =>
  Object.fromEntries(
    fields.map((field) => [
      field.id,
      valueIn(Object.hasOwn(typed, field.id) ? typed[field.id] : [], field, context),
    ]),
  );

function valueIn(typed: string | string[] | undefined, field: Field, context: CellContext): unknown {
  // browsers end lines with both
  const texts = [typed ?? []].flat().flatMap((text) => (text.trim() ? text.replaceAll("\r\n", "\n") : []));
  const text = texts.at(-1);
  const type = typeOf(field);
  // also one that was checked by default says so
  if (type.cellValueType === "boolean") return text !== undefined;
  if (text === undefined) return null;
  if (type.isMultiple(field.options)) return texts;
  if (type.cellValueType !== "number") return text;
  // what is no number is left for the field to refuse
  return type.typecast(text, field.options, context) ?? text;
}
