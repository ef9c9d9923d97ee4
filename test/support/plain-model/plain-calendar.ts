/* Days and times of the plain model (plain-families.ts). */

const pad = (number: number) => String(number).padStart(2, "0");

const clocks = new Map<string, (instant: string) => Wall>();

/** The date and the time of day in a time zone. */
export function wallOf(instant: string, timeZone: string): Wall {
  const clock = clocks.get(timeZone) ?? clockIn(timeZone);
  clocks.set(timeZone, clock);
  return clock(instant);
}

interface Wall {
  day: string;
  clock: string;
}

function clockIn(timeZone: string) {
  const format = new Intl.DateTimeFormat("en-GB", {
    timeZone,
    hourCycle: "h23",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
  });
  const known = new Map<string, Wall>();
  return (instant: string): Wall => {
    const found = known.get(instant);
    if (found) return found;
    const [date = "", clock = ""] = format.format(new Date(instant)).split(", ");
    const [day, month, year = ""] = date.split("/");
    const wall = { day: `${year.padStart(4, "0")}-${month}-${day}`, clock };
    known.set(instant, wall);
    return wall;
  };
}

/** What of a day a pattern shows, as a text that sorts like it. */
export function shownOf(day: string, pattern: string): string {
  const [year, month] = day.split("-");
  switch (pattern) {
    case "YYYY-MM":
      return `${year}-${month}`;
    case "YYYY-[Q]Q":
      return `${year}-${Math.ceil(Number(month) / 3)}`;
    case "YYYY":
      return String(year);
    case "MM":
      return String(month);
    case "MM-DD":
      return day.slice(5);
    default:
      return day;
  }
}

/** The first day that is shown like this one. */
export function firstAlike(day: string, pattern: string): string {
  let first = day;
  for (let before = day; shownOf(before, pattern) === shownOf(day, pattern); before = daysLater(before, -1))
    first = before;
  return first;
}

/** 2 days after Jan 31 is Feb 2. */
export function daysLater(day: string, count: number): string {
  const [year = 0, month = 0, date = 0] = day.split("-").map(Number);
  return new Date(Date.UTC(year, month - 1, date + count)).toISOString().slice(0, 10);
}

/** A month after Jan 31 is Feb 28, or 29. */
export function monthsLater(day: string, count: number): string {
  const [year = 0, month = 0, date = 0] = day.split("-").map(Number);
  const months = year * 12 + (month - 1) + count;
  const [newYear, newMonth] = [Math.floor(months / 12), (months % 12) + 1];
  for (let last = date; ; last--) {
    const text = `${newYear}-${pad(newMonth)}-${pad(last)}`;
    if (new Date(`${text}T00:00:00Z`).toJSON()?.startsWith(text)) return text;
  }
}
