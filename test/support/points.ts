/*
 * Accidents at the n-th request to the store: for which n. `npm test` tries a sample of them, another each time; `npm run test:faults` all.
 */
export interface Sample {
  first: number;
  every: number;
}

const isWhole = process.env["GRIDLESS_FAULT_POINTS"] === "all";

export const aSample = (every = 5): Sample =>
  isWhole ? { first: 0, every: 1 } : { first: Math.floor(Math.random() * every), every };

/** How many of so many requests are tried. */
export const sizeOf = ({ first, every }: Sample, requests: number) =>
  Math.max(0, Math.ceil((requests - first) / every));

/** As it is printed: whoever reads it knows what was tried and what was not. */
export const told = (sample: Sample, requests: number) =>
  `${sizeOf(sample, requests)} of ${requests} points tried${sample.every > 1 ? ` (every ${sample.every}th, from ${sample.first} on)` : ""}`;
