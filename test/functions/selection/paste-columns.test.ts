/* Columns that a paste makes, from the fields that were copied. */
import { expect, test } from "vitest";
import { handler as listFields } from "#functions/field/list-fields";
import { handler as listRecords } from "#functions/record/list-records";
import { handler as listViews } from "#functions/view/list-views";
import { pastedFields } from "#lib/engine/selection/pasted-fields";
import { aMember, aToken } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";
import { refusal } from "#test/support/requests/refusal";
import { cells, sheet } from "./support.ts";

async function aSheet(names = ["a", "b"]) {
  const made = await sheet(names);
  const at = { as: made.owner, params: { tableId: made.tableId } };
  return {
    ...made,
    fields: async () =>
      (await call(listFields, at)).body.map(({ name, type }: { name: string; type: string }) => [name, type]),
    all: async () =>
      (await call(listRecords, at)).body.records.map(({ fields }: { fields: object }) => fields),
    columns: async () => Object.keys((await call(listViews, at)).body[0].columnMeta).length,
  };
}

test("200: what copying gave is pasted past the last column, with new fields, choices and records", async () => {
  const { copy, paste, fields, all, columns } = await aSheet();
  const { content, header } = (await copy(cells([0, 0], [3, 1]))).body;
  const { status, body } = await paste({ ...cells([3, 1], [3, 1]), content, header });
  expect({ status, body }).toEqual({
    status: 200,
    body: {
      ranges: [
        [3, 1],
        [6, 2],
      ],
    },
  });
  expect((await fields()).slice(4)).toEqual([
    ["Count 2", "number"],
    ["Status 2", "singleSelect"],
    ["Id 2", "number"],
  ]);
  expect(await columns()).toBe(7);
  expect((await all()).slice(1)).toMatchObject([
    { Name: "b", "Count 2": 0, "Id 2": 1 },
    { "Count 2": 1, "Id 2": 2 },
  ]);
});

test("200: every kind of field; computed ones and links become what they show; new choices", async () => {
  const { paste, fields, all } = await aSheet(["a"]);
  const header = [
    { name: "Text", type: "longText" },
    { name: "Pick", type: "singleSelect", options: { choices: [{ name: "x", color: "red" }] } },
    { name: "Made", type: "formula", options: { expression: "1" }, cellValueType: "dateTime" },
    { name: "Yes", type: "rollup", isLookup: true, cellValueType: "boolean" },
    { name: "Who", type: "link", options: { foreignTableId: "tblElsewhere" }, cellValueType: "string" },
    { name: "Press", type: "button", cellValueType: "string" },
    { name: "Stars", type: "rating", options: { max: 3, icon: "star", color: "redBright" } },
  ];
  const row = ["t", "new", "2026-01-02T00:00:00.000Z", "true", "Ann, Bob", "b", "3"];
  expect((await paste({ ...cells([4, 0], [4, 0]), content: [row], header })).status).toBe(200);
  expect((await fields()).slice(4)).toEqual([
    ["Text", "longText"],
    ["Pick", "singleSelect"],
    ["Made", "date"],
    ["Yes", "checkbox"],
    ["Who", "longText"],
    ["Press", "longText"],
    ["Stars", "rating"],
  ]);
  expect(await all()).toMatchObject([
    {
      ...{ Name: "a", Text: "t", Pick: "new", Made: "2026-01-02T00:00:00.000Z", Yes: true },
      ...{ Who: "Ann, Bob", Press: "b", Stars: 3 },
    },
  ]);
});

test("200: content that is repeated repeats the header; new choices of an old field in the same call", async () => {
  const { paste, fields, all } = await aSheet(["a"]);
  const header = [
    { name: "P", type: "singleLineText" },
    { name: "Q", type: "number" },
  ];
  const twice = { ...cells([2, 0], [5, 0]), content: "fresh\t7", header };
  expect((await paste(twice)).body.ranges).toEqual([
    [2, 0],
    [5, 0],
  ]);
  expect((await fields()).slice(4)).toEqual([
    ["P", "singleLineText"],
    ["Q", "number"],
  ]);
  expect(await all()).toMatchObject([{ Status: "fresh", P: "fresh", Q: 7 }]);
});

test("200: cut without a header, and for who may not create fields", async () => {
  const { as, paste, fields, baseId, owner } = await aSheet();
  const body = { ...cells([3, 0], [3, 0]), content: "1\tcut" };
  const header = [{ name: "A", type: "singleLineText" }];
  const cut = {
    ranges: [
      [3, 0],
      [3, 0],
    ],
  };
  expect((await paste(body)).body).toEqual(cut);
  expect((await paste({ ...body, header: [] })).body).toEqual(cut);
  const editor = await aMember(baseId, "editor");
  expect((await as(editor).paste({ ...body, header })).body).toEqual(cut);
  const token = await aToken(owner.userId, { scopes: ["record|update", "record|read", "record|create"] });
  expect((await as({ token }).paste({ ...body, header })).body).toEqual(cut);
  expect(await fields()).toHaveLength(4);
});

test("400: a header that is none, and nothing is made", async () => {
  const { paste, fields, all } = await aSheet();
  const before = await all();
  const send = async (header: unknown, content = "n\t1") =>
    refusal(await paste({ ...cells([3, 0], [3, 0]), content, header }));
  expect(await send([{ name: "A", type: "singleLineText" }, 7])).toEqual({
    status: 400,
    paths: ["header[1]"],
  });
  expect(await send([{}, { name: "", type: "number" }])).toMatchObject({ paths: ["header[1]"] });
  expect(await send([{}, { name: "A", type: "nothing" }])).toMatchObject({ paths: ["header[1].type"] });
  expect(await send([{}, { name: "A", type: "rating", options: { max: 99 } }])).toMatchObject({
    status: 400,
  });
  const wide = {
    ranges: [
      [3, 0],
      [1_000_000_000, 0],
    ],
    content: "1",
  };
  const limit = await paste({ ...wide, header: [{ name: "A", type: "number" }] });
  expect(refusal(limit)).toEqual({ status: 400, paths: ["header"] });
  expect((await paste(wide)).body.ranges).toEqual([
    [3, 0],
    [3, 0],
  ]);
  // a value that the new field cannot hold
  expect(await send([{}, { name: "A", type: "number" }], "n\tmany")).toMatchObject({ status: 400 });
  expect(await fields()).toHaveLength(4);
  expect(await all()).toEqual(before);
});

test("200: once for an Idempotency-Key; two at the same time make a field each", async () => {
  const { paste, fields } = await aSheet();
  const body = { ...cells([4, 0], [4, 0]), content: "x", header: [{ name: "A", type: "singleLineText" }] };
  const headers = { "idempotency-key": "once" };
  const first = await paste(body, headers);
  expect(await paste(body, headers)).toMatchObject({ status: 200, body: first.body });
  expect(await fields()).toHaveLength(5);
  const both = await Promise.all([50, 50].map((at) => paste({ ...body, ...cells([at, 0], [at, 0]) })));
  expect(both.map(({ status }) => status)).toEqual([200, 200]);
  expect(
    (await fields())
      .slice(4)
      .map(([name]: [string]) => name)
      .sort(),
  ).toEqual(["A", "A 2", "A 3"]);
});

test("a column that is pasted from a formula, rollup or lookup is shown as it was", () => {
  const formatting = { type: "currency", symbol: "€", precision: 1 };
  const showAs = { type: "bar", color: "red", showValue: true, maxValue: 5 };
  const day = { date: "YYYY", time: "None", timeZone: "UTC" };
  const copied = [
    { type: "formula", cellValueType: "number", options: { expression: "1", formatting, showAs } },
    { type: "formula", cellValueType: "string", options: { expression: '"a"', showAs: { type: "url" } } },
    { type: "rollup", cellValueType: "dateTime", options: { expression: "max({values})", formatting: day } },
    { type: "number", isLookup: true, cellValueType: "number", options: { formatting } },
    { type: "formula", cellValueType: "string", options: { expression: '"a"' } },
    { type: "formula", cellValueType: "boolean", options: { expression: "1 = 1" } },
  ].map((each) => ({ name: "F", ...each }));
  expect(pastedFields(copied, [0, 1, 2, 3, 4, 5]).fields.map(({ name: _, ...each }) => each)).toEqual([
    { type: "number", options: { formatting, showAs } },
    { type: "singleLineText", options: { showAs: { type: "url" } } },
    { type: "date", options: { formatting: day } },
    { type: "number", options: { formatting } },
    { type: "longText" },
    { type: "checkbox" },
  ]);
});
