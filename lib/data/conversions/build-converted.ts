/* The field that a conversion makes, and what its item stores. */

import type { Caller } from "#lib/data/identity/caller";
import { isLink } from "#lib/data/links/link-items";
import type { FieldItem } from "#lib/data/schema/table-schema";
import type { Field, FormerField } from "#lib/engine/fields/field";
import { isMade } from "#lib/engine/fields/formula-inputs";
import { invalid } from "#lib/schemas/basics/error";
import { limits } from "#lib/schemas/basics/limits";
import { type Plan, withLaterDefault } from "./plan-conversion.ts";
import type { Survey } from "./survey-conversion.ts";

/** A field remembers at most so many conversions: its oldest cells go through all of them when they are read. */
const mostFormer = 20;

/** The field as it becomes, with what it was. Throws 400 if it was converted too often, or becomes too large. */
export function buildConverted(plan: Plan, survey: Survey | undefined, { now }: Caller): FieldItem {
  const { field, read, made, isReshaped } = plan;
  const { former = [] } = field;
  if (isReshaped && former.length >= mostFormer)
    throw invalid([
      { path: "type", message: `a field can be converted at most ${mostFormer} times; duplicate it` },
    ]);
  const was: FormerField = {
    ...{ type: read.type, options: read.options, convertedTime: now },
    ...wasOf(read),
    ...(plan.unlinked && { hasTitles: true as const }),
    ...(isMade(read) && { isWritten: true, options: {} }),
    ...(survey && survey.people.length > 0 && { people: survey.people }),
    ...(survey?.reading && { reading: survey.reading }),
  };
  const shapes = isReshaped ? [...former, was] : former;
  const converted: FieldItem = {
    ...inPlaceOf(field, made),
    ...(survey && isReshaped && takesOptions(made) && { options: withLaterDefault(plan, survey.options) }),
    ...(shapes.length > 0 && { former: shapes }),
    ...(!isReshaped && wasOf(field)),
  };
  const bytes = Buffer.byteLength(JSON.stringify(converted));
  if (bytes > limits.fieldBytes)
    throw invalid([
      {
        path: "",
        message: `with what it was before, the field would have ${bytes} bytes, the limit is ${limits.fieldBytes}`,
      },
    ]);
  return converted;
}

/** What a field becomes, as the item that takes its place. */
export const inPlaceOf = (
  { pk, sk, entity, version, position, id, isPrimary }: FieldItem,
  made: Field,
): FieldItem => ({
  ...{ pk, sk, entity, version, position, ...made, id },
  ...(isPrimary && { isPrimary }),
});

/** What a text field remembers of the link field that it was. */
const wasOf = ({ wasLink, wasGeneration }: FieldItem) => ({
  ...(wasLink && { wasLink }),
  ...(wasGeneration && { wasGeneration }),
});

/** Whether a survey may add choices to the options. */
const takesOptions = (made: Field): boolean => !isMade(made) && !isLink(made);

/** Every member that a conversion may set or remove, as the item stores them: of a lookup, the formula and the options follow from others. */
export const storedMembers = (field: FieldItem) => ({
  ...{ name: field.name, dbFieldName: field.dbFieldName, description: field.description },
  ...{ type: field.type, aiConfig: field.aiConfig, unique: field.unique, notNull: field.notNull },
  ...{ former: field.former, wasLink: field.wasLink, wasGeneration: field.wasGeneration },
  ...{ isLookup: field.isLookup, lookupOptions: field.lookupOptions, ownOptions: field.ownOptions },
  formula: field.lookupOptions ? undefined : field.formula,
  options: field.lookupOptions ? field.ownOptions : field.options,
  ...{ hasError: undefined, pending: undefined, carries: undefined },
});
