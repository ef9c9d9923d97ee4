/* What happened in a run: how long each kind of request took, which were to be sent again, and what went wrong. */
import { say } from "#lib/local/process/terminal";

/** So many of one kind are told. */
const mostTold = 10;

export function newTally() {
  const milliseconds = new Map<string, number[]>();
  const counts = new Map<string, number>();
  const failures: string[] = [];
  let passed = 0;

  return {
    /** A request that was answered. */
    took(operation: string, time: number): void {
      const times = milliseconds.get(operation) ?? [];
      milliseconds.set(operation, times);
      times.push(time);
    },
    /** Something that is allowed, and to be known of. */
    count(what: string): void {
      counts.set(what, (counts.get(what) ?? 0) + 1);
    },
    /** Whether it is as it must be; what is not is told at the end. */
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
    /** Prints all of it, and gives whether nothing went wrong. */
    tell(): boolean {
      say(
        `\n${"request".padEnd(26)}${["number", "p50 ms", "p99 ms"].map((text) => text.padStart(9)).join("")}`,
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

export const at = (numbers: number[], share: number): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length * share)] ?? Number.NaN;
