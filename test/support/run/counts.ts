/* How many tests passed, failed, were skipped, and why. */
import type { TestModule } from "vitest/node";

export interface Counts {
  passed: number;
  failed: number;
  skipped: number;
  /** Of those that were skipped: how many for which reason. */
  reasons: Record<string, number>;
  /** Of the cases of tests that ask a sample: see sample.ts. */
  sample: { asked: number; of: number };
}

export function countsOf(modules: ReadonlyArray<TestModule>): Counts {
  const counts: Counts = { passed: 0, failed: 0, skipped: 0, reasons: {}, sample: { asked: 0, of: 0 } };
  for (const module of modules) {
    // a file that could not be loaded has no tests that could fail
    counts.failed += module.errors().length;
    for (const test of module.children.allTests()) {
      const result = test.result();
      counts[result.state === "pending" ? "failed" : result.state]++;
      const { asked = 0, of = 0 } = test.meta().sample ?? {};
      counts.sample.asked += asked;
      counts.sample.of += of;
      if (result.state !== "skipped" || !result.note) continue;
      counts.reasons[result.note] = (counts.reasons[result.note] ?? 0) + 1;
    }
  }
  return counts;
}

export const reasonLines = ({ reasons, sample }: Counts) => [
  ...Object.entries(reasons).map(([reason, count]) => `  ${count} skipped: ${reason}`),
  ...(sample.of > 0
    ? [
        `  ${sample.asked} of ${sample.of} hostile bodies and queries were sent: a sample, as each is a call over HTTP`,
      ]
    : []),
];
