/* Changes the options of a link field that name parts of the other table: what gives the titles, and which records can be linked. */

import { isDeepStrictEqual } from "node:util";
import type { Caller } from "#lib/data/identity/caller";
import * as jobs from "#lib/data/jobs/jobs";
import type { LinkField } from "#lib/data/links/link-items";
import { type DependentItem, find, type Schema, schemaOf } from "#lib/data/schema/table-schema";
import type { LinkOptions } from "#lib/engine/field-types/link";
import { type Issue, invalid } from "#lib/schemas/basics/error";
import type { JobId } from "#lib/schemas/basics/ids";
import { type Change, change } from "#lib/store/commit";
import { readSettledTime } from "#lib/store/settled-time";
import { checkSelection, primaryOf } from "./check-link.ts";
import { refuseManyDependents } from "./new-link-changes.ts";
import type { AllowThere } from "./new-links.ts";
import { SchemaEdits } from "./table-edit.ts";

interface Updated {
  /** The changed members of the field. */
  attributes: { options: LinkOptions; pending?: JobId };
  /** All other changes but that of the TABLE of the field. */
  changes: Change[];
}

/** The changes for options as they were sent; `undefined` if they stay as they are. Throws 400 and 403. */
export async function updateLink(
  { id, options: before }: LinkField,
  sent: LinkOptions,
  own: Schema,
  caller: Caller,
  allow: AllowThere,
): Promise<Updated | undefined> {
  const base = before.baseId ?? own.table.baseId;
  if (sent.baseId && sent.baseId !== base)
    throw invalid([{ path: "options.baseId", message: `must be ${base}, or be left out` }]);
  if (isDeepStrictEqual(chosen(sent), chosen(before))) return undefined;

  const isSelf = before.foreignTableId === own.table.id;
  const foreign = isSelf ? own : await readShown(before, allow);
  const { lookupFieldId: sentLookup, filterByViewId, visibleFieldIds, filter } = sent;
  const target = { tableId: foreign.table.id, fields: foreign.fields, views: foreign.views };
  // as it was sent: what the field had before may have been deleted since
  refuse(checkSelection(sent, target, ["options"]));
  const lookupFieldId = sentLookup ?? primaryOf(foreign.fields);
  const { filterByViewId: _, visibleFieldIds: __, filter: ___, ...kept } = before;
  const options: LinkOptions = {
    ...kept,
    lookupFieldId,
    ...(filterByViewId !== undefined && { filterByViewId }),
    ...(visibleFieldIds !== undefined && { visibleFieldIds }),
    ...(filter !== undefined && { filter }),
  };
  const changed = foreign.dependents.map((item) => (item.fieldId === id ? { ...item, options } : item));
  refuseManyDependents(foreign.table.id, changed, "options");
  const follow = lookupFieldId === before.lookupFieldId ? undefined : followTitles(id, own, caller);
  return {
    attributes: { options, ...(follow && { pending: follow.jobId }) },
    changes: [
      ...foreign.dependents.flatMap((item) => (item.fieldId === id ? [change(item, { options })] : [])),
      ...(isSelf ? [] : [change(foreign.table, { schemaVersion: foreign.table.schemaVersion + 1 })]),
      ...(follow?.changes ?? []),
    ],
  };
}

const chosen = ({ lookupFieldId, filterByViewId, visibleFieldIds, filter }: LinkOptions) => ({
  lookupFieldId,
  filterByViewId: filterByViewId ?? null,
  visibleFieldIds: visibleFieldIds ?? null,
  filter: filter ?? null,
});

/** The table that the field shows. Its titles become visible to everyone who may read here, so the caller must be able to read there. */
async function readShown({ foreignTableId: id }: LinkOptions, allow: AllowThere): Promise<Schema> {
  const table = await find(id);
  if (table && (await allow(table, "record|read"))) return schemaOf(table);
  const message = `there is no table ${id}, or you have no access to it; only other options can be changed`;
  throw invalid([{ path: "options.foreignTableId", message }]);
}

function refuse(issues: Issue[]): void {
  if (issues.length > 0) throw invalid(issues);
}

/** The changes that start such jobs for these link fields, which are pending meanwhile; without TABLE of the table that they show. */
export async function retitle(
  shown: Schema,
  dependents: readonly DependentItem[],
  caller: Pick<Caller, "userId" | "now">,
): Promise<Change[]> {
  const edits = new SchemaEdits([shown]);
  const started: Change[] = [];
  for (const { fieldId, tableId } of dependents) {
    const edit = await edits.of(tableId);
    if (!edit) continue;
    const { jobId, changes } = followTitles(fieldId, edit.schema, caller);
    edit.changeField(fieldId, { pending: jobId });
    started.push(...changes);
  }
  return [...edits.changes(shown.table.id), ...started];
}

/**
 * The jobs that write the titles of another field into all cells of a link field: one at once, while which the field is pending, and
 * one when no call can still write links with the former titles.
 */
export function followTitles(
  fieldId: LinkField["id"],
  { table }: Schema,
  { userId, now }: Pick<Caller, "userId" | "now">,
): { jobId: JobId; changes: Change[] } {
  const subject = { tableId: table.id, baseId: table.baseId, spaceId: table.spaceId };
  const start = (dueTime: string) =>
    jobs.startChange("followLinks", subject, { userId, now, dueTime, at: { fieldId } });
  const [first, last] = [start(now), start(readSettledTime(now))];
  return { jobId: first.jobId, changes: [first.change, last.change] };
}
