/* CSV read in pieces equals what was written, for any content and any end of the pieces. */
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Read } from "#lib/data/csv/csv-file";
import { open, readLines } from "#lib/data/csv/csv-file";
import { decodeText, encodingOf } from "#lib/engine/csv/encoding";
import { linesOf } from "#lib/engine/csv/lines";
import type { Delimiter, Encoding } from "#lib/schemas/tables/csv";

const cell = fc
  .array(fc.constantFrom("a", "ä", "€", "😀", " ", '"', ",", ";", "\t", "|", "\n", "\r\n", "1", "="), {
    maxLength: 6,
  })
  .map((parts) => parts.join(""));
const table = fc
  .integer({ min: 1, max: 4 })
  .chain((width) =>
    fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 8 }),
  );
const delimiter = fc.constantFrom<Delimiter>(",", ";", "\t", "|");
const lineEnd = fc.constantFrom("\n", "\r\n", "\r");

const written = (rows: string[][], delimiter: string, end: string) =>
  rows.map((cells) => cells.map((text) => `"${text.replaceAll('"', '""')}"`).join(delimiter)).join(end);

const bytesIn: Partial<Record<Encoding, (text: string) => Buffer>> = {
  "utf-8": (text) => Buffer.from(text),
  "utf-16le": (text) => Buffer.from(text, "utf16le"),
  "utf-16be": (text) => Buffer.from(text, "utf16le").swap16(),
};

test("the cells of any file are read in order, from the end of any line, in any encoding", async () => {
  const encoding = fc.constantFrom<Encoding>("utf-8", "utf-16le", "utf-16be");
  const file = fc.tuple(table, delimiter, lineEnd, encoding, fc.boolean());
  await fc.assert(
    fc.asyncProperty(file, async ([rows, delimiter, end, encoding, isEnded]) => {
      const text = written(rows, delimiter, end) + (isEnded ? end : "");
      const bytes = bytesIn[encoding]?.(text) ?? Buffer.alloc(0);
      const read: Read = async (count, from) => bytes.subarray(from, from + count);
      const from = async (place: { at: number; line: number }) =>
        (await readLines(read, { encoding, delimiter }, place)).lines;
      const lines = await from({ at: 0, line: 1 });
      expect(lines.map(({ cells }) => cells)).toEqual(rows);
      for (const [i, { end: at, next: line }] of lines.entries())
        expect(await from({ at, line })).toEqual(lines.slice(i + 1));
    }),
    { numRuns: 150 },
  );
});

test("a line that the end of a piece cuts is left for the next piece", () => {
  fc.assert(
    fc.property(table, delimiter, lineEnd, fc.nat(1000), (rows, delimiter, end, cut) => {
      const bytes = Buffer.from(written(rows, delimiter, end));
      const piece = bytes.subarray(0, cut % (bytes.length + 1));
      const first = linesOf({ bytes: piece, delimiter, line: 1, isLast: false });
      const rest = linesOf({ bytes: bytes.subarray(first.end), delimiter, line: first.line, isLast: true });
      expect([...first.lines, ...rest.lines].map(({ cells }) => cells)).toEqual(rows);
      const whole = linesOf({ bytes, delimiter, line: 1, isLast: true });
      expect([...first.lines, ...rest.lines].map(({ line }) => line)).toEqual(
        whole.lines.map(({ line }) => line),
      );
    }),
    { numRuns: 300 },
  );
});

test("an unclosed quote does not swallow the lines up to the next quote", () => {
  const text = 'a,"b\nc,1\n"d,2\ne,"f" g\n"""h\ni""",5" j\n"k\n"l\nm,3\n';
  const { lines } = linesOf({ bytes: Buffer.from(text), delimiter: ",", line: 1, isLast: true });
  const open = "has a quote that is not closed";
  expect(lines.map(({ line, cells, problem }) => [line, problem ?? cells])).toEqual([
    [1, open],
    [2, ["c", "1"]],
    [3, open],
    [4, ["e", '"f" g']],
    [5, ['"h\ni"', '5" j']],
    [7, open],
    [8, open],
    [9, ["m", "3"]],
  ]);
});

test.each([
  ["names and numbers", "a;b\n1,5;2\n3,5;4\n", ";"],
  ["texts with commas", 'a\tb\n"x, y"\tz, w\nq, r, s\tt\n', "\t"],
  ["one column", "a\nb\nc\n", ","],
  ["quotes with line breaks", 'a|b\n"x\n,,,\ny"|1\n"z"|2\n', "|"],
])("the delimiter of %s is found", async (_, text, delimiter) => {
  const bytes = Buffer.from(text);
  const read: Read = async (count, from) => bytes.subarray(from, from + count);
  expect(await open(read, { header: true })).toMatchObject({ format: { delimiter } });
});

test("a multi-byte character that is cut at the end of a piece does not change the encoding", () => {
  const bytes = Buffer.from("Müller 😀");
  for (let end = 1; end <= bytes.length; end++)
    expect(encodingOf(bytes.subarray(0, end), end === bytes.length)).toEqual({ encoding: "utf-8", mark: 0 });
  expect(encodingOf(Buffer.from("M\xfcller", "latin1"), true).encoding).toBe("windows-1252");
  expect(decodeText(Buffer.from([0x80, 0xfc]), "windows-1252").utf8.toString()).toBe("€ü");
});
