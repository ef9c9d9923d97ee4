/* What tests of linked tables do to fields and records, by the endpoints; each expects to be done. */

import { expect } from "vitest";
import { handler as convertField } from "#functions/field/convert-field";
import { handler as createField } from "#functions/field/create-field";
import { handler as listFields } from "#functions/field/list-fields";
import { handler as updateField } from "#functions/field/update-field";
import { handler as createRecords } from "#functions/record/create-records";
import { handler as listRecords } from "#functions/record/list-records";
import { handler as updateRecord } from "#functions/record/update-record";
import type { Field } from "#lib/schemas/tables/field";
import { call } from "#test/support/requests/call";

interface Made {
  tableId: string;
}

/** The actions of one caller. */
export function actionsOf(as: { token: string }) {
  const done = async (status: number, answer: Promise<{ status: number; body: unknown }>) => {
    const made = await answer;
    expect(made).toMatchObject({ status });
    // biome-ignore lint/suspicious/noExplicitAny: the body of an answer
    return made.body as any;
  };
  const paramsOf = ({ tableId }: Made, more: object = {}) => ({ as, params: { tableId, ...more } });
  return {
    /** A new field. */
    add: (table: Made, body: object): Promise<Field> =>
      done(201, call(createField, { ...paramsOf(table), body })),
    edit: (table: Made, fieldId: string, body: object): Promise<Field> =>
      done(200, call(updateField, { ...paramsOf(table, { fieldId }), body })),
    convert: (table: Made, fieldId: string, body: object): Promise<Field> =>
      done(200, call(convertField, { ...paramsOf(table, { fieldId }), body })),
    /** One field by its name. */
    find: async (table: Made, name: string): Promise<Field> =>
      (await done(200, call(listFields, paramsOf(table)))).find((field: Field) => field.name === name),
    /** New records; gives their ids. */
    make: async (table: Made, records: object[]): Promise<string[]> => {
      const body = { records: records.map((fields) => ({ fields })) };
      const made = await done(201, call(createRecords, { ...paramsOf(table), body }));
      return made.records.map(({ id }: { id: string }) => id);
    },
    update: (table: Made, recordId: string, fields: object): Promise<{ fields: object }> =>
      done(200, call(updateRecord, { ...paramsOf(table, { recordId }), body: { record: { fields } } })),
    /** The cells of each record, by names. */
    list: async (table: Made, query: Record<string, string> = {}): Promise<Record<string, unknown>[]> => {
      const { records } = await done(200, call(listRecords, { ...paramsOf(table), query }));
      return records.map(({ fields }: { fields: object }) => fields);
    },
  };
}

/** The body of a link field to a table. */
export const aLinkNamed = (name: string, to: Made, more: object = {}) => ({
  ...{ type: "link", name },
  options: { relationship: "manyMany", foreignTableId: to.tableId, ...more },
});

/** What a lookup or rollup looks up. */
export const overLink = (
  link: { id: string },
  { tableId: foreignTableId }: Made,
  lookupFieldId: string,
  more: object = {},
) => ({ lookupOptions: { foreignTableId, linkFieldId: link.id, lookupFieldId, ...more } });
