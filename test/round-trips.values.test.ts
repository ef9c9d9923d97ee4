/* What a look-up by value costs at the store, in a table of several thousand records. */
import { beforeAll, expect, test } from "vitest";
import { handler as declareIndex } from "#functions/index/declare-index";
import { handler as countRecords } from "#functions/record/count-records";
import { handler as createRecords } from "#functions/record/create-records";
import { handler as listRecords } from "#functions/record/list-records";
import { handler as updateRecord } from "#functions/record/update-record";
import { handler as createView } from "#functions/view/create-view";
import { addCounts, aLargeTable, makeIndexes } from "#test/functions/index/support";
import { settleAll } from "#test/support/events/commits";
import { aTable } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";
import { costOf, withRightUnits } from "#test/support/requests/round-trips";
import { useOwnStore } from "#test/support/store/own-store";

type Large = Awaited<ReturnType<typeof aLargeTable>>;
let large: Large & { ids: string[]; rows: string };
const each = 900;

beforeAll(async () => {
  await useOwnStore();
  const made = await aLargeTable();
  const { as, params, orders } = made;
  await call(declareIndex, { as, params: { ...params, fieldId: orders[0]?.fieldId as string } });
  const ids: string[] = [];
  for (let from = 0; from < 4 * each; from += each)
    ids.push(
      ...(await addCounts(
        made,
        Array.from({ length: each }, (_, i) => ((from + i) * 7919) % 9973),
      )),
    );
  const { body: view } = await call(createView, { as, params, body: { name: "Rows", type: "grid" } });
  await makeIndexes(made);
  await settleAll();
  large = { ...made, ids, rows: view.id };
});

const where = (value: unknown, operator = "is") =>
  JSON.stringify({ conjunction: "and", filterSet: [{ fieldId: "Count", operator, value }] });
const list = (query: Record<string, string>) =>
  call(listRecords, { as: large.as, params: large.params, query });

const value = (1234 * 7919) % 9973;
const idsIn = ({ body }: Awaited<ReturnType<typeof list>>) =>
  body.records.map(({ id }: { id: string }) => id);

test("one record, in any order or counted: no round trip more than a plain list of one, and 5 RCU for the look-up", async () => {
  withRightUnits();
  const { as, params, rows } = large;
  const asked = [
    () => list({ filter: where(value) }),
    () => list({ filter: where(value), viewId: rows }),
    () => list({ filter: where(value), orderBy: JSON.stringify([{ fieldId: "Name", order: "asc" }]) }),
    () => call(countRecords, { as, params, query: { filter: where(value) } }),
  ];
  const plain = () => list({ take: "1" });
  await plain();
  // token, base, table and role; and the four partitions of a page with the counter
  const [{ roundTrips }, none] = [await costOf(plain), await costOf(() => list({ take: "0" }))];
  expect(none.roundTrips).toBe(roundTrips);
  for (const ask of asked) {
    const { headers } = await ask();
    expect(headers["x-gridless-plan"]).toMatch(/^index=\w+; entries=1; units=5$/);
    expect(await costOf(ask)).toEqual({ roundTrips, requests: 8, read: 5 + 5, written: 0 });
  }
  expect(idsIn(await list({ filter: where(value) }))).toEqual([large.ids[1234]]);
  expect((await list({ filter: where(value, "isNot"), take: "1" })).headers["x-gridless-plan"]).toMatch(
    /^scan/,
  );
});

test("with a further item: the same; several values: an entry each, and 1 RCU a record", async () => {
  withRightUnits();
  const both = JSON.stringify({
    conjunction: "and",
    filterSet: [
      { fieldId: "Name", operator: "is", value: "n334" },
      { fieldId: "Count", operator: "is", value },
    ],
  });
  await list({ filter: both });
  expect((await costOf(() => list({ filter: both }))).read).toBe(10);
  expect(idsIn(await list({ filter: both }))).toEqual([large.ids[1234]]);
  const either = JSON.stringify({
    conjunction: "or",
    filterSet: [0, 1, 2].map((i) => ({ fieldId: "Count", operator: "is", value: (i * 7919) % 9973 })),
  });
  const found = await list({ filter: either });
  expect(idsIn(found)).toEqual(large.ids.slice(0, 3));
  // each range is read in each of the four partitions; so are the notes of records that move, beside the records
  expect(found.headers["x-gridless-plan"]).toMatch(/entries=3; units=19$/);
});

test("after the schema has changed, and in a process that does not know it, the answer is the same", async () => {
  const { as, params } = large;
  const filter = where(value);
  const first = await list({ filter });
  await call(createView, { as, params, body: { name: "Another", type: "grid" } });
  const then = await list({ filter });
  expect(then.body).toEqual(first.body);
  expect(then.headers["x-gridless-plan"]).toMatch(/^index=\w+; entries=1;/);
});

test("one of several values: the same 5 RCU; a change writes the entries of all values of its cell", async () => {
  withRightUnits();
  const choices = ["a", "b", "c"].map((name) => ({ name }));
  const fields = [{ type: "multipleSelect", name: "Tags", options: { choices } }];
  const [indexed, bare] = await Promise.all([aTable({ fields }), aTable({ fields })]);
  const { owner: as, tableId, baseId, table } = indexed;
  const params = { tableId };
  await call(declareIndex, { as, params: { ...params, fieldId: table.fields[0].id } });
  await makeIndexes({ ...large, as, params, baseId });
  const add = async (to: typeof indexed): Promise<string[]> => {
    const records = [["a", "b"], ["b"]].map((Tags) => ({ fields: { Tags } }));
    const asking = { as: to.owner, params: { tableId: to.tableId }, body: { records } };
    return (await call(createRecords, asking)).body.records.map(({ id }: { id: string }) => id);
  };
  const ids = new Map([
    [indexed, await add(indexed)],
    [bare, await add(bare)],
  ]);
  await settleAll();
  const asked = { ...{ as, params }, query: { filter: hasAnyOf(["a"]) } };
  const found = await call(listRecords, asked);
  expect(idsIn(found)).toEqual(ids.get(indexed)?.slice(0, 1));
  expect(found.headers["x-gridless-plan"]).toMatch(/^index=\w+; entries=1; units=5$/);
  const change = (of: typeof indexed, Tags: string[]) =>
    costOf(async () => {
      const body = { record: { fields: { Tags } } };
      const recordId = ids.get(of)?.[0] ?? "";
      await call(updateRecord, { as: of.owner, params: { tableId: of.tableId, recordId }, body });
    });
  const [one, other] = [await change(indexed, ["c"]), await change(bare, ["c"])];
  // a new entry, two former ones, and the note for look-ups that run
  expect(one.written - other.written).toBe(1 + 2 + 1);
  expect(one.roundTrips - other.roundTrips).toBe(2);
});

const hasAnyOf = (value: string[]) =>
  JSON.stringify({ conjunction: "and", filterSet: [{ fieldId: "Tags", operator: "hasAnyOf", value }] });
