/*
 * The changes when a link field gets another type, or links to another table. Its cells become the titles; its symmetric field and all
 * links are removed. `attributes` are the new attributes of the field itself; `changed` says what else they require.
 */

import type { Caller } from "#lib/data/identity/caller";
import * as jobs from "#lib/data/jobs/jobs";
import { isChanging, type LinkField } from "#lib/data/links/link-items";
import { planSchemaEdit } from "#lib/data/schema/schema-draft";
import type { FieldItem, Schema } from "#lib/data/schema/table-schema";
import type { Field } from "#lib/engine/fields/field";
import { AppError } from "#lib/schemas/basics/error";
import type { Change } from "#lib/store/commit";
import { readSettledTime } from "#lib/store/settled-time";
import { type ChangedField, followField } from "./follow-changed-field.ts";
import { markFormulas, removeSymmetric, startClearing, storageOf } from "./remove-links.ts";

interface Unlinked extends ChangedField {
  attributes: Record<string, unknown>;
  after: Field;
}

/** All changes except those of records: of both tables, and the jobs. Throws 409 while its links are being moved. */
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
  const { changes } = await planSchemaEdit([schema], async (draft) => {
    const here = draft.known(schema);
    const there = await draft.of(options.foreignTableId);
    here.changeField(id, attributes);
    there?.changeDependent(id, undefined);
    const at = { fieldIds: [id], ...storageOf(field) };
    const start = { ...deleter, dueTime: readSettledTime(now), at };
    draft.add(jobs.startChange("textOfLinks", jobs.ofTable(schema.table), start).change);
    const symmetric = there?.schema.fields.find((each) => each.id === options.symmetricFieldId);
    if (there && symmetric) {
      const clearing = startClearing(there.schema.table, deleter);
      draft.add(clearing.change);
      await removeSymmetric(field, symmetric, { here, there, draft, deleter, job: clearing });
    }
    await followField({ draft, own: here }, after, changed, deleter);
    await markFormulas(here);
    if (there && there !== here) await markFormulas(there);
  });
  return changes;
}
