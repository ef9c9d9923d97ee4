/*
 * Tests that shorten GRIDLESS_SETTLE_SECONDS promise that no call runs so long. On a machine that is busy one may: then a run that fails says
 * nothing of the product.
 */

/** A job may begin a second before it is due (lib/data/jobs/run-job.ts). */
const secondsBefore = 1;
const mostRuns = 3;

/** Measures a call. */
export type Timed = <Result>(act: () => Promise<Result>) => Promise<Result>;

/** Runs it again, three times at most, if it failed and one of its calls took longer than these seconds allow. */
export async function repeatIfSlow(settled: number, run: (timed: Timed) => Promise<void>): Promise<void> {
  for (let left = mostRuns - 1; ; left--) {
    let longest = 0;
    const timed: Timed = async (act) => {
      const begun = performance.now();
      try {
        return await act();
      } finally {
        longest = Math.max(longest, performance.now() - begun);
      }
    };
    try {
      return await run(timed);
    } catch (error) {
      if (left === 0 || longest < (settled - secondsBefore) * 1000) throw error;
      console.log(`a call took ${Math.round(longest)} ms: the run is repeated`);
    }
  }
}
