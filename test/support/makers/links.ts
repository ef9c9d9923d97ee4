/* Link fields for tests, and what the store has of them. */
import { handler as createField } from "#functions/field/create-field";
import { handler as listFields } from "#functions/field/list-fields";
import { readSchema } from "#lib/data/schema/table-schema";
import type { TableId } from "#lib/schemas/basics/ids";
import type { Field } from "#lib/schemas/tables/field";
import { call } from "#test/support/requests/call";
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

/** The link fields that the schema of a table says show its records, in the order of their ids. */
export const dependentsOf = async ({ tableId }: { tableId: TableId }) =>
  (await readSchema(tableId)).dependents.map(({ fieldId, tableId, baseId, options }) => ({
    ...{ fieldId, tableId, baseId, options },
  }));
