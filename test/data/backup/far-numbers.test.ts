/* Tables of imports whose numbers are far beyond their records: what reads of them cost. */
import { expect, test } from "vitest";
import { handler as createRecords } from "#functions/record/create-records";
import { handler as deleteRecords } from "#functions/record/delete-records";
import { handler as listRecords } from "#functions/record/list-records";
import { handler as undoOperation } from "#functions/record/undo-operation";
import { handler as listTables } from "#functions/table/list-tables";
import { countRecords } from "#lib/data/records/count-records";
import { newRecordId, type TableId } from "#lib/schemas/basics/ids";
import { exported, imported } from "#test/support/backups";
import { settleAll } from "#test/support/events/commits";
import { aTable } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";
import { costOf } from "#test/support/requests/round-trips";
import { useOwnStore } from "#test/support/store/own-store";
import { tellNews } from "#test/support/store/record-images";
import { unzipped, zipped } from "#test/support/zips";

// the news of deleted records are read from the whole store
await useOwnStore();

/** The import of an export whose records were given these numbers, of a table that has given numbers up to `lastNumber`. */
async function anImport(numbers: number[], lastNumber: number) {
  const records = numbers.map((n) => ({ fields: { Name: `n${n}` } }));
  const made = await aTable({ fields: [{ type: "singleLineText", name: "Name" }], records });
  const { owner: as, baseId, spaceId } = made;
  const entries = await unzipped((await exported(as, baseId)).bytes);
  const lines = entries.get("tables/1/records.jsonl")?.toString().trim().split("\n") ?? [];
  const moved = lines.filter(Boolean).map((line, i) => ({
    ...JSON.parse(line),
    id: newRecordId(numbers[i] as number),
    autoNumber: numbers[i],
  }));
  const schema = JSON.parse(entries.get("tables/1/schema.json")?.toString() ?? "");
  entries.set("tables/1/schema.json", Buffer.from(JSON.stringify({ ...schema, lastNumber })));
  entries.set(
    "tables/1/records.jsonl",
    Buffer.from(moved.map((line) => `${JSON.stringify(line)}\n`).join("")),
  );
  const { baseId: copy, job } = await imported(as, spaceId, await zipped(entries));
  expect(job).toMatchObject({ state: "done" });
  const [table] = (await call(listTables, { as, params: { baseId: copy } })).body;
  const params = { tableId: table.id as TableId };
  const list = async (query: Record<string, string> = {}) =>
    (await call(listRecords, { as, params, query })).body.records as {
      id: string;
      fields: { Name: string };
    }[];
  return { as, params, list };
}

const namesOf = (records: { fields: { Name: string } }[]) => records.map(({ fields }) => fields.Name);
const byName = { orderBy: JSON.stringify([{ fieldId: "Name", order: "asc" }]) };

test.each([
  ["no records", []],
  ["records at the beginning", [1, 2, 3]],
  ["records far apart", [1, 2_000_000, 4_900_000]],
])("a list of a table with %s costs what its records do, not what its numbers are", async (_, numbers) => {
  const { params, list } = await anImport(numbers, 62 ** 5 - 1);
  const names = numbers.map((n) => `n${n}`);
  expect(namesOf(await list())).toEqual(names);
  const costs = [];
  for (const query of [{}, { take: "2" }, { skip: "1" }, byName])
    costs.push((await costOf(() => list(query))).requests);
  costs.push((await costOf(() => countRecords(params))).requests);
  expect(Math.max(...costs)).toBeLessThan(40);
  expect(namesOf(await list(byName))).toEqual(names.toSorted());
  expect(namesOf(await list({ skip: "1" }))).toEqual(names.slice(1));
});

test("records that are made, deleted and brought back after the import are listed", async () => {
  const { as, params, list } = await anImport([1, 2_000_000], 4_000_000);
  const [, far] = await list();
  const records = Array.from({ length: 3 }, (_, i) => ({ fields: { Name: `new ${i}` } }));
  expect((await call(createRecords, { as, params, body: { records } })).status).toBe(201);
  const all = ["n1", "n2000000", "new 0", "new 1", "new 2"];
  expect(namesOf(await list())).toEqual(all);
  const query = `recordIds[]=${far?.id}`;
  const headers = { "x-window-id": "one" };
  expect(await call(deleteRecords, { as, params, query, headers })).toMatchObject({ status: 200 });
  expect(namesOf(await list())).toEqual(all.filter((name) => name !== "n2000000"));
  await settleAll();
  await tellNews();
  const undone = await call(undoOperation, { as, params, headers });
  expect(undone).toMatchObject({ body: { status: "fulfilled" } });
  expect(namesOf(await list())).toEqual(all);
});
