/*
 * Chooses the requests to the store at which faults are injected. `npm test` tries a random sample; `npm run test:faults` tries all.
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

/** The line that is printed, so that the reader knows which points were tried. */
export const told = (sample: Sample, requests: number) =>
  `${pointsIn(sample, requests).length} of ${requests} points tried${sample.every > 1 ? ` (every ${sample.every}th, from ${sample.first} on)` : ""}`;

/** The points to try for work that makes this number of requests; prints them. */
export function pointsOf(name: string, requests: number): number[] {
  const sample = aSample();
  console.log(`${name}: ${told(sample, requests)}`);
  return pointsIn(sample, requests);
}
