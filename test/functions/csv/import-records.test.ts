import { describe, expect, test } from "vitest";
import { handler as listFields } from "#functions/field/list-fields";
import { handler as deleteTable } from "#functions/table/delete-table";
import { jobOf, runToEnd } from "#test/support/events/jobs";
import { aFile } from "#test/support/makers/files";
import { aMember, aTable } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";
import { refusal } from "#test/support/requests/refusal";
import { inProcessOnly } from "#test/support/run/target";
import { ended, into } from "./support.ts";

const fields = [
  { type: "singleLineText", name: "Name", notNull: true },
  { type: "number", name: "Count" },
  { type: "singleSelect", name: "Status", options: { choices: [{ name: "open" }] } },
  { type: "date", name: "Due" },
  { type: "checkbox", name: "Seen" },
  { type: "singleLineText", name: "Code", unique: true },
  { type: "user", name: "Who" },
];
const aSheet = () => aTable({ fields, records: [{ fields: { Name: "Ada", Code: "a" } }] });
type Sheet = Awaited<ReturnType<typeof aSheet>>;
const run = async (sheet: Sheet, body: object) => ended(sheet, await into(sheet.tableId, sheet, body));

describe("201: into an existing table", () => {
  test("each line is a new record; values are read according to the types of the fields", async () => {
    const sheet = await aSheet();
    const text = `count;NAME;Status;Due;Seen;Who
1.234,50 €;=1+1;open;05/25/1979;x;${sheet.owner.email}
-7;"two
lines";new one;25 May 1979 10:30;no;
`;
    const { records, result } = await run(sheet, { text });
    expect(result).toEqual({ records: 2, badLines: 0, issues: [] });
    expect(records.slice(1)).toEqual([
      {
        Count: 1234.5,
        Name: "=1+1",
        Status: "open",
        Due: "1979-05-25T00:00:00.000Z",
        Seen: true,
        Who: expect.objectContaining({ id: sheet.owner.userId }),
      },
      { Count: -7, Name: "two lines", Status: "new one", Due: "1979-05-25T10:30:00.000Z" },
    ]);
  });

  test("lines with any error stay out as a whole and are reported by number, column and reason; all others go in", async () => {
    const sheet = await aSheet();
    const text = `Name,Count,Status,Due,Code
good,1,open,2026-01-02,b

bad number,12 apples,made by a bad line,2026-01-02,c
"bad
date",1,open,soon,d
,1,open,,e
taken,1,open,,a
twin,1,open,,f
twin,2,open,,f
too many,1,open,,g,more
blank ones are none,1,open,,h,,
two at once,x,open,never,i
${"long".repeat(25_001)},1,open,,j
"last, not closed,1,open,,k
fine,9,,,
`;
    const { records, result, tableId } = await run(sheet, { text });
    expect(result?.issues).toEqual([
      { line: 4, column: 2, name: "Count", message: '"12 apples" is not a number' },
      { line: 5, column: 4, name: "Due", message: expect.stringContaining('"soon" is not a date') },
      { line: 7, column: 1, name: "Name", message: "must not be empty" },
      { line: 8, column: 5, name: "Code", message: "must be unique, but another record has this value" },
      {
        line: 10,
        column: 5,
        name: "Code",
        message: "must be unique, but another record has this value",
      },
      { line: 11, message: "has 6 cells, but the file has 5 columns" },
      { line: 13, column: 2, name: "Count", message: '"x" is not a number' },
      { line: 13, column: 4, name: "Due", message: expect.stringContaining('"never" is not a date') },
      { line: 14, column: 1, name: "Name", message: expect.stringContaining("100000") },
      { line: 15, message: "has a quote that is not closed" },
    ]);
    expect(result).toMatchObject({ records: 4, badLines: 9 });
    expect(records.slice(1).map(({ Name, Code }) => [Name, Code])).toEqual([
      ...[
        ["good", "b"],
        ["twin", "f"],
        ["blank ones are none", "h"],
      ],
      ["fine", undefined],
    ]);
    // a refused line creates no choice
    const { body } = await call(listFields, { as: sheet.owner, params: { tableId } });
    expect(JSON.stringify(body)).not.toContain("made by a bad line");
  });

  test("a cell of 10 MB is an error of its line; the lines before and after go in", async () => {
    const sheet = await aSheet();
    const bytes = `Name,Code\nfirst,b\n"${"x\n".repeat(5 * 1024 * 1024)}",c\nlast,d\n`;
    const { token } = await aFile(sheet.owner, { bytes, type: "text/csv" });
    const { records, result } = await run(sheet, { token });
    expect(result).toMatchObject({ records: 2, badLines: 1, issues: [{ line: 3, column: 1 }] });
    expect(records.map(({ Name }) => Name)).toEqual(["Ada", "first", "last"]);
  });

  test("of more than a hundred refused lines the first hundred are reported, and the total", async () => {
    const sheet = await aSheet();
    const text = `Name,Count\n${"a,b\n".repeat(250)}`;
    const { result } = await run(sheet, { text });
    expect(result).toMatchObject({ records: 0, badLines: 250 });
    expect(result?.issues).toHaveLength(100);
    expect(result?.issues.at(-1)).toMatchObject({ line: 101 });
  });

  test.each([
    ["UTF-16 with a byte order mark", Buffer.from("\ufeffName,Code\nä😀,b\nß,c\n", "utf16le")],
    ["UTF-16 big-endian", Buffer.from("\ufeffName,Code\nä😀,b\nß,c\n", "utf16le").swap16()],
    ["UTF-8 with a byte order mark", Buffer.from("\ufeffName,Code\r\nä😀,b\r\nß,c")],
    ["a delimiter that the file declares", Buffer.from("sep=|\rName|Code\rä😀|b\rß|c")],
  ])("from a file in %s", async (_, bytes) => {
    const sheet = await aSheet();
    const { token } = await aFile(sheet.owner, { bytes, type: "text/csv" });
    const { records } = await run(sheet, { token });
    expect(records.slice(1)).toEqual([
      { Name: "ä😀", Code: "b" },
      { Name: "ß", Code: "c" },
    ]);
  });

  test("other bytes are read as windows-1252, and are an error if the request says UTF-8", async () => {
    const sheet = await aSheet();
    const bytes = Buffer.from("Name;Code\nM\xfcller \x80;b\nplain;c\n", "latin1");
    const { token } = await aFile(sheet.owner, { bytes, type: "text/csv" });
    expect((await run(sheet, { token, encoding: "utf-8" })).result).toMatchObject({
      records: 1,
      issues: [{ line: 2, message: "is not UTF-8: send the encoding" }],
    });
    const { records, result } = await run(sheet, { token });
    expect(records.map(({ Name }) => Name)).toEqual(["Ada", "plain", "Müller €"]);
    expect(result).toMatchObject({ badLines: 1, issues: [{ line: 3, column: 2 }] });
  });

  test.each([
    ["N;V;W\na;1.234 €;\nb;2.500 €;\n", [1234, 2500], []],
    ["N;V;W\na;1,234;\nb;-2.500;\n", [1.234, -2500], []],
    ["N;V;W\na;1,50;10.000\n", [1.5], [10_000]],
    ["N;V;W\na;1.234.567;8.000,01\n", [1_234_567], [8000.01]],
    ["N,V,W\na,1.234,1234.5\n", [1.234], [1234.5]],
    ["N\tV\tW\na\t1,234\t1,234.5\n", [1234], [1234.5]],
  ])("the whole file says which sign is the decimal one: %j", async (text, v, w) => {
    const numbers = ["V", "W"].map((name) => ({ type: "number", name }));
    const sheet = await aTable({ fields: [{ type: "singleLineText", name: "N" }, ...numbers], records: [] });
    const { records } = await ended(sheet, await into(sheet.tableId, sheet, { text }));
    expect([records.map(({ V }) => V), records.flatMap(({ W }) => W ?? [])]).toEqual([v, w]);
  });

  test("an empty cell is empty; the default fills a field that has no column", async () => {
    const defaults = { options: { defaultValue: "plain" } };
    const sheet = await aTable({
      fields: ["Name", "Kind", "Other"].map((name) => ({ type: "singleLineText", name, ...defaults })),
      records: [],
    });
    const { records } = await ended(
      sheet,
      await into(sheet.tableId, sheet, { text: "Name,Kind\nx,\ny,old\nz\n" }),
    );
    expect(records).toEqual([
      { Name: "x", Other: "plain" },
      { Name: "y", Kind: "old", Other: "plain" },
      { Name: "z", Other: "plain" },
    ]);
  });

  test("without a header, columns go to the fields in the request", async () => {
    const sheet = await aSheet();
    const [name, count] = sheet.table.fields;
    const columns = [count.id, null, name.id];
    const body = { text: "1,x,one\n2,y,two\n", header: false, fieldKeyType: "id", columns };
    const { records } = await run(sheet, body);
    expect(records.slice(1)).toEqual([
      { Name: "one", Count: 1 },
      { Name: "two", Count: 2 },
    ]);
  });
});

describe("an import that cannot continue fails with a reason", () => {
  inProcessOnly("elsewhere jobs begin by themselves");
  const text = "Name\none\n";

  test("when the table is deleted", async () => {
    const sheet = await aSheet();
    const { body } = await into(sheet.tableId, sheet, { text });
    const { owner: as, baseId, tableId } = sheet;
    await call(deleteTable, { as, params: { baseId, tableId } });
    const last = (await runToEnd(body.jobId, baseId)).at(-1);
    expect(last).toMatchObject({ state: "failed", error: "The table was deleted" });
  });

  test("when the user who started it has lost the permission", async () => {
    const sheet = await aSheet();
    const member = await aMember(sheet.baseId, "creator");
    const { body } = await into(sheet.tableId, { ...sheet, owner: member }, { text });
    const { leaveChanges: leaving } = await import("#lib/data/spaces/members");
    const { commit } = await import("#lib/store/commit");
    const { getItem } = await import("#lib/store/store");
    const found = await getItem({ pk: `BASE#${sheet.baseId}`, sk: `MEMBER#${member.userId}` });
    await commit(leaving(found as Parameters<typeof leaving>[0]));
    await runToEnd(body.jobId, sheet.baseId);
    expect(await jobOf(body.jobId, sheet.baseId)).toMatchObject({
      state: "failed",
      error: "The person who started the import may no longer import into this table",
      result: { records: 0 },
    });
  });
});

describe("400", () => {
  test.each([
    ["a column that is not a field", { text: "Name,What\n" }, ["columns"]],
    ["two columns for one field", { text: "Name,name\n" }, ["columns"]],
    ["no header and no columns", { text: "a,b\n", header: false }, ["columns"]],
    ["too many columns", { text: "Name\n", columns: ["Name", "Count"] }, ["columns"]],
    ["nothing to import", { text: "Name\n", columns: [null] }, ["columns"]],
  ])("%s", async (_, body, paths) => {
    const sheet = await aSheet();
    expect(refusal(await into(sheet.tableId, sheet, body))).toMatchObject({ status: 400, paths });
  });

  test("a computed field", async () => {
    const sheet = await aTable({ fields: [{ type: "singleLineText", name: "A" }, { type: "autoNumber" }] });
    const refused = await into(sheet.tableId, sheet, { text: "A,B\n", columns: ["A", "ID"] });
    expect(refusal(refused)).toEqual({ status: 400, paths: ["columns[1]"] });
  });
});

test("404: an unknown field in columns", async () => {
  const sheet = await aSheet();
  const refused = await into(sheet.tableId, sheet, { text: "A,B\n", columns: ["Name", "Other"] });
  expect(refusal(refused)).toEqual({ status: 404, paths: ["columns[1]"] });
});
