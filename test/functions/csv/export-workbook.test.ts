import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { handler as exportTable } from "#functions/csv/export-table";
import { handler as exportView } from "#functions/csv/export-view";
import { handler as createRecords } from "#functions/record/create-records";
import { aFile, atAddress } from "#test/support/makers/files";
import { aFieldId } from "#test/support/makers/ids";
import { aTable } from "#test/support/makers/makers";
import { readWorkbook } from "#test/support/read-workbook";
import { type Asking, call } from "#test/support/requests/call";
import { refusal } from "#test/support/requests/refusal";
import { isWhole } from "#test/support/run/sample";
import { workbookType } from "#test/support/workbooks";
import { ended, into, intoNew } from "./support.ts";

type Made = Awaited<ReturnType<typeof aTable>>;

const ask = ({ tableId, owner: as }: Pick<Made, "tableId" | "owner">, query: Asking["query"] = {}) =>
  call(exportTable, { as, params: { tableId }, query });

async function exported(made: Pick<Made, "tableId" | "owner">, query: Asking["query"] = {}) {
  const { status, headers, body } = await ask(made, query);
  expect({ status, body }).toMatchObject({ status: 302 });
  return atAddress(headers["location"] ?? "");
}
const workbookOf = (made: Pick<Made, "tableId" | "owner">, query: object = {}) =>
  exported(made, { format: "xlsx", ...query });

async function addRecords({ tableId, owner: as }: Made, records: object[]) {
  const body = { typecast: true, records: records.map((fields) => ({ fields })) };
  const { status, body: answer } = await call(createRecords, { as, params: { tableId }, body });
  expect({ status, answer }).toMatchObject({ status: 201 });
}

const numbers = (name: string, formatting: object) => ({ type: "number", name, options: { formatting } });
const dates = (name: string, time: string, timeZone: string, date = "YYYY-MM-DD") => ({
  type: "date",
  name,
  options: { formatting: { date, time, timeZone } },
});

describe("302: to a workbook", () => {
  test("whose numbers, dates and checkboxes are such, as their fields show them, and whose texts are text", async () => {
    const price = aFieldId();
    const made = await aTable({
      name: "Fruit: 1/2",
      fields: [
        { type: "singleLineText", name: "=Name" },
        { ...numbers("Price", { type: "currency", symbol: "€", precision: 1 }), id: price },
        numbers("Part", { type: "percent", precision: 0 }),
        dates("Due", "HH:mm", "Europe/Berlin", "DD.MM.YYYY"),
        { type: "checkbox", name: "Done" },
        { type: "multipleSelect", name: "Tags" },
        { type: "rating", name: "Stars", options: { max: 5, icon: "star", color: "yellowBright" } },
        { type: "button", name: "Go", options: { label: "Go", color: "teal" } },
        { type: "autoNumber", name: "Number" },
        { type: "formula", name: "Twice", options: { expression: `{${price}} * 2` } },
        { type: "formula", name: "Has", options: { expression: `{${price}} > 1` } },
        { type: "formula", name: "Shout", options: { expression: `'=' & {${price}}` } },
      ],
      records: [],
    });
    await addRecords(made, [
      { "=Name": "=1+1", Price: 1.25, Part: 0.125, Due: "2026-07-03T22:05:06.007Z", Done: true, Stars: 3 },
      { "=Name": " a<b>&\u0007_x0041_\r\n2  ", Tags: ["a", "b, c"], Due: "1899-12-31T12:00:00.000Z" },
    ]);
    const { headers, bytes } = await workbookOf(made);
    expect(headers).toMatchObject({
      "content-type": workbookType,
      "content-disposition": expect.stringMatching(/^attachment; filename="[^"]+\.xlsx"/),
    });
    const { cells, sheet, name } = await readWorkbook(bytes);
    expect(name).toBe("Fruit_ 1_2");
    expect(sheet).not.toContain("<f");
    const text = (value: string) => ({ type: "inlineStr", value });
    const number = (value: string, format: string) => ({ type: "n", value, format });
    const euros = '"€"#,##0.0';
    expect(cells).toMatchObject({
      A1: text("=Name"),
      B1: text("Price"),
      H1: text("Number"),
      K1: text("Shout"),
      A2: text("=1+1"),
      B2: number("1.25", euros),
      C2: number("0.125", "0%"),
      // 4 July 2026, 00:05:06.007 in Berlin
      D2: { type: "n", format: "dd.mm.yyyy hh:mm", value: expect.stringMatching(/^46207\.0035/) },
      E2: { type: "b", value: "1" },
      G2: { type: "n", value: "3" },
      H2: { type: "n", value: "1" },
      I2: { type: "n", value: "2.5" },
      J2: { type: "b", value: "1" },
      K2: text("=1.25"),
      A3: text("a<b>&_x0007__x005F_x0041_ 2"),
      D3: text("31.12.1899 13:00"),
      F3: text('a, "b, c"'),
    });
    for (const empty of ["F2", "B3", "C3", "E3", "G3"]) expect(cells).not.toHaveProperty(empty);
  });

  test("with the fields, filter and order of the query and its view, from both endpoints", async () => {
    const made = await aTable({
      fields: [{ type: "singleLineText", name: "Name" }, numbers("Count", { type: "decimal", precision: 2 })],
      views: [{ type: "grid", name: "Few" }],
      records: Array.from({ length: 130 }, (_, i) => ({ fields: { Name: `r${i}`, Count: i } })),
    });
    const filter = JSON.stringify({
      conjunction: "and",
      filterSet: [{ fieldId: "Count", operator: "isGreater", value: 127 }],
    });
    const orderBy = '[{"fieldId":"Count","order":"desc"}]';
    const [{ id: viewId }] = made.table.views;
    const query = { format: "xlsx", viewId, filter, orderBy, "projection[]": ["Count"] };
    for (const endpoint of [exportTable, exportView]) {
      const { headers } = await call(endpoint, { as: made.owner, params: { tableId: made.tableId }, query });
      const file = await atAddress(headers["location"] ?? "");
      expect(file.headers["content-disposition"]).toContain(" - Few.xlsx");
      const { cells } = await readWorkbook(file.bytes);
      expect(Object.entries(cells).map(([at, { value }]) => [at, value])).toEqual([
        ["A1", "Count"],
        ["A2", "129"],
        ["A3", "128"],
      ]);
    }
  });

  test("with json: times as texts in UTC, and numbers as they are", async () => {
    const made = await aTable({
      fields: [dates("Due", "None", "Asia/Tokyo"), numbers("Count", { type: "decimal", precision: 0 })],
      records: [],
    });
    await addRecords(made, [{ Due: "2026-07-03T22:05:06.007Z", Count: 1e-7 }]);
    const { cells } = await readWorkbook((await workbookOf(made, { cellFormat: "json" })).bytes);
    expect(cells).toMatchObject({
      A2: { type: "inlineStr", value: "2026-07-03T22:05:06.007Z" },
      B2: { type: "n", value: "1e-7" },
    });
  });
});

describe("a workbook that is imported", () => {
  const [number, price, time] = [aFieldId(), aFieldId(), aFieldId()];
  const fields = [
    { type: "singleLineText", name: "Line" },
    { type: "longText", name: "Text" },
    { ...numbers("Number", { type: "decimal", precision: 0 }), id: number },
    numbers("Part", { type: "percent", precision: 1 }),
    { ...numbers("Price", { type: "currency", symbol: "$", precision: 2 }), id: price },
    { type: "rating", name: "Stars", options: { max: 5, icon: "star", color: "yellowBright" } },
    { type: "checkbox", name: "Done" },
    dates("Day", "None", "UTC"),
    { ...dates("Time", "hh:mm A", "America/New_York", "MM/DD/YYYY"), id: time },
    { type: "singleSelect", name: "One" },
    { type: "multipleSelect", name: "Many" },
    { type: "user", name: "Who", options: { isMultiple: true } },
  ];
  const computed = [
    { type: "autoNumber", name: "Count" },
    { type: "createdTime", name: "Created" },
    { type: "createdBy", name: "Creator" },
    { type: "lastModifiedTime", name: "Modified" },
    { type: "formula", name: "Sum", options: { expression: `{${number}} + {${price}}` } },
    { type: "formula", name: "Later", options: { expression: `DATE_ADD({${time}}, 1, 'day')` } },
  ];

  const columnsOf = (all: { name: string; type: string; options?: object }[]) =>
    all.map(({ name, type, options }) => ({ name, type, ...(options && { options }) }));

  /** What an import of the export makes of the cells. */
  async function again(made: Made, format: "csv" | "xlsx", cellFormat: "text" | "json") {
    const query = { format, cellFormat, "projection[]": fields.map(({ name }) => name) };
    const { bytes } = await exported(made, query);
    const { token } = await aFile(made.owner, { bytes });
    const done = await ended(made, await intoNew(made, { token, columns: columnsOf(fields) }));
    expect(done.result).toMatchObject({ badLines: 0, issues: [] });
    // ids of choices are new
    return done.records;
  }

  test("gives the same cells of every type, as CSV does", async () => {
    const made = await aTable({ fields: [...fields, ...computed], records: [] });
    const records = [
      {
        Line: "'=1",
        Text: 'two\nlines, and a "quote"; _x000D_ \u0001',
        Number: -0.1 - 0.2,
        Part: 0.07,
        Price: 1234.5,
        Stars: 4,
        Done: true,
        Day: "2026-02-03T00:00:00.000Z",
        Time: "2026-03-08T07:30:00.001Z",
        One: "red",
        Many: ["a", "b, c", '"d"'],
        Who: [made.owner.userId],
      },
      { Line: "1e5", Text: "007", Number: 1e21, Part: 1e-7, Price: -5, Day: "1899-12-30T01:02:03.004Z" },
      { Line: "TRUE", Text: "#REF!", Number: 2 ** 53, One: "1.5", Time: "0001-01-01T00:00:00.000Z" },
      { Line: "2026-02-03", Text: "x".repeat(32_767), Time: "9999-12-31T04:59:59.999Z" },
    ];
    await addRecords(made, records);
    const expected = await again(made, "csv", "json");
    expect(expected.length).toBe(records.length);
    expect(await again(made, "xlsx", "text")).toEqual(expected);
    expect(await again(made, "xlsx", "json")).toEqual(expected);
    // and all fields, computed ones too, are found again by their names
    const { bytes } = await workbookOf(made);
    const { token } = await aFile(made.owner, { bytes });
    const columns = [...fields.map(({ name }) => name), ...computed.map(() => null)];
    const { result, records: twice } = await ended(made, await into(made.tableId, made, { token, columns }));
    expect(result).toMatchObject({ badLines: 0, records: records.length });
    const kept = (all: Record<string, unknown>[]) =>
      all.map(({ Line, Number: n, Time, Sum, Later }) => ({ Line, n, Time, Sum, Later }));
    expect(kept(twice.slice(records.length))).toEqual(kept(twice.slice(0, records.length)));
  });

  test("gives the same cells, whatever they hold", async () => {
    const awkward = fc.constantFrom(
      "=1+1",
      "-1",
      "+1",
      "@x",
      "\t",
      "_x0041_",
      "_x005F_",
      "_x0041",
      "\u0001",
      "]]>",
      "<",
      "&amp;",
      "\r\n",
      "\ufeff",
      "é",
      "😀",
      "1,5",
      "1e3",
      "#N/A",
      "TRUE",
      "'",
    );
    // a text with U+0000 is refused
    const someText = fc.string({ unit: "binary", maxLength: 5 }).map((each) => each.replaceAll("\0", ""));
    const text = fc.array(fc.oneof(awkward, someText), { maxLength: 5 });
    /** Not smaller than what the store holds. */
    const rounded = (number: number) => Number(number.toPrecision(15)) * (Math.abs(number) < 1e-20 ? 0 : 1);
    const record = fc.record(
      {
        Line: text.map((all) => all.join("")),
        Text: text.map((all) => all.join(" ")),
        Number: fc.double({ noNaN: true, min: -1e21, max: 1e21 }).map(rounded),
        Part: fc.double({ noNaN: true, min: -1e9, max: 1e9 }).map(rounded),
        Price: fc.integer(),
        Stars: fc.integer({ min: 1, max: 5 }),
        Done: fc.constant(true),
        Day: fc.date({ min: new Date("0001-01-01"), max: new Date("9999-12-30"), noInvalidDate: true }),
        // not in an hour that New York has twice
        Time: fc
          .date({ min: new Date("1974-11-01"), max: new Date("2037-01-01"), noInvalidDate: true })
          .map((date) => new Date(date.getUTCMonth() >= 9 ? date.setUTCMonth(5) : date)),
      },
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(fc.array(record, { minLength: 20, maxLength: 40 }), async (records) => {
        const made = await aTable({ fields, records: [] });
        await addRecords(made, JSON.parse(JSON.stringify([...records, { Line: "last" }])));
        const expected = await again(made, "csv", "json");
        expect(await again(made, "xlsx", "text")).toEqual(expected);
      }),
      { numRuns: isWhole ? 8 : 2, endOnFailure: true },
    );
  });
});

test("413: a text that no cell of a workbook holds, by its record and field; CSV has it", async () => {
  const made = await aTable({ fields: [{ type: "longText", name: "Notes" }], records: [] });
  await addRecords(made, [{ Notes: "a" }, { Notes: "x".repeat(32_768) }]);
  const { status, body } = await ask(made, { format: "xlsx" });
  expect({ status, message: body.message }).toEqual({
    status: 413,
    message: expect.stringMatching(
      /^Record rec\w+, field "Notes": the text has 32768 characters, but a cell of XLSX holds at most 32767\./,
    ),
  });
  expect((await ask(made)).status).toBe(302);
});

test("400: what only CSV has, and another format", async () => {
  const made = await aTable();
  const query = { format: "xlsx", delimiter: ";", bom: "false", escapeFormulas: "true" };
  expect(refusal(await ask(made, query))).toEqual({
    status: 400,
    paths: ["delimiter", "bom", "escapeFormulas"],
  });
  expect(refusal(await ask(made, { format: "ods" }))).toEqual({ status: 400, paths: ["format"] });
});
