/* Files that are no workbooks, or that want to take more than they should: each is a 400 that says what is wrong, quickly. */
import { deflateRawSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { limits } from "#lib/schemas/basics/limits";
import { aFile } from "#test/support/makers/files";
import { aTable } from "#test/support/makers/makers";
import { isWhole } from "#test/support/run/sample";
import { aWorkbook, rowsOf, type WrittenWorkbook, xmlHead } from "#test/support/workbooks";
import { zipped } from "#test/support/zips";
import { aPlace, ended, into, intoNew, preview } from "./support.ts";

const one = (xml: string, more: Partial<WrittenWorkbook> = {}) => ({ sheets: [{ name: "S", xml }], ...more });
const head = rowsOf([["Name"]]);
const nameless = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";

/** What is refused when the first rows are read. */
const refusedAtOnce: [string, () => Promise<Buffer>, string][] = [
  [
    "a zip file of something else",
    () => zipped([["word/document.xml", Buffer.from("<a/>")]]),
    "without a workbook",
  ],
  ["an empty zip file", () => zipped([]), "without a workbook"],
  ["a cut file", async () => (await aWorkbook(one(head))).subarray(0, 500), "its end is missing"],
  ["only the first bytes of a zip file", async () => Buffer.from("PK\x03\x04"), "is not a zip file"],
  [
    "a binary workbook",
    () => aWorkbook(one(head, { parts: { "_rels/.rels": relsTo("xl/workbook.bin") } })),
    ".xlsb",
  ],
  [
    "an .xls file with another name",
    async () =>
      Buffer.concat([Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]), Buffer.alloc(600)]),
    "old spreadsheet (.xls)",
  ],
  [
    "an encrypted workbook",
    async () =>
      Buffer.concat([
        Buffer.from([0xd0, 0xcf, 0x11, 0xe0]),
        Buffer.alloc(600),
        Buffer.from("EncryptedPackage", "utf16le"),
      ]),
    "the file is encrypted; remove its password",
  ],
  ["an encrypted entry", async () => withFlags(await aWorkbook(one(head)), 1), "is encrypted"],
  [
    "a zip bomb by its list of entries",
    () =>
      aWorkbook(one(head, { parts: { "xl/media/image1.png": Buffer.alloc(3000) } })).then((bytes) =>
        withListedSize(bytes, "xl/media/image1.png", 0xffff_fff0),
      ),
    "would unpack to more than",
  ],
  [
    "a sheet that is longer than listed",
    async () => withListedSize(await aWorkbook(one(head)), "xl/worksheets/sheet1.xml", 100),
    "is damaged (too many bytes in the stream. expected 100",
  ],
  [
    "texts that are too large",
    () => aWorkbook(one(head, { strings: " ".repeat(limits.sharedTextBytes) })),
    "xl/sharedStrings.xml: has",
  ],
  [
    "entities",
    () =>
      aWorkbook(
        one(
          `${xmlHead}<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]><worksheet><sheetData><row><c t="str"><v>&b;</v></c></row></sheetData></worksheet>`,
        ),
      ),
    "has a DOCTYPE",
  ],
  [
    "a DOCTYPE without an end",
    () => aWorkbook(one(`${xmlHead}<!DOCTYPE x [${"<!ENTITY a 'b'>".repeat(500_000)}`)),
    "has a tag or a text of more than",
  ],
  [
    "an unknown entity",
    () => aWorkbook(one('<row r="1"><c t="str"><v>&lol;</v></c></row>')),
    "is not valid XML",
  ],
  [
    "an external entity",
    () => aWorkbook(one(`<!DOCTYPE x SYSTEM "file:///etc/passwd"><worksheet/>`)),
    "has a DOCTYPE",
  ],
  [
    "elements without an end",
    () => aWorkbook(one(`<worksheet>${"<a>".repeat(1000)}`)),
    "nested more than 64 times",
  ],
  ["a sheet that is cut", () => aWorkbook(one(`<worksheet><sheetData>${head}`)), "is not valid XML"],
  ["a sheet that is not XML", () => aWorkbook(one("<?xml nonsense")), "is not valid XML"],
  [
    "a sheet that is empty",
    () => aWorkbook(one(head, { parts: { "xl/worksheets/sheet1.xml": "" } })),
    "is empty",
  ],
  [
    "bytes that are no UTF-8",
    () => aWorkbook(one(head, { parts: { "xl/worksheets/sheet1.xml": Buffer.from([0x3c, 0xff, 0xff]) } })),
    "is not UTF-8",
  ],
  [
    "a sheet that is something else",
    () =>
      aWorkbook(
        one("<chartsheet/>".replace("<", "<!--x--><").slice(0), {
          parts: { "xl/worksheets/sheet1.xml": "<chartsheet/>" },
        }),
      ),
    "is not a worksheet",
  ],
  ["no sheets", () => aWorkbook({ sheets: [] }), "has no sheets"],
  [
    "too many sheets",
    () => aWorkbook({ sheets: Array.from({ length: 201 }, (_, i) => ({ name: `S${i}`, xml: head })) }),
    "has 201 sheets, the limit is 200",
  ],
  [
    "a sheet that leads out of the file",
    () =>
      aWorkbook(one(head, { parts: { "xl/_rels/workbook.xml.rels": sheetAt("../../../../etc/passwd") } })),
    "etc/passwd: is missing in the file",
  ],
  [
    "a workbook part of another form",
    () => aWorkbook(one(head, { parts: { "xl/workbook.xml": "<html/>" } })),
    "xl/workbook.xml: is not a workbook",
  ],
  [
    "too many columns",
    () => aWorkbook(one('<row r="1"><c r="SG1"><v>1</v></c></row>')),
    "S!SG1: the limit is 500 columns, up to SF",
  ],
  [
    "a column that no sheet has",
    () => aWorkbook(one('<row r="1"><c r="XFE1"><v>1</v></c></row>')),
    'S!1:1: a cell is named "XFE1"',
  ],
  [
    "a cell of another row",
    () => aWorkbook(one('<row r="1"><c r="A2"><v>1</v></c></row>')),
    'S!1:1: a cell is named "A2"',
  ],
  [
    "two cells of one name",
    () => aWorkbook(one('<row r="1"><c r="B1"><v>1</v></c><c r="B1"><v>1</v></c></row>')),
    "cannot be behind column B",
  ],
  [
    "rows that go back",
    () => aWorkbook(one('<row r="2"><c><v>1</v></c></row><row r="1"><c><v>1</v></c></row>')),
    'S!2:2: row "1" comes after row 2',
  ],
  [
    "more rows than a sheet has",
    () => aWorkbook(one('<row r="1048577"><c><v>1</v></c></row>')),
    "at most 1048576 rows",
  ],
];

/** The relationships of a part. */
function relsTo(target: string, type = "officeDocument"): string {
  const office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
  return `<Relationships xmlns="x"><Relationship Id="rId1" Type="${office}/${type}" Target="${target}"/></Relationships>`;
}
const sheetAt = (target: string) => relsTo(target, "worksheet");

/** The file with other flags of its first entry. */
function withFlags(bytes: Buffer, flags: number): Buffer {
  const list = bytes.indexOf(Buffer.from([0x50, 0x4b, 1, 2]));
  bytes.writeUInt16LE(flags, list + 8);
  return bytes;
}

/** The file whose list says another size of an entry. */
function withListedSize(bytes: Buffer, name: string, size: number): Buffer {
  const list = bytes.lastIndexOf(name) - 46;
  bytes.writeUInt32LE(size, list + 24);
  return bytes;
}

describe("400", () => {
  test.each(refusedAtOnce)("%s", async (_, make, message) => {
    const place = await aPlace();
    const { token } = await aFile(place.owner, { bytes: await make() });
    for (const answer of [await preview(place, { token }), await intoNew(place, { token })]) {
      expect({ status: answer.status, issues: answer.body.data?.issues }).toMatchObject({
        status: 400,
        issues: [{ message: expect.stringContaining(message) }],
      });
    }
  });

  test.each<[string, string, string]>([
    [
      "a row that is too far behind the others",
      `<row r="12"><c r="SG12"><v>1</v></c></row>`,
      "S!SG12: the limit is 500",
    ],
    ["XML that is wrong at its end", "<row", "xl/worksheets/sheet1.xml: is not valid XML"],
  ])("%s, found when all rows are read", async (_, end, message) => {
    const made = await aTable({ fields: [{ type: "longText", name: "Name" }], records: [] });
    const rows = Array.from({ length: 10 }, () => ["x".repeat(99_000)]);
    const bytes = await aWorkbook(one(`${rowsOf([["Name"], ...rows])}${end}`));
    const { token } = await aFile(made.owner, { bytes });
    expect((await preview(made, { token })).status).toBe(200);
    const { status, body } = await into(made.tableId, made, { token });
    expect({ status, issues: body.data?.issues }).toMatchObject({
      status: 400,
      issues: [{ message: expect.stringContaining(message) }],
    });
  });
});

describe("a file that unpacks to much more than it has", () => {
  /** A zip bomb: an entry of zeros or of one long text, so many bytes in a few. */
  const bomb = (text: string, size: number) => ({
    sheets: [
      { name: "S", xml: `<worksheet xmlns="${nameless}"><sheetData>${text.repeat(size / text.length)}` },
    ],
  });

  test.each([
    ["spaces", " "],
    ["empty rows", "<row/>"],
    ["empty cells", "<c/>"],
  ])("400: %s", async (_, text) => {
    const place = await aPlace();
    const bytes = await aWorkbook(bomb(text, 6_000_000));
    expect(bytes.length).toBeLessThan(100_000);
    const { token } = await aFile(place.owner, { bytes });
    expect((await preview(place, { token })).status).toBe(400);
  });

  /** Rows whose cells all hold the same long text, which the file has once. */
  const repeating = (columns: number, rows: number) =>
    aWorkbook(
      one(`${head}${`<row>${'<c t="s"><v>0</v></c>'.repeat(columns)}</row>`.repeat(rows)}`, {
        strings: `<si><t>${"x".repeat(99_000)}</t></si>`,
      }),
    );

  test("201: a row that is too long stays out, by its name", async () => {
    const made = await aTable({ fields: [{ type: "longText", name: "Name" }], records: [] });
    const { token } = await aFile(made.owner, { bytes: await repeating(50, 3) });
    const { result } = await ended(made, await into(made.tableId, made, { token }));
    expect(result).toMatchObject({ records: 0, badLines: 3 });
    const [first] = (result as { issues: object[] }).issues;
    expect(first).toEqual({ line: 2, cell: "S!2:2", message: "has more than 4194304 characters" });
  });

  test.runIf(isWhole)("413: one text in every cell of a sheet", async () => {
    const made = await aTable({ fields: [{ type: "longText", name: "Name" }], records: [] });
    const bytes = await repeating(40, 200);
    expect(bytes.length).toBeLessThan(20_000);
    const { token } = await aFile(made.owner, { bytes });
    const { status, body } = await into(made.tableId, made, { token });
    expect({ status, message: body.message }).toEqual({
      status: 413,
      message: expect.stringMatching(
        /^The sheet "S" is too large: it could not be read further than row \d+/,
      ),
    });
  });
});

test("a deflated entry that is none is a 400", async () => {
  const place = await aPlace();
  const bytes = await aWorkbook(one(head));
  const packed = deflateRawSync(Buffer.from("<?xml"));
  bytes.fill(
    0xff,
    bytes.indexOf("xl/worksheets/sheet1.xml") + 24,
    bytes.indexOf("xl/worksheets/sheet1.xml") + 24 + packed.length,
  );
  const { token } = await aFile(place.owner, { bytes });
  expect((await preview(place, { token })).status).toBe(400);
});
