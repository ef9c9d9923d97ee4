/* The header Retry-After (RFC 9110, 10.2.3): seconds, or a date in one of the three formats of HTTP. */
import { msPerSecond } from "#lib/schemas/basics/time-units";

const seconds = /^\d+$/;
/** `Fri, 27 Nov 2026 08:49:37 GMT`, `Friday, 27-Nov-26 08:49:37 GMT`, `Fri Nov 27 08:49:37 2026`: dates of HTTP are in UTC. */
const date = /^(mon|tue|wed|thu|fri|sat|sun)[a-z]*,? .*\d\d:\d\d:\d\d( gmt$| \d{4}$)/i;

/** Seconds from `now` (milliseconds), 0 for a time that has passed; undefined if there is no header or it has no meaning. */
export function readRetryAfter(header: string | undefined, now: number): number | undefined {
  const text = header?.trim() ?? "";
  if (seconds.test(text)) return Number(text);
  if (!date.test(text)) return undefined;
  const time = Date.parse(/gmt$/i.test(text) ? text : `${text} GMT`);
  return Number.isNaN(time) ? undefined : Math.max(0, Math.ceil((time - now) / msPerSecond));
}
