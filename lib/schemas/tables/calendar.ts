/* The query of a calendar, and its answer. */
import * as z from "zod";
import { limits } from "#lib/schemas/basics/limits";
import { hintAt } from "#lib/schemas/issues/hints";
import { FieldKeyType, Record } from "#lib/schemas/records/record";
import { which } from "./list-query.ts";

/** `Date.parse` reads the 31st of February as the 2nd of March. */
const isDay = (text: string) => new Date(text).toJSON()?.slice(0, 10) === text;

const When = z
  .string()
  .refine(
    (text) =>
      /^\d{4}-\d\d-\d\d(T.+)?$/.test(text) && !Number.isNaN(Date.parse(text)) && isDay(text.slice(0, 10)),
    "must be an ISO 8601 time or date, for example 2026-03-01T00:00:00.000Z",
  )
  .meta({ examples: ["2026-03-01T00:00:00.000Z"] });
const dateField = (what: string) =>
  z.string().meta({ description: `The field with the ${what} of a record: its id, or its key.` });

export const CalendarQuery = z.strictObject(
  {
    ...which,
    fieldKeyType: FieldKeyType.optional().meta({
      description:
        "Which keys `fields` of the answer has; default: ids. The query may use names and ids by default.",
    }),
    startDate: When.meta({ description: "In the first day." }),
    endDate: When.meta({ description: `In the last day; at most ${limits.calendarDays} days.` }),
    startDateFieldId: dateField("start"),
    endDateFieldId: dateField("end"),
  },
  hintAt("filter"),
);
export type CalendarQuery = z.infer<typeof CalendarQuery>;

export const CalendarDaysAnswer = z
  .object({
    countMap: z
      .record(z.string(), z.int())
      .meta({ description: "Day → how many records it has; days without records are left out." }),
    records: z.array(Record).meta({ description: "Of each day the first ten by start, each once." }),
  })
  .meta({ id: "CalendarDays", examples: [{ countMap: { "2026-03-01": 2 }, records: [] }] });
export type CalendarDaysAnswer = z.infer<typeof CalendarDaysAnswer>;
