/* When what was refused while writes are stopped may be tried again. Apart from the switch, which every call that writes loads. */
import { msPerMinute, msPerSecond } from "#lib/schemas/basics/time-units";
import type { WriteStop } from "./write-stop.ts";

/** Milliseconds after which a call or a job may try again: at most five minutes. */
export function msUntilRetry({ until }: WriteStop): number {
  const most = 5 * msPerMinute;
  return until === undefined ? most : Math.max(msPerSecond, Math.min(most, Date.parse(until) - Date.now()));
}
