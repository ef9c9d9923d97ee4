/* Upserts and links by title look records up by values, where an index begins with the field. */
import { beforeAll, expect, test } from "vitest";
import { handler as createField } from "#functions/field/create-field";
import { handler as declareIndex } from "#functions/index/declare-index";
import { handler as createRecords } from "#functions/record/create-records";
import { handler as updateRecords } from "#functions/record/update-records";
import { handler as createTable } from "#functions/table/create-table";
import { counterKey, recordsWithoutIndex } from "#lib/data/records/record-keys";
import { addToNumber } from "#lib/store/store";
import { addCounts, aLargeTable, makeIndexes } from "#test/functions/index/support";
import { settleAll } from "#test/support/events/commits";
import { aTable } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";
import { areUnitsRight, costOf } from "#test/support/requests/round-trips";
import { disturbed, type Sent } from "#test/support/store/faults";

type Large = Awaited<ReturnType<typeof aLargeTable>>;
let large: Large;
let ids: string[];

beforeAll(async () => {
  large = await aLargeTable();
  const { as, params, orders } = large;
  const { body: table } = await call(createField, {
    as,
    params,
    body: { type: "singleLineText", name: "Code" },
  });
  for (const fieldId of [orders[0]?.fieldId as string, table.id])
    expect((await call(declareIndex, { as, params: { ...params, fieldId } })).status).toBe(200);
  ids = await addCounts(
    large,
    Array.from({ length: 900 }, (_, i) => i),
  );
  const records = ids.map((id, i) => ({ id, fields: { Code: i % 450 === 7 ? "Twice" : `Code ${i}` } }));
  expect((await call(updateRecords, { as, params, body: { records } })).status).toBe(200);
  await makeIndexes(large);
  await settleAll();
});

const upsert = (fieldKeys: string[], ...all: object[]) =>
  call(updateRecords, {
    as: large.as,
    params: large.params,
    body: { upsert: { fieldKeys }, records: all.map((fields) => ({ fields })) },
  });

test("an upsert finds records by an index of a text or of a number, and reads few", async () => {
  const { body } = await upsert(
    ["Code"],
    { Code: "Code 12", Name: "twelve" },
    { Code: "code 12", Name: "other" },
  );
  // the case of letters counts, as in a scan
  expect(body.updated).toEqual([ids[12]]);
  expect(body.created).toHaveLength(1);
  const byNumber = await upsert(["Count"], { Count: 13, Name: "thirteen" });
  expect(byNumber.body).toMatchObject({ updated: [ids[13]], created: [] });
  const byBoth = await upsert(
    ["Count", "Code"],
    { Count: 14, Code: "Code 14" },
    { Count: 14, Code: "Code 15" },
  );
  expect([byBoth.body.updated, byBoth.body.created.length]).toEqual([[ids[14]], 1]);
  if (!areUnitsRight) return;
  const cost = await costOf(() => upsert(["Code"], { Code: "Code 20", Name: "twenty" }));
  expect(cost.read).toBeLessThanOrEqual(30);
});

test("400: more than one record has the values", async () => {
  const { status, body } = await upsert(["Code"], { Code: "Twice", Name: "x" });
  expect(status).toBe(400);
  expect(body.message).toContain("more than one record has these values");
});

test("an empty value is matched as by a scan", async () => {
  const { body } = await upsert(["Name", "Code"], { Name: "n30", Code: "Code 30" });
  expect(body.updated).toEqual([ids[30]]);
});

test("a title in a link cell is found by an index, and a similar one as before", async () => {
  const { as, baseId, params } = large;
  const code = (await call(createTable, { as, params: { baseId }, body: { name: "Linking" } })).body;
  const { tableId: foreignTableId } = params;
  const { body: fields } = await import("#functions/field/list-fields").then(({ handler }) =>
    call(handler, { as, params }),
  );
  const lookupFieldId = fields.find(({ name }: { name: string }) => name === "Code").id;
  const options = { relationship: "manyOne", foreignTableId, lookupFieldId, isOneWay: true };
  const body = { type: "link", name: "To", options };
  const made = await call(createField, { as, params: { tableId: code.id }, body });
  expect(made.status).toBe(201);
  const link = (To: string) =>
    call(createRecords, {
      as,
      params: { tableId: code.id },
      body: { typecast: true, records: [{ fields: { To } }] },
    });
  const linked = async (title: string) => (await link(title)).body.records?.[0].fields.To?.id;
  expect(await linked("Code 40")).toBe(ids[40]);
  expect(await linked("Twice")).toBeUndefined();
  if (!areUnitsRight) return;
  const [found, scanned] = [await costOf(() => link("Code 41")), await costOf(() => link("no such title"))];
  expect(found.read).toBeLessThan(scanned.read - 20);
});

test("by dates and choices; the same record in the same moment only", async () => {
  const choices = ["a", "b", "c"].map((name) => ({ name }));
  const formatting = { date: "YYYY-MM-DD", time: "HH:mm", timeZone: "America/New_York" };
  const made = await aTable({
    fields: [
      { type: "singleLineText", name: "Name" },
      { type: "date", name: "Day", options: { formatting } },
      { type: "singleSelect", name: "Choice", options: { choices } },
    ],
  });
  const { owner: as, tableId, baseId, table } = made;
  const params = { tableId };
  for (const { id } of table.fields.slice(1))
    expect((await call(declareIndex, { as, params: { ...params, fieldId: id } })).status).toBe(200);
  await makeIndexes({ ...large, as, params, baseId });
  // a scan of a small table would cost less
  await addToNumber(counterKey(tableId), recordsWithoutIndex);
  const moments = ["2026-11-05T03:30:00.000Z", "2026-11-05T04:30:00.000Z", "2026-11-05T05:30:00.000Z"];
  const records = moments.map((Day, i) => ({
    fields: { Day, Choice: choices[i]?.name },
  }));
  const { body: created } = await call(createRecords, { as, params, body: { records } });
  const own: string[] = created.records.map(({ id }: { id: string }) => id);
  await settleAll();
  const one = async (key: string, fields: object) => {
    let updated: string[] = [];
    const sent: Sent[] = await disturbed(
      () => undefined,
      async () => {
        const body = { upsert: { fieldKeys: [key] }, records: [{ fields: { Name: "found", ...fields } }] };
        const answer = await call(updateRecords, { as, params, body });
        expect(answer.status).toBe(200);
        ({ updated } = answer.body);
      },
    );
    expect(JSON.stringify(sent), key).toContain('":pk":"INDEX#');
    return updated;
  };
  for (const [i, Day] of moments.entries()) expect(await one("Day", { Day })).toEqual([own[i]]);
  for (const [i, { name: Choice }] of choices.entries())
    expect(await one("Choice", { Choice })).toEqual([own[i]]);
  expect(await one("Day", { Day: "2026-11-05T04:31:00.000Z" })).toEqual([]);
});
