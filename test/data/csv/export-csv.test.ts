import fc from "fast-check";
import { expect, test } from "vitest";
import { writeCsv } from "#lib/data/csv/export-csv";
import { linesOf } from "#lib/engine/csv/lines";
import type { Field } from "#lib/engine/fields/field";
import { type Delimiter, delimiters, ExportQuery } from "#lib/schemas/tables/csv";
import { isWhole } from "#test/support/run/sample";

const fields = ["a", "b", "c"].map((name) => ({ name }) as Field);

async function written(rows: string[][], delimiter: Delimiter): Promise<string[][]> {
  async function* pages() {
    yield { fields, rows: [] };
    yield { fields, rows };
  }
  const pieces: Buffer[] = [];
  for await (const piece of writeCsv(pages(), ExportQuery.parse({ delimiter }))) pieces.push(piece);
  const { lines } = linesOf({ bytes: Buffer.concat(pieces), delimiter, line: 1, isLast: true });
  return lines.slice(1).map(({ cells }) => cells);
}

test("any text in any cell is read again, with each delimiter", async () => {
  const awkward = fc.constantFrom("\r\n", "\r", "\n", '"', "'", ",", ";", "\t", "|", "\ufeff", " ");
  const text = fc
    .array(fc.oneof(awkward, fc.string({ unit: "binary", maxLength: 5 })), { maxLength: 5 })
    .map((parts) => parts.join(""));
  const rows = fc.array(fc.tuple(text, text, text), { minLength: 1, maxLength: 10 });
  await fc.assert(
    fc.asyncProperty(rows, fc.constantFrom(...delimiters), async (cells, delimiter) => {
      expect(await written(cells, delimiter)).toEqual(cells);
    }),
    { numRuns: isWhole ? 500 : 100, endOnFailure: true },
  );
});
