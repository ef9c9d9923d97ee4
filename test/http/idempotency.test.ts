/* What is kept for an Idempotency-Key, for whom, and for how long; test/every-endpoint has what holds for each endpoint. */
import { expect, test } from "vitest";
import { handler as updateField } from "#functions/field/update-field";
import { handler as createRecords } from "#functions/record/create-records";
import { handler as createTable } from "#functions/table/create-table";
import { change, commit } from "#lib/store/commit";
import { findRecord, idempotencyKey } from "#lib/store/idempotency-records";
import { aSheet } from "#test/functions/record/support/records";
import { aToken } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";
import { inProcessOnly } from "#test/support/run/target";

const headers = { "idempotency-key": "one" };
const one = { records: [{ fields: { Name: "Ada" } }] };

test("a key means nothing with another token of the same person", async () => {
  const { owner, send, count, params } = await aSheet();
  const first = await send(one, { headers });
  const as = { token: await aToken(owner.userId) };
  const other = await call(createRecords, { as, params, body: one, headers });
  expect([first.status, other.status, await count()]).toEqual([201, 201, 2]);
});

test("the same key somewhere else, or for the same thing written in another way: 422", async () => {
  const { send, count, params, owner } = await aSheet();
  const elsewhere = await aSheet({}, owner);
  await send(one, { headers });
  const answers = [
    await send(JSON.stringify(one, null, 1), { headers }),
    await call(createRecords, { as: owner, params: elsewhere.params, body: one, headers }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([422, 422]);
  expect([await count(), await elsewhere.count(), params.tableId]).toEqual([1, 0, params.tableId]);
});

test("what was refused is not kept: it can be done when it is right", async () => {
  const { send, count } = await aSheet();
  const bad = { records: [{ fields: { Nope: 1 } }] };
  expect((await send(bad, { headers })).status).toBe(404);
  expect((await send(one, { headers })).status).toBe(201);
  expect(await count()).toBe(1);
});

test("what was made and is gone since is answered as it was", async () => {
  const { send, remove, count } = await aSheet();
  const first = await send(one, { headers });
  await remove(first.body.records[0].id);
  expect((await send(one, { headers })).body).toEqual(first.body);
  expect(await count()).toBe(0);
});

test("after a day the key is as new", async () => {
  inProcessOnly("time passes in the store");
  const { owner, send, count } = await aSheet();
  const first = await send(one, { headers });
  const mark = await findRecord(idempotencyKey(owner.token.split("_")[1] as string, "one"));
  if (!mark) throw new Error("there is a mark");
  const seconds = mark.expiresAt - Date.parse(first.body.records[0].createdTime) / 1000;
  expect(Math.floor(seconds)).toBe(24 * 3600);
  await commit([change(mark, { expiresAt: Math.floor(Date.now() / 1000) })]);
  const other = { records: [{ fields: { Name: "Bob" } }] };
  expect((await send(other, { headers })).status).toBe(201);
  expect((await send(other, { headers })).status).toBe(201);
  expect(await count()).toBe(2);
});

test("an upsert creates once, and says so again", async () => {
  const { sendUpdates, count } = await aSheet(one);
  const records = ["Ada", "Bob"].map((Name) => ({ fields: { Name, Count: 1 } }));
  const body = { upsert: { fieldKeys: ["Name"] }, records };
  const first = await sendUpdates(body, { headers });
  expect([first.body.created.length, first.body.updated.length]).toEqual([1, 1]);
  expect((await sendUpdates(body, { headers })).body).toEqual(first.body);
  expect(await count()).toBe(2);
  // without the key it would have found both
  expect((await sendUpdates(body)).body.created).toEqual([]);
});

test("a change that changes nothing is kept as well", async () => {
  const { owner, params, table } = await aSheet();
  const { id, name } = table.fields[1];
  const send = (body: object) =>
    call(updateField, { as: owner, params: { ...params, fieldId: id }, body, headers });
  expect((await send({ name })).status).toBe(200);
  expect((await send({ name: "Other" })).status).toBe(422);
});

test("of an answer above 300 KB the ids are kept: answered with the records as they are now", async () => {
  const { owner, baseId, send, update, remove, count } = await aSheet();
  const Name = "x".repeat(1000);
  const body = { records: Array.from({ length: 300 }, () => ({ fields: { Name } })) };
  const { body: first } = await send(body, { headers });
  await update(first.records[0].id, { Name: "short" });
  await remove(first.records[1].id);
  const { status, body: again } = await send(body, { headers });
  expect(status).toBe(201);
  expect(again.records).toHaveLength(299);
  expect(again.records[0].fields).toEqual({ Name: "short" });
  expect(again.records.slice(1)).toEqual(first.records.slice(2));
  expect(await count()).toBe(299);

  const fields = [{ name: "Name", type: "singleLineText" }];
  const table = { as: owner, params: { baseId }, body: { ...body, fields, fieldKeyType: "name" } };
  const made = await call(createTable, { ...table, headers: { "idempotency-key": "two" } });
  const repeated = await call(createTable, { ...table, headers: { "idempotency-key": "two" } });
  expect([repeated.status, repeated.body]).toEqual([201, made.body]);
});

test("of large answers about records that are changed, found by their values, or deleted as well", async () => {
  const { create, update, upsert, sendUpdates, remove, removeMany, count } = await aSheet();
  const names = Array.from({ length: 300 }, (_, i) => `${i}`.padEnd(1000, "x"));
  const { body: made } = await create(names.slice(0, 150).map((Name) => ({ Name })));
  const send = { headers: { "idempotency-key": "upsert" } };
  const records = names.map((Name) => ({ fields: { Name, Count: 1 } }));
  const body = { upsert: { fieldKeys: ["Name"] }, records };
  const { body: first } = await sendUpdates(body, send);
  await update(first.records[1].id, { Count: 2 });
  await remove(first.records[299].id);
  const { status, body: again } = await sendUpdates(body, send);
  expect(status).toBe(200);
  expect([again.created, again.updated]).toEqual([first.created, first.updated]);
  expect(again.records).toHaveLength(299);
  expect([again.records[0], again.records[1].fields["Count"]]).toEqual([first.records[0], 2]);
  expect(again.updated).toEqual(made.records.map(({ id }: { id: string }) => id));
  expect((await upsert(["Name"], [{ Name: names[299] }])).body.created).toHaveLength(1);

  const changes = { records: again.records.map(({ id }: { id: string }) => ({ id, fields: { Count: 3 } })) };
  const changed = await sendUpdates(changes, { headers });
  await update(first.records[1].id, { Count: 4 });
  const repeated = await sendUpdates(changes, { headers });
  expect([repeated.status, repeated.body.length]).toEqual([200, 299]);
  expect([repeated.body[0], repeated.body[1].fields["Count"]]).toEqual([changed.body[0], 4]);

  const ids = repeated.body.map(({ id }: { id: string }) => id);
  const key = { "idempotency-key": "delete" };
  expect((await removeMany(ids, key)).body.records).toHaveLength(299);
  const gone = await removeMany(ids, key);
  expect([gone.status, gone.body, await count()]).toEqual([200, { records: [] }, 1]);
});
