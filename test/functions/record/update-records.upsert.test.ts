/* PATCH with `upsert`: records are found by their values. */
import { describe, expect, test } from "vitest";
import { type Answered, aSheet, field } from "#test/functions/record/support/records";
import { refusal } from "#test/support/requests/refusal";

const unique = { unique: true };
const keyed = (more: object = {}) => ({
  fields: [
    field("Key", "singleLineText", more),
    field("Area", "singleSelect", { options: { choices: [{ name: "n" }, { name: "s" }] } }),
    field("No", "number"),
    field("Done", "checkbox"),
    field("Tags", "multipleSelect"),
    field("Made", "createdTime"),
    field("Go", "button"),
  ],
});
const cellsOf = ({ body }: { body: { records: Answered[] } }) =>
  body.records.map(({ fields: { Made: _, ...cells } }) => cells);
const by = (sheet: Awaited<ReturnType<typeof aSheet>>) => sheet.list("projection[]=Key&projection[]=No");

describe.each([
  ["by a unique field", unique],
  ["by a field that is not unique", {}],
])("%s", (_, more) => {
  test("200: existing records are changed, the others are created, in the order sent; the response says which", async () => {
    const sheet = await aSheet(keyed(more));
    const { records } = (await sheet.create([{ Key: "a", No: 1 }, { Key: "b", No: 2 }, {}])).body;
    const { status, body } = await sheet.upsert(
      ["Key"],
      [{ Key: "c", No: 30 }, { Key: "b", No: 20 }, { Key: "d" }, { Key: "a", Area: "n" }],
    );
    expect(status).toBe(200);
    const [c, b, d, a] = body.records as Answered[];
    expect(body.created).toEqual([c?.id, d?.id]);
    expect(body.updated).toEqual([records[1].id, records[0].id]);
    expect([a?.id, b?.id]).toEqual([records[0].id, records[1].id]);
    expect((await by(sheet)).body.records.map(({ fields }: Answered) => fields)).toEqual([
      { Key: "a", No: 1 },
      { Key: "b", No: 20 },
      {},
      { Key: "c", No: 30 },
      { Key: "d" },
    ]);
    expect(c).not.toHaveProperty("lastModifiedTime");
    expect(b).toHaveProperty("lastModifiedTime");
    // repeating the call finds all of them
    const again = await sheet.upsert(["Key"], [{ Key: "d" }, { Key: "c" }]);
    expect(again.body).toMatchObject({ created: [], updated: [d?.id, c?.id] });
  });

  test("200: 300 records, half of them existing, beyond the first part of the table", async () => {
    const sheet = await aSheet(keyed(more));
    const names = Array.from({ length: 1000 }, (_, i) => ({ Key: `k${i}` }));
    await sheet.create(names);
    await sheet.create(names.map((_, i) => ({ Key: `l${i}` })));
    const wanted = Array.from({ length: 300 }, (_, i) => ({ Key: i % 2 ? `new${i}` : `l${i * 3}`, No: i }));
    const { status, body } = await sheet.upsert(["Key"], wanted);
    expect({ status, created: body.created.length, updated: body.updated.length }).toEqual({
      status: 200,
      created: 150,
      updated: 150,
    });
    expect(await sheet.count()).toBe(2150);
    expect(cellsOf({ body })).toEqual(wanted);
  });
});

test("200: by three fields; all values must match", async () => {
  const sheet = await aSheet(keyed());
  await sheet.create([
    { Key: "a", Area: "n", No: 1 },
    { Key: "a", Area: "s", No: 1 },
  ]);
  const { body } = await sheet.upsert(
    ["Key", "Area", "No"],
    [
      { Key: "a", Area: "s", No: 1, Done: true },
      { Key: "a", Area: "s", No: 2 },
    ],
  );
  expect({ created: body.created.length, updated: body.updated.length }).toEqual({ created: 1, updated: 1 });
  expect(cellsOf({ body })[0]).toEqual({ Key: "a", Area: "s", No: 1, Done: true });
});

test("200: ids as keys, typecast, default values for new records only", async () => {
  const sheet = await aSheet({
    fields: [
      field("Key", "number", unique),
      field("Kind", "singleLineText", { options: { defaultValue: "plain" } }),
    ],
  });
  const [{ id: key }, { id: kind }] = sheet.table.fields;
  const { records } = (await sheet.create([{ Key: 7, Kind: "old" }])).body;
  const { status, body } = await sheet.upsert([key], [{ [key]: "7" }, { [key]: "8" }], {
    fieldKeyType: "id",
    typecast: true,
  });
  expect({ status, updated: body.updated }).toEqual({ status: 200, updated: [records[0].id] });
  expect(cellsOf({ body })).toEqual([
    { [key]: 7, [kind]: "old" },
    { [key]: 8, [kind]: "plain" },
  ]);
  const empty = await sheet.upsert(["Key"], [{ Key: 9, Kind: null }]);
  expect(cellsOf(empty)).toEqual([{ Key: 9 }]);
});

test("200: a new record takes a unique value that another record of the call frees", async () => {
  const sheet = await aSheet({
    fields: [field("Key", "singleLineText", unique), field("Seat", "number", unique)],
  });
  await sheet.create([{ Key: "a", Seat: 1 }]);
  const { status } = await sheet.upsert(
    ["Key"],
    [
      { Key: "b", Seat: 1 },
      { Key: "a", Seat: 2 },
    ],
  );
  expect(status).toBe(200);
  expect((await sheet.create([{ Seat: 1 }])).status).toBe(400);
  expect((await sheet.create([{ Seat: 2 }])).status).toBe(400);
});

describe("errors", () => {
  test("400: more than one record has the values: both are named, and nothing is written", async () => {
    const sheet = await aSheet(keyed());
    const { records } = (await sheet.create([{ Key: "a" }, { Key: "a" }, { Key: "b" }])).body;
    const answer = await sheet.upsert(["Key"], [{ Key: "c" }, { Key: "b", No: 1 }, { Key: "a", No: 1 }]);
    expect(refusal(answer)).toEqual({ status: 400, paths: ["records[2]"] });
    expect(answer.body.message).toContain(`${records[0].id}, ${records[1].id}`);
    expect((await sheet.list()).body.records).toEqual(records);
  });

  test("400: repeated records, a missing value, a bad cell: all at once", async () => {
    const { upsert, count } = await aSheet(keyed(unique));
    const answer = await upsert(
      ["Key"],
      [{ Key: "a" }, { Key: null }, { No: "x" }, { Key: "a", No: 1 }, { Key: 5 }, { Key: "b" }],
    );
    expect(refusal(answer)).toEqual({
      status: 400,
      paths: [
        ...["records[2].fields.No", "records[4].fields.Key"],
        ...["records[1].fields.Key", "records[2].fields.Key", "records[0]", "records[3]"],
      ],
    });
    expect(await count()).toBe(0);
  });

  test("400: fields with several values, checkboxes, buttons, computed fields; 404: unknown fields", async () => {
    const { upsert } = await aSheet(keyed());
    for (const key of ["Done", "Tags", "Made", "Go"])
      expect(refusal(await upsert(["Key", key], [{ Key: "a" }]))).toEqual({
        status: 400,
        paths: ["upsert.fieldKeys[1]"],
      });
    const unknown = await upsert(["Key", "nope"], [{ Key: "a", "b c": 1 }]);
    expect(refusal(unknown)).toEqual({
      status: 404,
      paths: ["upsert.fieldKeys[1]", 'records[0].fields["b c"]'],
    });
  });

  test("400: a unique value of a record that the other fields do not match, and a unique value of a field that is not a key", async () => {
    const sheet = await aSheet({
      fields: [
        field("Key", "singleLineText", unique),
        field("Area", "singleLineText"),
        field("Seat", "number", unique),
      ],
    });
    await sheet.create([{ Key: "a", Area: "n", Seat: 1 }]);
    const other = await sheet.upsert(["Area", "Key"], [{ Key: "a", Area: "s" }]);
    expect(refusal(other)).toEqual({ status: 400, paths: ["records[0].fields.Key"] });
    const seat = await sheet.upsert(["Key"], [{ Key: "b", Seat: 1 }]);
    expect(refusal(seat)).toEqual({ status: 400, paths: ["records[0].fields.Seat"] });
  });

  test("400: a new record lacks a notNull cell; an existing record keeps its own", async () => {
    const sheet = await aSheet({
      fields: [field("Key", "singleLineText", unique), field("No", "number", { notNull: true })],
    });
    await sheet.create([{ Key: "a", No: 1 }]);
    expect((await sheet.upsert(["Key"], [{ Key: "a" }])).status).toBe(200);
    expect(refusal(await sheet.upsert(["Key"], [{ Key: "a" }, { Key: "b" }])).paths).toEqual([
      "records[1].fields.No",
    ]);
  });
});

test("200: concurrent upserts by a unique field: one creates, the others update; no record repeats", async () => {
  const sheet = await aSheet(keyed(unique));
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, i) => sheet.upsert(["Key"], [{ Key: "a", No: i }, { Key: `own${i}` }])),
  );
  expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
  const created = answers.flatMap(({ body }) => body.created as string[]);
  expect(created).toHaveLength(11);
  expect(new Set(answers.map(({ body }) => body.records[0].id)).size).toBe(1);
  expect(await sheet.count()).toBe(11);
});
