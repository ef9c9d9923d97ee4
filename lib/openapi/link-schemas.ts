/* Completes the schemas of options of link fields: answers have more members than requests, and the filter is a component of its own. */
import type { Schema } from "./shape.ts";

const point = (name: string, description: string): Schema => ({
  $ref: `#/components/schemas/${name}`,
  description,
});
const nullable = (schema: Schema, description: string): Schema => ({
  description,
  anyOf: [schema, { type: "null" }],
});
const name = (description: string): Schema => ({ type: "string", description });

const filter = nullable(
  point("Filter", "The filter."),
  "Only records that match it can be linked. It names fields of the other table by id.",
);

/** The members that the service sets, or that answers always have. */
const answered: Record<string, Schema> = {
  foreignTableId: point("TableId", "The table whose records are linked."),
  baseId: point("BaseId", "The base of that table; present if it is another one."),
  lookupFieldId: point("FieldId", "The field of the other table that gives the titles."),
  symmetricFieldId: point(
    "FieldId",
    "The field of the other table that shows the same links from its side. A one-way link has none.",
  ),
  fkHostTableName: name("The table that would hold the keys in a relational database."),
  selfKeyName: name("The column there that would name the record of this table."),
  foreignKeyName: name("The column there that would name the record of the other table."),
};
const optional = ["baseId", "symmetricFieldId"];

/** Completes the options of link fields in requests and answers. */
export function tellLinks(schemas: Record<string, Schema>): void {
  const { LinkFieldOptionsInput: sent, LinkFieldOptions: shown } = schemas;
  if (!sent?.properties || !shown?.properties) throw new Error("the OpenAPI document has no link fields");
  schemas["LinkFieldOptionsInput"] = { ...sent, properties: { ...sent.properties, filter } };
  const always = Object.keys(answered).filter((member) => !optional.includes(member));
  schemas["LinkFieldOptions"] = {
    ...shown,
    properties: { ...shown.properties, ...answered, filter },
    required: [...new Set([...(shown.required ?? []), ...always])],
  };
}
