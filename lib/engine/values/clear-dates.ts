/* Decides how dates are copied, so that every field into which they are pasted reads the day and time of day that are shown. */

import { formatDate } from "#lib/engine/values/format-date";
import { guessDate } from "./date-parsing.ts";
import { expandForms } from "./date-tokens.ts";
import type { DateFormatting } from "./dates.ts";

const known = new Map<string, DateFormatting>();

/**
 * The formatting itself, if every field reads its texts as the same dates. Otherwise one that writes the day as 2024-04-03: another field
 * may read 3/4/2024 or a year of two digits as another day, and cannot read months and weeks without a day.
 */
export function clearFormatting(formatting: DateFormatting): DateFormatting {
  const { date, time, timeZone } = formatting;
  const key = `${time} ${date}`;
  const found = known.get(key);
  if (found) return { ...found, timeZone };
  const clear = findClear({ ...formatting, timeZone: "UTC" });
  if (known.size >= 1000) known.clear(); // users write the patterns, so their number has no limit
  known.set(key, clear);
  return { ...clear, timeZone };
}

const plain: DateFormatting = { date: "YYYY-MM-DD", time: "None", timeZone: "UTC" };

/** A date in the afternoon whose day could be a month, and whose year two digits do not determine. */
const sample = "1968-03-04T15:46:37.000Z";

function findClear(formatting: DateFormatting): DateFormatting {
  const iso = { ...formatting, ...isoPattern(formatting) };
  const [own, other] = [formatting, iso].map((each) => guessDate(formatDate(sample, each), plain, sample));
  return typeof own === "string" && own === other ? formatting : iso;
}

/** Day and time of day as in ISO 8601, with as much of the time as the pattern has. */
function isoPattern({ date, time }: DateFormatting): Pick<DateFormatting, "date" | "time"> {
  const shown = expandForms(date).replace(/\[[^\]]*]/g, "");
  if (/[sSXx]/.test(shown)) return { date: "YYYY-MM-DD HH:mm:ss", time: "None" };
  if (/[Hhkm]/.test(shown)) return { date: "YYYY-MM-DD HH:mm", time: "None" };
  return { date: "YYYY-MM-DD", time };
}
