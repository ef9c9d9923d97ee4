/* Writes dates as fields show them. It knows no schema, so the grid in the browser uses it too. */

import dayjs from "dayjs";
import utc from "dayjs/plugin/utc.js";
import { msPerMinute } from "#lib/schemas/basics/time-units";
import { writeOtherTokens } from "./date-tokens.ts";
import type { DateFormatting } from "./dates.ts";
import { offsetAt } from "./time-zones.ts";

dayjs.extend(utc);

/** Whether a field shows the time of day of its dates. */
export const showsTime = ({ date, time }: DateFormatting): boolean =>
  time !== "None" || /[Hhms]|SSS/.test(date.replace(/\[[^\]]+]/g, ""));

/**
 * A stored date as ISO 8601 in the zone of its field: the day (`2026-12-31`) if the field shows no time, otherwise with the offset of the
 * zone (`2026-12-31T10:30:00.000+01:00`). Before 1973 a zone may be ahead by seconds, which no offset can say: then it is in UTC.
 */
export function localDate(cell: string, formatting: DateFormatting): string {
  const instant = Date.parse(cell);
  const offset = offsetAt(formatting.timeZone, instant);
  const wall = new Date(instant + offset).toISOString();
  if (!showsTime(formatting)) return wall.slice(0, wall.indexOf("T"));
  return offset % msPerMinute === 0 ? `${wall.slice(0, -1)}${offsetText(offset, ":")}` : cell;
}

/**
 * A stored date in the form that its field shows. dayjs only applies the pattern: it gets the local time of the zone as if it were UTC, and
 * some tokens are replaced before (date-tokens.ts).
 */
export function formatDate(cell: string, { date, time, timeZone }: DateFormatting): string {
  const instant = Date.parse(cell);
  const offset = offsetAt(timeZone, instant);
  const pattern = time === "None" ? date : `${date} ${time}`;
  const simple = writeOtherTokens(pattern, { instant, shown: new Date(instant + offset) });
  const withOffset = simple.replace(/\[[^\]]+]|ZZ?/g, (token) =>
    token.startsWith("Z") ? `[${offsetText(offset, token === "Z" ? ":" : "")}]` : token,
  );
  return dayjs.utc(instant + offset).format(withOffset);
}

function offsetText(offset: number, colon: string): string {
  const minutes = Math.round(Math.abs(offset) / msPerMinute);
  const [hour, minute] = [Math.floor(minutes / 60), minutes % 60].map((n) => String(n).padStart(2, "0"));
  return `${offset < 0 ? "-" : "+"}${hour}${colon}${minute}`;
}
