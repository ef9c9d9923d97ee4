/*
 * The random numbers of tests. They follow from the seed of the run and from the name of the test file. A run prints its seed:
 *
 *   GRIDLESS_SEED=<seed> npm test -- <file>     makes the same choices again, also those of fast-check; CI=1 before it if the run had that
 */

/** Chooses the seed of the run, unless it is given: once, in the configuration. The workers take it from there. */
export function chooseSeed(): void {
  process.env["GRIDLESS_SEED"] ||= String(Math.floor(Math.random() * 2 ** 31));
  if (!/^\d{1,10}$/.test(process.env["GRIDLESS_SEED"]))
    throw new Error(`GRIDLESS_SEED must be a number from 0 on, not ${process.env["GRIDLESS_SEED"]}`);
}

/** The seed of the run: chosen once, before the workers start. */
export const seedOfRun = (): number => Number(process.env["GRIDLESS_SEED"]);

let state = 0;

/** Starts the random numbers of a test file anew. */
export function startChance(file: string): void {
  state = seedOfRun();
  for (const letter of file) state = (Math.imul(state, 31) + letter.charCodeAt(0)) | 0;
}

/** A random number from 0 up to, but not including, 1, as `Math.random` gives. The generator is mulberry32. */
export function chance(): number {
  state = (state + 0x6d2b79f5) | 0;
  let mixed = Math.imul(state ^ (state >>> 15), state | 1);
  mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
}

/** A random integer from 0 up to, but not including, `below`. */
export const random = (below: number): number => Math.floor(chance() * below);
