/* @gridless/client: undoing what it wrote. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { gridless } from "#lib/client/index";
import { type ClientWorld, clientWorld, manyPeople, type People } from "./support/client-world.ts";

let world: ClientWorld;
beforeAll(async () => {
  world = await clientWorld();
});
afterAll(() => world.end());

const people = async () => {
  const { id } = await world.makeTable();
  return { id, table: world.base.table<People>(id) };
};

test("call after call, the last first, with all their pieces: deleted, upserted, changed, created", async () => {
  const { table } = await people();
  const made = await table.create(manyPeople(50), { size: 20 });
  await table.update(
    made.map(({ id }) => ({ id, fields: { Age: 7 } })),
    { size: 20 },
  );
  // a piece changes what the one before it has changed
  const twice = [...manyPeople(50), ...manyPeople(50).map((row) => ({ ...row, Age: 8 })), { Name: "New" }];
  await table.upsert(twice, { on: ["Name"], size: 50 });
  await table.delete(
    made.map(({ id }) => id),
    { size: 20 },
  );
  const ages = async () =>
    (await table.list({ filterByTql: "{Name} != 'New'" }).all()).map(({ fields }) => fields.Age);
  expect(await ages()).toEqual([]);
  expect(await table.undo()).toBe(true);
  expect(await ages()).toEqual(Array(50).fill(8));
  expect(await table.undo()).toBe(true);
  expect(await ages()).toEqual(Array(50).fill(7));
  expect(await table.undo()).toBe(true);
  expect(await ages()).toEqual(manyPeople(50).map(({ Age }) => Age));
  expect(await table.undo()).toBe(true);
  expect(await table.list().count()).toBe(0);
  expect(await table.undo()).toBe(false);
});

test("a call of another program, by its key, however many pieces it had", async () => {
  const { id, table } = await people();
  const twice = [...manyPeople(30), ...manyPeople(30).map((row) => ({ ...row, Age: 8 }))];
  await table.upsert(twice, { on: ["Name"], size: 10, key: "import-7" });
  expect(await table.list().count()).toBe(30);
  const other = gridless({ url: world.url, token: world.token }).base(world.baseId).table(id);
  expect(await other.undo()).toBe(false);
  expect(await other.undo({ key: "import-7" })).toBe(true);
  expect(await table.list().count()).toBe(0);
  expect(await other.undo({ key: "import-7" })).toBe(false);
  expect(await other.undo({ key: "import-8" })).toBe(false);
});

test("what a call did before it ended, not what was refused", async () => {
  const { table } = await people();
  await table.create({ Name: "First" });
  const rows = [...manyPeople(40), { Name: "First" }];
  await expect(table.create(rows, { size: 20 })).rejects.toMatchObject({ status: 400, done: { rows: 40 } });
  await expect(table.create(rows.slice(-1))).rejects.toMatchObject({ status: 400 });
  expect(await table.list().count()).toBe(41);
  expect(await table.undo()).toBe(true);
  expect((await table.list().all()).map(({ name }) => name)).toEqual(["First"]);
});

test("what was changed since stays, and the error names it; afterwards the call can be undone still", async () => {
  const { id: tableId, table } = await people();
  const [first] = await table.create(manyPeople(30), { size: 10 });
  const id = first?.id ?? "";
  await table.update({ id, fields: { Age: 99 } });
  await expect(table.undo({ key: "other" })).resolves.toBe(false);
  const other = world.base.table<People>(tableId);
  await other.update({ id, fields: { Age: 100 } });
  await expect(table.undo()).rejects.toMatchObject({
    code: "undo_failed",
    message: expect.stringContaining('"Age"'),
  });
  expect((await table.get(id)).fields.Age).toBe(100);
  await other.undo();
  expect(await table.undo()).toBe(true);
  expect(await table.undo()).toBe(true);
  expect(await table.list().count()).toBe(0);
});
