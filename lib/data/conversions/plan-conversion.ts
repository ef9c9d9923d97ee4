/* Decides what a field becomes by a conversion, before any cell is read: its new definition, and the kind of conversion. */

import type { AllowThere } from "#lib/data/link-fields/new-links";
import { isLink, type LinkField } from "#lib/data/links/link-items";
import { get } from "#lib/data/schema/fields";
import { refuseCopying } from "#lib/data/schema/refuse-copying";
import type { FieldItem, Schema } from "#lib/data/schema/table-schema";
import type { completeField } from "#lib/data/tables/create-field";
import { hasChoices } from "#lib/engine/cells/convert-cells";
import { findFieldType } from "#lib/engine/field-types/index";
import { choicesGone } from "#lib/engine/field-types/shared/choices";
import { wasLinkOf } from "#lib/engine/field-types/shared/links";
import { type Field, shownOptions, typeOf, uniqueBasis } from "#lib/engine/fields/field";
import { changedOptions, mergeOptions } from "#lib/engine/fields/merge-options";
import { makeFields, parsedOptions } from "#lib/engine/fields/new-fields";
import { type Issue, invalid } from "#lib/schemas/basics/error";
import type { FieldId } from "#lib/schemas/basics/ids";
import type { FieldConversion, NewField } from "#lib/schemas/tables/field";
import type { planLinked } from "./convert-to-link.ts";

export interface Plan {
  field: FieldItem;
  /** The field in the form in which its cells are read: a link field is read by its titles. */
  read: FieldItem;
  /** What it becomes. */
  made: Field;
  /** The field, if it is a link that becomes none. */
  unlinked: (FieldItem & LinkField) | undefined;
  /** The plan for a field that becomes a link. */
  asLink: Parameters<typeof planLinked>[1] | undefined;
  /** Whether its cells have another shape then. */
  isReshaped: boolean;
  /** A default that names a choice which will be made from a text: it is checked when the cells are read. */
  laterDefault: unknown;
  isUpdate?: never;
}

/** An update of the field does the same. */
export interface Update extends Pick<Plan, "field" | "made"> {
  isUpdate: true;
}

/** The field after the conversion. Throws 400. */
export async function planConversion(
  schema: Schema,
  id: FieldId,
  input: FieldConversion,
  allow: AllowThere,
): Promise<Plan | Update> {
  const field = get(schema, id);
  refuseCopying(field, "converted");
  const looksUp = Boolean(input.isLookup ?? input.lookupOptions ?? input.type === "rollup");
  const isSameType = input.type === field.type && !looksUp && !field.lookupOptions;
  const isRelinked = isSameType && isLink(field) && leadsElsewhere(field, input, schema);
  const rules = { unique: field.unique ?? false, notNull: field.notNull ?? false };
  const wanted = isSameType
    ? { unique: input.unique ?? rules.unique, notNull: input.notNull ?? rules.notNull }
    : { unique: input.unique ?? false, notNull: input.notNull ?? false };
  const hasSameRules = wanted.unique === rules.unique && wanted.notNull === rules.notNull;
  const type = typeOf(field);
  const { options, laterDefault } = splitDefault(
    field,
    input,
    isRelinked ? optionsElsewhere(field, input) : optionsAfter(field, input, isSameType),
  );
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
    ...(options !== undefined && { options }),
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
  const isComparedAlike = !made.unique || uniqueBasis(field) === uniqueBasis(made);
  const isUpdate = !isRelinked && (!isReshaped || isLink(field) || field.formula !== undefined);
  if (isSameType && hasSameRules && isComparedAlike && isUpdate) return { field, made, isUpdate: true };
  const computed = made.lookupOptions || formulas.size > 0;
  const [complete = made] = computed
    ? await completeLate({ ...schema, fields: others }, { made, input: asked, formulas }, allow)
    : [made];
  const read = isLink(field) ? asText(field) : field;
  const { description = field.description, ...members } = complete;
  const described =
    input.description === null ? members : { ...members, ...(description && { description }) };
  const isOther = !isSameType || isRelinked;
  return {
    field,
    read,
    made: described,
    unlinked: isLink(field) && isOther ? field : undefined,
    asLink: isLink(made) && isOther ? { field, made: described, asked } : undefined,
    isReshaped: isReshaped && !(isLink(field) && !isOther),
    laterDefault,
  };
}

type Options = { [name: string]: unknown };

/** Whether a link field is asked to show another table. */
const leadsElsewhere = ({ options }: LinkField, { options: sent }: FieldConversion, { table }: Schema) => {
  const to: unknown = sent?.["foreignTableId"] ?? options.foreignTableId;
  return (to === "self" ? table.id : to) !== options.foreignTableId;
};

/** The options of a link field that gets another table. Options that name parts of the former table are left out if they are sent unchanged. */
const optionsElsewhere = (
  field: FieldItem & LinkField,
  { options: sent = {} }: FieldConversion,
): Options => ({
  relationship: field.options.relationship,
  isOneWay: field.options.isOneWay,
  ...changedOptions(field, sent),
});

/**
 * The options after the conversion: the request's options, merged into the field's if both types have choices. If the request has none,
 * options that mean the same in the new type are kept.
 */
function optionsAfter(field: FieldItem, input: FieldConversion, isSameType: boolean): Options | undefined {
  const { options: sent } = input;
  if (field.lookupOptions && isLookedUp(input)) return ownAfter(field, input);
  const into = isLookedUp(input) ? undefined : findFieldType(input.type);
  const initial = into?.initialOptions();
  const isMerged = isSameType || (hasChoices(initial) && hasChoices(field.options));
  if (sent) return isMerged ? (mergeOptions(field, sent, { isConversion: true }) as Options) : sent;
  const shown = shownOptions(field) as Options;
  if (isSameType || !into || into.needsOptions) return isSameType ? shown : undefined;
  const isSameKind = into.family(initial) === typeOf(field).family(field.options);
  const names = ["choices", "preventAutoNewOptions", ...(isSameKind ? alike : choosing)];
  const kept = Object.fromEntries(Object.entries(shown).filter(([name]) => names.includes(name)));
  const carried = { ...(initial as object), ...kept };
  return Object.keys(kept).length > 0 && into.options.safeParse(carried).success ? carried : undefined;
}

/** Options that types of one family share, and types with choices. */
const alike = ["formatting", "showAs", "defaultValue"];
const choosing = ["defaultValue"];

const isLookedUp = ({ isLookup, lookupOptions, type }: FieldConversion) =>
  Boolean(isLookup ?? lookupOptions ?? type === "rollup");

/**
 * The own options of a field that is a lookup before and after the conversion. Options about how cells are shown stay only if the looked-up
 * field stays.
 */
function ownAfter(
  field: FieldItem,
  { options: sent, isLookup, lookupOptions }: FieldConversion,
): Options | undefined {
  const { formatting, showAs, ...others } = (field.ownOptions ?? {}) as Options;
  if (Boolean(isLookup) !== Boolean(field.isLookup)) return sent;
  if (sent) return { ...others, ...sent };
  const isSame = lookupOptions?.lookupFieldId === field.lookupOptions?.lookupFieldId;
  return {
    ...others,
    ...(isSame && {
      ...(formatting !== undefined && { formatting }),
      ...(showAs !== undefined && { showAs }),
    }),
  };
}

/** The options without a default that can only be checked when choices are made from texts. */
function splitDefault(field: FieldItem, { type }: FieldConversion, options: Options | undefined) {
  const { defaultValue, ...rest } = options ?? {};
  const isLater =
    hasChoices(findFieldType(type)?.initialOptions()) &&
    !hasChoices(field.options) &&
    rest["preventAutoNewOptions"] !== true &&
    (defaultValue ?? null) !== null;
  return isLater ? { options: rest, laterDefault: defaultValue } : { options, laterDefault: undefined };
}

/** The options with the default that had to wait. Throws 400 if it names no choice. */
export function withLaterDefault({ made, laterDefault }: Plan, options: unknown): unknown {
  if (laterDefault === undefined) return options;
  const issues: Issue[] = [];
  const complete = { ...(options as object), defaultValue: laterDefault };
  const parsed = parsedOptions(typeOf(made), complete, ["options"], issues);
  if (issues.length > 0) throw invalid(issues);
  return parsed;
}

/** A link field as a text field that shows its titles. */
const asText = (field: FieldItem & LinkField): FieldItem => {
  const { hasError: _, pending: __, formula: ___, ...rest } = field;
  const { relationship, storage } = field.options;
  return { ...rest, type: "singleLineText", options: {}, ...wasLinkOf(relationship, storage?.generation) };
};

/** Imported only for computed fields. */
const completeLate: typeof completeField = async (...args) =>
  (await import("#lib/data/tables/create-field")).completeField(...args);
