/* Link fields for tests, and what the store has of them. */
import { isDeepStrictEqual } from "node:util";
import { handler as createField } from "#functions/field/create-field";
import { handler as getField } from "#functions/field/get-field";
import { handler as listFields } from "#functions/field/list-fields";
import { isLink } from "#lib/data/links/link-items";
import { findKept, isKept, readSchema, type Schema, schemaOf } from "#lib/data/schema/table-schema";
import type { LinkOptions } from "#lib/engine/field-types/link";
import type { TableId } from "#lib/schemas/basics/ids";
import type { Field } from "#lib/schemas/tables/field";
import { call } from "#test/support/requests/call";
import { baseUrl } from "#test/support/run/target";
import { aTable } from "./makers.ts";

export type MadeTable = Awaited<ReturnType<typeof aTable>>;

/** Two tables of one base, each with the fields Name, Count and Status unless `input` names others. */
export async function twoTables(input: object = {}) {
  const films = await aTable({ name: "Films", ...input });
  return { films, people: await aTable({ name: "People", ...input }, films.owner, films) };
}

/** The body of a request for a link field. */
export const aLink = (to: { tableId: string }, options: object = {}) => ({
  type: "link",
  options: { relationship: "manyMany", foreignTableId: to.tableId, ...options },
});

/** A new link field as the answer shows it. */
export async function linkTo(made: MadeTable, to: MadeTable, options: object = {}) {
  const params = { tableId: made.tableId };
  const { status, body } = await call(createField, { as: made.owner, params, body: aLink(to, options) });
  if (status !== 201) throw new Error(`the link was refused: ${JSON.stringify(body)}`);
  return body;
}

/** The fields of a table, as its owner sees them. */
export const fieldsOf = async ({ owner: as, tableId }: MadeTable): Promise<Field[]> =>
  (await call(listFields, { as, params: { tableId } })).body;

/** One of them. */
export const fieldOf = async ({ owner: as, tableId }: MadeTable, fieldId: string): Promise<Field> =>
  (await call(getField, { as, params: { tableId, fieldId } })).body;

/** The link fields that the schema of a table says show its records, in the order of their ids. */
export const dependentsOf = async ({ tableId }: { tableId: TableId }) =>
  (await readSchema(tableId)).dependents.map(({ fieldId, tableId, baseId, options }) => ({
    ...{ fieldId, tableId, baseId, options },
  }));

/** What two tables say differently of the links between them; empty if they agree. Tables in the trash are read too. */
export async function disagreements(...tableIds: TableId[]): Promise<string[]> {
  const found: string[] = [];
  const schemas = new Map<TableId, Schema>();
  for (const id of tableIds) {
    const table = await findKept(id);
    if (table) schemas.set(id, await schemaOf(table));
  }
  for (const [id, { table, fields, views, dependents, clearing, goneDependents }] of schemas) {
    const ids = fields.map((field) => field.id as string).sort();
    for (const { columnMeta } of views)
      if (!isDeepStrictEqual(Object.keys(columnMeta).sort(), ids)) found.push(`${id}: columns of a view`);
    for (const field of fields.filter((each) => isLink(each))) {
      const options = field.options as LinkOptions;
      const there = schemas.get(options.foreignTableId);
      if (!there) {
        found.push(`${field.id} shows ${options.foreignTableId}, which is gone`);
        continue;
      }
      const dependent = there.dependents.find(({ fieldId }) => fieldId === field.id);
      if (!isDeepStrictEqual(dependent?.options, options)) found.push(`${field.id}: its DEPENDENT item`);
      if (Boolean(field.hasError) !== Boolean(there.table.deletedTime && there.table.id !== table.id))
        found.push(`${field.id}: hasError ${field.hasError}`);
      if (!there.fields.some((each) => each.id === options.lookupFieldId))
        found.push(`${field.id}: its lookup field ${options.lookupFieldId} is gone`);
      const back = there.fields.find((each) => each.id === options.symmetricFieldId);
      if (options.isOneWay ? back : (back?.options as LinkOptions)?.symmetricFieldId !== field.id)
        found.push(`${field.id}: its symmetric field`);
    }
    for (const field of clearing.filter(isKept)) {
      const there = isLink(field) && schemas.get(field.options.foreignTableId);
      if (!there || !isLink(field)) continue;
      const isKeptAt = (each: Schema | undefined, fieldId: string | undefined) =>
        each?.clearing.some((gone) => gone.id === fieldId && gone.kept);
      if (!there.goneDependents.some(({ fieldId }) => fieldId === field.id))
        found.push(`${field.id}, in the trash: its DEPENDENT item`);
      if (!field.options.isOneWay && !isKeptAt(there, field.options.symmetricFieldId))
        found.push(`${field.id}, in the trash: its symmetric field`);
    }
    for (const { fieldId, tableId } of goneDependents)
      if (!schemas.get(tableId)?.clearing.some((field) => field.id === fieldId && field.kept))
        found.push(`${id}: DEPENDENT item of ${fieldId}, which is not in the trash`);
    for (const { fieldId, tableId } of dependents)
      if (!schemas.get(tableId)?.fields.some((field) => field.id === fieldId && isLink(field)))
        found.push(`${id}: DEPENDENT item of ${fieldId}, which is gone`);
  }
  return found;
}

/** What a field says while its job has not ended; on a stack, which runs the job itself, that may be over by now. */
export const pendingNow = baseUrl() ? {} : { isPending: true };
