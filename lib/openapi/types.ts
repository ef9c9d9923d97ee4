/*
 * `options` of fields and views depend on the type, which lib/schemas does not know. Here the options of each type become a
 * component, and `options` refers to all of them.
 */
import * as z from "zod";
import { fieldTypeNames, fieldTypes, laterFieldTypes } from "#lib/engine/field-types/index";
import type { FieldType } from "#lib/engine/field-types/shared/field-type";
import { operatorsOf } from "#lib/engine/field-types/shared/operators";
import { Color } from "#lib/engine/values/colors";
import { DateFormatting } from "#lib/engine/values/dates";
import { NumberFormatting } from "#lib/engine/values/numbers";
import { viewTypes } from "#lib/engine/view-types/index";
import type { ViewType } from "#lib/engine/view-types/shared/view-type";
import type { Schemas } from "./schemas.ts";
import type { Schema } from "./shape.ts";

// named here, so that functions do not load these names
z.globalRegistry.add(Color, { id: "Color", description: "A hue and a shade." });
z.globalRegistry.add(DateFormatting, { id: "DateFormatting", description: "How dates are shown." });
z.globalRegistry.add(NumberFormatting, { id: "NumberFormatting", description: "How numbers are shown." });

const fieldOptions = [...fieldTypes.values()].map((type) =>
  named(type.options, type.type, "Field", factsOf(type)),
);
const viewOptions = Object.entries(viewTypes).map(([name, type]) =>
  named(type.options(), name, "View", `For ${name} views. ${columnsOf(type)}`),
);

function factsOf(type: FieldType<unknown>): string {
  const initial = type.initialOptions();
  const { primary, unique, notNull } = type.canBe;
  const can = [primary && "primary", unique && "unique", notNull && "notNull"].filter(Boolean);
  const cells = type.isMultiple(initial) ? `lists of ${type.cellValueType}` : type.cellValueType;
  return [
    `For ${type.type} fields. Cells: ${cells}${type.compute ? ", computed" : ""}.`,
    can.length > 0 && `Can be ${can.join(", ")}.`,
    `Default options: \`${JSON.stringify(initial)}\`.`,
    `Filter operators: ${operatorsOf[type.family(initial)].join(", ") || "none"}.`,
  ]
    .filter(Boolean)
    .join(" ");
}

function named(options: z.ZodType, name: string, kind: "Field" | "View", description: string): z.ZodType {
  return options.meta({
    id: `${name.charAt(0).toUpperCase()}${name.slice(1)}${kind}Options`,
    title: `${name} ${kind.toLowerCase()}`,
    description,
  });
}

function columnsOf({ hidesBy }: ViewType): string {
  return `Its columns hide a field by \`${hidesBy}\`.`;
}

export interface Types {
  fields: Schema[];
  views: Schema[];
}

/** The options of all field types and view types, as schemas. */
export const typesOf = (schemas: Schemas): Types => ({
  fields: fieldOptions.map(schemas.sent),
  views: viewOptions.map(schemas.sent),
});

/** Adds the types and their options to the schemas of fields and views. Throws if one of these schemas is missing. */
export function tellTypes(schemas: Record<string, Schema>, { fields, views }: Types): void {
  const notYet = `Not supported yet: ${laterFieldTypes.join(", ")}.`;
  replaceProperties(schemas, "NewField", {
    type: { type: "string", enum: [...fieldTypeNames], description: notYet },
    options: { description: "The options of the type; an unknown member is a 400.", anyOf: fields },
  });
  replaceProperties(schemas, "Field", {
    type: { type: "string", enum: [...fieldTypeNames] },
    options: { description: "The complete options of the type.", anyOf: fields },
  });
  replaceProperties(schemas, "NewView", {
    options: { description: "The options of the type; an unknown member is a 400.", anyOf: views },
  });
  replaceProperties(schemas, "View", { options: { description: "The options of the type.", anyOf: views } });
}

function replaceProperties(
  schemas: Record<string, Schema>,
  id: string,
  properties: Record<string, Schema>,
): void {
  const schema = schemas[id];
  for (const name of Object.keys(properties))
    if (!schema?.properties?.[name]) throw new Error(`the OpenAPI document has no schema ${id}.${name}`);
  Object.assign(schema?.properties ?? {}, properties);
}
