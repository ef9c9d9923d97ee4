/* Results of the benchmark. */

export interface Measured {
  line: string;
  /** Whether the budget holds; undefined for a figure without a budget. */
  holds?: boolean;
}

/** NaN for an empty list. */
export const median = (numbers: number[]): number => {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
};

export const ms = (milliseconds: number) => `${milliseconds.toFixed(1)} ms`;

/** How long the work takes, in milliseconds. */
export async function time(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}
