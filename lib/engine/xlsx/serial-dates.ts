/*
 * Dates of a workbook: days since the end of 1899, or since 1904, with the time of day as a fraction, without a time zone. In 1900 mode,
 * day 60 is 29 February 1900, which did not exist; so the numbers of earlier days are one lower than they should be.
 */
import { msPerDay, msPerHour } from "#lib/schemas/basics/time-units";

const startOf1900 = Date.UTC(1899, 11, 30);
const startOf1904 = Date.UTC(1904, 0, 1);
const leapDay = 60;
/** 31 December 9999. */
const lastDay = 2_958_465;

/** The day in 1900 mode of a local time, which is given as ms in UTC. Undefined before 1 March 1900, where programs differ, and after 9999. */
export function serialOf(wall: number): number | undefined {
  const serial = (wall - startOf1900) / msPerDay;
  return serial > leapDay && serial < lastDay + 1 ? serial : undefined;
}

/**
 * The text of a day: `2026-02-03`, or with a time of day `2026-02-03 04:05:06.789`. A duration, or a time without a day, is `36:05:06`.
 * Undefined for numbers that are no dates.
 */
export function serialText(
  serial: number,
  kind: "date" | "time" | "duration",
  is1904: boolean,
): string | undefined {
  if (!(serial >= 0)) return undefined;
  const ms = Math.round(serial * msPerDay);
  if (kind === "duration" || (ms < msPerDay && (kind === "time" || !is1904))) return clockText(ms);
  const isBeforeLeapDay = !is1904 && ms < leapDay * msPerDay;
  const wall = (is1904 ? startOf1904 : startOf1900) + ms + (isBeforeLeapDay ? msPerDay : 0);
  if (wall >= Date.UTC(10_000, 0, 1)) return undefined;
  const [day, clock = ""] = new Date(wall).toISOString().slice(0, -1).split("T");
  return clock === "00:00:00.000" ? day : `${day} ${clock.replace(/\.000$/, "")}`;
}

/** Hours, minutes and seconds, and the fraction of the second. */
function clockText(ms: number): string {
  const hours = String(Math.floor(ms / msPerHour)).padStart(2, "0");
  return `${hours}${new Date(ms % msPerHour)
    .toISOString()
    .slice(13, -1)
    .replace(/\.000$/, "")}`;
}
