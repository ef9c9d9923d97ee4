import { beforeAll, describe, expect, test } from "vitest";
import { handler as convertField } from "#functions/field/convert-field";
import { handler as updateField } from "#functions/field/update-field";
import { counterKey } from "#lib/data/records/record-keys";
import type { TableId } from "#lib/schemas/basics/ids";
import { addToNumber } from "#lib/store/store";
import { aLookedAtSheet, by, json, names, where } from "#test/functions/record/support/queries";
import { type Answered, aSheet, field } from "#test/functions/record/support/records";
import { call } from "#test/support/requests/call";
import { refusal } from "#test/support/requests/refusal";

let sheet: Awaited<ReturnType<typeof aLookedAtSheet>>;

beforeAll(async () => {
  sheet = await aLookedAtSheet();
});

test.each([
  { orderBy: by("-Age") },
  { filter: where("Age", "isNotEmpty", null) },
  { groupBy: by("City"), orderBy: by("Who") },
])("200: follow the order of %j, one record at a time", async (query) => {
  const whole = names((await sheet.list(query)).body.records);
  const found: string[] = [];
  for (let cursor: string | null = ""; cursor !== null; ) {
    const { body } = await sheet.list({ ...query, take: "1", ...(cursor && { cursor }) });
    found.push(...names(body.records));
    cursor = body.nextCursor;
  }
  expect(found).toEqual(whole);
});

test("200: the longest possible keys", async () => {
  const fields = Array.from({ length: 10 }, (_, i) => field(`F${i}`, "longText"));
  const wide = await aSheet({ fields });
  const long = "Ệ".repeat(100);
  await wide.create([1, 2].map(() => Object.fromEntries(fields.map(({ name }) => [name, long]))));
  const query = { orderBy: by(...fields.map(({ name }) => name)), take: "1" };
  const { nextCursor: cursor } = (await wide.list(query)).body;
  expect(cursor.length).toBeLessThan(1800);
  const { status, body } = await wide.list({ ...query, cursor });
  expect({ status, numbers: body.records.map((each: Answered) => each.autoNumber) }).toEqual({
    status: 200,
    numbers: [2],
  });
});

test("400: a cursor of another query", async () => {
  const { nextCursor: cursor } = (await sheet.list({ orderBy: by("Age"), take: "1" })).body;
  for (const query of [{}, { orderBy: by("-Age") }, { orderBy: by("Age"), filter: where("Age", "is", 36) }])
    expect(refusal(await sheet.list({ ...query, cursor }))).toEqual({ status: 400, paths: ["cursor"] });
  // how records are shown may change
  expect((await sheet.list({ orderBy: by("Age"), take: "9", cellFormat: "text", cursor })).status).toBe(200);
});

test("400: a forged position that is not in the list", async () => {
  const viewId = await sheet.aView({ type: "grid" });
  const at = async (query: object, place: unknown) => {
    const { nextCursor } = (await sheet.list({ ...query, take: "1" })).body;
    const [table, tag] = JSON.parse(Buffer.from(nextCursor, "base64url").toString());
    const cursor = Buffer.from(json([table, tag, place])).toString("base64url");
    return refusal(await sheet.list({ ...query, cursor }));
  };
  const [natural, filtered] = [{}, { filter: where("Name", "isNotEmpty", null) }];
  const [byRow, sorted] = [{ viewId }, { orderBy: by("Age") }];
  const made: [object, unknown[]][] = [
    [natural, ["x", -1, 1.5, 1e30, [1], ["x"], null, {}]],
    [filtered, ["x", -1, [1]]],
    [byRow, [1, "", "~~~~~~", "00001", "000001!", "0".repeat(2000), ["000001"]]],
    [sorted, [1, "x", [1], [1, "x"], [null, null], [1, 2, 3], [{}, 1]]],
    [{ ...sorted, ...byRow }, [[1, 2]]],
  ];
  for (const [query, places] of made)
    for (const place of places)
      expect(await at(query, place), json([query, place])).toEqual({ status: 400, paths: ["cursor"] });
});

type Sheet = Awaited<ReturnType<typeof aSheet>>;

async function changeOptions({ owner, params, table }: Sheet, name: string, options: object) {
  const { id: fieldId } = table.fields.find((each: { name: string }) => each.name === name);
  const asked = { as: owner, params: { ...params, fieldId }, body: { options } };
  expect((await call(updateField, asked)).status).toBe(200);
}

describe("the values that the order depends on have changed", () => {
  test("200: choices were added after the others; 400: choices were added before the others", async () => {
    const made = await aLookedAtSheet();
    const { choices } = made.table.fields.find(({ name }: { name: string }) => name === "City").options;
    const query = { orderBy: by("City"), take: "3" };
    const { nextCursor: cursor } = (await made.list(query)).body;
    await changeOptions(made, "City", { choices: [...choices, { name: "Bonn" }] });
    expect(names((await made.list({ ...query, cursor })).body.records)).toEqual(["Bob", "Dee"]);
    await changeOptions(made, "City", { choices: [{ name: "Bonn" }, ...choices] });
    expect(refusal(await made.list({ ...query, cursor }))).toEqual({ status: 400, paths: ["cursor"] });
  });

  test("400: dates now have a time", async () => {
    const made = await aSheet({ fields: [field("Name", "singleLineText"), field("Due", "date")] });
    await made.create([{ Due: "2026-01-01T10:00:00.000Z" }, { Due: "2026-01-02T10:00:00.000Z" }]);
    const query = { orderBy: by("Due"), take: "1" };
    const { nextCursor: cursor } = (await made.list(query)).body;
    const formatting = { date: "YYYY-MM-DD", time: "HH:mm", timeZone: "UTC" };
    await changeOptions(made, "Due", { formatting });
    expect(refusal(await made.list({ ...query, cursor }))).toEqual({ status: 400, paths: ["cursor"] });
  });

  test.each(["singleLineText", "checkbox"])("400: numbers became cells of %s", async (type) => {
    const made = await aSheet({ fields: [field("Name", "singleLineText"), field("Size", "number")] });
    await made.create([{ Size: 1 }, { Size: 2 }, { Size: 3 }]);
    const query = { orderBy: by("Size"), take: "1" };
    const { nextCursor: cursor } = (await made.list(query)).body;
    const params = { tableId: made.tableId, fieldId: made.table.fields[1].id };
    expect((await call(convertField, { as: made.owner, params, body: { type } })).status).toBe(200);
    expect(refusal(await made.list({ ...query, cursor }))).toEqual({ status: 400, paths: ["cursor"] });
  });
});

test("400: skip, if the skipped records are not found in time: the cursor would not know them", async () => {
  const { create, list, tableId } = await aLookedAtSheet();
  await addToNumber(counterKey(tableId as TableId), 20_000_000);
  await create([{ Name: "Zed" }, { Name: "Zoe" }]);
  const query = { filter: where("Name", "contains", "z"), skip: "1" };
  expect(refusal(await list(query))).toEqual({ status: 400, paths: ["skip"] });
});
