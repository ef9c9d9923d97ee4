import { expect, test } from "vitest";
import { clearFormatting } from "#lib/engine/values/clear-dates";
import { guessDate } from "#lib/engine/values/date-parsing";
import type { DateFormatting } from "#lib/engine/values/dates";
import { formatDate } from "#lib/engine/values/format-date";

const now = "2024-05-06T07:08:09.000Z";
const times = ["None", "HH:mm", "hh:mm A"] as const;
const fields = [
  "YYYY-MM-DD",
  "D/M/YYYY",
  "M/D/YYYY",
  "D.M.YYYY",
  "MMM D, YYYY",
  "YYYY",
  "MMMM YYYY",
  "D/M/YY",
  "L",
];
const cells = ["1968-03-04T15:46:00.000Z", "2070-11-02T00:00:00.000Z", "2024-04-03T10:20:00.000Z"];
const formatting = (date: string, time: DateFormatting["time"] = "None") => ({ date, time, timeZone: "UTC" });

const unclear = [
  "D/M/YYYY",
  "M/D/YYYY",
  "M.D.YYYY",
  "L",
  "D/M/YY",
  "YY-M-D",
  "D. MMM YY",
  "YYYY",
  "MMMM YYYY",
];
const weeks = ["GGGG-[W]WW-E", "[week] w", "MM-DD", "D M YYYY", "[Tag] DDD [von] YYYY"];
test.each([...unclear, ...weeks])(
  "dates of the pattern %s are copied so that each field reads the same day",
  (date) => {
    for (const time of times)
      for (const cell of cells) {
        const text = formatDate(cell, clearFormatting(formatting(date, time)));
        const read = time === "None" ? `${cell.slice(0, 10)}T00:00:00.000Z` : cell;
        for (const other of [...fields, date]) expect(guessDate(text, formatting(other), now)).toBe(read);
      }
  },
);

test.each(["YYYY-MM-DD", "YYYY/MM/DD", "YYYYMMDD", "D.M.YYYY", "MMM D, YYYY", "dddd, D. MMMM YYYY", "LL"])(
  "dates of the pattern %s are copied as they are shown, because each field reads them",
  (date) => {
    for (const time of times) expect(clearFormatting(formatting(date, time))).toEqual(formatting(date, time));
  },
);

test.each([
  ["D/M/YYYY HH:mm", "YYYY-MM-DD HH:mm"],
  ["D/M/YYYY h:mm", "YYYY-MM-DD HH:mm"],
  ["LTS [on] L", "YYYY-MM-DD HH:mm:ss"],
  ["x", "YYYY-MM-DD HH:mm:ss"],
])("the time of day of the pattern %s stays in what is copied", (date, copied) => {
  expect(clearFormatting(formatting(date))).toEqual(formatting(copied));
});
