/* Reads the cells of a field before it is converted, if the conversion needs to know them, and refuses it if a rule would not hold. */

import type { Caller } from "#lib/data/identity/caller";
import { countRecords } from "#lib/data/records/count-records";
import { lastNumber } from "#lib/data/records/record-pages";
import type { Schema } from "#lib/data/schema/table-schema";
import { localizationOf } from "#lib/engine/cells/constraints";
import { hasChoices, isReadAsText } from "#lib/engine/cells/convert-cells";
import { type Field, holdsPeople, typeOf } from "#lib/engine/fields/field";
import { isMade } from "#lib/engine/fields/formula-inputs";
import { invalid, pathOf } from "#lib/schemas/basics/error";
import type { RecordId } from "#lib/schemas/basics/ids";
import { limits } from "#lib/schemas/basics/limits";
import type { Plan } from "./plan-conversion.ts";
import type { Survey } from "./survey-conversion.ts";

/** Whether the cells must be read before. */
export function isSurveyed({ field, made, asLink, isReshaped }: Plan): boolean {
  if (asLink) return field.unique === true;
  if (made.unique || made.notNull || field.unique) return true;
  return isReshaped && needsSurvey(field, made);
}

/** Whether the cells must be read before a conversion begins: their texts become choices, or the people that they name are kept. */
const needsSurvey = (field: Field, into: Pick<Field, "type" | "options">): boolean => {
  const to = typeOf({ type: into.type });
  if (to.isComputed) return false;
  const makesChoices = hasChoices(into.options) && !hasChoices(field.options);
  return (
    makesChoices ||
    isReadAsText({ type: typeOf(field), options: field.options }, { type: to, options: into.options }) ||
    holdsPeople(field) ||
    to.peopleIn !== undefined ||
    field.formula !== undefined ||
    field.lookupOptions !== undefined
  );
};

/** The cells before and after. Throws 400 if a rule does not hold for them. */
export async function checkCells(
  schema: Schema,
  { field, read, made, isReshaped, unlinked }: Plan,
  caller: Caller,
): Promise<Survey> {
  const isStored = !typeOf(made).isComputed;
  const keepsCells = Boolean(made.unique || field.unique) || (isStored && isMade(field));
  const most = limits.recordsWithField;
  const highest = keepsCells ? await lastNumber(schema.table.id) : 0;
  if (highest > most && (await countRecords({ tableId: schema.table.id, userId: caller.userId })) > most)
    throw invalid([
      {
        path: "type",
        message: `the table has more than ${most} records; a conversion that has to write something for each of them is for smaller tables`,
      },
    ]);
  const { surveyConversion } = await import("./survey-conversion.ts");
  const survey = await surveyConversion(
    schema,
    { field: read, into: made, isReshaped, hasTitles: unlinked && true, keepsCells },
    caller,
  );
  const { name } = schema.table;
  const refuse = (rule: "unique" | "notNull", records: RecordId[], message: string) => {
    const issues = records.map((id) => ({ path: pathOf(["records", id, "fields", made.name]), message }));
    if (issues.length > 0) throw invalid(issues, localizationOf({ rule, field: made }, name));
  };
  if (made.notNull)
    refuse("notNull", survey.empty, "would be empty; fill the cell first, or convert without notNull");
  if (made.unique)
    refuse(
      "unique",
      survey.repeated,
      "has the value of another record; change one of them first, or convert without unique",
    );
  return survey;
}
