/* The rule for keys over the API: a key that is no name is the id of a field. */
import { beforeAll, describe, expect, test } from "vitest";
import { handler as exportTable } from "#functions/csv/export-table";
import { handler as importRecords } from "#functions/csv/import-records";
import { handler as duplicateRecord } from "#functions/record/duplicate-record";
import { handler as uploadAttachment } from "#functions/record/upload-attachment";
import { handler as createTable } from "#functions/table/create-table";
import { aButton } from "#test/functions/record/support/buttons";
import { aSheet, field } from "#test/functions/record/support/records";
import { aRecord } from "#test/functions/record/support/uploads";
import { aBase, someone } from "#test/support/makers/makers";
import { asForm } from "#test/support/requests/as-form";
import { call } from "#test/support/requests/call";
import { refusal } from "#test/support/requests/refusal";

const json = JSON.stringify;

async function aKeyedSheet() {
  const sheet = await aSheet({
    fields: [
      field("Name", "singleLineText", { unique: true }),
      field("Count", "number"),
      field("Who", "user"),
      field("Files", "attachment"),
    ],
  });
  const [name, count, who, files] = (sheet.table.fields as { id: string }[]).map(({ id }) => id) as [
    string,
    string,
    string,
    string,
  ];
  return { ...sheet, name, count, who, files };
}

let sheet: Awaited<ReturnType<typeof aKeyedSheet>>;
beforeAll(async () => {
  sheet = await aKeyedSheet();
});

describe("cells", () => {
  test("201: all by id: answered by id; also with people", async () => {
    const { create, name, who, owner } = sheet;
    const { status, body } = await create([{ [name]: "a", [who]: { id: owner.userId } }]);
    expect(status).toBe(201);
    expect(body.records[0].fields).toMatchObject({ [name]: "a", [who]: { id: owner.userId } });
    expect(Object.keys(body.records[0].fields)).toHaveLength(2);
  });

  test("201: mixed, or with fieldKeyType=name: answered by name", async () => {
    const { create, name, count } = sheet;
    const mixed = await create([{ [name]: "b", Count: 1 }]);
    expect(mixed.body.records[0].fields).toEqual({ Name: "b", Count: 1 });
    const named = await create([{ [name]: "c", [count]: 2 }], { fieldKeyType: "name" });
    expect(named.body.records[0].fields).toEqual({ Name: "c", Count: 2 });
    const both = await create([{ [name]: "d" }, { Name: "e" }]);
    expect(both.body.records.map(({ fields }: { fields: object }) => fields)).toEqual([
      { Name: "d" },
      { Name: "e" },
    ]);
  });

  test("400: a field that is named twice", async () => {
    const { create, name } = sheet;
    const answer = await create([{ Name: "x" }, { Name: "f", [name]: "g" }]);
    expect(answer).toMatchObject({
      status: 400,
      body: {
        data: {
          issues: [
            {
              path: `records[1].fields.${name}`,
              message: 'names the same field as "Name"; send one of the two',
            },
          ],
        },
      },
    });
  });

  test("a name that looks like an id wins over the id", async () => {
    const other = await aSheet({ fields: [field("Name", "singleLineText")] });
    const id = other.table.fields[0].id as string;
    const owner = await someone();
    const { baseId } = await aBase(owner);
    const made = await call(createTable, {
      as: owner,
      params: { baseId },
      body: {
        fields: [field("Name", "singleLineText", { id }), field(id, "singleLineText")],
        records: [{ fields: { Name: "n", [id]: "other" } }],
      },
    });
    expect(made.body.records[0].fields).toEqual({ Name: "n", [id]: "other" });
  });

  test("200: updates; upserts by the id of a field", async () => {
    const { create, name, count, update, params, owner } = sheet;
    const [{ id }] = (await create([{ Name: "u", Count: 1 }])).body.records;
    expect((await update(id, { [count]: 2 })).body.fields).toEqual({ [name]: "u", [count]: 2 });
    const { handler: updateRecords } = await import("#functions/record/update-records");
    const patch = (body: object) => call(updateRecords, { as: owner, params, body });
    const changed = await patch({ records: [{ id, fields: { [count]: 3 } }] });
    expect(changed.body[0].fields).toEqual({ [name]: "u", [count]: 3 });
    for (const key of [name, "Name"]) {
      const upserted = await patch({
        upsert: { fieldKeys: [key] },
        records: [{ fields: { [name]: "u", [count]: 4 } }],
      });
      expect(upserted.body).toMatchObject({
        updated: [id],
        records: [{ fields: { [name]: "u", [count]: 4 } }],
      });
    }
    const twice = await patch({
      upsert: { fieldKeys: ["Name", name] },
      records: [{ fields: { Name: "u" } }],
    });
    expect(refusal(twice)).toEqual({ status: 400, paths: ["upsert.fieldKeys[1]"] });
  });
});

describe("queries", () => {
  test("200: filter, sort, group, search and projection by id; answered by name", async () => {
    const { create, list, name, count } = await aKeyedSheet();
    await create([{ Name: "a", Count: 2 }, { Name: "b", Count: 1 }, { Name: "c" }]);
    const filterSet = [{ fieldId: count, operator: "isNotEmpty", value: null }];
    const { body } = await list({
      filter: json({ conjunction: "and", filterSet }),
      orderBy: json([{ fieldId: count, order: "asc" }]),
      "projection[]": [name, count],
      "search[]": ["b", name],
    });
    expect(body.records.map(({ fields }: { fields: object }) => fields)).toEqual([
      { Name: "b", Count: 1 },
      { Name: "a", Count: 2 },
    ]);
    expect(body.extra.searchHitIndex).toHaveLength(1);
    const grouped = await list({ groupBy: json([{ fieldId: count, order: "asc" }]) });
    expect(grouped.body.extra.groupPoints).toHaveLength(6);
  });

  test("400: a field named twice in projection, orderBy, search", async () => {
    const { list, name } = sheet;
    const order = "asc";
    for (const [query, path] of [
      [{ "projection[]": ["Name", name] }, "projection[1]"],
      [
        {
          orderBy: json([
            { fieldId: "Name", order },
            { fieldId: name, order },
          ]),
        },
        "orderBy[1].fieldId",
      ],
      [{ "search[]": ["a", `Name,${name}`] }, "search[1]"],
    ] as const)
      expect(refusal(await list(query as never))).toEqual({ status: 400, paths: [path] });
  });

  test("a typo is answered with the name that was meant", async () => {
    const { list, create } = sheet;
    const meant = 'no field is called "Nmae"; did you mean "Name"?';
    const filterSet = [{ fieldId: "Nmae", operator: "is", value: "a" }];
    const order = json([{ fieldId: "Nmae", order: "asc" }]);
    for (const [query, path] of [
      [{ filter: json({ conjunction: "and", filterSet }) }, "filter.filterSet[0].fieldId"],
      [{ orderBy: order }, "orderBy[0].fieldId"],
      [{ groupBy: order }, "groupBy[0].fieldId"],
      [{ "search[]": ["a", "Nmae"] }, "search[1]"],
      [{ "projection[]": ["Nmae"] }, "projection[0]"],
    ] as const)
      expect((await list(query as never)).body.data.issues).toEqual([{ path, message: meant }]);
    expect((await create([{ Nmae: "x" }])).body.data.issues).toEqual([
      { path: "records[0].fields.Nmae", message: meant },
    ]);
  });
});

describe("files", () => {
  test("200: CSV columns are imported and exported by id", async () => {
    const { name, count, params, owner } = sheet;
    const imported = await call(importRecords, {
      as: owner,
      params,
      body: { text: "x,y\nz,1\n", columns: [name, count] },
    });
    expect(imported.status).toBe(201);
    const twice = await call(importRecords, {
      as: owner,
      params,
      body: { text: "x,y\nz,1\n", columns: ["Name", name] },
    });
    expect(refusal(twice)).toEqual({ status: 400, paths: ["columns[1]"] });
    const exported = await call(exportTable, { as: owner, params, query: { "projection[]": [name] } });
    expect(exported.status).toBe(302);
  });
});

describe("routes on which a client can send neither cells nor fieldKeyType answer by id", () => {
  test("201: duplicate", async () => {
    const { create, params, owner, count } = sheet;
    const [{ id: recordId }] = (await create([{ Name: "dup", Count: 1 }])).body.records;
    const { body } = await call(duplicateRecord, { as: owner, params: { ...params, recordId }, body: {} });
    expect(body.fields).toEqual({ [count]: 1 });
    expect(body.records).toEqual([{ ...body, records: undefined }]);
  });

  test("201: uploadAttachment, of a file and of a URL in a form", async () => {
    const { params, owner, nameId } = await aRecord();
    const [body, headers] = await asForm({ file: new File(["x"], "x.txt") });
    const answer = await call(uploadAttachment, { as: owner, params, body, headers });
    expect(answer.body.fields).toMatchObject({
      [nameId]: "a",
      [params.attachmentFieldId]: [{ name: "x.txt" }],
    });
  });

  test("201: button-click and button-reset", async () => {
    const { owner, params, id: recordId, fieldId, table } = await aButton({ resetCount: true });
    const nameId = table.fields[0].id as string;
    const press = async (kind: "click" | "reset") => {
      const { handler } = await import(`../../../../functions/record/${kind}-button.ts`);
      return (await call(handler, { as: owner, params: { ...params, recordId, fieldId } })).body;
    };
    expect((await press("click")).record.fields).toEqual({ [nameId]: "a", [fieldId]: { count: 1 } });
    const reset = await press("reset");
    expect(reset).toMatchObject({
      id: recordId,
      fields: { [nameId]: "a" },
      tableId: params.tableId,
      fieldId,
    });
    expect(reset.record.fields).toEqual({ [nameId]: "a" });
  });
});
