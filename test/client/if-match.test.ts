/* @gridless/client: a change on the condition that the record is as it was read, and lists that others change meanwhile. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { gridless } from "#lib/client/index";
import { type ClientWorld, clientWorld, failure, type People } from "./support/client-world.ts";
import { everySecond, lossyProxy } from "./support/lossy-proxy.ts";

let world: ClientWorld;
beforeAll(async () => {
  world = await clientWorld();
});
afterAll(() => world.end());

const people = async (more: object[] = []) => world.base.table<People>((await world.makeTable(more)).id);

test("a record that is read, created or changed alone has its state, by which it is changed and deleted", async () => {
  const table = await people();
  const made = await table.create({ Name: "Ada", Age: 1 });
  expect(made.etag).toMatch(/^"[\w.]+"$/);
  expect((await table.get(made.id)).etag).toBe(made.etag);
  const changed = await table.update({ id: made.id, fields: { Age: 2 } }, { ifMatch: made.etag });
  expect(changed.fields.Age).toBe(2);
  expect(changed.etag).not.toBe(made.etag);
  const again = await table.update(
    { id: made.id, fields: { Born: "2026-12-01" } },
    { ifMatch: changed.etag },
  );
  expect(again.fields).toMatchObject({ Age: 2, Born: "2026-12-01" });
  await table.delete(made.id, { ifMatch: again.etag });
  expect(await table.list().count()).toBe(0);
  expect(await table.undo()).toBe(true);
  expect(await table.list().count()).toBe(1);
  for (const { etag } of await table.create([{}, {}])) expect(etag).toBeUndefined();
});

test("412: the record was changed since; nothing is done, and there is nothing to undo", async () => {
  const table = await people();
  const { id, etag } = await table.create({ Name: "Ada", Age: 1 });
  await table.update({ id, fields: { Age: 2 } });
  const expected = { status: 412, code: "precondition_failed", done: { rows: 0 } };
  expect(await failure(table.update({ id, fields: { Age: 3 } }, { ifMatch: etag }))).toMatchObject(expected);
  expect(await failure(table.delete(id, { ifMatch: etag }))).toMatchObject(expected);
  expect((await table.get(id)).fields.Age).toBe(2);
  // the last call that did something
  expect(await table.undo()).toBe(true);
  expect((await table.get(id)).fields.Age).toBe(1);
});

test("of twenty who change a record that they read, one does", async () => {
  const table = await people();
  const { id, etag } = await table.create({ Age: 0 });
  const calls = Array.from({ length: 20 }, (_, Age) =>
    table.update({ id, fields: { Age: Age + 1 } }, { ifMatch: etag }),
  );
  const ended = await Promise.allSettled(calls);
  expect(ended.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  for (const each of ended)
    if (each.status === "rejected") expect(each.reason).toMatchObject({ status: 412 });
});

test("answers are lost: the same key and condition again give the same answer and state, and it is done once", async () => {
  const { id: tableId } = await world.makeTable();
  const proxy = await lossyProxy(world.url, everySecond);
  const table = gridless({ url: proxy.url, token: world.token }).base(world.baseId).table<People>(tableId);
  const made = await table.create({ Name: "Ada", Age: 1 });
  expect(made.etag).toBeDefined();
  const changed = await table.update({ id: made.id, fields: { Age: 2 } }, { ifMatch: made.etag });
  expect(changed.etag).not.toBe(made.etag);
  const again = await table.update({ id: made.id, fields: { Age: 3 } }, { ifMatch: changed.etag });
  expect(again.fields.Age).toBe(3);
  expect((await table.get(made.id)).etag).toBe(again.etag);
  await table.delete(made.id, { ifMatch: again.etag });
  expect(await table.list().count()).toBe(0);
  await proxy.close();
});

test("a call that another program sends again with its key is answered, whatever the record is by now", async () => {
  const table = await people();
  const { id, etag } = await table.create({ Age: 0 });
  const send = () => table.update({ id, fields: { Age: 1 } }, { ifMatch: etag, key: "once" });
  const first = await send();
  await table.update({ id, fields: { Age: 2 } });
  expect(await send()).toEqual(first);
  expect((await table.get(id)).fields.Age).toBe(2);
});

test("it is for one record; what is no ETag is refused, and any other call takes it too", async () => {
  const table = await people();
  const { id, etag } = await table.create({ Age: 0 });
  const options: object = { ifMatch: etag };
  await expect(table.update([{ id, fields: { Age: 1 } }], options)).rejects.toThrow(TypeError);
  await expect(table.delete([id], options)).rejects.toThrow(TypeError);
  expect(await failure(table.update({ id, fields: { Age: 1 } }, { ifMatch: "3" }))).toMatchObject({
    status: 400,
    issues: [{ path: "headers.if-match" }],
  });
  const wrong = failure(table.update({ id, fields: { Age: "old" as never } }, { ifMatch: "*" }));
  expect(await wrong).toMatchObject({ status: 400, issues: [{ path: "record.fields.Age" }] });
  const { id: tableId } = await world.makeTable();
  const other = await world.base.table<People>(tableId).create({ Age: 0 });
  await world.base.table<People>(tableId).update({ id: other.id, fields: { Age: 1 } });
  const body = { record: { fields: { Age: 2 } } };
  const request = { body, ifMatch: other.etag };
  expect(
    await failure(world.client.request("PATCH", `/table/${tableId}/record/${other.id}`, request)),
  ).toMatchObject({ status: 412 });
});

test("seen: of two programs that add to one list both additions stay", async () => {
  const choices = ["a", "b", "c"].map((name) => ({ name }));
  const table = (await people([
    { type: "multipleSelect", name: "Tags", options: { choices } },
    { type: "attachment", name: "Files" },
  ])) as unknown as ReturnType<
    typeof world.base.table<{ Tags?: string[]; Files?: { token: string; name: string }[] }>
  >;
  const { id, fields } = await table.create({ Tags: ["a"] });
  const [one, two] = [
    await world.client.upload("1", { name: "1.txt" }),
    await world.client.upload("2", { name: "2.txt" }),
  ];
  await Promise.all([
    table.update({
      id,
      fields: { Tags: ["a", "b"], Files: [one] },
      seen: { Tags: fields.Tags ?? null, Files: null },
    }),
    table.update({
      id,
      fields: { Tags: ["c"], Files: [two] },
      seen: { Tags: fields.Tags ?? null, Files: null },
    }),
  ]);
  const now = await table.get(id);
  expect(now.fields.Tags?.toSorted()).toEqual(["b", "c"]);
  expect(now.fields.Files?.map(({ name }) => name).toSorted()).toEqual(["1.txt", "2.txt"]);
  // with a condition, too
  await table.update({ id, fields: { Tags: null }, seen: { Tags: ["b"] } }, { ifMatch: now.etag });
  expect((await table.get(id)).fields.Tags).toEqual(["c"]);
});
