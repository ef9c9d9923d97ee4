/* What an import does about cells that cannot be read or kept: `onBadCell`. */
import { describe, expect, test } from "vitest";
import { handler as importSheets } from "#functions/csv/import-sheets";
import { handler as insertImport } from "#functions/csv/insert-import";
import { handler as listFields } from "#functions/field/list-fields";
import { handler as createRecords } from "#functions/record/create-records";
import { runToEnd } from "#test/support/events/jobs";
import { aFile } from "#test/support/makers/files";
import { aTable } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";
import { refusal } from "#test/support/requests/refusal";
import { chance } from "#test/support/run/chance";
import { inProcessOnly } from "#test/support/run/target";
import { aPlace, ended, into, intoNew, refusedOf } from "./support.ts";

const fields = [
  { type: "singleLineText", name: "Name", notNull: true },
  { type: "number", name: "Count", options: { defaultValue: 5 } },
  { type: "date", name: "Due" },
  { type: "singleLineText", name: "Code", unique: true },
];
const aSheet = () => aTable({ fields, records: [{ fields: { Name: "Ada", Code: "a" } }] });
type Sheet = Awaited<ReturnType<typeof aSheet>>;

async function run(sheet: Sheet, body: object) {
  const started = await into(sheet.tableId, sheet, body);
  return { jobId: started.body.jobId, ...(await ended(sheet, started)) };
}

const mixed = `Name,Count,Due,Code
good,1,2026-01-02,b
bad number,x,2026-01-02,c
two,never,soon,d
,1,,e
taken,1,,a
twin,1,,b
"last, not closed,1
`;

describe("skip, the default", () => {
  test("bad lines stay out; the file has them with their numbers, reasons and cells", async () => {
    const sheet = await aSheet();
    const { jobId, records, result, state } = await run(sheet, { text: mixed });
    expect({ state, records: result?.records, badLines: result?.badLines }).toEqual({
      ...{ state: "done", records: 1, badLines: 6 },
    });
    expect(records.map(({ Name }) => Name)).toEqual(["Ada", "good"]);
    expect(await refusedOf(sheet, sheet.tableId, jobId)).toEqual([
      ["Line", "Reason", "Name", "Count", "Due", "Code"],
      ["3", 'Count: "x" is not a number', "bad number", "x", "2026-01-02", "c"],
      ["4", expect.stringMatching(/^Count: "never" .*; Due: "soon"/), "two", "never", "soon", "d"],
      ["5", "Name: must not be empty", "", "1", "", "e"],
      ["6", "Code: must be unique, but another record has this value", "taken", "1", "", "a"],
      ["7", "Code: must be unique, but another record has this value", "twin", "1", "", "b"],
      ["8", "has a quote that is not closed"],
    ]);
  });

  test("a job that wrote nothing has failed; one of a file without lines is done", async () => {
    const sheet = await aSheet();
    const none = await run(sheet, { text: "Name,Count\na,x\nb,y\n" });
    expect(none).toMatchObject({
      ...{ state: "failed", error: "No line was imported: 2 lines have errors" },
      result: { records: 0, badLines: 2, issues: [{ line: 2 }, { line: 3 }] },
    });
    expect(await refusedOf(sheet, sheet.tableId, none.jobId)).toHaveLength(3);
    expect(await run(sheet, { text: "Name,Count\n" })).toMatchObject({
      state: "done",
      result: { records: 0 },
    });
  });

  test("a file in parts of any length comes back: the refused lines, corrected, are imported", async () => {
    const sheet = await aSheet();
    const texts = ["plain", "a, b", 'say "x"', "two\nlines", "ä😀", " kept ", "", "=1+1", "'", "\t"];
    const lines = Array.from({ length: 400 }, (_, i) => {
      const text = `${texts[Math.floor(chance() * texts.length)]}${i}`;
      return [text, chance() < 0.4 ? `x${i}` : String(i)];
    });
    const quote = (text: string) => `"${text.replaceAll('"', '""')}"`;
    const text = `Name,Count\n${lines.map((cells) => `${cells.map(quote).join(",")}\n`).join("")}`;
    const { jobId, result } = await run(sheet, { text });
    const bad = lines.filter(([, count = ""]) => count.startsWith("x"));
    expect(result).toMatchObject({ records: lines.length - bad.length, badLines: bad.length });
    const [, ...found] = await refusedOf(sheet, sheet.tableId, jobId);
    expect(found.map(([, , ...cells]) => cells)).toEqual(bad);
  });
});

describe("empty", () => {
  test("the cell stays empty, also where there is a default; its line is imported, if it may be without the cell", async () => {
    const sheet = await aSheet();
    const { jobId, records, result, state } = await run(sheet, { text: mixed, onBadCell: "empty" });
    expect({
      state,
      ...result,
      issues: result?.issues.map(({ line, column, emptied }) => [line, column, emptied]),
    }).toEqual({
      ...{ state: "done", records: 5, badLines: 2, emptied: 5 },
      issues: [
        [3, 2, true],
        [4, 2, true],
        [4, 3, true],
        [5, 1, undefined],
        [6, 4, true],
        [7, 4, true],
        [8, undefined, undefined],
      ],
    });
    expect(records.slice(1)).toEqual([
      { Name: "good", Count: 1, Due: "2026-01-02T00:00:00.000Z", Code: "b" },
      { Name: "bad number", Due: "2026-01-02T00:00:00.000Z", Code: "c" },
      { Name: "two", Code: "d" },
      { Name: "taken", Count: 1 },
      { Name: "twin", Count: 1 },
    ]);
    const lines = await refusedOf(sheet, sheet.tableId, jobId);
    expect(lines.map(([line, reason = ""]) => [line, reason.startsWith("imported without this: ")])).toEqual([
      ["Line", false],
      ...[3, 4].map((line) => [String(line), true]),
      ["5", false],
      ...[6, 7].map((line) => [String(line), true]),
      ["8", false],
    ]);
  });

  test("a required cell that cannot be read refuses its line, with the reason", async () => {
    const sheet = await aTable({
      fields: [
        { type: "singleLineText", name: "Name" },
        { type: "number", name: "Count", notNull: true },
        { type: "date", name: "Due" },
      ],
      records: [],
    });
    const text = "Name,Count,Due\na,x,soon\nb,1,\n";
    const started = await into(sheet.tableId, sheet, { text, onBadCell: "empty" });
    const { result, records } = await ended(sheet, started);
    expect(result).toMatchObject({ records: 1, badLines: 1, emptied: 0 });
    expect(result?.issues.every(({ emptied }) => !emptied)).toBe(true);
    expect(records).toEqual([{ Name: "b", Count: 1 }]);
    const [, line] = await refusedOf(sheet, sheet.tableId, started.body.jobId);
    expect(line?.[1]).toContain('"x" is not a number');
  });

  test("into a new table, from addresses too", async () => {
    const place = await aPlace();
    const text = "Name,Price\nPear,1\nPlum,cheap\n";
    const columns = [{}, { type: "number" }];
    const made = await ended(place, await intoNew(place, { text, columns, onBadCell: "empty" }));
    expect(made).toMatchObject({ result: { records: 2, emptied: 1 }, state: "done" });
    const { owner, baseId } = place;
    const { file } = await aFile(owner, { bytes: text, type: "text/csv" });
    const { body: madeFields } = await call(listFields, { as: owner, params: { tableId: made.tableId } });
    const [name, price] = madeFields;
    const insertConfig = {
      ...{ sourceWorkSheetKey: "Import Table", excludeFirstRow: true },
      sourceColumnMap: { [name.id]: 0, [price.id]: 1 },
    };
    const at = { attachmentUrl: file.presignedUrl, fileType: "csv", onBadCell: "empty" };
    const params = { baseId, tableId: made.tableId };
    const inserted = await call(insertImport, { as: owner, params, body: { ...at, insertConfig } });
    expect((await ended(place, { ...inserted, status: 201 })).result).toMatchObject({
      records: 2,
      emptied: 1,
    });
    const sheet = {
      name: "Again",
      columns: [
        { name: "Name", type: "singleLineText", sourceColumnIndex: 0 },
        { name: "Price", type: "number", sourceColumnIndex: 1 },
      ],
    };
    const body = { ...at, worksheets: { "Import Table": sheet } };
    expect((await call(importSheets, { as: owner, params: { baseId }, body })).status).toBe(201);
  });
});

describe("stop", () => {
  test("nothing is written if a line has an error, and all of them are listed", async () => {
    const sheet = await aSheet();
    const { jobId, records, state, error, result, progress } = await run(sheet, {
      ...{ text: mixed, onBadCell: "stop" },
    });
    expect({ state, error, records: records.length }).toEqual({
      ...{ state: "failed", error: "Nothing was imported: 6 lines have errors", records: 1 },
    });
    expect(result).toMatchObject({ records: 0, badLines: 6 });
    expect(progress).toEqual({ done: mixed.length, total: 2 * mixed.length });
    expect(await refusedOf(sheet, sheet.tableId, jobId)).toHaveLength(7);
  });

  test("a file without errors is imported as a whole, also when lines are many", async () => {
    const sheet = await aSheet();
    const lines = Array.from({ length: 1200 }, (_, i) => `n${i},${i},,c${i}\n`).join("");
    const text = `Name,Count,Due,Code\n${lines}`;
    const { records, state, result, progress } = await run(sheet, { text, onBadCell: "stop" });
    expect({ state, result, count: records.length }).toEqual({
      ...{ state: "done", result: { records: 1200, badLines: 0, issues: [] }, count: 1201 },
    });
    expect(progress).toEqual({ done: 2 * text.length, total: 2 * text.length });
    const twice = await run(sheet, {
      text: `Name,Code\n${"x,\n".repeat(700)}y,z\n${"x,\n".repeat(700)}y,z\n`,
      onBadCell: "stop",
    });
    expect(twice).toMatchObject({ state: "failed", result: { records: 0, badLines: 1 } });
  });

  test("what changes between the check and the import stops it at that line; the job says so", async () => {
    inProcessOnly("elsewhere jobs begin by themselves");
    const sheet = await aSheet();
    const text = `Name,Code\n${Array.from({ length: 250 }, (_, i) => `n${i},c${i}\n`).join("")}`;
    const { body } = await into(sheet.tableId, sheet, { text, onBadCell: "stop" });
    const { importKey } = await import("#lib/data/csv/imports");
    const { getItem } = await import("#lib/store/store");
    const { change, commit } = await import("#lib/store/commit");
    // as if the check had ended
    const work = await getItem(importKey(body.jobId));
    if (!work) throw new Error("no import");
    await commit([change(work, { checking: undefined })]);
    const record = { fields: { Name: "late", Code: "c150" } };
    const { owner: as, tableId, baseId } = sheet;
    await call(createRecords, { as, params: { tableId }, body: { records: [record] } });
    const last = (await runToEnd(body.jobId, baseId)).at(-1);
    expect(last).toMatchObject({
      state: "failed",
      error:
        "It stopped at line 152: Code: must be unique, but another record has this value. The lines before it were imported",
      result: { records: 150, badLines: 1, issues: [{ line: 152, column: 2 }] },
    });
    expect(await refusedOf(sheet, tableId, body.jobId)).toHaveLength(2);
  });
});

test("a line whose link is taken by another record is a bad line, and not the end of the import", async () => {
  const sheet = await aTable({ fields: [{ type: "singleLineText", name: "Name" }], records: [] });
  const { owner, baseId, tableId } = sheet;
  const made = await call(createRecords, {
    ...{ as: owner, params: { tableId } },
    body: { records: ["Ann", "Bob"].map((Name) => ({ fields: { Name } })) },
  });
  const link = { type: "link", name: "Of", options: { relationship: "oneOne", foreignTableId: tableId } };
  const fields = [{ type: "singleLineText", name: "Name" }, link];
  const id = made.body.records[0].id;
  const held = await aTable({ fields, records: [{ fields: { Name: "first", Of: { id } } }] }, owner, sheet);
  const text = "Name,Of\na,Ann\nb,Bob\nc,Bob\nd,\n";
  const { result, records } = await ended({ owner, baseId }, await into(held.tableId, held, { text }));
  expect(result).toMatchObject({
    badLines: 2,
    issues: [
      { line: 2, name: "Of" },
      { line: 4, name: "Of" },
    ],
  });
  expect(records.map(({ Name }) => Name)).toEqual(["first", "b", "d"]);
});

test("400: another word for onBadCell", async () => {
  const sheet = await aSheet();
  const refused = await into(sheet.tableId, sheet, { text: "Name\na\n", onBadCell: "ignore" });
  expect(refusal(refused)).toEqual({ status: 400, paths: ["onBadCell"] });
});
