/* A table for the tests of formula fields, and the calls that they make. */
import { handler as createField } from "#functions/field/create-field";
import { handler as deleteField } from "#functions/field/delete-field";
import { handler as getField } from "#functions/field/get-field";
import { handler as updateField } from "#functions/field/update-field";
import { handler as createRecords } from "#functions/record/create-records";
import { handler as listRecords } from "#functions/record/list-records";
import { handler as updateRecord } from "#functions/record/update-record";
import { aTable } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";

export type Cells = Record<string, unknown>;
type Query = Record<string, string | string[]>;
type Shown = { id: string; fields: Cells };

const fields = [
  { type: "singleLineText", name: "Name" },
  { type: "number", name: "Price" },
  { type: "multipleSelect", name: "Tags", options: { choices: [{ name: "red" }, { name: "blue" }] } },
  { type: "date", name: "Due" },
  { type: "checkbox", name: "Done" },
];

/** A table with one field of each kind, unless `input` names others, and functions that call its endpoints as the owner. */
export async function aFormulaTable(input: object = { fields, records: [] }) {
  const made = await aTable(input);
  const { owner: as, tableId } = made;
  const idOf = (name: string): string =>
    made.table.fields.find((field: { name: string }) => field.name === name).id;
  const params = { tableId };
  const ofField = (fieldId: string) => ({ as, params: { tableId, fieldId } });
  return {
    ...made,
    idOf,
    /** The expression with ids in place of the names of fields of the table. */
    byId: (text: string) => text.replace(/\{(\w+)\}/g, (_, name) => `{${idOf(name)}}`),
    create: (body: object) => call(createField, { as, params, body }),
    async formula(expression: string, more: object = {}, options: object = {}) {
      const body = { type: "formula", options: { expression, ...options }, ...more };
      const answer = await call(createField, { as, params, body });
      if (answer.status !== 201) throw new Error(`refused: ${JSON.stringify(answer.body)}`);
      return answer.body;
    },
    update: (fieldId: string, options: object) =>
      call(updateField, { ...ofField(fieldId), body: { options } }),
    field: async (fieldId: string) => (await call(getField, ofField(fieldId))).body,
    remove: (fieldId: string) => call(deleteField, ofField(fieldId)),
    async add(...records: Cells[]): Promise<Shown[]> {
      const body = { records: records.map((fields) => ({ fields })) };
      const answer = await call(createRecords, { as, params, body });
      if (answer.status !== 201) throw new Error(`refused: ${JSON.stringify(answer.body)}`);
      return answer.body.records;
    },
    set: (recordId: string, fields: Cells, more: object = {}) =>
      call(updateRecord, { as, params: { tableId, recordId }, body: { record: { fields }, ...more } }),
    list: (query: Query = {}) => call(listRecords, { as, params, query }),
    async cells(query: Query = {}): Promise<Cells[]> {
      const answer = await call(listRecords, { as, params, query });
      if (answer.status !== 200) throw new Error(`refused: ${JSON.stringify(answer.body)}`);
      return answer.body.records.map(({ fields }: Shown) => fields);
    },
  };
}

/** The issues of an answer that refuses. */
export const issuesOf = ({ body }: { body: { data?: { issues?: unknown } } }) => body.data?.issues;
