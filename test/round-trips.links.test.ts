/* What lists of linked records cost at the store. */
import { beforeAll, expect, test } from "vitest";
import { handler as createField } from "#functions/field/create-field";
import { handler as deleteRecord } from "#functions/record/delete-record";
import { handler as listRecords } from "#functions/record/list-records";
import { handler as updateRecord } from "#functions/record/update-record";
import { linkedTables } from "#test/support/makers/linked-tables";
import { aTable } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";
import { costOf } from "#test/support/requests/round-trips";
import { useOwnStore } from "#test/support/store/own-store";

beforeAll(useOwnStore);

test("a page of 100 records with three link fields: as many round trips and requests as without", async () => {
  const { as, films, people, make, ann, bob } = await linkedTables();
  for (const name of ["Crew", "Guests"])
    await call(createField, {
      as,
      params: { tableId: films.tableId },
      body: { type: "link", name, options: { foreignTableId: people.tableId, relationship: "manyMany" } },
    });
  const cell = [{ id: ann }, { id: bob }];
  const linked = Array.from({ length: 100 }, (_, i) => ({
    ...{ Title: `Film ${i}`, Cast: cell, Crew: cell, Guests: cell },
  }));
  expect((await make(films, linked)).status).toBe(201);
  const plain = await aTable({
    records: Array.from({ length: 100 }, (_, i) => ({ fields: { Name: `r${i}` } })),
  });
  const page = async (asked: typeof plain.owner, tableId: string) => {
    const ask = () => call(listRecords, { as: asked, params: { tableId } });
    expect((await ask()).body.records).toHaveLength(100);
    const { roundTrips, requests } = await costOf(ask);
    return { roundTrips, requests };
  };
  expect(await page(as, films.tableId)).toEqual(await page(plain.owner, plain.tableId));
});

test("the records of one cell: the table is not scanned, whatever its size", async () => {
  const { as, films, people, field, make, ann } = await linkedTables();
  const { body } = await make(films, [{ Title: "Up", Cast: [{ id: ann }] }]);
  await make(
    people,
    Array.from({ length: 900 }, (_, i) => ({ Name: `Extra ${i} ${"x".repeat(1000)}` })),
  );
  const query = { "filterLinkCellSelected[]": [field.id, body.records[0].id] };
  const ask = () => call(listRecords, { as, params: { tableId: people.tableId }, query });
  expect((await ask()).body.records).toHaveLength(1);
  expect((await costOf(ask)).read).toBeLessThan(20);
});

test("records of another table are in the commit: no round trip more, since neither table has an index", async () => {
  const { as, films, people, field, make, ann, bob, cid, update } = await linkedTables({
    relationship: "oneOne",
  });
  const { body } = await make(films, [{ Title: "Up", Cast: { id: ann } }, { Title: "Down" }]);
  const [up, down] = body.records.map(({ id }: { id: string }) => id);
  const params = { tableId: people.tableId };
  const back = field.options.symmetricFieldId;
  const linking = (recordId: string, id: string) => async () => {
    const record = { fields: { [back]: { id } } };
    const answer = await call(updateRecord, {
      as,
      params: { ...params, recordId },
      body: { record, fieldKeyType: "id" },
    });
    expect(answer.status).toBe(200);
  };
  await update(up, { id: bob });
  const trips = async (work: () => Promise<unknown>) => (await costOf(work)).roundTrips;
  expect([
    await trips(linking(cid, down)),
    await trips(() => call(deleteRecord, { as, params: { ...params, recordId: bob } })),
  ]).toEqual([9, 4]);
});
