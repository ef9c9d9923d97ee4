/*
 * `options` of fields and views, and the aiConfig of fields, depend on the type, which lib/schemas does not know. Here every type
 * becomes a component of its own, and NewField, Field, NewView and View become unions of them, told apart by `type`:
 *
 *   NewField = NewSingleLineTextField | … | NewNumberField { type: "number", options?: NumberFieldOptionsInput, … } | …
 *
 * Only the document imports this module, so no function carries these words.
 */
import * as z from "zod";
import { fieldTypes } from "#lib/engine/field-types/index";
import type { FieldType } from "#lib/engine/field-types/shared/field-type";
import { operatorsOf } from "#lib/engine/field-types/shared/operators";
import { symbolsOfOperators } from "#lib/engine/query/operator-symbols";
import { Color } from "#lib/engine/values/colors";
import { DateFormatting } from "#lib/engine/values/dates";
import { NumberFormatting } from "#lib/engine/values/numbers";
import { viewTypes } from "#lib/engine/view-types/index";
import { aiConfigs, pointAt } from "./ai-configs.ts";
import { cellNames, cellsOf, tellCells } from "./cells.ts";
import { tellLinks } from "./link-schemas.ts";
import type { Schemas } from "./schemas.ts";
import type { Schema } from "./shape.ts";
import { answeredOptions, type Members, splitByType, titled } from "./variants.ts";

// named here, so that functions do not load these names
z.globalRegistry.add(Color, { id: "Color", description: "A hue and a shade." });
z.globalRegistry.add(DateFormatting, { id: "DateFormatting", description: "How dates are shown." });
z.globalRegistry.add(NumberFormatting, { id: "NumberFormatting", description: "How numbers are shown." });

const fieldOptions = [...fieldTypes.values()].map((type) => ({
  type,
  shape: named(type.options, `${titled(type.type)}FieldOptionsInput`, factsOf(type)),
}));
const viewOptions = Object.entries(viewTypes).map(([name, { options, hidesBy }]) => ({
  name,
  shape: named(
    options(),
    `${titled(name)}ViewOptions`,
    `For ${name} views. Its columns hide a field by \`${hidesBy}\`.`,
  ),
}));

function factsOf(type: FieldType<unknown>): string {
  const initial = type.initialOptions();
  const { primary, unique, notNull } = type.canBe;
  const can = [primary && "primary", unique && "unique", notNull && "notNull"].filter(Boolean);
  return [
    `For ${type.type} fields. Cells: ${cellNames(type).join(" or ")}.`,
    type.isComputed && "They are computed: values for them in a request are ignored.",
    can.length > 0 && `Can be ${can.join(", ")}.`,
    !type.needsOptions && `Default options: \`${JSON.stringify(initial)}\`.`,
    `Filter operators: ${operatorsOf[type.family(initial)].join(", ") || "none"}.`,
  ]
    .filter(Boolean)
    .join(" ");
}

function named(options: z.ZodType, id: string, description: string): z.ZodType {
  return options.meta({ id, description });
}

export interface Types {
  fields: { type: FieldType; options: Schema; aiConfig: Schema | undefined }[];
  views: { name: string; options: Schema }[];
}

/** The schemas of all field types and view types. */
export const typesOf = (schemas: Schemas): Types => ({
  fields: fieldOptions.map(({ type, shape }) => ({
    type,
    options: schemas.sent(shape),
    aiConfig: type.ai && pointAt(type.ai),
  })),
  views: viewOptions.map(({ name, shape }) => ({ name, options: schemas.sent(shape) })),
});

/** Splits the schemas of fields and views by their types. Throws if one of these schemas is missing. */
export function tellTypes(schemas: Record<string, Schema>, { fields, views }: Types): void {
  Object.assign(schemas, aiConfigs());
  const sent: Members = {};
  const answered: Members = {};
  for (const { type, options, aiConfig } of fields) {
    const facts = type.isComputed
      ? `A ${type.type} field. Its cells are computed: values for them in a request are ignored.`
      : `A ${type.type} field. Its cells: ${cellNames(type).join(" or ")}.`;
    const none: Schema = { type: "null", description: "A field of this type has no aiConfig." };
    const asked: Schema = aiConfig ? { anyOf: [aiConfig, { type: "null" }] } : none;
    sent[type.type] = {
      description: facts,
      properties: { options, aiConfig: asked },
      required: type.needsOptions ? ["options"] : [],
    };
    const own = `${titled(type.type)}FieldOptions`;
    schemas[own] = answeredOptions(schemas[`${own}Input`] ?? {}, type);
    answered[type.type] = {
      description: facts,
      properties: { options: { $ref: `#/components/schemas/${own}` }, aiConfig },
    };
  }
  tellLinks(schemas);
  splitByType(schemas, "NewField", ["New", "Field"], sent);
  splitByType(schemas, "AddedField", ["Added", "Field"], sent);
  splitByType(schemas, "Field", ["", "Field"], answered);
  for (const { type } of fields)
    Object.assign(schemas[`${titled(type.type)}Field`] ?? {}, { "x-cells": cellsOf(type) });

  const ofViews: Members = {};
  for (const { name, options } of views)
    ofViews[name] = {
      description: `A ${name} view.`,
      properties: { options },
      required: name === "plugin" ? ["options"] : [],
    };
  splitByType(schemas, "NewView", ["New", "View"], ofViews);
  splitByType(schemas, "View", ["", "View"], ofViews);

  const anyOptions = (description: string) => ({ description, anyOf: fields.map(({ options }) => options) });
  const ofField = "The options of the type of the field. What is left out stays; null takes an option away.";
  replaceProperty(schemas, "FieldUpdate", "options", anyOptions(ofField));
  replaceProperty(schemas, "ImportedColumn", "options", anyOptions("The options of the type."));
  const aiUses = fields.flatMap(({ aiConfig }) => (aiConfig ? [aiConfig] : []));
  const uses = aiUses.filter(({ $ref }, i) => aiUses.findIndex((other) => other.$ref === $ref) === i);
  replaceProperty(schemas, "FieldUpdate", "aiConfig", {
    description: "Replaces the whole aiConfig; null removes it. Which tasks there are depends on the type.",
    anyOf: [...uses, { type: "null" }],
  });
  replaceProperty(schemas, "FilterItem", "operator", {
    type: "string",
    description: `Which ones a field has depends on its type: the options of each type list them. With \`isSymbol\` one of the symbols.`,
    enum: [...new Set(Object.values(operatorsOf).flat()), ...symbolsOfOperators()],
  });
  tellAlternatives(schemas, "UpdatedRecords");
  tellCells(schemas);
}

/** Says that exactly one of the alternatives fits. */
function tellAlternatives(schemas: Record<string, Schema>, id: string): void {
  const { anyOf, ...schema } = schemas[id] ?? {};
  if (!anyOf) throw new Error(`the OpenAPI document has no union ${id}`);
  schemas[id] = { ...schema, oneOf: anyOf };
}

function replaceProperty(schemas: Record<string, Schema>, id: string, name: string, property: Schema): void {
  const properties = schemas[id]?.properties;
  if (!properties?.[name]) throw new Error(`the OpenAPI document has no schema ${id}.${name}`);
  properties[name] = property;
}
