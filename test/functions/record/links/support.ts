/* Films that link to people. */
import { handler as createField } from "#functions/field/create-field";
import { handler as createRecords } from "#functions/record/create-records";
import { handler as listRecords } from "#functions/record/list-records";
import { handler as updateRecord } from "#functions/record/update-record";
import { aTable } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";

const text = (name: string) => ({ type: "singleLineText", name });

type Cells = Record<string, Record<string, unknown>>;

/** Films with a link field Cast to people, of whom there are three. By default many to many, two-way. */
export async function linked(options: object = {}) {
  const people = await aTable({ name: "People", fields: [text("Name")], records: [] });
  const films = await aTable({ name: "Films", fields: [text("Title")], records: [] }, people.owner, people);
  const { owner: as } = people;
  const foreign = { foreignTableId: people.tableId, relationship: "manyMany" };
  const { body: field } = await call(createField, {
    as,
    params: { tableId: films.tableId },
    body: { type: "link", name: "Cast", options: { ...foreign, ...options } },
  });
  const make = ({ tableId }: { tableId: string }, records: object[], more: object = {}) =>
    call(createRecords, {
      as,
      params: { tableId },
      body: { records: records.map((fields) => ({ fields })), ...more },
    });
  const [ann, bob, cid] = idsOf(await make(people, [{ Name: "Ann" }, { Name: "Bob" }, { Name: "Cid" }]));
  /** The cells of each record, by its name. */
  async function cells({ tableId }: { tableId: string }): Promise<Cells> {
    const { body } = await call(listRecords, { as, params: { tableId } });
    return Object.fromEntries(
      body.records.map(({ name, fields }: { name: string; fields: Cells[string] }) => [name, fields]),
    );
  }
  const update = (recordId: string, cast: unknown, more: object = {}) =>
    call(updateRecord, {
      as,
      params: { tableId: films.tableId, recordId },
      body: { record: { fields: { Cast: cast } }, ...more },
    });
  const rename = ({ tableId }: { tableId: string }, recordId: string, fields: object) =>
    call(updateRecord, { as, params: { tableId, recordId }, body: { record: { fields } } });
  return { as, people, films, field, make, rename, ann, bob, cid, cells, update };
}

export const idsOf = ({ body }: { body: { records: { id: string }[] } }) =>
  body.records.map(({ id }) => id) as [string, string, string];
