import { describe, expect, test } from "vitest";
import { aFile } from "#test/support/makers/files";
import { aTable } from "#test/support/makers/makers";
import { refusal } from "#test/support/requests/refusal";
import { aWorkbook, rowsOf, type WrittenWorkbook, workbookType } from "#test/support/workbooks";
import { unzipped, zipped64 } from "#test/support/zips";
import { aPlace, ended, into, intoNew, preview } from "./support.ts";

type Place = Awaited<ReturnType<typeof aPlace>>;

/** The token of an uploaded workbook. */
async function tokenOf({ owner }: Pick<Place, "owner">, workbook: WrittenWorkbook): Promise<string> {
  return (await aFile(owner, { bytes: await aWorkbook(workbook), type: workbookType })).token;
}

/** As Excel writes it: shared strings, styles, spans, formulas with their results, a merged range. */
const byExcel: WrittenWorkbook = {
  sheets: [
    {
      name: "Fruit",
      xml: `<row r="2" spans="1:7"><c r="A2" s="0" t="s"><v>0</v></c><c r="B2" t="s"><v>1</v></c><c r="C2" t="s"><v>2</v></c><c r="D2" t="s"><v>3</v></c><c r="E2" t="s"><v>4</v></c><c r="F2" t="s"><v>5</v></c><c r="G2" s="4"/></row>
        <row r="3" spans="1:7"><c r="A3" t="s"><v>6</v></c><c r="B3"><v>1.2</v></c><c r="C3" s="1"><v>46056</v></c><c r="D3" t="b"><v>1</v></c><c r="E3" s="3"><v>0.125</v></c><c r="F3" s="2"><v>46056.170208333337</v></c></row>
        <row r="4" spans="1:7"><c r="B4"/></row>
        <row r="6" spans="1:7"><c r="A6" t="str"><f>UPPER(A3)</f><v>PEAR</v></c><c r="B6"><f>B3*2</f><v>2.4</v></c><c r="C6" s="1"><v>59</v></c><c r="D6" t="b"><v>0</v></c></row>`,
    },
    { name: "Other", xml: rowsOf([["Name"], ["Elsewhere"]]) },
  ],
  strings: `<si><t>Name</t></si><si><t>Price</t></si><si><t>Bought</t></si><si><t>Ripe</t></si><si><t>Share</t></si><si><t>Sold</t></si><si><r><rPr><b/></rPr><t xml:space="preserve">Pe</t></r><r><t>ar_x000A_ö</t></r><rPh sb="0" eb="1"><t>ignored</t></rPh></si>`,
  styles: [0, 14, "dd/mm/yyyy\\ hh:mm", 10, '"x"General'],
};

describe("201: a workbook", () => {
  test("with the extensions of zip64, as some programs write every file", async () => {
    const place = await aPlace();
    const bytes = zipped64(await unzipped(await aWorkbook(byExcel)));
    const { token } = await aFile(place.owner, { bytes, type: workbookType });
    const usual = await preview(place, { token: await tokenOf(place, byExcel) });
    expect(usual.status).toBe(200);
    expect((await preview(place, { token })).body).toEqual({ ...usual.body, bytes: bytes.length });
  });

  test("as Excel writes it becomes a table with the types of its cells", async () => {
    const place = await aPlace();
    const token = await tokenOf(place, byExcel);
    const { body } = await preview(place, { token });
    expect(body).toMatchObject({
      sheet: "Fruit",
      sheets: ["Fruit", "Other"],
      lines: 2,
      columns: [
        { name: "Name", type: "longText" },
        { name: "Price", type: "number", options: { formatting: { type: "decimal", precision: 1 } } },
        { name: "Bought", type: "date", options: { formatting: { time: "None" } } },
        { name: "Ripe", type: "checkbox" },
        { name: "Share", type: "number", options: { formatting: { type: "percent", precision: 1 } } },
        { name: "Sold", type: "date", options: { formatting: { time: "HH:mm" } } },
      ],
      records: [{ line: 3 }, { line: 6 }],
      issues: [],
    });
    expect(body).not.toHaveProperty("encoding");
    const done = await ended(place, await intoNew(place, { token }));
    expect(done).toMatchObject({ state: "done", result: { records: 2, badLines: 0 } });
    expect(done.records).toEqual([
      {
        Name: "Pear\nö",
        Price: 1.2,
        Bought: "2026-02-03T00:00:00.000Z",
        Ripe: true,
        Share: 0.125,
        Sold: "2026-02-03T04:05:06.000Z",
      },
      { Name: "PEAR", Price: 2.4, Bought: "1900-02-28T00:00:00.000Z" },
    ]);
  });

  test("as LibreOffice and Google write it: texts in cells, no references, prefixes, dates since 1904", async () => {
    const place = await aPlace();
    const token = await tokenOf(place, {
      date1904: true,
      styles: ["General", "YYYY\\-MM\\-DD", "[$-407]D. MMM YY;@", "[HH]:MM:SS", "[Red]0.00"],
      sheets: [
        { name: "secret", state: "veryHidden", xml: rowsOf([["Hidden"]]) },
        {
          name: "Bl'att 1",
          xml: `<?xml version="1.0"?><x:worksheet xmlns:x="http://purl.oclc.org/ooxml/spreadsheetml/main"><x:sheetData><x:row><x:c t="inlineStr"><x:is><x:t>Text</x:t></x:is></x:c><x:c t="inlineStr"><x:is><x:r><x:t>Da</x:t></x:r><x:r><x:t>y</x:t></x:r></x:is></x:c><x:c t="inlineStr"><x:is><x:t>Other day</x:t></x:is></x:c><x:c t="inlineStr"><x:is><x:t>Clock</x:t></x:is></x:c><x:c t="inlineStr"><x:is><x:t>Iso</x:t></x:is></x:c><x:c t="inlineStr"><x:is><x:t>Number</x:t></x:is></x:c></x:row><x:row><x:c t="inlineStr"><x:is><x:t xml:space="preserve">  &lt;a&gt; &amp;amp; &#x1F600; <![CDATA[<b>]]> _x005F_x0041_ </x:t></x:is></x:c><x:c s="1"><x:v>0</x:v></x:c><x:c s="2"><x:v>36526.5</x:v></x:c><x:c s="3"><x:v>1.5</x:v></x:c><x:c t="d"><x:v>2026-02-03T04:05:06.5Z</x:v></x:c><x:c s="4"><x:v>-1.5E-3</x:v></x:c></x:row></x:sheetData></x:worksheet>`,
        },
      ],
    });
    const columns = [
      { type: "longText" },
      ...[
        { type: "date" },
        { type: "date" },
        { type: "singleLineText" },
        { type: "date" },
        { type: "number" },
      ],
    ];
    const done = await ended(place, await intoNew(place, { token, columns }));
    expect(done.records).toEqual([
      {
        Text: "  <a> &amp; 😀 <b> _x0041_ ",
        Day: "1904-01-01T00:00:00.000Z",
        "Other day": "2004-01-02T12:00:00.000Z",
        Clock: "36:00:00",
        Iso: "2026-02-03T04:05:06.500Z",
        Number: -0.0015,
      },
    ]);
  });

  test("by the name of a sheet, also of a hidden one, into the fields of a table; names of fields in its header", async () => {
    const made = await aTable({
      fields: [
        { type: "singleLineText", name: "Name" },
        { type: "number", name: "Price", options: { formatting: { type: "percent", precision: 0 } } },
        {
          type: "date",
          name: "Day",
          options: { formatting: { date: "DD/MM/YYYY", time: "None", timeZone: "Asia/Tokyo" } },
        },
        { type: "singleSelect", name: "Kind" },
      ],
      records: [],
    });
    const token = await tokenOf(made, {
      styles: [0, 22, 9],
      sheets: [
        { name: "First", xml: rowsOf([["Name"], ["no"]]) },
        {
          name: "My fruit",
          state: "hidden",
          // the number 1.234 stands among texts with decimal commas
          xml: `${rowsOf([["kind", "Price", "DAY", "Name"]])}
            <row r="3"><c r="A3" t="inlineStr"><is><t>red</t></is></c><c r="B3"><v>1.234</v></c><c r="C3" s="1"><v>46056.25</v></c><c r="D3"><v>7</v></c></row>
            <row r="4"><c r="A4" t="inlineStr"><is><t>blue</t></is></c><c r="B4" t="inlineStr"><is><t>1,5%</t></is></c></row>
            <row r="5"><c r="B5" t="inlineStr"><is><t>2,5%</t></is></c></row>
            <row r="6"><c r="B6" s="2"><v>1.234</v></c></row>`,
        },
      ],
    });
    const done = await ended(made, await into(made.tableId, made, { token, sheet: "My fruit" }));
    expect(done.result).toMatchObject({ issues: [], records: 4 });
    expect(done.records).toEqual([
      { Kind: "red", Price: 1.234, Day: "2026-02-02T21:00:00.000Z", Name: "7" },
      { Kind: "blue", Price: 0.015 },
      { Price: 0.025 },
      { Price: 1.234 },
    ]);
  });

  test("whose rows with an error stay out, named by sheet, cell and row; the others go in", async () => {
    const made = await aTable({
      fields: [
        { type: "singleLineText", name: "Name", unique: true },
        { type: "number", name: "Count" },
        { type: "checkbox", name: "Done" },
      ],
      records: [],
    });
    const token = await tokenOf(made, {
      sheets: [
        {
          name: "Q1 2026",
          xml: `${rowsOf([["Name", "Count", "Done", "Left out"]])}
            <row r="2"><c r="A2" t="inlineStr"><is><t>a</t></is></c><c r="B2" t="e"><f>1/0</f><v>#DIV/0!</v></c></row>
            <row r="3"><c r="A3" t="inlineStr"><is><t>b</t></is></c><c r="B3"><f>NOW()</f></c><c r="C3"><f>1=1</f><v></v></c></row>
            <row r="4"><c r="A4" t="inlineStr"><is><t>c</t></is></c><c r="B4" t="s"><v>5</v></c></row>
            <row r="5"><c r="A5" t="inlineStr"><is><t>d</t></is></c><c r="B5" t="b"><v>1</v></c><c r="D5" t="e"><v>#N/A</v></c></row>
            <row r="6"><c r="A6" t="inlineStr"><is><t>e</t></is></c><c r="B6"><v>12 apples</v></c></row>
            <row r="7"><c r="A7" t="inlineStr"><is><t>f</t></is></c><c r="C7"><v>1</v></c><c r="D7" t="e"><v>#N/A</v></c></row>
            <row r="8"><c r="A8" t="inlineStr"><is><t>f</t></is></c></row>
            <row r="9"><c r="A9" t="inlineStr"><is><t>g</t></is></c><c r="E9"><v>1</v></c></row>
            <row r="10"><c r="A10" t="str"><f>""</f><v></v></c><c r="C10" t="z"><v>1</v></c></row>`,
        },
      ],
    });
    const columns = ["Name", "Count", "Done", null];
    const done = await ended(made, await into(made.tableId, made, { token, columns }));
    expect(done.records).toEqual([{ Name: "f", Done: true }]);
    const at = (cell: string) => ({ cell: `'Q1 2026'!${cell}` });
    const number = { column: 2, name: "Count" };
    const noResult = "has a formula without its result; open the file in a spreadsheet program and save it";
    expect(done.result).toEqual({
      records: 1,
      badLines: 8,
      issues: [
        { line: 2, ...number, ...at("B2"), message: 'holds the error "#DIV/0!"' },
        { line: 3, ...number, ...at("B3"), message: noResult },
        { line: 3, column: 3, name: "Done", ...at("C3"), message: noResult },
        {
          line: 4,
          ...number,
          ...at("B4"),
          message: 'names the shared text "5", which the file does not have',
        },
        { line: 5, ...number, ...at("B5"), message: '"true" is not a number' },
        { line: 6, ...number, ...at("B6"), message: '"12 apples" is not a number' },
        { line: 8, column: 1, name: "Name", ...at("A8"), message: expect.stringContaining("unique") },
        { line: 9, ...at("9:9"), message: "has 5 cells, but the file has 4 columns" },
        { line: 10, column: 3, name: "Done", ...at("C10"), message: 'has the unknown type "z"' },
      ],
    });
  });

  test("of more rows than a batch and a piece: each once, in order", async () => {
    const made = await aTable({ fields: [{ type: "longText", name: "Name" }], records: [] });
    const long = "x".repeat(1000);
    const rows = Array.from({ length: 1200 }, (_, i) => [`${i} ${long}`]);
    const token = await tokenOf(made, { sheets: [{ name: "S", xml: rowsOf([["Name"], ...rows]) }] });
    expect((await preview({ ...made, baseId: made.baseId }, { token })).body).not.toHaveProperty("lines");
    const done = await ended(made, await into(made.tableId, made, { token }));
    expect(done.records.map(({ Name }) => Name)).toEqual(rows.map(([name]) => name));
  });

  test("with a header and no rows makes a table without records", async () => {
    const place = await aPlace();
    const token = await tokenOf(place, { sheets: [{ name: "S", xml: rowsOf([["Name", "Count"]]) }] });
    const { state, records } = await ended(place, await intoNew(place, { token }));
    expect({ state, records }).toEqual({ state: "done", records: [] });
  });

  test("without a header, and with texts that repeat as a select", async () => {
    const place = await aPlace();
    const rows = Array.from({ length: 6 }, (_, i) => [`n${i}`, i % 2 ? "light" : "dark", null, i]);
    const token = await tokenOf(place, { sheets: [{ name: "S", xml: rowsOf(rows) }] });
    const done = await ended(place, await intoNew(place, { token, header: false }));
    expect(done.records[1]).toEqual({ "Column 1": "n1", "Column 2": "light", "Column 4": 1 });
    expect(done.records).toHaveLength(6);
  });
});

describe("400: a request that does not fit the file", () => {
  test.each<[string, object, string]>([
    ["a sheet that is not there", { sheet: "fruit" }, "sheet"],
    ["a delimiter", { delimiter: ";" }, "delimiter"],
    ["an encoding", { encoding: "utf-8" }, "encoding"],
    ["a sheet without rows", { sheet: "Empty" }, ""],
    ["an error in the header", { sheet: "Wrong" }, ""],
  ])("%s", async (_, body, path) => {
    const place = await aPlace();
    const token = await tokenOf(place, {
      sheets: [
        { name: "Fruit", xml: rowsOf([["Name"]]) },
        { name: "Empty", xml: '<row r="1"><c r="A1" s="0"/></row>' },
        { name: "Wrong", xml: '<row r="3"><c r="B3" t="e"><v>#REF!</v></c></row>' },
      ],
    });
    const answer = await preview(place, { token, ...body });
    expect(refusal(answer)).toEqual({ status: 400, paths: [path] });
    expect(refusal(await intoNew(place, { token, ...body }))).toEqual({ status: 400, paths: [path] });
  });

  test("a sheet of a CSV file", async () => {
    const place = await aPlace();
    expect(refusal(await preview(place, { text: "Name\nAda\n", sheet: "A" }))).toEqual({
      status: 400,
      paths: ["sheet"],
    });
  });

  test("only hidden sheets, with their names", async () => {
    const place = await aPlace();
    const token = await tokenOf(place, { sheets: [{ name: "H", state: "hidden", xml: rowsOf([["Name"]]) }] });
    const answer = await preview(place, { token });
    expect(refusal(answer)).toEqual({ status: 400, paths: ["sheet"] });
    expect(answer.body.data.issues[0].message).toContain('"H"');
  });
});
