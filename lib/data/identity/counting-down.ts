/* Times in sort keys that count down, so that a Query gives the newest first. */
import { randomText } from "#lib/schemas/basics/ids";

const latest = 9_999_999_999_999;

/** A text that is smaller for later times. */
export const countingDown = (time: string): string => String(latest - Date.parse(time)).padStart(13, "0");

/** A new sort key: the time, then a counter within the millisecond, both counting down, then random letters. */
export function newestFirst(now: string): string {
  left = now === latestTime ? (left + mostAtOnce - 1) % mostAtOnce : mostAtOnce - 1;
  latestTime = now;
  return `${countingDown(now)}${String(left).padStart(4, "0")}${randomText(12)}`;
}
/** One process keeps so many keys of the same millisecond in order. */
const mostAtOnce = 10_000;
let latestTime = "";
let left = 0;
