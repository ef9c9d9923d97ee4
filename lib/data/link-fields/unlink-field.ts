/*
 * Removes the links when a link field gets another type, or links to another table. Its cells become the titles; its symmetric field is
 * removed too.
 */

import type { Caller } from "#lib/data/identity/caller";
import * as jobs from "#lib/data/jobs/jobs";
import { isChanging, type LinkField } from "#lib/data/links/link-items";
import type { FieldItem } from "#lib/data/schema/table-schema";
import { compileEdited } from "#lib/data/schema-edits/compile-edited";
import type { SchemaDraft } from "#lib/data/schema-edits/schema-draft";
import type { TableEdit } from "#lib/data/schema-edits/table-edit";
import { AppError } from "#lib/schemas/basics/error";
import { readSettledTime } from "#lib/store/running-calls";
import { removeSymmetric, startClearing, storageOf } from "./remove-links.ts";

/**
 * Adds this to a draft in which the field of the table `here` already has its new type, and compiles the formulas of both tables. Throws 409
 * while the links of the field are being moved.
 */
export async function unlinkField(
  draft: SchemaDraft,
  here: TableEdit,
  field: FieldItem & LinkField,
  { userId, now }: Pick<Caller, "userId" | "now">,
): Promise<void> {
  const { id, options } = field;
  const deleter = { userId, now };
  if (isChanging(options))
    throw new AppError("conflict", "The links of this field are being changed; repeat the request later", {
      headers: { "retry-after": "30" },
    });
  const there = await draft.of(options.foreignTableId);
  there?.changeDependent(id, undefined);
  const at = { fieldIds: [id], ...storageOf(field) };
  const start = { ...deleter, dueTime: readSettledTime(now), at };
  draft.add(jobs.startChange("textOfLinks", jobs.ofTable(here.schema.table), start).change);
  const symmetric = there?.schema.fields.find((each) => each.id === options.symmetricFieldId);
  if (there && symmetric) {
    const clearing = startClearing(there.schema.table, deleter);
    draft.add(clearing.change);
    await removeSymmetric(field, symmetric, { here, there, draft, deleter, job: clearing });
  }
  await compileEdited(here);
  if (there && there !== here) await compileEdited(there);
}
