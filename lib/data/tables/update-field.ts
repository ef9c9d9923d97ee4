/*
 * Changes the name, description and options of a field. Records are not written, because their cells refer to fields and choices by id.
 */

import type { Caller } from "#lib/data/identity/caller";
import type { AllowThere } from "#lib/data/link-fields/new-links";
import type { updateLink } from "#lib/data/link-fields/update-link";
import type { updateLookup } from "#lib/data/link-fields/update-lookup";
import { isLink, type LinkField } from "#lib/data/links/link-items";
import { get, refuseUnlistable } from "#lib/data/schema/fields";
import { raiseVersions } from "#lib/data/schema/raise-versions";
import type { DoneToSchema, Seal } from "#lib/data/schema/seal";
import { type FieldItem, readSchema, type Schema, type TableItem } from "#lib/data/schema/table-schema";
import { sealWith } from "#lib/data/write/keep-operation";
import type { LinkOptions } from "#lib/engine/field-types/link";
import { editField } from "#lib/engine/fields/field-edit";
import { isFormula } from "#lib/engine/fields/formula-kinds";
import { changedOptions } from "#lib/engine/fields/merge-options";
import { compileTable } from "#lib/engine/fields/table-formulas";
import { pairsBetween, partsOfField } from "#lib/engine/views/schema-operation";
import { invalid } from "#lib/schemas/basics/error";
import type { FieldId } from "#lib/schemas/basics/ids";
import type { FieldUpdate } from "#lib/schemas/tables/field";
import { type Change, change, commit, commitIfAny, retryOnConflictFrom, withChecks } from "#lib/store/commit";
import { keepAnswer } from "#lib/store/idempotency-records";
import { mergeUpdates } from "#lib/store/merge-updates";
import { dropUnfit, endIndexes, followChanges, formulaChanges, formulaMembers } from "./changed-field.ts";
import { endOpenedShares } from "./end-shares.ts";

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
    const { table, fields } = latest;
    const field = get(latest, id);
    const { options: ownSent, ...withoutOptions } = input;
    const looksUp = field.lookupOptions !== undefined && ownSent !== undefined;
    const { changes: edited, issues } = editField(field, looksUp ? withoutOptions : input, fields);
    if (issues.length > 0) throw invalid(issues);
    const looked = looksUp ? await updateOwn(field, ownSent) : {};
    const compiled = await compileAfter(latest, field, edited, input);
    const { options, ...others } = edited;
    const link =
      isLink(field) && options !== undefined
        ? { field, merged: options as LinkOptions, sent: changedOptions(field, ownSent ?? {}) }
        : undefined;
    const linked = link && (await updateOptions(link, latest, caller, allow));
    const changes = link ? { ...others, ...linked?.attributes } : { ...edited, ...compiled.own, ...looked };
    const changed = { ...field, ...changes } as FieldItem;
    const answerChanges = keepAnswer(caller, answerOf(changed));
    if (Object.keys(changes).length === 0) {
      await commitIfAny(await seal([], {}, answerChanges, latest));
      return changed;
    }
    refuseUnlistable(fields.map((other) => (other === field ? changed : other)));
    const own = [change(field, changes), ...(linked?.areFormulasDone ? [] : compiled.others)];
    const written = [
      ...own,
      ...(await endIndexes(latest, own)),
      ...("options" in changes && !link ? await followChanges(latest, field, changed, caller) : []),
      ...(linked?.changes ?? []),
    ];
    const { changes: merged } = endOpenedShares(
      dropUnfit(mergeUpdates(raiseVersions(written, [table])), latest, []),
    );
    const sealed = await seal(merged, doneTo(field, changed, merged), answerChanges, latest);
    await commit(withChecks(sealed, [...compiled.lookedInto, ...(linked?.lookedInto ?? [])]));
    await linked?.finish?.();
    return changed;
  });
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

interface Compiled {
  /** The members of the changed field itself. */
  own: ReturnType<typeof formulaMembers> | object;
  /** The changes of formulas that use it. */
  others: Change[];
  /** The other tables that lookups and links of the table look into, if they could be in a circle with the changed formula. */
  lookedInto: TableItem[];
}

/** What formulas make of a changed field: the members of the field itself, and the changes of formulas that use it. Throws 400. */
async function compileAfter(
  { table, fields }: Schema,
  field: FieldItem,
  edited: ReturnType<typeof editField>["changes"],
  { options: sent }: FieldUpdate,
): Promise<Compiled> {
  const lookedInto: TableItem[] = [];
  if (!("options" in edited)) return { own: {}, others: [], lookedInto };
  const after = fields.map((each) => (each === field ? ({ ...field, ...edited } as FieldItem) : each));
  const formulas = new Map(
    isFormula(field) ? [[field.id, { at: ["options"], sent: changedOptions(field, sent ?? {}) }]] : [],
  );
  const { fields: compiled, issues } = await compileTable(after, formulas);
  if (issues.length > 0) throw invalid(issues);
  const others = formulaChanges(fields, compiled, field);
  const own = compiled.find(({ id }) => id === field.id);
  if (!isFormula(field) || !own) return { own: {}, others, lookedInto };
  if (compiled.some((each) => each.lookupOptions || isLink(each))) {
    const { refuseCircles } = await import("#lib/data/link-fields/computed-fields");
    lookedInto.push(...(await refuseCircles(table, compiled, "options.expression")));
  }
  return { own: formulaMembers(own), others, lookedInto };
}

// loaded late: few fields look up
const updateOwn: typeof updateLookup = async (...args) =>
  (await import("#lib/data/link-fields/update-lookup")).updateLookup(...args);

// loaded late: few fields are links
const updateOptions: typeof updateLink = async (...args) =>
  (await import("#lib/data/link-fields/update-link")).updateLink(...args);
