/*
 * `options` of fields and views depend on the type, which their own schemas cannot say: the engine knows. Here each type's
 * options become a component, and `options` refers to them all.
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

// named here, where it costs no function anything
z.globalRegistry.add(Color, { id: "Color", description: "Hue and shade." });
z.globalRegistry.add(DateFormatting, { id: "DateFormatting", description: "How dates are shown." });
z.globalRegistry.add(NumberFormatting, { id: "NumberFormatting", description: "How numbers are shown." });

const fieldOptions = [...fieldTypes.values()].map((type) =>
  named(type.options, type.type, "Field", factsOf(type)),
);
const viewOptions = Object.entries(viewTypes).map(([name, type]) =>
  named(type.options(), name, "View", `Of a ${name} view: ${columnsOf(type)}`),
);

function factsOf(type: FieldType<unknown>): string {
  const initial = type.initialOptions();
  const { primary, unique, notNull } = type.canBe;
  const can = [primary && "primary", unique && "unique", notNull && "notNull"].filter(Boolean);
  const cells = type.isMultiple(initial) ? `lists of ${type.cellValueType}` : type.cellValueType;
  return [
    `Of a ${type.type} field. Cells: ${cells}${type.compute ? ", computed" : ""}.`,
    can.length > 0 && `It can be ${can.join(", ")}.`,
    `Without options: \`${JSON.stringify(initial)}\`.`,
    `Filter operators: ${operatorsOf[type.family(initial)].join(", ")}.`,
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

function columnsOf({ columnMembers }: ViewType): string {
  return `\`columnMeta\` may say order, ${columnMembers.join(", ")}.`;
}

export interface Types {
  fields: Schema[];
  views: Schema[];
}

export const typesOf = (schemas: Schemas): Types => ({
  fields: fieldOptions.map(schemas.sent),
  views: viewOptions.map(schemas.sent),
});

/** Puts the types into the schemas of fields and views. */
export function tellTypes(schemas: Record<string, Schema>, { fields, views }: Types): void {
  const notYet = `Not supported yet: ${laterFieldTypes.join(", ")}.`;
  tell(schemas, "NewField", {
    type: { type: "string", enum: [...fieldTypeNames], description: notYet },
    options: { description: "Those of the type; a member it does not know is a 400.", anyOf: fields },
  });
  tell(schemas, "Field", {
    type: { type: "string", enum: [...fieldTypeNames] },
    options: { description: "Those of the type, complete.", anyOf: fields },
  });
  tell(schemas, "NewView", {
    options: { description: "Those of the type; a member it does not know is a 400.", anyOf: views },
  });
  tell(schemas, "View", { options: { description: "Those of the type.", anyOf: views } });
}

function tell(schemas: Record<string, Schema>, id: string, properties: Record<string, Schema>): void {
  const schema = schemas[id];
  for (const name of Object.keys(properties))
    if (!schema?.properties?.[name]) throw new Error(`the document has no ${id}.${name} to describe`);
  Object.assign(schema?.properties ?? {}, properties);
}
