/* Formula fields beside everything that writes records: they are never written, and show what was just written. */
import { expect, test } from "vitest";
import { handler as createRecords } from "#functions/record/create-records";
import { handler as duplicateRecord } from "#functions/record/duplicate-record";
import { handler as getRecord } from "#functions/record/get-record";
import { handler as updateRecords } from "#functions/record/update-records";
import { call } from "#test/support/requests/call";
import { aFormulaTable, issuesOf } from "./support.ts";

test("a choice that typecast makes in the same call is seen; a renamed one at once", async () => {
  const table = await aFormulaTable();
  const tags = table.idOf("Tags");
  await table.formula(`ARRAY_JOIN({${tags}}, "/")`, { name: "Joined" });
  const { owner: as, tableId } = table;
  const body = { typecast: true, records: [{ fields: { Name: "a", Tags: "red, green" } }] };
  const created = await call(createRecords, { as, params: { tableId }, body });
  expect(created.body.records[0].fields).toMatchObject({ Tags: ["red", "green"], Joined: "red/green" });
  const { id } = created.body.records[0];
  const changed = await table.set(id, { Tags: "blue, new" }, { typecast: true });
  expect(changed.body.fields).toMatchObject({ Joined: "blue/new" });

  const { choices } = (await table.field(tags)).options;
  const renamed = choices.map((choice: { name: string }) =>
    choice.name === "new" ? { ...choice, name: "old" } : choice,
  );
  expect((await table.update(tags, { choices: renamed })).status).toBe(200);
  expect(await table.cells()).toMatchObject([{ Joined: "blue/old" }]);
});

test("people are their names", async () => {
  const table = await aFormulaTable({
    fields: [
      { type: "singleLineText", name: "Name" },
      { type: "user", name: "Who" },
      { type: "createdBy", name: "Maker" },
    ],
    records: [],
  });
  await table.formula(table.byId(`"for " & {Who} & " by " & {Maker}`), { name: "Label" });
  const [record] = await table.add({ Who: { id: table.owner.userId } });
  const label = `for ${table.owner.name} by ${table.owner.name}`;
  expect(record?.fields).toMatchObject({ Label: label });
  const filter = JSON.stringify({
    conjunction: "and",
    filterSet: [{ fieldId: "Label", operator: "is", value: label }],
  });
  expect(await table.cells({ filter })).toHaveLength(1);
});

test("values for a formula are ignored, and an edit of formulas only changes nothing", async () => {
  const table = await aFormulaTable();
  await table.formula(`{${table.idOf("Price")}} * 2`, { name: "Double" });
  const [record] = await table.add({ Price: 2, Double: 99 });
  expect(record?.fields).toEqual({ Price: 2, Double: 4 });
  const answer = await table.set(record?.id ?? "", { Double: 7 });
  expect(answer.body.fields).toEqual({ Price: 2, Double: 4 });
  expect(answer.body).not.toHaveProperty("lastModifiedTime");
});

test("400: an upsert by a formula, as by other computed fields", async () => {
  const table = await aFormulaTable();
  const { id } = await table.formula("1", { name: "One" });
  const body = { fieldKeyType: "id", upsert: { fieldKeys: [id] }, records: [{ fields: { [id]: 1 } }] };
  const answer = await call(updateRecords, { as: table.owner, params: { tableId: table.tableId }, body });
  expect(answer.status).toBe(400);
  expect(issuesOf(answer)).toMatchObject([{ path: "upsert.fieldKeys[0]" }]);
});

test("a copy of a record has the same result; ETag changes with the record", async () => {
  const table = await aFormulaTable();
  await table.formula(`{${table.idOf("Price")}} & "/" & AUTO_NUMBER()`, { name: "Code" });
  const [record] = await table.add({ Price: 2 });
  expect(record?.fields).toMatchObject({ Code: "2/1" });
  const params = { tableId: table.tableId, recordId: record?.id ?? "" };
  const copy = await call(duplicateRecord, { as: table.owner, params, query: "fieldKeyType=name", body: {} });
  expect(copy.body.fields).toMatchObject({ Code: "2/2" });

  const read = () => call(getRecord, { as: table.owner, params });
  const first = (await read()).headers["etag"];
  expect((await read()).headers["etag"]).toBe(first);
  const changed = await table.set(params.recordId, { Price: 3 });
  expect(changed.headers["etag"]).not.toBe(first);
  expect(changed.body.fields).toMatchObject({ Code: "3/1" });
});

test("a repeated request has the same answer", async () => {
  const table = await aFormulaTable();
  await table.formula(`{${table.idOf("Price")}} * 2`, { name: "Double" });
  const asking = {
    ...{ as: table.owner, params: { tableId: table.tableId } },
    headers: { "idempotency-key": crypto.randomUUID() },
    body: { records: [{ fields: { Price: 5 } }] },
  };
  const first = await call(createRecords, asking);
  const again = await call(createRecords, asking);
  expect(first.body.records[0].fields).toEqual({ Price: 5, Double: 10 });
  expect(again.body).toEqual(first.body);
  expect(await table.cells()).toHaveLength(1);
});

test("LAST_MODIFIED_TIME and CREATED_TIME are those of the answer", async () => {
  const table = await aFormulaTable();
  await table.formula("LAST_MODIFIED_TIME()", { name: "Edited" });
  await table.formula("CREATED_TIME()", { name: "Made" });
  await table.formula("RECORD_ID()", { name: "Id" });
  const [record] = await table.add({ Price: 1 });
  expect(record?.fields).toEqual({ Price: 1, Made: expect.any(String), Id: record?.id });
  const { body } = await table.set(record?.id ?? "", { Price: 2 });
  expect(body.fields.Edited).toBe(body.lastModifiedTime);
  expect(body.fields.Made).toBe(body.createdTime);
});
