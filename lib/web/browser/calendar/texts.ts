/* The words of calendars. */
import { msPerDay } from "#lib/schemas/basics/time-units";

const format = (options: Intl.DateTimeFormatOptions) => {
  const made = new Intl.DateTimeFormat("en", { ...options, timeZone: "UTC" });
  return (day: number) => made.format(day * msPerDay);
};

export const calendarTexts = {
  startField: "Start",
  endField: "End",
  titleField: "Title",
  noDates: "A calendar shows records by a field with a date.",
  month: "Month",
  week: "Week",
  show: "Show",
  today: "Today",
  noneHere: "No records on these days.",
  goLatest: "Go to the latest",
  previous: "Earlier",
  next: "Later",
  nameOfMonth: format({ month: "long", year: "numeric" }),
  nameOfDay: format({ weekday: "long", day: "numeric", month: "long", year: "numeric" }),
  numberOf: format({ day: "numeric" }),
  weekday: format({ weekday: "short" }),
  wholeWeekday: format({ weekday: "long" }),
  weekFrom: (from: string, to: string) => `${from} to ${to}`,
  dayWith: (day: string, count: number) =>
    count === 0 ? day : `${day}, ${count} ${count === 1 ? "record" : "records"}`,
  more: (count: number) => `+${count} more`,
  moreOn: (count: number, day: string) => `+${count} more on ${day}`,
  recordsOn: (day: string) => `Records on ${day}`,
  addOn: (day: string) => `New record on ${day}`,
  moved: (name: string, day: string) => `${name} begins on ${day} now`,
  ends: (name: string, day: string) => `${name} ends on ${day} now`,
  notMovable: "The date is computed, so records stay on their days.",
  changeEnd: "Drag to change the end",
  notSaved: (name: string, reason: string) => `${name}. Not saved: ${reason}`,
  keys: "Arrows go from day to day, Enter opens a day. On a record, Ctrl and arrows move it, Shift and arrows change its end.",
} as const;
