/*
 * Clocks of the world, by Intl, one formatter a zone. dayjs's timezone plugin makes a formatter for each date, and parses
 * through the time zone of the process.
 */

/** What a calendar and a clock on the wall show. */
export interface WallTime {
  year: number;
  month: number;
  day: number;
  hour: number;
  minute: number;
  second: number;
  millisecond: number;
}

const dayLength = 86_400_000;
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known) return known;
  const made = new Intl.DateTimeFormat("en-US", {
    timeZone: zone,
    timeZoneName: "longOffset",
    year: "numeric",
  });
  if (formats.size >= 1000) formats.clear(); // case does not count in a name, so there is no end of them
  formats.set(zone, made);
  return made;
}

/** Whether this is the name of a zone. Plain offsets, which Intl takes too, are none: they know no summer. */
export function isTimeZone(name: string): boolean {
  try {
    return /^[A-Za-z]/.test(name) && formatOf(name) !== undefined;
  } catch {
    return false;
  }
}

/** How many milliseconds the zone's clocks are ahead of UTC at an instant. */
export function offsetAt(zone: string, instant: number): number {
  if (zone === "UTC") return 0;
  const match = /GMT([+-])(\d\d):(\d\d)(?::(\d\d))?$/.exec(formatOf(zone).format(instant));
  if (!match) return 0;
  const [, sign, hours, minutes, seconds = 0] = match;
  const size = (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000;
  return sign === "-" ? -size : size;
}

/** The instant at which UTC's clocks show this; undefined if no clock ever does (Feb 30, 25:00). */
export function utcInstant(wall: WallTime): number | undefined {
  const date = new Date(0);
  date.setUTCFullYear(wall.year, wall.month - 1, wall.day); // Date.UTC takes the year 98 for 1998
  if (date.getUTCMonth() !== wall.month - 1 || date.getUTCDate() !== wall.day) return undefined;
  if (wall.hour > 23 || wall.minute > 59 || wall.second > 59) return undefined;
  return date.setUTCHours(wall.hour, wall.minute, wall.second, wall.millisecond);
}

/**
 * The instant at which the zone's clocks show this. When clocks change:
 *
 *   put forward   the time they skip is as much later (02:30 → 03:30)      ──┐  before = offset a day earlier
 *   put back      of the two instants they show the same, the first        ──┘  holds in both
 */
export function zonedInstant(wall: WallTime, zone: string): number | undefined {
  const shown = utcInstant(wall);
  if (shown === undefined) return undefined;
  const before = offsetAt(zone, shown - dayLength);
  if (offsetAt(zone, shown - before) === before) return shown - before;
  const after = offsetAt(zone, shown + dayLength);
  return offsetAt(zone, shown - after) === after ? shown - after : shown - before;
}
