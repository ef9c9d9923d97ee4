import { describe, expect, test } from "vitest";
import { handler as updateRecord } from "#functions/record/update-record";
import { buildRecord } from "#lib/data/records/records";
import type { TableId } from "#lib/schemas/basics/ids";
import { commit, insert } from "#lib/store/commit";
import { aSheet, field } from "#test/functions/record/support/records";
import { aBase, aMember, aToken, someone } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";
import { refusal } from "#test/support/requests/refusal";

const duplicate = "must be unique, but another record has this value";
const text = (more?: object) => field("Name", "singleLineText", more);

describe("the response", () => {
  test("200: the whole record; cells that are not sent stay, null empties one", async () => {
    const { create, update, get, owner } = await aSheet();
    const [record] = (await create([{ Name: "Ada", Count: 3, Status: "light" }])).body.records;
    const { status, body } = await update(record.id, { Count: 4, Status: null });
    expect(status).toBe(200);
    expect(body).toEqual({
      ...record,
      fields: { Name: "Ada", Count: 4 },
      lastModifiedTime: expect.stringMatching(/^\d{4}-.*Z$/),
      lastModifiedBy: owner.userId,
    });
    expect(body.lastModifiedTime >= record.createdTime).toBe(true);
    expect((await get(record.id)).body).toEqual(body);
  });

  test("200: the last editor is shown, in lastModifiedBy fields too", async () => {
    const { create, baseId, params, get } = await aSheet({
      fields: [
        text(),
        field("When", "lastModifiedTime"),
        field("Who", "lastModifiedBy"),
        field("Maker", "createdBy"),
      ],
    });
    const [{ id: recordId, fields }] = (await create([{ Name: "a" }])).body.records;
    const editor = await aMember(baseId, "editor");
    const body = { record: { fields: { Name: "b" } } };
    const answer = await call(updateRecord, { as: editor, params: { ...params, recordId }, body });
    expect(answer.body).toMatchObject({ name: "b", lastModifiedBy: editor.userId });
    expect(answer.body.fields).toEqual({
      Name: "b",
      When: answer.body.lastModifiedTime,
      Who: { id: editor.userId, title: editor.name, email: editor.email },
      Maker: fields.Maker,
    });
    expect((await get(recordId)).body).toEqual(answer.body);
  });

  test.each(["id", "name", "dbFieldName"] as const)(
    "200: keys are those of fieldKeyType %s",
    async (kind) => {
      const { create, update, table } = await aSheet({ fields: [field("Full name", "singleLineText")] });
      const [{ id }] = (await create([{}])).body.records;
      const key = table.fields[0][kind] as string;
      expect((await update(id, { [key]: "Ada" }, { fieldKeyType: kind })).body.fields).toEqual({
        [key]: "Ada",
      });
    },
  );

  test("200: an edit without changes, or of computed fields only, changes nothing", async () => {
    const { create, update } = await aSheet({
      fields: [text(), field("No", "autoNumber"), field("Maker", "createdBy")],
    });
    const [record] = (await create([{ Name: "a" }])).body.records;
    expect((await update(record.id, {})).body).toEqual(record);
    expect((await update(record.id, { No: 77, Maker: null })).body).toEqual(record);
  });

  test("200: a response can be sent back", async () => {
    const { create, update, owner } = await aSheet({
      fields: [text(), field("Who", "user"), field("Made", "createdTime"), field("Tags", "multipleSelect")],
    });
    const [record] = (await create([{ Name: "a", Who: owner.email, Tags: "x, y" }], { typecast: true })).body
      .records;
    expect(Object.keys(record.fields)).toEqual(["Name", "Who", "Made", "Tags"]);
    expect((await update(record.id, record.fields)).body.fields).toEqual(record.fields);
  });

  test("200: with typecast, the response has the choice that it creates", async () => {
    const { create, update, get } = await aSheet();
    const [{ id }] = (await create([{ Name: "a" }])).body.records;
    const { body } = await update(id, { Count: "12", Status: "brand new" }, { typecast: true });
    expect(body.fields).toEqual({ Name: "a", Count: 12, Status: "brand new" });
    expect((await get(id)).body).toEqual(body);
  });

  test("200: default values are for new records only", async () => {
    const { create, update } = await aSheet({ fields: [text({ options: { defaultValue: "x" } })] });
    const [{ id }] = (await create([{}])).body.records;
    expect((await update(id, { Name: null })).body.fields).toEqual({});
  });
});

describe("concurrent updates", () => {
  test("200: twenty updates of different fields of one record lose nothing", async () => {
    const names = Array.from({ length: 20 }, (_, i) => `F${i}`);
    const { create, update, get } = await aSheet({
      fields: names.map((name) => field(name, "singleLineText")),
    });
    const [{ id }] = (await create([{}])).body.records;
    const answers = await Promise.all(names.map((name, i) => update(id, { [name]: `v${i}` })));
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect((await get(id)).body.fields).toEqual(Object.fromEntries(names.map((name, i) => [name, `v${i}`])));
  });

  test("200: the same unique value for one record, several times at once", async () => {
    const { create, update } = await aSheet({ fields: [text({ unique: true })] });
    const [{ id }] = (await create([{ Name: "a" }])).body.records;
    const answers = await Promise.all(Array.from({ length: 5 }, () => update(id, { Name: "b" })));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect((await update(id, { Name: "a" })).status).toBe(200);
    expect((await create([{ Name: "b" }])).status).toBe(201);
  });

  test("400 for all but one of twenty records that get the same value", async () => {
    const { create, update, list } = await aSheet({ fields: [text({ unique: true })] });
    const { records } = (await create(Array.from({ length: 20 }, (_, i) => ({ Name: `${i}` })))).body;
    const answers = await Promise.all(records.map(({ id }: { id: string }) => update(id, { Name: "x" })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(400)]);
    const names = (await list()).body.records.map(({ name }: { name: string }) => name);
    expect(new Set(names).size).toBe(20);
  });

  test("200 or 404: an update during the deletion of the record leaves nothing behind", async () => {
    const { create, update, remove, count } = await aSheet({ fields: [text({ unique: true })] });
    for (let i = 0; i < 10; i++) {
      const [{ id }] = (await create([{ Name: "a" }])).body.records;
      const [edited, removed] = await Promise.all([update(id, { Name: "b" }), remove(id)]);
      expect([200, 404]).toContain(edited.status);
      expect(removed.status).toBe(200);
      expect(await count()).toBe(0);
      const [again] = (await create([{ Name: "b" }])).body.records;
      expect((await remove(again.id)).status).toBe(200);
    }
  });
});

describe("unique and notNull", () => {
  test("400: a value of another record, with a localization for clients; its own value is not a duplicate", async () => {
    const { create, update, get, table } = await aSheet({
      fields: [text({ unique: true }), field("No", "number")],
    });
    const [, { id }] = (await create([{ Name: "a" }, { Name: "b" }])).body.records;
    const { status, body } = await update(id, { Name: " a", No: 5 });
    expect({ status, data: body.data }).toEqual({
      status: 400,
      data: {
        issues: [{ path: "record.fields.Name", message: duplicate }],
        total: 1,
        localization: {
          i18nKey: "httpErrors.custom.fieldValueDuplicate",
          context: { tableName: table.name, fieldName: "Name" },
        },
      },
    });
    expect((await get(id)).body.fields).toEqual({ Name: "b" });
    expect((await update(id, { Name: "b", No: 5 })).status).toBe(200);
  });

  test("200: replacing a value or setting null frees it", async () => {
    const { create, update } = await aSheet({ fields: [text({ unique: true })] });
    const [one, two] = (await create([{ Name: "a" }, {}])).body.records;
    expect((await update(two.id, { Name: "a" })).status).toBe(400);
    await update(one.id, { Name: "b" });
    expect((await update(two.id, { Name: "a" })).status).toBe(200);
    await update(two.id, { Name: null });
    expect((await update(one.id, { Name: "a" })).status).toBe(200);
  });

  test("200: two unique fields in one update, one set and one freed", async () => {
    const { create, update } = await aSheet({
      fields: [
        text({ unique: true }),
        field("No", "number", { unique: true }),
        field("Day", "date", { unique: true }),
      ],
    });
    const [{ id }] = (await create([{ Name: "a", No: 1 }])).body.records;
    expect((await update(id, { Name: null, No: 2, Day: "2026-01-01" })).status).toBe(200);
    expect((await create([{ Name: "a", No: 1 }])).status).toBe(201);
    const taken = await create([{ No: 2 }, { Day: "2026-01-01T00:00:00.000Z" }]);
    expect(refusal(taken).paths.sort()).toEqual(["records[0].fields.No", "records[1].fields.Day"]);
  });

  test("400: a notNull cell is emptied; 200: one that the update omits", async () => {
    const { create, update, table } = await aSheet({
      fields: [text({ notNull: true }), field("No", "number")],
    });
    const [{ id }] = (await create([{ Name: "a" }])).body.records;
    for (const Name of [null, "", " \t "]) {
      const { status, body } = await update(id, { Name });
      expect({ status, data: body.data }).toEqual({
        status: 400,
        data: {
          issues: [{ path: "record.fields.Name", message: "must not be empty" }],
          total: 1,
          localization: {
            i18nKey: "httpErrors.custom.fieldValueNotNull",
            context: { tableName: table.name, fieldName: "Name" },
          },
        },
      });
    }
    expect((await update(id, { No: null })).status).toBe(200);
    expect(refusal(await update(id, { Name: 5 })).paths).toEqual(["record.fields.Name"]);
  });
});

test("200: a record older than the notNull rule can be edited in other fields", async () => {
  const { update, owner, tableId } = await aSheet({
    fields: [text({ notNull: true }), field("No", "number")],
  });
  const old = buildRecord(tableId as TableId, 1, {}, owner.userId, "2026-01-01T00:00:00.000Z");
  await commit([insert(old)]);
  expect((await update(old.id, { No: 1 })).status).toBe(200);
  expect((await update(old.id, { No: 1, Name: null })).status).toBe(400);
});

describe("errors", () => {
  test("400: every bad cell; 404: every unknown key, after the bad cells", async () => {
    const { create, update } = await aSheet();
    const [{ id }] = (await create([{}])).body.records;
    const wrong = await update(id, { Name: 1, Count: "2", Status: "none", Foo: 1 });
    expect(wrong.status).toBe(400);
    expect(refusal(wrong).paths).toEqual([
      "record.fields.Name",
      "record.fields.Count",
      "record.fields.Status",
    ]);
    const unknown = await update(id, { Name: "a", Foo: 1, "b c": 2 });
    expect(unknown.status).toBe(404);
    expect(refusal(unknown).paths).toEqual(["record.fields.Foo", 'record.fields["b c"]']);
  });

  test.each([
    ["nothing", {}, "record"],
    ["fields outside record", { fields: {} }, "record"],
    ["record: []", { record: [] }, "record"],
    ["no fields", { record: {} }, "record.fields"],
    ["fields: 'x'", { record: { fields: "x" } }, "record.fields"],
    ["typecast: 1", { record: { fields: {} }, typecast: 1 }, "typecast"],
    ["fieldKeyType: null", { record: { fields: {} }, fieldKeyType: null }, "fieldKeyType"],
    ["order: 7", { record: { fields: {} }, order: 7 }, "order"],
  ])("400: %s", async (_, body, path) => {
    const { create, owner, params } = await aSheet();
    const [{ id: recordId }] = (await create([{}])).body.records;
    const answer = await call(updateRecord, { as: owner, params: { ...params, recordId }, body });
    expect(refusal(answer)).toEqual({ status: 400, paths: [path] });
  });

  test("400: the record would exceed the size of a store item; it does not change", async () => {
    const fields = Array.from({ length: 5 }, (_, i) => field(`F${i}`, "longText"));
    const { create, update, get } = await aSheet({ fields });
    const [record] = (await create([{}])).body.records;
    const long = "x".repeat(95_000);
    for (const name of ["F0", "F1", "F2", "F3"])
      expect((await update(record.id, { [name]: long })).status).toBe(200);
    const answer = await update(record.id, { F4: long });
    expect(refusal(answer)).toEqual({ status: 400, paths: ["record"] });
    expect(Object.keys((await get(record.id)).body.fields)).toEqual(["F0", "F1", "F2", "F3"]);
  });
});

describe("permissions and unknown records", () => {
  test.each(["rec0000020000000000", "rec1", "recé", "__proto__"])(
    "404 before 400: %s is not a record of the table",
    async (recordId) => {
      const { owner, params } = await aSheet();
      const answer = await call(updateRecord, {
        as: owner,
        params: { ...params, recordId },
        body: "nonsense",
      });
      expect(answer).toMatchObject({
        status: 404,
        body: { message: `There is no record ${recordId}, or you have no access to it` },
      });
    },
  );

  test("404: record of another table, stranger, token of another base; 403: role or scope too low", async () => {
    const { create, owner, params, baseId, get } = await aSheet();
    const [record] = (await create([{ Name: "a" }])).body.records;
    const other = await aSheet({}, owner);
    const body = { record: { fields: { Name: "b" } } };
    const at = { ...params, recordId: record.id };
    const elsewhere = (await aBase(owner)).baseId;
    const wrong = { tableId: other.tableId, recordId: record.id };
    expect((await call(updateRecord, { as: owner, params: wrong, body })).status).toBe(404);
    const refused = [
      [404, await someone()],
      [404, { token: await aToken(owner.userId, { reach: { spaceIds: [], baseIds: [elsewhere] } }) }],
      [403, await aMember(baseId, "viewer")],
      [403, await aMember(baseId, "commenter")],
      [403, { token: await aToken(owner.userId, { scopes: ["record|read", "record|create"] }) }],
    ] as const;
    for (const [status, as] of refused)
      expect((await call(updateRecord, { as, params: at, body })).status).toBe(status);
    expect((await get(record.id)).body).toEqual(record);
  });
});
