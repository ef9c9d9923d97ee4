/* The results of a run: times of each kind of request, retries, and failures. */
import { say } from "#lib/local/process/terminal";

/** The number of failures that are printed. */
const mostTold = 10;

export function newTally() {
  const milliseconds = new Map<string, number[]>();
  const counts = new Map<string, number>();
  const failures: string[] = [];
  let passed = 0;
  let answered = 0;

  return {
    /** Records the milliseconds of a request that got a response. */
    took(operation: string, time: number): void {
      const times = milliseconds.get(operation) ?? [];
      milliseconds.set(operation, times);
      times.push(time);
      answered++;
    },
    /** How many requests got a response. */
    answered: () => answered,
    /** Counts something that is allowed but worth knowing. */
    count(what: string): void {
      counts.set(what, (counts.get(what) ?? 0) + 1);
    },
    /** Records a check; failures are printed at the end. */
    holds(isSo: boolean, otherwise: () => string): boolean {
      if (isSo) passed++;
      else failures.push(otherwise());
      return isSo;
    },
    pass(): void {
      passed++;
    },
    fail(what: string): void {
      failures.push(what);
    },
    hasFailed: () => failures.length > 0,
    failures: (): readonly string[] => failures,
    /** Prints the results; true if nothing failed. */
    tell(): boolean {
      say(
        `\n${"request".padEnd(26)}${["count", "p50 ms", "p99 ms"].map((text) => text.padStart(9)).join("")}`,
      );
      for (const [operation, times] of [...milliseconds].sort(([a], [b]) => (a < b ? -1 : 1)))
        say(operation.padEnd(26) + [times.length, at(times, 0.5), at(times, 0.99)].map(column).join(""));
      say("");
      for (const [what, count] of [...counts].sort()) say(`${String(count).padStart(6)}  ${what}`);
      for (const failure of failures.slice(0, mostTold)) say(`FAILED  ${failure}`);
      if (failures.length > mostTold) say(`        and ${failures.length - mostTold} more`);
      say(`${passed} passed, ${failures.length} failed`);
      return failures.length === 0;
    },
  };
}

export type Tally = ReturnType<typeof newTally>;

const column = (number: number) => String(Math.round(number)).padStart(9);

/** The quantile of the numbers, for example `share` 0.5 for the median; NaN for an empty list. */
export const at = (numbers: number[], share: number): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length * share)] ?? Number.NaN;
