/* Field types whose cells are members of the record. Values sent for them are dropped silently, as clients rely on. */
import * as z from "zod";
import { DateFormatting, formatDate, initialDateFormatting } from "#lib/engine/values/dates";
import type { FieldType, RecordMembers } from "./field-type.ts";
import { peopleIn, personJson, personText } from "./people.ts";
import { statisticsOf } from "./statistics.ts";

export const computed = {
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

/** A time of the record. The expression is fixed: a client may send it, the options always have it. */
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

/** Somebody who did something to the record. */
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
    peopleIn,
  };
  return fieldType;
}
