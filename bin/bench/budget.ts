/* A line of the benchmark: what was measured, and whether its budget holds. */
export interface Measured {
  line: string;
  /** Undefined: a figure without a budget. */
  holds?: boolean;
}

export const median = (numbers: number[]): number => {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
};

export const ms = (milliseconds: number) => `${milliseconds.toFixed(1)} ms`;
