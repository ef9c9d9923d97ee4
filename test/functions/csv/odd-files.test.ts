/* Files that are not quite what they should be: other encodings, broken bytes, headers that are too short. */
import { describe, expect, test } from "vitest";
import { aFile } from "#test/support/makers/files";
import { aTable } from "#test/support/makers/makers";
import { aWorkbook } from "#test/support/workbooks";
import { aPlace, ended, into, intoNew, preview } from "./support.ts";

const uploaded = async (owner: Parameters<typeof aFile>[0], bytes: Buffer) =>
  (await aFile(owner, { bytes, type: "text/csv" })).token;

test("one broken byte is an issue of its line; the others are read as UTF-8", async () => {
  const place = await aPlace();
  const bytes = Buffer.concat([
    Buffer.from(`Name,City\n${"Zoë,Köln\n".repeat(3)}`),
    Buffer.from([0xe9]),
    Buffer.from(",x\nAda,Ulm\n"),
  ]);
  const token = await uploaded(place.owner, bytes);
  expect((await preview(place, { token })).body).toMatchObject({ encoding: "utf-8", issues: [{ line: 5 }] });
  const { result, records } = await ended(place, await intoNew(place, { token }));
  expect(result).toMatchObject({ records: 4, badLines: 1, issues: [{ line: 5 }] });
  expect(records.map(({ City }) => City)).toEqual(["Köln", "Köln", "Köln", "Ulm"]);
});

test("a file in GBK is read as such over many pieces, with a hint; any encoding can be named", async () => {
  const place = await aPlace();
  const header = Buffer.from("d0d5c3fb2cb3c7cad00a", "hex");
  const line = Buffer.from("d5c5c8fd2cb1b1bea90a", "hex");
  const token = await uploaded(
    place.owner,
    Buffer.concat([header, ...Array.from({ length: 3 }, () => line)]),
  );
  const { body } = await preview(place, { token });
  expect(body).toMatchObject({
    encoding: "gbk",
    hints: [expect.stringContaining("it is read as gbk")],
    records: [{ fields: { 姓名: "张三", 城市: "北京" } }, {}, {}],
  });
  const named = await preview(place, { token, encoding: "GB2312" });
  expect(named.body).toMatchObject({ encoding: "gbk", hints: [] });
  const { records } = await ended(place, await intoNew(place, { token }));
  expect(records.map(({ 城市: city }) => city)).toEqual(["北京", "北京", "北京"]);
  const { status, body: refused } = await preview(place, { token, encoding: "klingon" });
  expect([status, refused.data.issues[0].path]).toEqual([400, "encoding"]);
});

describe("a text that cannot be kept is a bad line that names its column, and nothing is cut from it", () => {
  test("in CSV, behind its first piece; in that piece the file is refused", async () => {
    const place = await aPlace();
    const long = "x".repeat(90_000);
    const lines = Array.from({ length: 24 }, () => `Ada,${long}\n`).join("");
    const bytes = Buffer.from(`Name,City\n${lines}Bob,U\0lm\nCy,Ulm\n\0,Ulm\n`);
    const token = await uploaded(place.owner, bytes);
    const { result, records } = await ended(place, await intoNew(place, { token }));
    const message = "has the character U+0000, which no text may have";
    expect(result).toMatchObject({
      ...{ records: 25, badLines: 2 },
      issues: [
        { line: 26, column: 2, name: "City", message },
        { line: 28, column: 1, name: "Name", message },
      ],
    });
    expect(records.at(-1)).toEqual({ Name: "Cy", City: "Ulm" });
    const early = await uploaded(place.owner, Buffer.from("Name\nA\0da\n"));
    const { status, body } = await preview(place, { token: early });
    expect([status, body.data.issues[0].message]).toEqual([400, "the file is not text"]);
  });

  test("in a workbook, where it is escaped, and half a surrogate pair", async () => {
    const place = await aPlace();
    const rows = [
      { A: "Name", B: "City" },
      { A: "Ada", B: "Ulm" },
      { A: "Bob", B: "U_x0000_lm" },
      { A: "Cy", B: "Ulm" },
      { A: "D_xD83D_", B: "Ulm" },
    ];
    const token = await uploaded(
      place.owner,
      await aWorkbook({ sheets: [{ name: "S", xml: sheetOf(rows) }] }),
    );
    const { result, records } = await ended(place, await intoNew(place, { token }));
    expect(result).toMatchObject({ records: 2, badLines: 2 });
    expect(JSON.stringify(result)).toContain("has the character U+0000");
    expect(JSON.stringify(result)).toContain("has half a surrogate pair");
    expect(records.map(({ Name }) => Name)).toEqual(["Ada", "Cy"]);
  });
});

const cell = (ref: string, value: string) => `<c r="${ref}" t="inlineStr"><is><t>${value}</t></is></c>`;
const sheetOf = (rows: Record<string, string>[]) =>
  rows
    .map(
      (cells, i) =>
        `<row r="${i + 1}">${Object.entries(cells)
          .map(([column, value]) => cell(`${column}${i + 1}`, value))
          .join("")}</row>`,
    )
    .join("");

describe("a header that is shorter than its rows", () => {
  test.each([
    ["CSV", async () => Buffer.from("Name,Qty\na,x,remark\nb,y,other\n")],
    [
      "XLSX",
      () =>
        aWorkbook({
          sheets: [
            {
              name: "S",
              xml: sheetOf([
                { A: "Name", B: "Qty" },
                { A: "a", B: "x", C: "remark" },
                { A: "b", B: "y", C: "other" },
              ]),
            },
          ],
        }),
    ],
  ])("%s: the column has a name like one with an empty heading", async (_, make) => {
    const place = await aPlace();
    const token = await uploaded(place.owner, await make());
    const { result, records } = await ended(place, await intoNew(place, { token }));
    expect(result).toMatchObject({ records: 2, badLines: 0 });
    expect(records).toEqual([
      { Name: "a", Qty: "x", "Column 3": "remark" },
      { Name: "b", Qty: "y", "Column 3": "other" },
    ]);
  });

  test("a stray note loses nothing, and makes no columns between", async () => {
    const place = await aPlace();
    const xml = sheetOf([{ A: "Name" }, { A: "a" }, { A: "b", F: "a note" }, { A: "c" }]);
    const token = await uploaded(place.owner, await aWorkbook({ sheets: [{ name: "S", xml }] }));
    const { body } = await preview(place, { token });
    expect(body.columns.map((each: { name: string } | null) => each?.name ?? null)).toEqual([
      ...["Name", null, null, null, null, "Column 6"],
    ]);
    const { records } = await ended(place, await intoNew(place, { token, columns: body.columns }));
    expect(records).toEqual([{ Name: "a" }, { Name: "b", "Column 6": "a note" }, { Name: "c" }]);
  });

  test("into a table only the line with the note is reported", async () => {
    const made = await aTable({ fields: [{ type: "singleLineText", name: "Name" }], records: [] });
    const { result, records } = await ended(
      made,
      await into(made.tableId, made, { text: "Name\na\nb,,note\nc\n" }),
    );
    expect(result).toMatchObject({ records: 2, badLines: 1, issues: [{ line: 3 }] });
    expect(records).toEqual([{ Name: "a" }, { Name: "c" }]);
  });
});
