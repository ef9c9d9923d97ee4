/* What runs during a piece of work: V8's precise coverage, which is exact and repeatable. */
import type { Profiler } from "node:inspector";
import { Session } from "node:inspector/promises";

/**
 * The result runs a piece of work and gives the coverage of all scripts: of functions, or of their parts if `detailed`. Must be called before the
 * code to count is imported: V8 counts what it compiles from then on.
 */
export async function startCoverage(
  detailed: boolean,
): Promise<(work: () => unknown) => Promise<Profiler.ScriptCoverage[]>> {
  const session = new Session();
  session.connect();
  await session.post("Profiler.enable");
  await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed });
  return async (work) => {
    await session.post("Profiler.takePreciseCoverage");
    await work();
    return (await session.post("Profiler.takePreciseCoverage")).result;
  };
}
