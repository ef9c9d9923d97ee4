/*
 * The changes when a link field becomes a field of another type. Its cells are the titles then; its symmetric field goes, and the links of
 * both. As for the field itself, `attributes` are what it becomes.
 */

import type { Caller } from "#lib/data/identity/caller";
import * as jobs from "#lib/data/jobs/jobs";
import { isChanging, type LinkField } from "#lib/data/links/link-items";
import type { FieldItem, Schema } from "#lib/data/schema/table-schema";
import { AppError } from "#lib/schemas/basics/error";
import type { Change } from "#lib/store/commit";
import { readSettledTime } from "#lib/store/settled-time";
import { changeDependents, markFormulas, storageOf } from "./remove-links.ts";
import { SchemaEdits } from "./table-edit.ts";

/** All changes but those of records: of both tables, their TABLE items and the jobs. Throws 409 while its links are being moved. */
export async function unlinkField(
  schema: Schema,
  field: FieldItem & LinkField,
  attributes: Record<string, unknown>,
  { userId, now }: Pick<Caller, "userId" | "now">,
): Promise<Change[]> {
  const { id, options } = field;
  if (isChanging(options))
    throw new AppError("conflict", "The links of this field are being changed; repeat the request later", {
      headers: { "retry-after": "30" },
    });
  const edits = new SchemaEdits([schema]);
  const here = await edits.of(schema.table.id);
  const there = await edits.of(options.foreignTableId);
  here?.changeField(id, attributes);
  there?.changeDependent(id, undefined);
  const dueTime = readSettledTime(now);
  const startIn = ({ table }: Schema, kind: "clearFields" | "textOfLinks", at?: Record<string, unknown>) =>
    jobs.startChange(
      kind,
      { tableId: table.id, baseId: table.baseId, spaceId: table.spaceId },
      { userId, now, dueTime, ...(at && { at }) },
    );
  const places = { fieldIds: [id], ...storageOf(field) };
  const started: Change[] = [startIn(schema, "textOfLinks", places).change];
  const symmetric = there?.schema.fields.find((each) => each.id === options.symmetricFieldId);
  if (there && symmetric) {
    const clearing = startIn(there.schema, "clearFields");
    there.removeField(symmetric.id, { deletedTime: now, jobId: clearing.jobId, ...storageOf(symmetric) });
    here?.changeDependent(symmetric.id, undefined);
    started.push(clearing.change, ...(await changeDependents(there, edits, { userId, now }, id)));
  }
  if (here) await markFormulas(here);
  if (there && there !== here) await markFormulas(there);
  return [...edits.changes(), ...started];
}
