/* Writes by filters with what no client should send, and with 20,000 records: always an answer, and nothing is written by mistake. */
import { expect, test } from "vitest";
import { field } from "#test/functions/record/support/records";
import { aTableToFilter, only } from "#test/functions/record/support/where";
import { runToEnd } from "#test/support/events/jobs";
import { aTable, someone } from "#test/support/makers/makers";

const fields = [
  field("Name", "singleLineText"),
  field("No", "number"),
  field("When", "date"),
  field("File", "attachment"),
];
const item = { fieldId: "No", operator: "is", value: 1 };
const nested = (depth: number): object =>
  depth === 0 ? item : { conjunction: "and", filterSet: [nested(depth - 1)] };
const many = (count: number) => ({ conjunction: "or", filterSet: Array(count).fill(item) });

const hostile: [what: string, body: object, status: number][] = [
  ["a filter nested too deep", { filter: nested(4) }, 400],
  ["a filter nested very deep", { filter: nested(90) }, 400],
  ["too many items", { filter: many(101) }, 400],
  ["very many items", { filter: many(9000) }, 400],
  ["a long value", { filter: only("Name", "is", "x".repeat(200_000)) }, 400],
  ["many values", { filter: only("Name", "isAnyOf", Array(1001).fill("x")) }, 400],
  ["a filter that is a list", { filter: [item] }, 400],
  ["a filter that is a text", { filter: "{No} = 1" }, 400],
  ["a filter that is a number", { filter: 7 }, 400],
  ["a filter that is true", { filter: true }, 400],
  ["a text that is an object", { filterByTql: { No: 1 } }, 400],
  ["many parentheses", { filterByTql: `${"(".repeat(500)}{No} = 1${")".repeat(500)}` }, 400],
  ["a long text", { filterByTql: `{Name} = '${"x".repeat(150_000)}'` }, 400],
  ["all as a text", { all: "true" }, 400],
  ["a maximum below 0", { all: true, expect: { max: -1 } }, 400],
  ["a maximum that is no integer", { all: true, expect: { max: 1.5 } }, 400],
  ["expect as a number", { all: true, expect: 3 }, 400],
  ["dryRun as a text", { all: true, dryRun: "yes" }, 400],
  ["a view that is not there", { all: true, viewId: "viw0000000000000000" }, 404],
  ["an unknown kind of keys", { all: true, fieldKeyType: "position" }, 400],
  ["a list", [], 400],
];

test("what no client should send is refused, and nothing is written", async () => {
  const table = await aTableToFilter({ fields, records: [] });
  await table.create([{ Name: "a", No: 1 }, { Name: "b" }]);
  const before = await table.records();
  const status = async (answer: Promise<{ status: number }>) => (await answer).status;
  for (const [what, body, expected] of hostile) {
    const update = Array.isArray(body) ? body : { fields: { Name: "x" }, ...body };
    const statuses = [await status(table.updateWhere(update)), await status(table.deleteWhere(body))];
    expect({ what, statuses }).toEqual({ what, statuses: [expected, expected] });
  }
  const values: [what: string, fields: unknown, status: number][] = [
    ["a list", [{ Name: "x" }], 400],
    ["null", null, 400],
    ["a text", "Name", 400],
    ["__proto__", JSON.parse('{"__proto__": 1}'), 404],
    ["a date that is none", { When: "tomorrow" }, 400],
    ["a file that is not there", { File: [{ token: "x".repeat(40), name: "x" }] }, 400],
    ["a text that is too long", { Name: "x".repeat(100_001) }, 400],
    [
      "many fields that are not there",
      Object.fromEntries(Array.from({ length: 5000 }, (_, i) => [`f${i}`, 1])),
      404,
    ],
  ];
  for (const [what, fields, expected] of values)
    expect({ what, status: await status(table.updateWhere({ all: true, fields })) }).toEqual({
      what,
      status: expected,
    });
  expect(await table.records()).toEqual(before);
});

test("404: the table of others, and a view of another table", async () => {
  const table = await aTableToFilter({ fields, records: [] });
  const other = await aTable({}, table.owner, table);
  const stranger = await someone();
  const viewId = other.table.defaultViewId;
  for (const body of [{ all: true }, { filter: "nonsense" }]) {
    expect((await table.deleteWhere(body, { as: stranger })).status).toBe(404);
    expect((await table.updateWhere({ ...body, fields: 7 }, { as: stranger })).status).toBe(404);
  }
  expect((await table.deleteWhere({ all: true, viewId })).status).toBe(404);
});

test("20,000 records: each is changed once, and deleted once", { timeout: 300_000 }, async () => {
  const table = await aTableToFilter({ fields, records: [] });
  for (let from = 0; from < 20_000; from += 1000)
    await table.create(Array.from({ length: 1000 }, (_, i) => ({ Name: "x".repeat(50), No: from + i })));
  const to = { filter: only("No", "isGreaterEqual", 0), fields: { No: -1 } };
  const changed = (await table.updateWhere(to, { headers: { "idempotency-key": "20000" } })).body;
  expect(changed.matched).toBe(20_000);
  const done = (await runToEnd(changed.jobId, table.baseId)).at(-1);
  expect(done).toMatchObject({ state: "done", counts: { updated: 20_000, left: 0, commits: 20 } });
  expect((await table.deleteWhere({ filter: to.filter, dryRun: true })).body.matched).toBe(0);
  // as many calls as it takes
  for (let more = true; more; ) {
    const { body } = await table.undo("20000");
    expect(body.status).toBe("fulfilled");
    more = body.more === true;
  }
  expect((await table.deleteWhere({ filterByTql: "{No} = -1", dryRun: true })).body.matched).toBe(0);
  const gone = (await table.deleteWhere({ all: true })).body;
  expect((await runToEnd(gone.jobId, table.baseId)).at(-1)).toMatchObject({ counts: { deleted: 20_000 } });
  expect(await table.count()).toBe(0);
});
