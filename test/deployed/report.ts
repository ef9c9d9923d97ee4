/* What a run against the deployed stack came to, as the file that bin/test-deployed.ts reads. */
import { writeFileSync } from "node:fs";
import type { Reporter, TestModule } from "vitest/node";
import { type Counts, countsOf } from "#test/support/run/counts";

export interface DeployedReport {
  all: Counts;
  /** Those that also run in process. */
  endpoints: Counts;
}

export default class Report implements Reporter {
  onTestRunEnd(modules: ReadonlyArray<TestModule>, errors: ReadonlyArray<unknown>) {
    const all = countsOf(modules);
    all.failed += errors.length;
    const endpoints = countsOf(modules.filter(({ moduleId }) => !moduleId.includes("/test/deployed/")));
    const report: DeployedReport = { all, endpoints };
    writeFileSync(process.env["GRIDLESS_TEST_REPORT"] ?? "report.json", JSON.stringify(report));
  }
}
