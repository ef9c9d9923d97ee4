/*
 * Chooses the requests to the store at which faults are injected. `npm test` tries a random sample, .ci/run one that is twice as large;
 * `npm run test:faults` tries all.
 */
import { chance } from "#test/support/run/chance";
import { isWhole } from "./sample.ts";

export interface Sample {
  first: number;
  every: number;
}

export const areAllTried = process.env["GRIDLESS_FAULT_POINTS"] === "all";

/** One of `most` requests, or one of twice as many where not everything is tested. */
export function aSample(most = 5): Sample {
  if (areAllTried) return { first: 0, every: 1 };
  // among the first ones, so that short work has a fault too
  return { first: Math.floor(chance() * most), every: isWhole ? most : 2 * most };
}

const pointsIn = ({ first, every }: Sample, requests: number) =>
  Array.from({ length: Math.max(0, Math.ceil((requests - first) / every)) }, (_, i) => first + i * every);

/** The line that is printed, so that the reader knows which points were tried. */
export const told = (sample: Sample, requests: number) =>
  `${pointsIn(sample, requests).length} of ${requests} points tried${sample.every > 1 ? ` (one in ${sample.every}, from ${sample.first} on)` : ""}`;

/** The points to try for work that makes this number of requests; prints them. `most` is that of `aSample`. */
export function pointsOf(name: string, requests: number, most?: number): number[] {
  const sample = aSample(most);
  console.log(`${name}: ${told(sample, requests)}`);
  return pointsIn(sample, requests);
}
