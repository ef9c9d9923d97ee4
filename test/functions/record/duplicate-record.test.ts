import { expect, test } from "vitest";
import { handler as duplicateRecord } from "#functions/record/duplicate-record";
import { aSheet, field } from "#test/functions/record/support/records";
import { aMember, aToken, someone } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";
import { refusal } from "#test/support/requests/refusal";

test("201: a new record with the same cells, created now by the caller; unique cells stay empty", async () => {
  const sheet = await aSheet({
    fields: [
      field("Name", "singleLineText"),
      field("Key", "singleLineText", { unique: true, options: { defaultValue: "k" } }),
      field("Tags", "multipleSelect"),
      field("Who", "user"),
      field("Maker", "createdBy"),
    ],
  });
  const cells = { Name: "a", Key: "x", Tags: ["t", "u"], Who: sheet.owner.email };
  const [record] = (await sheet.create([cells], { typecast: true })).body.records;
  const editor = await aMember(sheet.baseId, "editor");
  const params = { ...sheet.params, recordId: record.id };
  const { status, body, headers } = await call(duplicateRecord, {
    as: editor,
    params,
    query: "fieldKeyType=name",
    body: {},
  });
  const { Name, Tags, Who } = record.fields;
  expect({ status, name: body.name }).toEqual({ status: 201, name: "a" });
  expect(body.fields).toMatchObject({ Name, Tags, Who, Maker: { id: editor.userId } });
  expect(body.fields).not.toHaveProperty("Key");
  expect(body).toMatchObject({ autoNumber: 2, createdBy: editor.userId });
  expect(body).not.toHaveProperty("lastModifiedTime");
  const copy = await sheet.get(body.id);
  expect(body).toEqual({ ...copy.body, records: [copy.body] });
  expect(copy.headers["etag"]).toBe(headers["etag"]);
  expect((await sheet.get(record.id)).body).toEqual(record);
});

test("400: a unique cell that must not be empty is named", async () => {
  const fields = [field("Name", "singleLineText", { unique: true, notNull: true }), field("No", "number")];
  const { create, duplicate, count, table } = await aSheet({ fields });
  const [{ id }] = (await create([{ Name: "a", No: 1 }])).body.records;
  const answer = await duplicate(id);
  expect(refusal(answer)).toEqual({ status: 400, paths: ["record.fields.Name"] });
  expect(answer.body.data.localization.context).toEqual({ tableName: table.name, fieldName: "Name" });
  expect(await count()).toBe(1);
});

test("404: unknown record, stranger; 403: commenter, token that may not read or not create", async () => {
  const { create, duplicate, owner, params, baseId, count } = await aSheet();
  const [{ id: recordId }] = (await create([{ Name: "a" }])).body.records;
  expect((await duplicate("rec0000020000000000")).status).toBe(404);
  const refused = [
    [404, await someone()],
    [403, await aMember(baseId, "commenter")],
    [403, { token: await aToken(owner.userId, { scopes: ["record|create"] }) }],
    [403, { token: await aToken(owner.userId, { scopes: ["record|read"] }) }],
  ] as const;
  for (const [status, as] of refused)
    expect((await call(duplicateRecord, { as, params: { ...params, recordId }, body: {} })).status).toBe(
      status,
    );
  expect(await count()).toBe(1);
});
