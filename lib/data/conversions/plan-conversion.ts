/* Says what a field becomes by a conversion, before any cell is read: its new definition, and which kind of conversion it is. */

import type { AllowThere } from "#lib/data/link-fields/new-links";
import { isLink, type LinkField } from "#lib/data/links/link-items";
import { get } from "#lib/data/schema/fields";
import { refuseCopying } from "#lib/data/schema/refuse-copying";
import type { FieldItem, Schema } from "#lib/data/schema/table-schema";
import type { completeField } from "#lib/data/tables/create-field";
import { hasChoices } from "#lib/engine/cells/convert-cells";
import { choicesGone } from "#lib/engine/field-types/shared/choices";
import { wasLinkOf } from "#lib/engine/field-types/shared/links";
import { type Field, typeOf } from "#lib/engine/fields/field";
import { makeFields } from "#lib/engine/fields/new-fields";
import { type Issue, invalid } from "#lib/schemas/basics/error";
import type { FieldId } from "#lib/schemas/basics/ids";
import type { FieldConversion, NewField } from "#lib/schemas/tables/field";
import type { planLinked } from "./convert-to-link.ts";

export interface Plan {
  field: FieldItem;
  /** The field as its cells are read: a link by its titles. */
  read: FieldItem;
  /** What it becomes. */
  made: Field;
  /** The field, if it is a link that becomes none. */
  unlinked: (FieldItem & LinkField) | undefined;
  /** Of a field that becomes a link. */
  asLink: Parameters<typeof planLinked>[1] | undefined;
  /** Whether its cells have another shape then. */
  isReshaped: boolean;
}

/** What the field becomes; `undefined` if an update of the field does the same. Throws 400. */
export async function planConversion(
  schema: Schema,
  id: FieldId,
  input: FieldConversion,
  allow: AllowThere,
): Promise<Plan | undefined> {
  const field = get(schema, id);
  refuseCopying(field, "converted");
  const looksUp = Boolean(input.isLookup ?? input.lookupOptions ?? input.type === "rollup");
  const isSameType = input.type === field.type && !looksUp && !field.lookupOptions;
  const rules = { unique: field.unique ?? false, notNull: field.notNull ?? false };
  const wanted = isSameType
    ? { unique: input.unique ?? rules.unique, notNull: input.notNull ?? rules.notNull }
    : { unique: input.unique ?? false, notNull: input.notNull ?? false };
  const hasSameRules = wanted.unique === rules.unique && wanted.notNull === rules.notNull;
  const type = typeOf(field);
  const sent = input.options ?? (isSameType ? field.options : undefined);
  // choices that are sent without ids are those of the field, if they have the same names
  const adopted =
    sent && type.adopt && (isSameType || hasChoices(field.options)) ? type.adopt(sent, field.options) : sent;
  const others = schema.fields.filter((each) => each !== field);
  const issues: Issue[] = [];
  if (others.some(({ name }) => name === input.name))
    issues.push({
      path: "name",
      message: `${JSON.stringify(input.name)} is taken by another field of this table`,
    });
  const asked: NewField = {
    ...input,
    id,
    name: input.name ?? field.name,
    dbFieldName: input.dbFieldName ?? field.dbFieldName,
    ...wanted,
    ...(adopted !== undefined && { options: adopted as Record<string, unknown> }),
    ...(input.aiConfig === undefined && isSameType && field.aiConfig && { aiConfig: { ...field.aiConfig } }),
  };
  const { formulas, ...result } = await makeFields([asked], () => [], { fields: others, ids: [] });
  issues.push(...result.issues);
  const [made] = result.fields;
  if (field.isPrimary && made && !typeOf({ type: made.type }).canBe.primary)
    issues.push({ path: "type", message: `the primary field cannot become a ${made.type} field` });
  if (issues.length > 0 || !made) throw invalid(issues);
  const losesChoices = made.notNull && choicesGone(field.options, made.options) > 0;
  const isReshaped = !isSameType || losesChoices || type.unfit?.(made.options, field.options) !== undefined;
  if (isSameType && hasSameRules && (!isReshaped || isLink(field) || field.formula)) return undefined;
  const computed = made.lookupOptions || formulas.size > 0;
  const [complete = made] = computed
    ? await completeLate({ ...schema, fields: others }, { made, input: asked, formulas }, allow)
    : [made];
  const read = isLink(field) ? asText(field) : field;
  const { description = field.description, ...members } = complete;
  const described =
    input.description === null ? members : { ...members, ...(description && { description }) };
  return {
    field,
    read,
    made: described,
    unlinked: isLink(field) && !isSameType ? field : undefined,
    asLink: isLink(made) && !isSameType ? { field, made: described, asked } : undefined,
    isReshaped: isReshaped && !(isLink(field) && isSameType),
  };
}

/** A link field as a text field that shows its titles. */
const asText = (field: FieldItem & LinkField): FieldItem => {
  const { hasError: _, pending: __, formula: ___, ...rest } = field;
  return { ...rest, type: "singleLineText", options: {}, wasLink: wasLinkOf(field.options.relationship) };
};

/** Imported only for computed fields. */
const completeLate: typeof completeField = async (...args) =>
  (await import("#lib/data/tables/create-field")).completeField(...args);
