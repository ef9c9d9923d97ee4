/* A time of day behind a date, as ISO 8601 and people write it. */
import { halfOf, millisecondOf, offsetOf, type Said } from "./date-patterns.ts";

/** White space is tried from its first character only: from each of them would take quadratic time. */
const begin = "^(?<rest>.*?)(?:T|(?<!\\s)[\\s,]\\s*(?:at\\s+)?)";
const clock = "(?<hour>\\d{1,2}):(?<minute>\\d\\d)(?::(?<second>\\d\\d)(?:[.,](?<fraction>\\d{1,9}))?)?";
const half = "(?:\\s*(?<half>[ap]\\.?m\\.?))?";
const offset = "(?:\\s*(?<offset>(?:UTC|GMT)?[+-]\\d\\d(?::?\\d\\d)?|UTC|GMT|Z))?";
/** The name of the zone, as JavaScript's Date writes it behind the offset. */
const end = "(?:\\s*\\([^()]*\\))?$";

const expression = new RegExp(begin + clock + half + offset + end, "iu");

/** The time of day that text ends with, and what stands before it. */
export function splitClock(text: string): { rest: string; said: Said } | undefined {
  const groups = text.includes(":") ? expression.exec(text)?.groups : undefined;
  if (!groups) return undefined;
  const { rest = "", hour, minute, second = 0, fraction = "", half, offset } = groups;
  const said: Said = {
    hour: Number(hour),
    minute: Number(minute),
    second: Number(second),
    millisecond: millisecondOf(fraction),
    ...(half && { half: halfOf(half) }),
    ...(offset && { offset: offsetOf(offset) }),
  };
  return { rest, said };
}
