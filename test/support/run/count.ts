/* Prints the last lines of a test run: reasons of skipped tests, and the numbers of passed, failed and skipped tests. */
import type { Reporter, TestModule } from "vitest/node";
import { seedOfRun } from "./chance.ts";
import { countsOf, reasonLines } from "./counts.ts";
import { slowFilesLine } from "./slow-files.ts";

export default class Count implements Reporter {
  onTestRunEnd(modules: ReadonlyArray<TestModule>, errors: ReadonlyArray<unknown>) {
    const counts = countsOf(modules);
    const skipped = counts.skipped > 0 ? `, ${counts.skipped} skipped` : "";
    for (const line of [...reasonLines(counts), ...slowFilesLine()]) console.log(line);
    console.log(
      `  ${process.env["CI"] ? "CI=1 " : ""}GRIDLESS_SEED=${seedOfRun()} npm test -- <file> repeats the random choices of this run`,
    );
    console.log(`${counts.passed} passed, ${counts.failed + errors.length} failed${skipped}`);
  }
}
