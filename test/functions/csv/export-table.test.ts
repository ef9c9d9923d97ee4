import { describe, expect, test } from "vitest";
import { handler as exportTable } from "#functions/csv/export-table";
import { handler as createRecords } from "#functions/record/create-records";
import { handler as listRecords } from "#functions/record/list-records";
import { aFile, atAddress } from "#test/support/makers/files";
import { aFieldId } from "#test/support/makers/ids";
import { aMember, aTable, aToken } from "#test/support/makers/makers";
import { type Asking, call } from "#test/support/requests/call";
import { refusal } from "#test/support/requests/refusal";
import { ended, into, intoNew } from "./support.ts";

type Made = Awaited<ReturnType<typeof aTable>>;

const ask = ({ tableId, owner }: Made, query: Asking["query"] = {}, as: Asking["as"] = owner) =>
  call(exportTable, { as, params: { tableId }, query });

async function exported(made: Made, query: Asking["query"] = {}) {
  const { status, headers } = await ask(made, query);
  expect({ status, cache: headers["cache-control"] }).toEqual({ status: 302, cache: "no-store" });
  const file = await atAddress(headers["location"] ?? "");
  expect(file.status).toBe(200);
  return { text: file.bytes.toString(), headers: file.headers };
}

const fields = [
  { type: "singleLineText", name: "Name, first" },
  { type: "longText", name: "Notes" },
  { type: "number", name: "Count", options: { formatting: { type: "decimal", precision: 1 } } },
  { type: "date", name: "Due" },
  { type: "checkbox", name: "Done" },
  { type: "multipleSelect", name: "Tags" },
  { type: "button", name: "Go", options: { label: "Go", color: "teal" } },
];
const notes = 'two\nlines and a "quote"';
const records = [
  { "Name, first": "=1+1", Notes: notes, Count: 1.25, Due: "2026-02-03T04:05:06.000Z", Done: true },
  { "Name, first": "ä😀; x", Tags: ["a", "b, c"] },
  {},
];
interface Row {
  fields: Record<string, unknown>;
}
/** r0, r10 … as text, the last first. */
const byName = (count: number) =>
  Array.from({ length: count }, (_, i) => `r${i * 10}`)
    .sort()
    .toReversed();

async function aSheet() {
  const made = await aTable({ fields });
  const body = { typecast: true, records: records.map((fields) => ({ fields })) };
  const params = { tableId: made.tableId };
  expect((await call(createRecords, { as: made.owner, params, body })).status).toBe(201);
  return made;
}

describe("302: to a file", () => {
  test("with the names and every record as readable text, by RFC 4180", async () => {
    const made = await aTable({ fields, records: [] });
    const body = { typecast: true, records: records.map((fields) => ({ fields })) };
    await call(createRecords, { as: made.owner, params: { tableId: made.tableId }, body });
    const { text, headers } = await exported(made);
    expect(text).toBe(
      [
        '"Name, first",Notes,Count,Due,Done,Tags',
        '=1+1,"two\nlines and a ""quote""",1.3,2026-02-03,true,',
        'ä😀; x,,,,,"a, ""b, c"""',
        ",,,,,",
        "",
      ].join("\r\n"),
    );
    expect(headers).toMatchObject({
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": expect.stringMatching(/^attachment; filename="[^"]+\.csv"/),
    });
  });

  test("with the options of the query", async () => {
    const made = await aSheet();
    const query = { "projection[]": ["Name, first", "Count"], delimiter: ";", bom: "true" };
    const { text } = await exported(made, { ...query, escapeFormulas: "true", cellFormat: "json" });
    expect(text).toMatch(/^\ufeffName, first;Count\r\n/);
    expect(text).toContain("'=1+1;1.25\r\n");
  });

  test("with what a view shows: its fields, filter and sort; and what the query adds", async () => {
    const [name, kind, count] = [aFieldId(), aFieldId(), aFieldId()];
    const made = await aTable({
      fields: [
        { type: "singleLineText", name: "Name", id: name },
        { type: "singleLineText", name: "Kind", id: kind },
        {
          type: "number",
          name: "Count",
          id: count,
          options: { formatting: { type: "decimal", precision: 0 } },
        },
      ],
      views: [
        {
          type: "grid",
          name: "Few",
          filter: { conjunction: "and", filterSet: [{ fieldId: kind, operator: "is", value: "b" }] },
          sort: { sortObjs: [{ fieldId: count, order: "desc" }] },
          columnMeta: { [kind]: { order: 5, hidden: true }, [count]: { order: 1 }, [name]: { order: 2 } },
        },
      ],
      records: Array.from({ length: 130 }, (_, i) => ({
        fields: { Name: `r${i}`, Kind: i % 13 === 0 ? "a" : "b", Count: i % 10 },
      })),
    });
    const viewId = made.table.views[0].id;
    const { body } = await call(listRecords, {
      as: made.owner,
      params: { tableId: made.tableId },
      query: { viewId, take: "1000" },
    });
    const rows = body.records.map(({ fields: { Name, Count } }: Row) => `${Count},${Name}`);
    expect(rows).toHaveLength(120);
    const { text, headers } = await exported(made, { viewId });
    expect(text.split("\r\n")).toEqual(["Count,Name", ...rows, ""]);
    expect(headers["content-disposition"]).toContain(" - Few.csv");
    const filter = JSON.stringify({
      conjunction: "and",
      filterSet: [{ fieldId: "Count", operator: "isLess", value: 1 }],
    });
    const less = await exported(made, {
      ignoreViewQuery: "true",
      viewId,
      filter,
      orderBy: '[{"fieldId":"Name","order":"desc"}]',
    });
    expect(less.text).toBe(["Count,Name", ...byName(13).map((each) => `0,${each}`), ""].join("\r\n"));
  });

  test("with more records than a page has: each once, in order", async () => {
    const made = await aTable({ fields: [{ type: "singleLineText", name: "Name" }], records: [] });
    const lines = Array.from({ length: 1100 }, (_, i) => `${i}`);
    const { token } = await aFile(made.owner, { bytes: `Name\n${lines.join("\n")}`, type: "text/csv" });
    await ended(made, await into(made.tableId, made, { token }));
    expect((await exported(made)).text.split("\r\n")).toEqual(["Name", ...lines, ""]);
  });

  test("that an import reads to the same cells, with all digits and seconds", async () => {
    const made = await aSheet();
    const { text } = await exported(made, { cellFormat: "json" });
    const columns = fields
      .filter(({ type }) => type !== "button")
      .map(({ name, type, options }) => ({ name, type, ...(options && { options }) }));
    const again = await ended(made, await intoNew(made, { text, columns }));
    expect(again.result).toMatchObject({ badLines: 0 });
    const { text: same } = await exported({ ...made, tableId: again.tableId }, { cellFormat: "json" });
    expect(same).toBe(text);
    expect(text).toContain(",1.25,2026-02-03T04:05:06.000Z,true,");
  });
});

test("with numbers unchanged, percents too; a negative number is not taken for a formula", async () => {
  const formatted = (name: string, formatting: object) => ({ type: "number", name, options: { formatting } });
  const numbers = [
    formatted("Number", { type: "decimal", precision: 0 }),
    formatted("Part", { type: "percent", precision: 1 }),
    formatted("Price", { type: "currency", precision: 2, symbol: "$" }),
  ];
  const cells = [
    { Number: -0.00001, Part: 0.12345, Price: -1234.567 },
    { Number: 1e21, Part: -3, Price: 0 },
    { Part: 1e-7 },
  ];
  const records = cells.map((each) => ({ fields: each }));
  const made = await aTable({ fields: numbers, records });
  const { text } = await exported(made, { cellFormat: "json", escapeFormulas: "true" });
  expect(text).toBe("Number,Part,Price\r\n-0.00001,12.345%,-1234.567\r\n1e+21,-300%,0\r\n,0.00001%,\r\n");
  const again = await ended(made, await intoNew(made, { text, columns: numbers }));
  const params = { tableId: again.tableId };
  const { body } = await call(listRecords, { as: made.owner, params, query: {} });
  expect(body.records.map((record: Row) => record.fields)).toEqual(cells);
});

test("403: token without the scope; 302: viewer", async () => {
  const made = await aTable();
  const weak = await aToken(made.owner.userId, { scopes: ["record|read"] });
  expect((await ask(made, {}, { token: weak })).status).toBe(403);
  expect((await ask(made, {}, await aMember(made.baseId, "viewer"))).status).toBe(302);
});

test("200: the address as JSON for a page of another origin, which cannot follow to the bucket", async () => {
  const { owner: as, tableId } = await aTable();
  const headers = { accept: "application/json" };
  const { status, body } = await call(exportTable, { as, headers, params: { tableId } });
  expect(status).toBe(200);
  expect((await atAddress(body.url)).status).toBe(200);
});

test("404: unknown field; 400: invalid query", async () => {
  const made = await aTable();
  expect(refusal(await ask(made, { "projection[]": ["No"] }))).toEqual({
    status: 404,
    paths: ["projection[0]"],
  });
  const refused = await ask(made, { delimiter: "x", bom: "yes", viewId: "viw", other: "1" });
  expect(refusal(refused)).toEqual({ status: 400, paths: ["viewId", "delimiter", "bom", "other"] });
});
