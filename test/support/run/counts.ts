/* Counts passed, failed and skipped tests, with the reasons of the skipped ones. */
import type { TestModule } from "vitest/node";

export interface Counts {
  passed: number;
  failed: number;
  skipped: number;
  /** The number of skipped tests by reason. */
  reasons: Record<string, number>;
  /** Cases of tests that try only a sample: see sample.ts. */
  sample: { asked: number; of: number };
  /** Tests that passed only when they were tried again, as the pipeline does (tries.ts): their names, and why they failed at first. */
  secondTry: string[];
}

export function countsOf(modules: ReadonlyArray<TestModule>): Counts {
  const counts: Counts = {
    passed: 0,
    failed: 0,
    skipped: 0,
    reasons: {},
    sample: { asked: 0, of: 0 },
    secondTry: [],
  };
  for (const module of modules) {
    // a file that cannot be loaded has no tests, so its errors count
    counts.failed += module.errors().length;
    for (const test of module.children.allTests()) {
      const result = test.result();
      counts[result.state === "pending" ? "failed" : result.state]++;
      const { asked = 0, of = 0 } = test.meta().sample ?? {};
      counts.sample.asked += asked;
      counts.sample.of += of;
      if (test.diagnostic()?.flaky)
        counts.secondTry.push(
          `${module.relativeModuleId}: ${test.fullName}: ${result.errors?.[0]?.message ?? "no error was kept"}`,
        );
      if (result.state !== "skipped" || !result.note) continue;
      counts.reasons[result.note] = (counts.reasons[result.note] ?? 0) + 1;
    }
  }
  return counts;
}

export const reasonLines = ({ reasons, sample, secondTry }: Counts) => [
  ...secondTry.map((name) => `  passed only when it was tried again, mend it: ${name}`),
  ...Object.entries(reasons).map(([reason, count]) => `  ${count} skipped: ${reason}`),
  ...(sample.of > 0
    ? [
        `  ${sample.asked} of ${sample.of} hostile bodies and queries were sent: a sample, as each is a call over HTTP`,
      ]
    : []),
];
