/* How fields show dates. */

import * as z from "zod";
import { msPerDay } from "#lib/schemas/basics/time-units";
import { beginOf, isTimeZone, offsetAt } from "./time-zones.ts";

export const TimeZone = z
  .string()
  .refine(isTimeZone, "must be UTC or the name of a time zone, for example Europe/Berlin")
  .meta({ example: "Europe/Berlin" });

export const DateFormatting = z.lazy(() =>
  z.strictObject({
    date: z.string().min(1).max(100).meta({ example: "YYYY-MM-DD" }),
    time: z.enum(["HH:mm", "hh:mm A", "None"]),
    timeZone: TimeZone,
  }),
);
export type DateFormatting = z.infer<typeof DateFormatting>;

export const initialDateFormatting = (): DateFormatting => ({
  date: "YYYY-MM-DD",
  time: "None",
  timeZone: "UTC",
});

/** The instant (ISO 8601 UTC) when the day of a stored date begins in the zone. */
export function beginOfDay(cell: string, timeZone: string): string {
  const instant = Date.parse(cell);
  const day = Math.floor((instant + offsetAt(timeZone, instant)) / msPerDay);
  return new Date(beginOf(day, timeZone)).toISOString();
}
