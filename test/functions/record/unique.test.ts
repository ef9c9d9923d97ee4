/* A unique value has one owner, for every field type and under concurrency. */
import { describe, expect, test } from "vitest";
import { type Answered, aSheet, field } from "#test/functions/record/support/records";
import { refusal } from "#test/support/requests/refusal";

const statuses = (answers: { status: number }[]) => answers.map(({ status }) => status).sort();
const fifty = <Made>(make: (i: number) => Made) => Array.from({ length: 50 }, (_, i) => make(i));
const places = Array.from({ length: 50 }, (_, i) => i);

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
    aSheet({ fields: [field("Name", "singleLineText"), field("Key", type, { unique: true })] });

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
