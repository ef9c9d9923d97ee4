/* A unique value has one owner, for every field type and under concurrency. */
import { describe, expect, test } from "vitest";
import { handler as convertField } from "#functions/field/convert-field";
import { handler as updateField } from "#functions/field/update-field";
import { type Answered, aSheet, field } from "#test/functions/record/support/records";
import { call } from "#test/support/requests/call";
import { refusal } from "#test/support/requests/refusal";

const statuses = (answers: { status: number }[]) => answers.map(({ status }) => status).sort();
const fifty = <Made>(make: (i: number) => Made) => Array.from({ length: 50 }, (_, i) => make(i));
const places = Array.from({ length: 50 }, (_, i) => i);

const formatting = (time: string, timeZone = "UTC") => ({
  options: { formatting: { date: "YYYY-MM-DD", time, timeZone } },
});
const timeOf = (type: string) => (type === "date" ? formatting("HH:mm") : {});

describe.each<[type: string, one: unknown, other: unknown, asStored: unknown[], same: unknown]>([
  ["singleLineText", "a", "A", ["a b", "a  b", "ß", "ss"], " a\n"],
  ["longText", "a\nb", "a\r\nb", ["a\n\nb", "a b", "A\nb", "\u00e9", "e", " a\nb"], "a\nb"],
  ["number", 1.5, -1.5, [0, 1.4999999999999998, 1e21, 1e-130], 15e-1],
  [
    "date",
    "2026-10-25T00:30:00.000Z",
    "2026-10-25T01:30:00.000Z",
    ["2026-10-25T00:30:00.001Z", "2026-10-25"],
    "2026-10-25T02:30+02:00",
  ],
])("%s", (type, one, other, asStored, same) => {
  const sheet = () =>
    aSheet({
      fields: [field("Name", "singleLineText"), field("Key", type, { unique: true, ...timeOf(type) })],
    });

  test("201 for exactly one of fifty concurrent creations, 400 for the others; the same with typecast", async () => {
    const { create, count } = await sheet();
    const answers = await Promise.all(
      fifty((i) => create([{ Key: i % 2 ? one : same }], { typecast: i % 3 === 0 })),
    );
    expect(statuses(answers)).toEqual([201, ...Array(49).fill(400)]);
    const losers = answers.filter(({ status }) => status === 400);
    for (const answer of losers) expect(refusal(answer).paths).toEqual(["records[0].fields.Key"]);
    expect(await count()).toBe(1);
  });

  test("200 for exactly one of fifty records that are updated to it at once", async () => {
    const { create, update, walk } = await sheet();
    const { records } = (await create(fifty(() => ({})))).body;
    const answers = await Promise.all(
      places.map((i) => update((records[i] as Answered).id, { Key: i % 2 ? one : same })),
    );
    expect(statuses(answers)).toEqual([200, ...Array(49).fill(400)]);
    const holders = (await walk()).records.filter(({ fields }) => fields["Key"] !== undefined);
    const [winner] = answers.filter(({ status }) => status === 200);
    expect(holders).toEqual([winner?.body]);
  });

  test("fifty concurrent upserts create one record: 200", async () => {
    const { upsert, count } = await sheet();
    const answers = await Promise.all(fifty((i) => upsert(["Key"], [{ Key: one, Name: `n${i}` }])));
    for (const { status } of answers) expect([200, 409]).toContain(status);
    const made = answers.filter(({ status, body }) => status === 200 && body.created.length === 1);
    expect([made.length, await count()]).toEqual([1, 1]);
  });

  test("400: repeated values in one request are all named; each alone is accepted", async () => {
    const { create, updateMany, upsert, count } = await sheet();
    const twins = [{ Key: one }, { Key: other }, { Key: same }];
    const paths = ["records[0].fields.Key", "records[2].fields.Key"];
    expect(refusal(await create(twins))).toEqual({ status: 400, paths });
    const { records } = (await create([{ Name: "a" }, { Name: "b" }, { Name: "c" }])).body;
    const changed = twins.map((fields, i) => ({ id: records[i].id, fields }));
    expect(refusal(await updateMany(changed))).toEqual({ status: 400, paths });
    const named = twins.map((cells, i) => ({ Name: ["a", "new", "c"][i], ...cells }));
    expect(refusal(await upsert(["Name"], named))).toEqual({ status: 400, paths });
    expect(await count()).toBe(3);
    expect((await upsert(["Name"], named.slice(0, 2))).status).toBe(200);
  });

  test("updating and deleting frees it, for one new owner", async () => {
    const { create, update, remove, removeMany } = await sheet();
    const free = async () => {
      const answers = await Promise.all(Array.from({ length: 5 }, () => create([{ Key: one }])));
      expect(statuses(answers)).toEqual([201, 400, 400, 400, 400]);
      return answers.find(({ status }) => status === 201)?.body.records[0].id as string;
    };
    let holder = await free();
    for (const letGo of [
      () => update(holder, { Key: other }),
      () => remove(holder),
      () => update(holder, { Key: null }),
      () => removeMany([holder]),
    ]) {
      expect((await letGo()).status).toBe(200);
      holder = await free();
    }
    expect((await create([{ Key: other }])).status).toBe(400);
  });

  test("201: a value that differs when stored is another value", async () => {
    const { create } = await sheet();
    expect((await create([one, other, ...asStored].map((Key) => ({ Key })))).status).toBe(201);
    for (const Key of [one, other, ...asStored]) expect((await create([{ Key }])).status).toBe(400);
  });
});

test("after a hundred concurrent calls that pass on, take and free values, each value has at most one owner", async () => {
  const { create, updateMany, remove, walk } = await aSheet({
    fields: [field("Name", "singleLineText", { unique: true }), field("No", "number", { unique: true })],
  });
  const cells = (i: number) => ({ Name: `n${i % 10}`, No: i % 10 });
  const { records } = (await create(Array.from({ length: 10 }, (_, i) => cells(i)))).body;
  const id = (i: number) => (records[i % 10] as Answered).id;
  const acts = Array.from({ length: 100 }, (_, i) => {
    if (i % 5 === 0) return create([cells(i), { Name: `own${i}` }]);
    if (i % 25 === 1) return remove(id(i));
    if (i % 2 === 0) return updateMany([{ id: id(i), fields: cells(i + 1) }]);
    // two records swap values
    return updateMany([
      { id: id(i), fields: cells(i + 1) },
      { id: id(i + 1), fields: cells(i) },
    ]);
  });
  for (const { status } of await Promise.all(acts)) expect([200, 201, 400, 404, 409]).toContain(status);
  const { records: left } = await walk();
  for (const name of ["Name", "No"]) {
    const held = left.flatMap(({ fields }) => (fields[name] === undefined ? [] : [fields[name]]));
    expect(new Set(held).size).toBe(held.length);
    // values without an owner are free, and only those
    for (let n = 0; n < 10; n++) {
      const wanted = cells(n)[name as "Name"];
      const { status } = await create([{ [name]: wanted }]);
      expect({ wanted, status }).toEqual({ wanted, status: held.includes(wanted) ? 400 : 201 });
    }
  }
});

test("400: the same letters, composed in another way, on create, update and in one call", async () => {
  const sheet = await aSheet({
    fields: [field("Name", "singleLineText"), field("Key", "singleLineText", { unique: true })],
  });
  const [composed, apart] = ["caf\u00e9", "cafe\u0301"];
  expect((await sheet.create([{ Key: composed }])).status).toBe(201);
  expect(refusal(await sheet.create([{ Key: apart }]))).toEqual({
    status: 400,
    paths: ["records[0].fields.Key"],
  });
  const { records } = (await sheet.create([{}])).body;
  expect((await sheet.update((records[0] as Answered).id, { Key: apart })).status).toBe(400);
  expect((await sheet.create([{ Key: `x${apart}` }, { Key: `x${composed}` }])).status).toBe(400);
});

describe("a date that is shown without its time of day", () => {
  const days = (more: object = formatting("None", "Asia/Tokyo")) =>
    aSheet({ fields: [field("Name", "singleLineText"), field("Key", "date", { unique: true, ...more })] });
  /** Two times of March 31 in Tokyo, on two days in UTC; and the next day. */
  const [early, late, next] = [
    "2024-03-30T15:00:00.000Z",
    "2024-03-31T14:59:00.000Z",
    "2024-03-31T15:00:00.000Z",
  ];

  test("400: another time of the same day is the same value, for creating, changing and the records of one call", async () => {
    const { create, update, updateMany } = await days();
    expect((await create([{ Key: early }])).status).toBe(201);
    expect(refusal(await create([{ Key: late }])).paths).toEqual(["records[0].fields.Key"]);
    const [{ id }] = (await create([{ Key: next }])).body.records;
    expect((await update(id, { Key: late })).status).toBe(400);
    expect((await updateMany([{ id, fields: { Key: late } }])).status).toBe(400);
    expect(
      (await create([{ Key: "2025-01-01T01:00:00.000Z" }, { Key: "2025-01-01T02:00:00.000Z" }])).status,
    ).toBe(400);
    // the day of the record itself
    expect((await update(id, { Key: "2024-04-01T03:00:00.000Z" })).body.fields.Key).toBe(
      "2024-04-01T03:00:00.000Z",
    );
    expect((await create([{ Key: next }])).status).toBe(400);
  });

  test.each([true, false])("200: an upsert finds the record of that day (unique: %s)", async (unique) => {
    const { create, upsert, count } = await days({ ...formatting("None", "Asia/Tokyo"), unique });
    const [{ id }] = (await create([{ Key: early, Name: "a" }])).body.records;
    const { body } = await upsert(["Key"], [{ Key: late, Name: "b" }]);
    expect([body.updated, body.created, await count()]).toEqual([[id], [], 1]);
    expect(body.records[0].fields).toEqual({ Key: late, Name: "b" });
  });

  test("a deleted day is free, and comes back only if it still is", async () => {
    const { create, remove } = await days();
    const [{ id }] = (await create([{ Key: early }])).body.records;
    await remove(id);
    expect((await create([{ Key: late }])).status).toBe(201);
  });

  test("400: an update that compares other days; converting checks the cells, and the values are those of the new options", async () => {
    const made = await days(formatting("HH:mm", "Asia/Tokyo"));
    const { create, remove, owner, tableId, table } = made;
    const fieldId = table.fields[1].id as string;
    const { records } = (await create([{ Key: early }, { Key: late }, { Key: next }])).body;
    const params = { tableId, fieldId };
    const convert = (more: object) =>
      call(convertField, { as: owner, params, body: { type: "date", ...more } });
    const patched = await call(updateField, { as: owner, params, body: formatting("None", "Asia/Tokyo") });
    expect(refusal(patched)).toEqual({ status: 400, paths: ["options.formatting"] });
    expect(JSON.stringify(patched.body)).toContain("/convert");
    expect(JSON.stringify((await convert(formatting("None", "Asia/Tokyo"))).body)).toContain(records[1].id);
    // another zone shows the same times otherwise
    expect((await call(updateField, { as: owner, params, body: formatting("HH:mm") })).status).toBe(200);
    await remove(records[1].id);
    expect((await convert(formatting("None", "Asia/Tokyo"))).status).toBe(200);
    expect((await create([{ Key: late }])).status).toBe(400);
    expect((await convert(formatting("None"))).status).toBe(200);
    expect((await create([{ Key: "2024-03-30T01:00:00.000Z" }])).status).toBe(400);
    expect((await convert(formatting("HH:mm"))).status).toBe(200);
    expect((await create([{ Key: "2024-03-30T01:00:00.000Z" }, { Key: late }])).status).toBe(201);
    expect((await create([{ Key: early }])).status).toBe(400);
  });
});
