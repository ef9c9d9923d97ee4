/* Guesses the delimiter of a CSV file. */
import { type Delimiter, delimiters } from "#lib/schemas/tables/csv";
import { linesOf } from "./lines.ts";

const bytesLooked = 64 * 1024;
const linesLooked = 100;

/** The delimiter that splits most of the first lines into the same number of cells; among equals, the one with the most cells. */
export function guessDelimiter(bytes: Buffer, isWhole: boolean): Delimiter {
  const some = bytes.subarray(0, bytesLooked);
  const isLast = isWhole && some.length === bytes.length;
  const found = delimiters.map((delimiter) => {
    const { lines } = linesOf({ bytes: some, delimiter, line: 1, isLast });
    const counts = lines.slice(0, linesLooked).map(({ cells }) => cells.length);
    const [cells = 0, even = []] =
      [...Map.groupBy(counts, (count) => count)].toSorted(
        ([, one], [, other]) => other.length - one.length,
      )[0] ?? [];
    return { delimiter, cells, share: cells > 1 ? even.length / counts.length : 0 };
  });
  const [best] = found.toSorted((one, other) => other.share - one.share || other.cells - one.cells);
  return best && best.share > 0 ? best.delimiter : ",";
}
