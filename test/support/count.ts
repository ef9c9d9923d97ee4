/* The last line of a test run: how many passed, failed, were skipped. */
import type { Reporter, TestModule } from "vitest/node";

export default class Count implements Reporter {
  onTestRunEnd(modules: ReadonlyArray<TestModule>, errors: ReadonlyArray<unknown>) {
    const counts = { passed: 0, failed: errors.length, skipped: 0 };
    for (const module of modules) {
      // a file that could not be loaded has no tests that could fail
      counts.failed += module.errors().length;
      for (const test of module.children.allTests()) {
        const { state } = test.result();
        counts[state === "pending" ? "failed" : state]++;
      }
    }
    const skipped = counts.skipped > 0 ? `, ${counts.skipped} skipped` : "";
    console.log(`${counts.passed} passed, ${counts.failed} failed${skipped}`);
  }
}
