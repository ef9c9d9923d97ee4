/*
 * The changes when a link field becomes a field of another type, or a link to another table. Its cells are the titles then; its symmetric
 * field goes, and the links of both. As for the field itself, `attributes` are what it becomes, and `changed` is what follows from that.
 */

import type { Caller } from "#lib/data/identity/caller";
import * as jobs from "#lib/data/jobs/jobs";
import { isChanging, type LinkField } from "#lib/data/links/link-items";
import type { FieldItem, Schema } from "#lib/data/schema/table-schema";
import type { Field } from "#lib/engine/fields/field";
import { AppError } from "#lib/schemas/basics/error";
import type { Change } from "#lib/store/commit";
import { readSettledTime } from "#lib/store/settled-time";
import { type ChangedField, followField } from "./follow-changed-field.ts";
import { markFormulas, removeSymmetric, startClearing, storageOf } from "./remove-links.ts";
import { SchemaEdits } from "./table-edit.ts";

interface Unlinked extends ChangedField {
  attributes: Record<string, unknown>;
  after: Field;
}

/** All changes but those of records: of both tables, their TABLE items and the jobs. Throws 409 while its links are being moved. */
export async function unlinkField(
  schema: Schema,
  field: FieldItem & LinkField,
  { attributes, after, ...changed }: Unlinked,
  { userId, now }: Pick<Caller, "userId" | "now">,
): Promise<Change[]> {
  const { id, options } = field;
  const deleter = { userId, now };
  if (isChanging(options))
    throw new AppError("conflict", "The links of this field are being changed; repeat the request later", {
      headers: { "retry-after": "30" },
    });
  const edits = new SchemaEdits([schema]);
  const here = await edits.of(schema.table.id);
  const there = await edits.of(options.foreignTableId);
  here?.changeField(id, attributes);
  there?.changeDependent(id, undefined);
  const { table } = schema;
  const at = { fieldIds: [id], ...storageOf(field) };
  const job = jobs.startChange("textOfLinks", jobs.ofTable(table), {
    ...deleter,
    dueTime: readSettledTime(now),
    at,
  });
  const started: Change[] = [job.change];
  const symmetric = there?.schema.fields.find((each) => each.id === options.symmetricFieldId);
  if (here && there && symmetric) {
    const clearing = startClearing(there.schema.table, deleter);
    const removing = { here, there, edits, deleter, job: clearing };
    started.push(clearing.change, ...(await removeSymmetric(field, symmetric, removing)));
  }
  if (here) started.push(...(await followField({ edits, own: here }, after, changed, deleter)));
  if (here) await markFormulas(here);
  if (there && there !== here) await markFormulas(there);
  return [...edits.changes(), ...started];
}
