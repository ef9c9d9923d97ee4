/* Two tables with a link field between them, and a few records. */
import { handler as createField } from "#functions/field/create-field";
import { handler as createRecords } from "#functions/record/create-records";
import { handler as listRecords } from "#functions/record/list-records";
import { handler as updateRecord } from "#functions/record/update-record";
import { aBase, aTable } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";

const text = (name: string) => ({ type: "singleLineText", name });

interface Made {
  tableId: string;
}

/** Films whose field Cast links to Ann, Bob and Cid of People, in the same base or another one. */
export async function linkedTables(
  options: object = {},
  moreOptions: (nameField: string) => object = () => ({}),
  { inOtherBase = false } = {},
) {
  const people = await aTable({ name: "People", fields: [text("Name")], records: [] });
  const { owner: as } = people;
  const place = inOtherBase ? await aBase(as) : people;
  const films = await aTable({ name: "Films", fields: [text("Title")], records: [] }, as, place);
  const { status, body: field } = await call(createField, {
    as,
    params: { tableId: films.tableId },
    body: {
      type: "link",
      name: "Cast",
      options: {
        foreignTableId: people.tableId,
        ...(inOtherBase && { baseId: people.baseId }),
        relationship: "manyMany",
        ...options,
        ...moreOptions(people.table.fields[0].id),
      },
    },
  });
  if (status !== 201) throw new Error(JSON.stringify(field));
  const make = async ({ tableId }: Made, records: object[]) =>
    call(createRecords, {
      as,
      params: { tableId },
      body: { records: records.map((fields) => ({ fields })) },
    });
  const { body: made } = await make(people, [{ Name: "Ann" }, { Name: "Bob" }, { Name: "Cid" }]);
  const [ann, bob, cid] = made.records.map(({ id }: { id: string }) => id) as [string, string, string];
  /** The cells of each record of a table, by its name. */
  const cells = async ({ tableId }: Made) => {
    const { body } = await call(listRecords, { as, params: { tableId } });
    return Object.fromEntries(
      body.records.map(({ name, fields }: { name: string; fields: object }) => [name, fields]),
    );
  };
  const update = (recordId: string, cast: unknown, more: object = {}) =>
    call(updateRecord, {
      as,
      params: { tableId: films.tableId, recordId },
      body: { record: { fields: { Cast: cast } }, ...more },
    });
  return { as, people, films, field, make, ann, bob, cid, cells, update };
}
