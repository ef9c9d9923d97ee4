/* Messages about keys, filters and parameters: what is wrong, and what to send instead. */
import { beforeAll, expect, test } from "vitest";
import { handler as createField } from "#functions/field/create-field";
import { handler as updateRecord } from "#functions/record/update-record";
import { aSheet, field } from "#test/functions/record/support/records";
import { call } from "#test/support/requests/call";

let sheet: Awaited<ReturnType<typeof aSheet>>;
beforeAll(async () => {
  sheet = await aSheet({
    fields: [
      field("Name", "singleLineText"),
      field("Day", "date", {
        options: { formatting: { date: "YYYY-MM-DD", time: "None", timeZone: "Asia/Tokyo" } },
      }),
    ],
  });
});

const json = JSON.stringify;
const filterOf = (...filterSet: unknown[]) => ({ filter: json({ conjunction: "and", filterSet }) });
const item = { fieldId: "Name", operator: "is", value: "a" };

test.each<[object, string, string]>([
  [{ limit: "5" }, "limit", "unknown parameter; the page size is take"],
  [{ pageSize: "5" }, "pageSize", "unknown parameter; the page size is take"],
  [
    { offset: "5" },
    "offset",
    "unknown parameter; the start of a page is skip, or the cursor of the page before",
  ],
  [{ page: "5" }, "page", "unknown parameter; the start of a page is skip, or the cursor of the page before"],
  [{ sort: "Name" }, "sort", "unknown parameter; the sort is orderBy"],
  [{ fields: "Name" }, "fields", "unknown parameter; the list of fields is projection"],
  [{ where: "x" }, "where", "unknown parameter; the condition is filter"],
  [{ color: "x" }, "color", "is unknown"],
  [
    { filter: "Name=a" },
    "filter",
    'must be JSON, for example {"conjunction":"and","filterSet":[{"fieldId":"Status","operator":"is","value":"light"}]}; `filterByTql` takes a filter in words',
  ],
  [{ filter: json(item) }, "filter", "a filter is {conjunction, filterSet}; put this item into filterSet"],
  [
    { filter: json([item]) },
    "filter",
    "a filter is {conjunction, filterSet}; put these items into filterSet",
  ],
  [
    filterOf({ fieldId: "Day", operator: "is", value: "2026-12-01" }),
    "filter.filterSet[0].value",
    'must be {"mode":"exactDate","exactDate":"2026-12-01T00:00:00.000Z","timeZone":"UTC"}, or a mode such as today',
  ],
  [
    { "selectedRecordIds[]": Array.from({ length: 1001 }, (_, i) => `rec${String(i).padStart(16, "0")}`) },
    "selectedRecordIds",
    "at most 1000 records per call; got 1001",
  ],
])("a list: %#", async (query, path, message) => {
  const { status, body } = await sheet.list(query as never);
  expect({ status, issues: body.data.issues }).toEqual({ status: 400, issues: [{ path, message }] });
});

test("records", async () => {
  const { create, send, params, owner } = sheet;
  const many = await create(Array.from({ length: 1001 }, () => ({ Name: "a" })));
  expect(many.body.data.issues).toEqual([
    { path: "records", message: "at most 1000 records per call; got 1001" },
  ]);
  expect((await send({ fields: { Name: "a" } })).body.data.issues).toEqual([
    { path: "records", message: 'send {"records": [{"fields": {…}}]}' },
  ]);
  const [{ id: recordId }] = (await create([{ Name: "a" }])).body.records;
  const body = { fields: { Name: "b" } };
  const changed = await call(updateRecord, { as: owner, params: { ...params, recordId }, body });
  expect(changed.body.data.issues).toEqual([{ path: "record", message: 'send {"record": {"fields": {…}}}' }]);
});

test("choices that are texts", async () => {
  const { params, owner } = sheet;
  const body = { type: "singleSelect", name: "S", options: { choices: ["todo"] } };
  const { body: answer } = await call(createField, { as: owner, params, body });
  expect(answer.data.issues).toEqual([
    { path: "options.choices[0]", message: 'must be an object such as {"name":"todo"}' },
  ]);
});

test("filterByTql takes the day of a date in the time zone of the field", async () => {
  const { create, list } = sheet;
  await create([{ Name: "day", Day: "2026-12-01T16:00:00.000Z" }]); // 2 December in Tokyo
  const found = async (text: string) => (await list({ filterByTql: text })).body.records.length;
  expect(await found("{Day} = '2026-12-02'")).toBe(1);
  expect(await found("{Day} = '2026-12-01'")).toBe(0);
  expect(await found("{Day} > '2026-11-30T00:00:00Z' AND {Name} LIKE '%da%'")).toBe(1);
});
