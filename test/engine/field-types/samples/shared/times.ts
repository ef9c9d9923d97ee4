/* The samples that the types of dates have in common. */
import fc from "fast-check";
import { formatting } from "#test/engine/field-types/support";
import type { Samples, Variant } from "./samples.ts";

/** The time zone of a field. */
export const zone = fc.constantFrom(
  "UTC",
  "Europe/Berlin",
  "America/New_York",
  "Asia/Kolkata",
  "Pacific/Apia",
);

/** How dates are shown: options as sent. */
export const dateFormatting = fc.record({
  date: fc.oneof(
    fc.constantFrom("D/M/YYYY", "YYYY-MM-DD", "MM-DD", "YYYY"),
    fc.stringMatching(/^[YMDHhmsaAaZd[\]. /-]{1,30}$/),
  ),
  time: fc.constantFrom("HH:mm", "hh:mm A", "None"),
  timeZone: zone,
});

const around = Date.parse("2024-03-31T00:00:00Z");
const iso = (instant: number) => new Date(instant).toISOString();

/** Instants around the start of summer time in Berlin, close together and far apart. */
export const time = fc.oneof(
  fc.integer({ min: -60, max: 60 }).map((hours) => iso(around + hours * 3_600_000)),
  fc.integer({ min: -9000, max: 9000 }).map((hours) => iso(around + hours * 3_600_000 - 1)),
);

/** A field that shows dates in this way. */
export const dateVariant = (timeZone: string, pattern: string, clock: string): Variant => ({
  name: `date ${timeZone} ${pattern} ${clock}`,
  options: { formatting: formatting(timeZone, pattern, clock) },
  plain: "dates",
  cells: time,
});

/** Options and cells for conversions: patterns of which some cannot be read back, instants when clocks change. */
export const dateConversion: NonNullable<Samples["conversion"]> = {
  options: fc.record({
    formatting: fc.record({
      date: fc.constantFrom(
        ...["YYYY-MM-DD", "D/M/YYYY", "M/D/YYYY", "DD.MM.YYYY", "MM-DD", "YYYY-MM", "YYYY"],
        ...["MMM D, YYYY", "YY-MM-DD", "MM.DD.YYYY"],
      ),
      time: fc.constantFrom("None", "HH:mm", "hh:mm A"),
      timeZone: zone,
    }),
  }),
  cell: () =>
    fc.oneof(
      fc.constantFrom(
        ...["2024-03-31T01:00:00.000Z", "2024-03-31T00:30:00.000Z", "2024-10-27T00:30:00.000Z"],
        ...["2024-10-27T01:30:00.000Z", "2024-04-03T00:00:00.000Z", "2024-04-02T22:00:00.000Z"],
        ...["2011-12-30T10:00:00.000Z", "1890-01-01T00:00:00.000Z"],
      ),
      fc
        .date({ min: new Date("1900-01-01"), max: new Date("2100-01-01"), noInvalidDate: true })
        .map((each) => each.toISOString()),
    ),
};

/** The samples of a type that shows a time of the record. */
export const ofRecordTime = (
  member: "createdTime" | "lastModifiedTime",
  defaultName: string,
  expression: string,
): Samples => ({
  contract: {
    defaultName,
    cellValueType: "dateTime",
    dbFieldType: "DATETIME",
    canBe: { primary: true, unique: false, notNull: false },
    operator: "isWithIn",
  },
  computedBy: "the record",
  options: fc.record({ formatting: dateFormatting }),
  texts: [
    [
      { formatting: formatting("UTC", "YYYY-MM-DD", "HH:mm") },
      "2024-07-31T22:05:06.007Z",
      "2024-07-31 22:05",
    ],
  ],
  variants: [{ options: { expression, formatting: formatting("America/New_York") }, plain: "dates", member }],
  conversion: {
    ...dateConversion,
    options: dateConversion.options.map((each) => ({ expression, ...each })),
  },
  formula: { kind: "date", gives: [["2024-07-31T22:05:06.007Z", "2024-07-31T22:05:06.007Z"]] },
});
