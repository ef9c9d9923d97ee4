/* Changes the options that belong to a lookup or rollup itself. An update keeps the options that it leaves out. Imported only for such fields. */

import type { FormulaOptions } from "#lib/engine/field-types/formula";
import { rollup } from "#lib/engine/field-types/rollup";
import { checkedOptions } from "#lib/engine/fields/checked-options";
import type { Field } from "#lib/engine/fields/field";
import { changedOptions } from "#lib/engine/fields/merge-options";
import { parsedOptions } from "#lib/engine/fields/new-fields";
import { type Issue, invalid } from "#lib/schemas/basics/error";
import { compileValues, ownIssues } from "./computed-fields.ts";

const at = ["options"];

/**
 * The changed members of the field. A client may send back the looked-up field's options, as answers show them: these are no change. Throws
 * 400 for options that do not fit the looked-up field.
 */
export async function updateLookup(field: Field, all: object): Promise<{ ownOptions: object }> {
  const issues: Issue[] = [];
  const sent = changedOptions(field, all);
  const ownOptions = withoutNulls({ ...field.ownOptions, ...sent });
  if (field.isLookup) issues.push(...ownIssues(field, sent, at));
  else await checkRollup(field, { ownOptions, sent }, issues);
  if (issues.length > 0) throw invalid(issues);
  return { ownOptions };
}

async function checkRollup(
  field: Field,
  { ownOptions, sent }: { ownOptions: object; sent: Partial<FormulaOptions> },
  issues: Issue[],
): Promise<void> {
  const options = parsedOptions(rollup as never, ownOptions, at, issues) as FormulaOptions | undefined;
  const compiled = options && (await compileValues(field, options.expression));
  if (!compiled) return;
  if ("issues" in compiled)
    issues.push(...compiled.issues.map((message) => ({ path: "options.expression", message })));
  else checkedOptions(options, compiled.compiled, { at, sent }, issues);
}

const withoutNulls = (options: object): object =>
  Object.fromEntries(Object.entries(options).filter(([, value]) => value !== null));
