/* Field types whose cells are members of the record. Values sent for them are ignored, because clients send whole records back. */
import * as z from "zod";
import { DateFormatting, initialDateFormatting } from "#lib/engine/values/dates";
import { formatDate } from "#lib/engine/values/format-date";
import type { FieldType, RecordMembers } from "./field-type.ts";
import { peopleIn, personJson, personText, writePeople } from "./people.ts";
import { statisticsOf } from "./statistics.ts";

export const computed = {
  isComputed: true,
  canBe: { primary: true, unique: false, notNull: false },
  isMultiple: () => false,
  read: () => undefined,
  typecast: () => undefined,
} satisfies Partial<FieldType>;

interface Member {
  type: string;
  name: string;
  compute(record: RecordMembers): string | undefined;
}

interface TimeOptions {
  expression: string;
  formatting: DateFormatting;
}

/** A field type that shows a time of the record. Its `expression` is fixed; clients may send it or leave it out. */
export function recordTime({ type, name, compute, expression }: Member & { expression: string }) {
  const fieldType: FieldType<TimeOptions, string> = {
    ...computed,
    type,
    defaultName: () => name,
    options: z.lazy(() =>
      z.strictObject({ expression: z.literal(expression).default(expression), formatting: DateFormatting }),
    ),
    initialOptions: () => ({ expression, formatting: initialDateFormatting() }),
    cellValueType: "dateTime",
    dbFieldType: () => "DATETIME",
    family: () => "dateTime",
    statistics: () => statisticsOf.dateTime,
    compute,
    json: (cell) => cell,
    text: (cell, { formatting }) => formatDate(cell, formatting),
  };
  return fieldType;
}

/** A field type that shows a user of the record, for example its creator. */
export function recordPerson({ type, name, compute }: Member) {
  const fieldType: FieldType<Record<string, never>, string> = {
    ...computed,
    type,
    defaultName: () => name,
    options: z.lazy(() => z.strictObject({})),
    initialOptions: () => ({}),
    cellValueType: "string",
    dbFieldType: () => "JSON",
    family: () => "person",
    statistics: () => statisticsOf.text,
    compute,
    json: (cell, _options, context) => personJson(cell, context),
    text: (cell, _options, context) => personText(cell, context),
    written: (cell, _options, context) => writePeople(cell, context),
    peopleIn,
  };
  return fieldType;
}
