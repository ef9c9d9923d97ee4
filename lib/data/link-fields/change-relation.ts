/*
 * Changes the relationship of a link field, or whether it is one-way. One commit changes the schemas:
 *
 *   the field              its new options; pending; `storage` says how its links are stored until the job has ended
 *   the symmetric field    the same; deleted if the link becomes one-way, created if it no longer is
 *   DEPENDENT, TABLE       of both tables
 *   job changeLinks moves the links (change-links.ts) when no call can still write by the old schema
 */

import type { Caller } from "#lib/data/identity/caller";
import * as jobs from "#lib/data/jobs/jobs";
import { isLink, type LinkField } from "#lib/data/links/link-items";
import { addFields } from "#lib/data/schema/add-fields";
import type { FieldItem, Schema, TableItem } from "#lib/data/schema/table-schema";
import { compileEdited } from "#lib/data/schema-edits/compile-edited";
import type { SchemaDraft } from "#lib/data/schema-edits/schema-draft";
import type { LinkOptions, LinkShape } from "#lib/engine/field-types/link";
import { holdsMany, reverse } from "#lib/engine/field-types/shared/links";
import { invalid } from "#lib/schemas/basics/error";
import { type JobId, newFieldId } from "#lib/schemas/basics/ids";
import { limits } from "#lib/schemas/basics/limits";
import { type Change, insert } from "#lib/store/commit";
import { readSettledTime } from "#lib/store/running-calls";
import { type ChangeOfLinks, changeAtOnce, sidesToClear } from "./change-links.ts";
import { primaryOf } from "./check-link.ts";
import { hostTable, keyNames } from "./key-names.ts";
import { refuseManyDependents, shownName, toDependent } from "./new-link-changes.ts";
import { symmetricOf, tooManyFields } from "./new-links.ts";
import { optionsWithout, removeSymmetric } from "./remove-links.ts";

/** What the call that changes a link field needs besides the draft. */
export interface ChangedLink {
  /** The other tables that the titles depend on: the commit checks them, because a circle could come about through them. */
  lookedInto: TableItem[];
  /** What the call does after its commit, as far as time allows. */
  finish?: () => Promise<void>;
}

interface Around {
  own: Schema;
  foreign: Schema;
  caller: Caller;
}

/**
 * Gives a field the options `wanted` with another relationship, in a draft of both tables, and compiles their formulas. Gives what the call
 * does after its commit. Throws 400.
 */
export async function changeRelation(
  draft: SchemaDraft,
  field: LinkField,
  wanted: LinkOptions,
  { own, foreign, caller }: Around,
): Promise<() => Promise<void>> {
  const { id, options: before } = field;
  const symmetric = foreign.fields.find((each) => each.id === before.symmetricFieldId);
  refuseLosses([field, ...(symmetric ? [symmetric] : [])], before, wanted);
  const { table } = own;
  const generation = (before.storage?.generation ?? 0) + 1;
  const options = optionsOf(field, wanted, { own, foreign, generation });
  const changed = { ...field, options };
  const at: ChangeOfLinks = {
    ...{ fieldId: id, generation, isRetitled: options.lookupFieldId !== before.lookupFieldId },
    ...(symmetric && wanted.isOneWay && { goneId: symmetric.id }),
    ...sidesToClear(changed, table.id),
  };
  const job = jobs.startChange("changeLinks", jobs.ofTable(table), {
    userId: caller.userId,
    now: caller.now,
    dueTime: readSettledTime(caller.now),
    at,
  });
  const [here, there] = [draft.known(own), draft.known(foreign)];
  here.changeField(id, { options, pending: job.jobId });
  there.changeDependent(id, options);
  draft.add(job.change);
  if (!options.symmetricFieldId) {
    const removing = { here, there, draft, deleter: caller, job };
    if (symmetric) await removeSymmetric(field, symmetric, removing);
  } else if (symmetric) {
    const optionsThere = symmetricOptions(symmetric, changed, generation);
    there.changeField(symmetric.id, { options: optionsThere, pending: job.jobId });
    here.changeDependent(symmetric.id, optionsThere);
  } else draft.add(...(await makeSymmetric(changed, { own, foreign }, job.jobId)));
  await compileEdited(here);
  if (there !== here) await compileEdited(there);
  return () => changeAtOnce(job.jobId, table.id);
}

/** Throws 400 if the change could drop links of cells that must not be empty. */
function refuseLosses(
  fields: Pick<FieldItem, "id" | "notNull">[],
  before: LinkOptions,
  wanted: LinkOptions,
): void {
  const [was, is] = [before.relationship, wanted.relationship];
  const holdsFewer =
    (holdsMany(was) && !holdsMany(is)) || (holdsMany(reverse(was)) && !holdsMany(reverse(is)));
  const strict = fields.find(({ notNull }) => notNull);
  if (!holdsFewer || !strict) return;
  const message = `cells of the notNull field ${strict.id} could lose their links`;
  throw invalid([{ path: "options.relationship", message }]);
}

interface Next {
  own: Schema;
  foreign: Schema;
  generation: number;
}

function optionsOf(
  { id, options: before }: LinkField,
  wanted: LinkOptions,
  { own, foreign, generation }: Next,
) {
  const { symmetricFieldId: known, storage: _, ...kept } = wanted;
  const symmetricFieldId = wanted.isOneWay ? undefined : (known ?? newFieldId());
  const named = { relationship: wanted.relationship, ...(symmetricFieldId && { symmetricFieldId }) };
  const tables = { own: shownName(own.table), foreign: shownName(foreign.table) };
  const options: LinkOptions = {
    ...kept,
    ...named,
    ...keyNames(id, named),
    fkHostTableName: hostTable(id, named, tables),
    storage: { generation, from: formerShape(before) },
  };
  return known && wanted.isOneWay
    ? optionsWithout(options, new Set([known]), primaryOf(foreign.fields))
    : options;
}

const formerShape = ({ relationship, symmetricFieldId, storage }: LinkOptions): LinkShape => ({
  relationship,
  ...(symmetricFieldId && { symmetricFieldId }),
  ...(storage && { generation: storage.generation }),
});

/** The options of the symmetric field, which stays: they follow the options of the field. */
function symmetricOptions(symmetric: FieldItem, { options }: LinkField, generation: number): LinkOptions {
  if (!isLink(symmetric)) throw new Error(`the field ${symmetric.id} is no link`);
  const { relationship, fkHostTableName, selfKeyName, foreignKeyName } = options;
  return {
    ...(symmetric.options as LinkOptions),
    relationship: reverse(relationship),
    ...{ fkHostTableName, selfKeyName: foreignKeyName, foreignKeyName: selfKeyName },
    storage: { generation, from: formerShape(symmetric.options as LinkOptions) },
  };
}

/** Makes the symmetric field without links; the job adds them. */
async function makeSymmetric(
  field: LinkField,
  { own, foreign }: Pick<Next, "own" | "foreign">,
  pending: JobId,
): Promise<Change[]> {
  const { table, fields } = foreign;
  if (fields.length >= limits.fieldsPerTable) throw tooManyFields(["options"], table, fields.length);
  const at = { shown: own.table, at: table, primary: primaryOf(own.fields) };
  const { options, ...made } = await symmetricOf(field, at, fields);
  const generation = field.options.storage?.generation as number;
  const symmetric = {
    ...made,
    pending,
    options: { ...options, storage: { generation, isNew: true as const } },
  };
  const dependent = toDependent(symmetric, table);
  refuseManyDependents(own.table.id, [...own.dependents, dependent], "options");
  return [...addFields(foreign, [symmetric], "options"), insert(dependent)];
}
