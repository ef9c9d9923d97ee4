/*
 * Counts how often the parts of our code and of its libraries run: V8's precise coverage. The number is exact and repeatable, where a time
 * is neither. What V8 itself does (regular expressions, sort, JSON.parse) is not counted: times of these are lines of `npm run bench -- hostile`.
 */
import { startCoverage } from "#test/support/run/coverage";

/** Must be called before the code to count is imported: V8 counts the parts of functions that it compiles from then on. */
export async function startCounting(): Promise<(work: () => unknown) => Promise<number>> {
  const cover = await startCoverage(true);
  return async (work) => {
    const ranges = (await cover(work)).flatMap(({ functions }) => functions.flatMap(({ ranges }) => ranges));
    return ranges.reduce((sum, { count }) => sum + count, 0);
  };
}
