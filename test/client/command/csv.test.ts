/* The CSV of the command is that of others: files are written and read like by csv-stringify and csv-parse. */
import { parse } from "csv-parse/sync";
import { stringify } from "csv-stringify/sync";
import fc from "fast-check";
import { expect, test } from "vitest";
import { csvLine, csvLines } from "#lib/client/command/shared/csv";
import { nearestName } from "#lib/client/command/shared/nearest";

const cell = fc.string({
  unit: fc.constantFrom("a", "B", ",", ";", '"', "\n", "\r\n", " ", "é", "𝄞", "\t"),
  maxLength: 8,
});
const rows = fc
  .integer({ min: 1, max: 4 })
  .chain((columns) =>
    fc.array(fc.array(cell, { minLength: columns, maxLength: columns }), { minLength: 1, maxLength: 6 }),
  );

/** The text in pieces of so many characters. */
async function read(text: string, size: number): Promise<string[][]> {
  const pieces = Array.from({ length: Math.ceil(text.length / size) }, (_, i) =>
    text.slice(i * size, (i + 1) * size),
  );
  const lines: string[][] = [];
  for await (const { cells } of csvLines(each(pieces), "rows.csv")) lines.push(cells);
  return lines;
}
async function* each(pieces: string[]): AsyncGenerator<string> {
  yield* pieces;
}

test("what is written is read, in pieces of any size, and by csv-parse", async () => {
  await fc.assert(
    fc.asyncProperty(rows, fc.integer({ min: 1, max: 40 }), async (cells, size) => {
      // the first line decides on the delimiter
      const named = [cells[0]?.map((_, i) => `c${i}`) ?? [], ...cells];
      const text = named.map(csvLine).join("");
      expect(await read(text, size)).toEqual(named);
      expect(parse(text, { record_delimiter: "\r\n" })).toEqual(named);
    }),
  );
});

test.each([",", ";", "\t", "|"])("what csv-stringify writes with %j is read", async (delimiter) => {
  await fc.assert(
    fc.asyncProperty(rows, fc.integer({ min: 1, max: 40 }), async (cells, size) => {
      const named = [
        ["one", "two", "three", "four"].slice(0, Math.max(2, cells[0]?.length ?? 2)),
        ...cells.map((row) => (row.length > 1 ? row : [...row, "x"])),
      ];
      const text = stringify(named, { delimiter, quoted_match: /[\r\n]/ });
      expect(await read(text, size)).toEqual(named);
    }),
  );
});

test("lines count as an editor counts them; empty ones are left out", async () => {
  const found: [number, string[]][] = [];
  const text = 'a,b\r\n\r\n"x\ny",1\r\n\n2,3';
  for await (const { line, cells } of csvLines(each([text]), "rows.csv")) found.push([line, cells]);
  expect(found).toEqual([
    [1, ["a", "b"]],
    [3, ["x\ny", "1"]],
    [6, ["2", "3"]],
  ]);
});

test("a name that is nearly typed is found; one that is far is not", () => {
  const names = ["Tasks", "People", "Projects"];
  expect(["taks", "TASKS", "Peolpe", "Proj", "Pepole"].map((each) => nearestName(each, names))).toEqual([
    ...["Tasks", "Tasks", "People", "Projects", "People"],
  ]);
  expect(["", "P", "xyz", "Invoices"].map((each) => nearestName(each, names))).toEqual(
    Array(4).fill(undefined),
  );
});
