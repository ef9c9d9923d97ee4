/*
 * A part of the endpoints' tests, for runs that have no time for all of them: every fourth file of the sorted list, for example, so that
 * each part has some of every area.
 */
import { UsageError } from "#lib/local/process/start-error";

export interface Part {
  /** From 1 to `of`. */
  number: number;
  of: number;
}

/** Reads `1/4`. Throws UsageError for anything else. */
export function readPart(text: string): Part {
  const [, number = 0, of = 0] = (/^([1-9]\d?)\/([1-9]\d?)$/.exec(text) ?? []).map(Number);
  if (number > 0 && number <= of) return { number, of };
  throw new UsageError(
    `--part must be a part and how many there are, for example 1/4 to 4/4, not ${JSON.stringify(text)}`,
  );
}

export const filesOfPart = (files: readonly string[], { number, of }: Part) =>
  files.toSorted().filter((_, i) => i % of === number - 1);

/** The last line of a run that tested only a part. */
export function describePart(part: string): string {
  const { number, of } = readPart(part);
  const others = Array.from({ length: of }, (_, i) => i + 1).filter((each) => each !== number);
  if (others.length === 0) return "part 1/1 of the endpoints' tests: all of them";
  const names = others.map((each) => `${each}/${of}`).join(", ");
  return `only part ${part} of the endpoints' tests ran, and all of test/deployed; not run: ${names}`;
}
