/* @gridless/client: changing and deleting by a filter. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { gridless } from "#lib/client/index";
import { type ClientWorld, clientWorld, manyPeople, type People } from "./support/client-world.ts";

let world: ClientWorld;
beforeAll(async () => {
  world = await clientWorld();
});
afterAll(() => world.end());

const people = async (count: number) => {
  const { id } = await world.makeTable();
  const table = world.base.table<People>(id);
  const made = await table.create(manyPeople(count));
  const ages = async () => (await table.list().all()).map(({ fields }) => fields.Age);
  return { id, table, ids: made.map((record) => record.id), ages };
};

test("at once: what was found and written; dryRun; a limit; undone, the last first", async () => {
  const { table, ids, ages } = await people(6);
  const young = { filterByTql: "{Age} < 3" };
  const found = { matched: 3, left: 0, written: 3, recordIds: ids.slice(0, 3) };
  expect(await table.updateWhere(young, { Age: 9 }, { dryRun: true })).toEqual(found);
  await expect(table.updateWhere(young, { Age: 9 }, { max: 2 })).rejects.toMatchObject({
    status: 412,
    code: "too_many_matched",
    data: { matched: 3, max: 2 },
  });
  await expect(table.updateWhere(young, { Age: Number.NaN })).rejects.toThrow("Age is NaN");
  await expect(table.deleteWhere({})).rejects.toMatchObject({ issues: [{ path: "filter" }] });
  expect(await table.updateWhere(young, { Age: 9 }, { max: 3 })).toEqual(found);
  expect(await table.updateWhere({ all: true }, { Born: "2026-12-01" })).toMatchObject({ written: 6 });
  const item = { fieldId: "Age", operator: "is", value: 9 };
  expect(await table.deleteWhere({ filter: { conjunction: "and", filterSet: [item] } })).toMatchObject({
    written: 3,
  });
  expect(await ages()).toEqual([3, 4, 5]);
  expect([await table.undo(), await ages()]).toEqual([true, [9, 9, 9, 3, 4, 5]]);
  expect([await table.undo(), await table.undo(), await ages()]).toEqual([true, true, [0, 1, 2, 3, 4, 5]]);
});

test("more than 1,000: waits for the job and tells how far it is; a twin with the same key too; undone as a whole", async () => {
  const { id, table, ages } = await people(1500);
  const seen: number[] = [];
  const onProgress = ({ done }: { done: number }) => seen.push(done);
  const write = () => table.updateWhere({ all: true }, { Age: -7 }, { key: "seven", onProgress });
  const result = { matched: 1500, written: 1500, left: 0 };
  expect(await Promise.all([write(), write()])).toEqual([result, result]);
  expect(seen.at(-1)).toBe(1500);
  expect(new Set(await ages())).toEqual(new Set([-7]));
  expect(await table.deleteWhere({ all: true }, { dryRun: true })).toEqual({ matched: 1500, left: 0 });
  const other = gridless({ url: world.url, token: world.token }).base(world.baseId).table(id);
  expect(await other.undo({ key: "seven" })).toBe(true);
  expect(await ages()).toEqual(Array.from({ length: 1500 }, (_, i) => i));
  expect(await table.deleteWhere({ filterByTql: "{Age} >= 100" })).toEqual({
    matched: 1400,
    written: 1400,
    left: 0,
  });
  expect(await table.undo()).toBe(true);
  expect(await table.list().count()).toBe(1500);
});

test("the server is killed while a job writes: it goes on, and the call ends", async () => {
  const { table, ages } = await people(4500);
  let begin = () => {};
  const begun = new Promise<void>((resolve) => {
    begin = resolve;
  });
  const writing = table.updateWhere({ all: true }, { Age: -7 }, { onProgress: () => begin() });
  await begun;
  await world.kill();
  await world.start();
  expect(await writing).toEqual({ matched: 4500, written: 4500, left: 0 });
  expect(new Set(await ages())).toEqual(new Set([-7]));
});
