/* What a page with lookups costs at the store, beside a page of the same links without them. */
import { beforeAll, expect, test, vi } from "vitest";
import { handler as createField } from "#functions/field/create-field";
import { handler as createRecords } from "#functions/record/create-records";
import { handler as listRecords } from "#functions/record/list-records";
import { followLeft } from "#lib/data/links/left-notes";
import type { TableId } from "#lib/schemas/basics/ids";
import { settleAll } from "#test/support/events/commits";
import { carry } from "#test/support/links/carried";
import { openNotes } from "#test/support/links/open-notes";
import { aTable } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";
import { costOf, withRightUnits } from "#test/support/requests/round-trips";
import { useOwnStore } from "#test/support/store/own-store";

beforeAll(useOwnStore);

const links = ["A", "B", "C"];
const text = { type: "singleLineText", name: "Name" };

test("a page of 100 records with five lookups of 300 records: the round trips of one without, and one request more", async () => {
  withRightUnits();
  vi.stubEnv("GRIDLESS_SETTLE_SECONDS", "0");
  const people = await aTable({ fields: [text, { type: "number", name: "Count" }], records: [] });
  const { owner: as } = people;
  const add = async (tableId: TableId, count: number, cellsOf: (i: number) => object) => {
    const records = Array.from({ length: count }, (_, i) => ({ fields: cellsOf(i) }));
    const { body } = await call(createRecords, { as, params: { tableId }, body: { records } });
    return body.records as { id: string }[];
  };
  const persons = await add(people.tableId, 300, (i) => ({ Name: `p${i}`, Count: i }));
  const tableWithLinks = async () => {
    const { tableId } = await aTable({ fields: [text], records: [] }, as, people);
    const options = { foreignTableId: people.tableId, relationship: "manyOne", isOneWay: true };
    const fields: { id: string }[] = [];
    for (const name of links)
      fields.push(
        (await call(createField, { as, params: { tableId }, body: { type: "link", name, options } })).body,
      );
    return { params: { tableId }, fields };
  };
  const [plain, looking] = [await tableWithLinks(), await tableWithLinks()];
  for (const [i, link] of [0, 0, 1, 1, 2].entries()) {
    const lookupOptions = {
      ...{ foreignTableId: people.tableId, linkFieldId: looking.fields[link]?.id },
      lookupFieldId: people.table.fields[1].id,
    };
    const body = { type: "number", isLookup: true, name: `L${i}`, lookupOptions };
    expect((await call(createField, { as, params: looking.params, body })).status).toBe(201);
  }
  await carry({ ...looking.params, baseId: people.baseId }, people);
  for (const { params } of [plain, looking])
    await add(params.tableId, 100, (i) =>
      Object.fromEntries(links.map((name, k) => [name, { id: persons[i + 100 * k]?.id }])),
    );
  for (const { pk, sk } of await openNotes()) await followLeft({ pk, sk }, new Date().toISOString());
  await settleAll();
  const page = ({ params }: typeof plain) => call(listRecords, { as, params, query: { take: "100" } });
  expect((await page(looking)).body.records[7].fields).toMatchObject({
    L0: 7,
    L1: 7,
    L2: 107,
    L3: 107,
    L4: 207,
  });
  const [cost, without] = [await costOf(() => page(looking)), await costOf(() => page(plain))];
  expect(cost.roundTrips).toBe(without.roundTrips);
  expect(cost.requests).toBe(without.requests + 1);
  expect(cost.read - without.read).toBeLessThanOrEqual(5);
});
