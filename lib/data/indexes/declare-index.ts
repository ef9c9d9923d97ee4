/*
 * Declares that a field has an index, so that its values are looked up, or takes that back. TABLE keeps the fields (`declared`); tend-indexes.ts
 * makes and ends the indexes.
 */

import type { Caller } from "#lib/data/identity/caller";
import * as fields from "#lib/data/schema/fields";
import { readSchema } from "#lib/data/schema/table-schema";
import { invalid } from "#lib/schemas/basics/error";
import type { FieldId, TableId } from "#lib/schemas/basics/ids";
import { limits } from "#lib/schemas/basics/limits";
import { change, commit, retryOnConflict } from "#lib/store/commit";
import { keepAnswer } from "#lib/store/idempotency-records";
import { defineIndex } from "./index-definition.ts";
import { tendIndexes } from "./tend-indexes.ts";
import { declaredIndexes } from "./wanted-indexes.ts";

/** Throws 404 for an unknown field, 400 if no index can have it, or if too many are declared. */
export async function declareIndex(tableId: TableId, fieldId: FieldId, caller: Caller): Promise<void> {
  await retryOnConflict(async () => {
    const schema = await readSchema(tableId);
    fields.get(schema, fieldId);
    const [definition] = declaredIndexes({ ...schema, table: { declared: [fieldId] } });
    if (!definition || !defineIndex(definition, schema.fields)) throw mustBeIndexable();
    const known = declaredIn(schema).filter((id) => id !== fieldId);
    if (known.length >= limits.declaredIndexes) throw tooManyDeclared();
    await commit([change(schema.table, { declared: [...known, fieldId] }), ...keepAnswer(caller, undefined)]);
  });
  await begin(tableId, caller);
}

/** The index ends, unless a view or requests want it. Throws 404 for an unknown field. */
export async function undeclareIndex(tableId: TableId, fieldId: FieldId, caller: Caller): Promise<void> {
  await retryOnConflict(async () => {
    const schema = await readSchema(tableId);
    fields.get(schema, fieldId);
    await commit([change(schema.table, { declared: declaredIn(schema).filter((id) => id !== fieldId) })]);
  });
  await begin(tableId, caller);
}

/** Without deleted fields: these do not count. */
const declaredIn = ({ table, fields }: Awaited<ReturnType<typeof readSchema>>): FieldId[] =>
  (table.declared ?? []).filter((id) => fields.some((field) => field.id === id));

/** So that the index is listed at once. If it fails, the consumer of changed tables does the same. */
const begin = (tableId: TableId, { now }: Caller): Promise<void> => tendIndexes(tableId, now).catch(() => {});

const mustBeIndexable = () =>
  invalid([
    {
      path: "fieldId",
      message:
        "must be a field that an index can have: no buttons, no formulas of files or of the present time, no lookups of links, files, people or other lookups",
    },
  ]);

const tooManyDeclared = () =>
  invalid([
    {
      path: "fieldId",
      message: `at most ${limits.declaredIndexes} fields of a table may have a declared index; delete another one first`,
    },
  ]);
