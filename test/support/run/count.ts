/* The last lines of a test run: what was skipped and why, how many passed, failed, were skipped. */
import type { Reporter, TestModule } from "vitest/node";
import { countsOf, reasonLines } from "./counts.ts";

export default class Count implements Reporter {
  onTestRunEnd(modules: ReadonlyArray<TestModule>, errors: ReadonlyArray<unknown>) {
    const counts = countsOf(modules);
    const skipped = counts.skipped > 0 ? `, ${counts.skipped} skipped` : "";
    for (const line of reasonLines(counts)) console.log(line);
    console.log(`${counts.passed} passed, ${counts.failed + errors.length} failed${skipped}`);
  }
}
