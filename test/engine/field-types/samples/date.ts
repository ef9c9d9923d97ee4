import fc from "fast-check";
import { context, formatting } from "#test/engine/field-types/support";
import { no, none, type Row, type Samples } from "./shared/samples.ts";
import { dateConversion, dateFormatting, dateVariant } from "./shared/times.ts";

/** ISO 8601 and the pattern of the field are read without typecast too. */
const same = (rows: [string, unknown, unknown][]) =>
  rows.map(([rule, value, cell]): Row => [rule, value, cell, cell]);

const instant = "2024-07-31T22:05:06.007Z";
const shown = (timeZone: string, date: string, time = "None") => ({
  formatting: formatting(timeZone, date, time),
});

export const samples: Samples = {
  contract: {
    defaultName: "Date",
    cellValueType: "dateTime",
    dbFieldType: "DATETIME",
    canBe: { primary: true, unique: true, notNull: true },
    operator: "isWithIn",
    ai: ["extraction", "customization"],
  },
  options: fc.record(
    { formatting: dateFormatting, defaultValue: fc.constant("now") },
    { requiredKeys: ["formatting"] },
  ),
  rows: [
    {
      options: shown("Europe/Berlin", "D/M/YYYY", "HH:mm"),
      rows: [
        ...same([
          ["ISO to the millisecond", "2024-01-31T23:05:06.007Z", "2024-01-31T23:05:06.007Z"],
          ["ISO without milliseconds keeps its time", "2024-01-31T23:05:06Z", "2024-01-31T23:05:06.000Z"],
          ["ISO with an offset", "2024-01-31T23:05+05:30", "2024-01-31T17:35:00.000Z"],
          ["a day of the field's zone", "2024-01-31", "2024-01-30T23:00:00.000Z"],
          ["a clock of the field's zone", "2024-07-31 12:00", "2024-07-31T10:00:00.000Z"],
          ["the pattern, where the day comes first", "1/2/2024", "2024-01-31T23:00:00.000Z"],
          ["with its time", "1/2/2024 13:05", "2024-02-01T12:05:00.000Z"],
          ["a time that clocks skip", "31/3/2024 02:30", "2024-03-31T01:30:00.000Z"],
          ["a time that clocks show twice", "27/10/2024 02:30", "2024-10-27T00:30:00.000Z"],
          ["not a date", "tomorrow", no],
          ["a day that does not exist", "30/2/2024", no],
          ["nor in ISO", "2026-02-30", no],
          ["a year alone", "2026", no],
          ["nothing", "", none],
          ["white space", " ", none],
          ["a yes", true, no],
          ["a list", ["2024-01-31"], no],
        ]),
        ["now", "now", no, context.now],
        ["milliseconds since 1970", 1706742306007, no, "2024-01-31T23:05:06.007Z"],
        ["a small number", 5, no, "1970-01-01T00:00:00.005Z"],
        ["before 1970", -1, no, "1969-12-31T23:59:59.999Z"],
        ["as people write it", "Jan 31 2024", no, "2024-01-30T23:00:00.000Z"],
      ],
    },
    {
      options: shown("UTC", "YYYY-MM-DD"),
      rows: same([
        ["a field without a time of day keeps it", "2024-01-31T23:05:06.007Z", "2024-01-31T23:05:06.007Z"],
        ["a year alone", "2026", no],
      ]),
    },
  ],
  texts: [
    [shown("Europe/Berlin", "YYYY-MM-DD"), instant, "2024-08-01"],
    [shown("Europe/Berlin", "D/M/YYYY", "HH:mm"), instant, "1/8/2024 00:05"],
    [shown("America/New_York", "M/D/YYYY", "hh:mm A"), instant, "7/31/2024 06:05 PM"],
    [shown("Asia/Kathmandu", "YYYY", "HH:mm"), instant, "2024 03:50"],
  ],
  written: "as shown",
  variants: [
    dateVariant("Europe/Berlin", "YYYY-MM-DD", "HH:mm"),
    dateVariant("Europe/Berlin", "YYYY-MM-DD", "None"),
    dateVariant("America/Sao_Paulo", "YYYY-MM-DD", "HH:mm"),
    dateVariant("America/Sao_Paulo", "YYYY-MM-DD", "None"),
    ...["YYYY-MM", "YYYY-[Q]Q", "YYYY", "MM-DD"].map((pattern) =>
      dateVariant("Europe/Berlin", pattern, "None"),
    ),
  ],
  conversion: dateConversion,
  file: [
    ["2024-07-31 12:00", "2024-07-31T10:00:00.000Z"],
    ["31/7/2024", "2024-07-30T22:00:00.000Z"],
    ["3/4/2024", no],
    ["now", "2024-03-10T12:34:56.789Z"],
    ["soon", no],
    ["", none],
  ],
  workbook: [
    [{ serial: 45504, shownAs: "date" }, "2024-07-30T22:00:00.000Z"],
    [{ serial: 45504.5, shownAs: "date" }, "2024-07-31T10:00:00.000Z"],
    ["2024-07-31", "2024-07-30T22:00:00.000Z"],
    [true, no],
  ],
  form: [
    ["2024-07-31", "2024-07-30T22:00:00.000Z"],
    ["2024-07-31T12:00", "2024-07-31T10:00:00.000Z"],
    ["soon", no],
    ["", none],
  ],
  formula: { kind: "date", gives: [[instant, instant]] },
  bench: { read: "2026-11-20T12:00:00.000Z", typecast: "2026-11-20 14:30" },
};
