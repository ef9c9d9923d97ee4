/*
 * Counts how often the parts of our code and of its libraries run: V8's precise coverage. The number is exact and repeatable, where a time
 * is neither. What V8 itself does (regular expressions, sort, JSON.parse) is not counted: times of these are lines of `npm run bench -- hostile`.
 */
import { Session } from "node:inspector/promises";

/** Must be called before the code to count is imported: V8 counts the parts of functions that it compiles from then on. */
export async function startCounting(): Promise<(work: () => unknown) => Promise<number>> {
  const session = new Session();
  session.connect();
  await session.post("Profiler.enable");
  await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: true });
  return async (work) => {
    await session.post("Profiler.takePreciseCoverage");
    await work();
    const { result } = await session.post("Profiler.takePreciseCoverage");
    const ranges = result.flatMap(({ functions }) => functions.flatMap(({ ranges }) => ranges));
    return ranges.reduce((sum, { count }) => sum + count, 0);
  };
}
