/*
 * Accidents at the n-th request to the store: for which n. `npm test` tries a sample of them, another each time; `npm run test:faults` all.
 */
export interface Sample {
  first: number;
  every: number;
}

export const areAllTried = process.env["GRIDLESS_FAULT_POINTS"] === "all";

export const aSample = (every = 5): Sample =>
  areAllTried ? { first: 0, every: 1 } : { first: Math.floor(Math.random() * every), every };

const pointsIn = ({ first, every }: Sample, requests: number) =>
  Array.from({ length: Math.max(0, Math.ceil((requests - first) / every)) }, (_, i) => first + i * every);

/** As it is printed: whoever reads it knows what was tried and what was not. */
export const told = (sample: Sample, requests: number) =>
  `${pointsIn(sample, requests).length} of ${requests} points tried${sample.every > 1 ? ` (every ${sample.every}th, from ${sample.first} on)` : ""}`;

/** Those to try of some work that is known to be so many requests. */
export function pointsOf(name: string, requests: number): number[] {
  const sample = aSample();
  console.log(`${name}: ${told(sample, requests)}`);
  return pointsIn(sample, requests);
}
