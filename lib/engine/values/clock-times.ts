/* Parses a time of day after a date, as ISO 8601 and people write it. */
import { halfOf, millisecondOf, offsetOf, type Said } from "./date-patterns.ts";

const clock = "(?<hour>\\d{1,2}):(?<minute>\\d\\d)(?::(?<second>\\d\\d)(?:[.,](?<fraction>\\d{1,9}))?)?";
const half = "(?:\\s*(?<half>[ap]\\.?m\\.?))?";
const offset = "(?:\\s*(?<offset>(?:UTC|GMT)?[+-]\\d\\d(?::?\\d\\d)?|UTC|GMT|Z))?";
/** The name of the zone, as JavaScript's Date writes it after the offset. */
const end = "(?:\\s*\\([^()]*\\))?$";

const expression = new RegExp(`^${clock}${half}${offset}${end}`, "iu");

/** The time of day at the end of a text, and the text before it; undefined if there is none. */
export function splitClock(text: string): { rest: string; said: Said } | undefined {
  const colon = text.indexOf(":");
  if (colon < 1) return undefined;
  const begin = isDigit(text.charAt(colon - 2)) ? colon - 2 : colon - 1;
  const groups = expression.exec(text.slice(begin))?.groups;
  const rest = groups && dateBefore(text.slice(0, begin));
  if (!groups || rest === undefined) return undefined;
  const { hour, minute, second = 0, fraction = "", half, offset } = groups;
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

const isDigit = (character: string) => /^\d$/.test(character);

/** The text without the separator between a date and a time: `T`, a blank or comma, `at`. */
function dateBefore(text: string): string | undefined {
  if (/t$/i.test(text) && !/\sat$/i.test(text)) return text.slice(0, -1);
  const trimmed = text.trimEnd();
  const rest = trimmed !== text && /[\s,]at$/i.test(trimmed) ? trimmed.slice(0, -2).trimEnd() : trimmed;
  const bare = rest.endsWith(",") ? rest.slice(0, -1) : rest;
  return bare === text ? undefined : bare;
}
