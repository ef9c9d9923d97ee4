/*
 * Changes the name, description and options of a field. Records are not written, because their cells refer to fields and choices by id.
 */

import type { Caller } from "#lib/data/identity/caller";
import type { ChangedLink } from "#lib/data/link-fields/change-relation";
import type { AllowThere } from "#lib/data/link-fields/new-links";
import type { updateLink } from "#lib/data/link-fields/update-link";
import type { updateLookup } from "#lib/data/link-fields/update-lookup";
import { isLink, type LinkField } from "#lib/data/links/link-items";
import { get, refuseUnlistable } from "#lib/data/schema/fields";
import type { DoneToSchema, Seal } from "#lib/data/schema/seal";
import { type FieldItem, readSchema, type Schema, type TableItem } from "#lib/data/schema/table-schema";
import { compileEdited } from "#lib/data/schema-edits/compile-edited";
import { endOpenedShares } from "#lib/data/schema-edits/end-shares";
import { type Edited, planSchemaEdit } from "#lib/data/schema-edits/schema-draft";
import type { TableEdit } from "#lib/data/schema-edits/table-edit";
import { sealWith } from "#lib/data/write/keep-operation";
import type { LinkOptions } from "#lib/engine/field-types/link";
import { editField } from "#lib/engine/fields/field-edit";
import { isFormula } from "#lib/engine/fields/formula-kinds";
import { changedOptions } from "#lib/engine/fields/merge-options";
import { pairsBetween, partsOfField } from "#lib/engine/views/schema-operation";
import { invalid } from "#lib/schemas/basics/error";
import type { FieldId } from "#lib/schemas/basics/ids";
import type { FieldUpdate } from "#lib/schemas/tables/field";
import { type Change, commit, commitIfAny, retryOnConflictFrom, withChecks } from "#lib/store/commit";
import { keepAnswer } from "#lib/store/idempotency-records";
import { dropUnfit, followChange } from "./changed-field.ts";

/**
 * Changes the field, and what follows from that. `allow` says whether the caller may read the table of a link
 * field. Gives the changed field; `answerOf` the answer that is kept for a repeated request. Throws 400 if the update is invalid.
 */
export async function updateField(
  schema: Schema,
  id: FieldId,
  input: FieldUpdate,
  caller: Caller,
  allow: AllowThere,
  answerOf: (changed: FieldItem) => unknown = () => undefined,
  seal: Seal = sealWith(caller),
): Promise<FieldItem> {
  const readAgain = () => readSchema(schema.table.id);
  return retryOnConflictFrom(schema, readAgain, async (latest) => {
    const before = get(latest, id);
    const { changes, result } = await planSchemaEdit([latest], (draft) =>
      changeField({ draft, own: draft.known(latest) }, before, input, caller, allow),
    );
    const { changed, lookedInto, finish } = result;
    const answer = keepAnswer(caller, answerOf(changed));
    if (changes.length === 0) {
      await commitIfAny(await seal([], {}, answer, latest));
      return changed;
    }
    const sealed = await seal(changes, doneTo(before, changed, changes), answer, latest);
    await commit(withChecks(sealed, lookedInto));
    await finish?.();
    return changed;
  });
}

/** Writes into a draft what the update changes, and what follows from that. Throws 400 if the update is invalid. */
async function changeField(
  edited: Edited,
  field: FieldItem,
  input: FieldUpdate,
  caller: Caller,
  allow: AllowThere,
): Promise<ChangedLink & { changed: FieldItem }> {
  const { draft, own } = edited;
  const { id } = field;
  const { options: sent = {}, ...others } = input;
  const looksUp = field.lookupOptions !== undefined && input.options !== undefined;
  const { changes, issues } = editField(field, looksUp ? others : input, own.schema.fields);
  if (issues.length > 0) throw invalid(issues);
  const { options, ...members } = changes;
  own.changeField(id, members);
  if (looksUp) own.changeField(id, await updateOwn(field, sent));
  let done: ChangedLink = { lookedInto: [] };
  if (options !== undefined && isLink(field)) {
    const wanted = { field, merged: options as LinkOptions, sent: changedOptions(field, sent) };
    done = await updateOptions(edited, wanted, caller, allow);
  } else if (options !== undefined) {
    own.changeField(id, { options });
    done = { lookedInto: await compileWith(own, field, sent) };
    await followChange(edited, { before: field, after: get({ fields: own.fieldsAfter() }, id) }, caller);
  }
  dropUnfit(own, []);
  endOpenedShares(draft);
  const fields = own.fieldsAfter();
  refuseUnlistable(fields);
  return { ...done, changed: get({ fields }, id) };
}

/**
 * Compiles the formulas of the table; `sent` are the options of the changed field. Gives the other tables that lookups and links of the table
 * look into, if they could be in a circle with it. Throws 400.
 */
async function compileWith(own: TableEdit, field: FieldItem, sent: object): Promise<TableItem[]> {
  const formulas = new Map(
    isFormula(field) ? [[field.id, { at: ["options"], sent: changedOptions(field, sent) }]] : [],
  );
  const issues = await compileEdited(own, formulas);
  if (issues.length > 0) throw invalid(issues);
  const compiled = own.fieldsAfter();
  if (!isFormula(field) || !compiled.some((each) => each.lookupOptions || isLink(each))) return [];
  const { refuseCircles } = await import("#lib/data/link-fields/computed-fields");
  return refuseCircles(own.schema.table, compiled, "options.expression");
}

/** What is kept of a change, so that it can be undone. */
function doneTo(before: FieldItem, after: FieldItem, changes: Change[]): DoneToSchema {
  const { id, name } = before;
  if (isLink(before) && isLink(after) && relationOf(before) !== relationOf(after))
    return { schema: { did: "else", reason: `links of ${JSON.stringify(name)} that did not fit are gone` } };
  const filters = changes.flatMap((each) => {
    const isView =
      each.op === "update" && each.before.entity === "view" && each.before["filter"] !== each.item["filter"];
    return isView ? [[each.before["id"], [each.before["filter"] ?? null, each.item["filter"] ?? null]]] : [];
  });
  const pairs = pairsBetween(partsOfField(before), partsOfField(after));
  return { schema: { did: "changeField", field: id, pairs, filters: Object.fromEntries(filters) } };
}

const relationOf = ({ options: { relationship, isOneWay } }: LinkField) => `${relationship} ${isOneWay}`;

// loaded late: few fields look up
const updateOwn: typeof updateLookup = async (...args) =>
  (await import("#lib/data/link-fields/update-lookup")).updateLookup(...args);

// loaded late: few fields are links
const updateOptions: typeof updateLink = async (...args) =>
  (await import("#lib/data/link-fields/update-link")).updateLink(...args);
