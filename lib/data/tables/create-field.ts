/*
 * Creates a field in an existing table, in one commit. The new schemaVersion of the table is its lock.
 *
 *   field · its column in each view · TABLE, schemaVersion + 1 · for a link field also lib/data/link-fields/new-link-changes.ts
 *
 * Calls that still write records by the old schema do not name the field, so nothing has to wait for them. Existing records are not
 * written: their cells are empty, or computed when they are shown.
 */

import type { Caller } from "#lib/data/identity/caller";
import { commitRecords } from "#lib/data/indexes/commit-records";
import type { AllowThere } from "#lib/data/link-fields/new-links";
import { isLink } from "#lib/data/links/link-items";
import { readSlice } from "#lib/data/records/record-pages";
import { addFields } from "#lib/data/schema/add-fields";
import { show, toFieldItems } from "#lib/data/schema/fields";
import { bygoneKey, type FieldItem, readSchema, type Schema } from "#lib/data/schema/table-schema";
import { planSchemaEdit } from "#lib/data/schema-edits/schema-draft";
import { sealWith } from "#lib/data/write/keep-operation";
import type { Field } from "#lib/engine/fields/field";
import { type MadeFields, makeFields } from "#lib/engine/fields/new-fields";
import { type Issue, invalid, unknownInside } from "#lib/schemas/basics/error";
import type { FieldId, JobId, TableId } from "#lib/schemas/basics/ids";
import { limits } from "#lib/schemas/basics/limits";
import type { AddedField, DuplicatedField, NewField } from "#lib/schemas/tables/field";
import { type Change, retryOnConflictFrom } from "#lib/store/commit";
import { keepAnswer } from "#lib/store/idempotency-records";
import { getItem } from "#lib/store/store";

/** Further changes for the commit that creates a field, and the job that fills its cells, if one does. */
export type Besides = (
  latest: Schema,
  added: FieldItem,
) => Promise<{ changes: Change[]; copying?: JobId | undefined }>;

/**
 * Creates the field and returns it as shown, with the id of the job that fills its cells. If two calls use one name at the same time, the
 * later field becomes "… 2". `allow` says whether the caller may link to a table. `symmetricId` is the id that the other side of a link gets.
 */
export async function createField(
  schema: Schema,
  input: AddedField,
  caller: Caller,
  allow: AllowThere,
  besides: Besides = async () => ({ changes: [] }),
  symmetricId?: FieldId,
): Promise<DuplicatedField> {
  const readAgain = () => readSchema(schema.table.id);
  return retryOnConflictFrom(schema, readAgain, async (latest) => {
    const { table, fields } = latest;
    const { made, formulas } = await build(latest, input);
    const computed = made.lookupOptions || formulas.size > 0;
    const links = isLink(made)
      ? await linksOf(made, latest, { input, symmetricId }, allow)
      : {
          fields: computed ? await completeField(latest, { made, input, formulas }, allow) : [made],
          changes: [],
        };
    // a link of the table to itself has two fields
    const added = toFieldItems(table.id, fields, links.fields);
    const [first, ...symmetric] = added as [FieldItem, ...FieldItem[]];
    const { changes: others, copying } = await besides(latest, first);
    const field = { ...first, ...(copying && { copying }) };
    const answer = { ...show(field, caller.may), ...(copying && { jobId: copying }) };
    const { changes } = await planSchemaEdit([latest], async (draft) =>
      draft.add(...addFields(latest, [field, ...symmetric], "", input.order), ...links.changes, ...others),
    );
    const done = { schema: { did: "createFields", fields: [field.id] } } as const;
    // records may be among them: those whose links are copied
    await commitRecords(
      latest,
      await sealWith(caller)(changes, done, keepAnswer(caller, answer, [field.id]), latest),
    );
    return answer;
  });
}

/** What a new link field needs besides; loaded late, because few fields are links. */
async function linksOf(
  made: Field,
  own: Schema,
  { input, symmetricId }: { input: AddedField; symmetricId: FieldId | undefined },
  allow: AllowThere,
) {
  const [{ planNewLinks }, { linkChanges }] = await Promise.all([
    import("#lib/data/link-fields/new-links"),
    import("#lib/data/link-fields/new-link-changes"),
  ]);
  const added = { made: [made], inputs: [input], at: () => [], ...(symmetricId && { symmetricId }) };
  const plan = await planNewLinks(own, added, allow);
  return linkChanges(plan, own);
}

/** A field that is computed from others, with all that follows from them. */
export async function completeField(
  own: Schema,
  { made, input, formulas }: { made: Field; input: NewField; formulas: MadeFields["formulas"] },
  allow: AllowThere,
): Promise<Field[]> {
  const { completeComputed } = await import("#lib/data/link-fields/computed-fields");
  return completeComputed(own, { made: [made], inputs: [input], at: () => [], formulas }, allow);
}

async function build(
  { table, fields, views, clearing }: Schema,
  input: AddedField,
): Promise<{ made: Field; formulas: MadeFields["formulas"] }> {
  const ids = [...fields, ...clearing].map(({ id }) => id);
  const made = await makeFields([input], () => [], { fields, ids });
  const issues: Issue[] = [...made.issues];
  // read after the schema: the entry of a deleted field moves from the schema to this item
  if (input.id && (await getItem(bygoneKey(table.id, input.id))))
    issues.push({
      path: "id",
      message: `${input.id} was the id of a deleted field of this table; use another id`,
    });
  if (fields.length >= limits.fieldsPerTable)
    issues.push({
      path: "",
      message: `the table has ${fields.length} fields, the limit is ${limits.fieldsPerTable}`,
    });
  if (input.notNull && (await hasRecords(table.id)))
    issues.push({
      path: "notNull",
      message: "must be false in a table with records: their cells of the new field are empty",
    });
  if (issues.length > 0) throw invalid(issues);
  if (input.order && !views.some(({ id }) => id === input.order?.viewId))
    throw unknownInside([{ path: "order.viewId", message: "is not a view of this table" }]);

  return { made: made.fields[0] as Field, formulas: made.formulas };
}

const hasRecords = async (tableId: TableId): Promise<boolean> =>
  (await readSlice({ tableId, after: 0, skip: 0, take: 1 })).records.length > 0;
