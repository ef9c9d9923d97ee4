/* A field of each type, and records with similar cells. */
import fc from "fast-check";
import type { Cells } from "#lib/engine/cells/cells";
import type { StoredRecord } from "#lib/engine/cells/stored-cells";
import type { CellContext, StoredCell } from "#lib/engine/field-types/shared/field-type";
import type { Field } from "#lib/engine/fields/field";
import type { RecordId, UserId } from "#lib/schemas/basics/ids";
import { wallOf } from "#test/support/plain-model/plain-calendar";
import type { Asked, PlainField } from "#test/support/plain-model/plain-families";
import { ann, bob, context, formatting, jane, letter, picture } from "../field-types/support.ts";

export const zones = [
  ...["UTC", "Europe/Berlin", "America/New_York", "America/Sao_Paulo", "Asia/Kolkata", "Pacific/Apia"],
  ...["Australia/Lord_Howe", "America/Havana", "Asia/Beirut"],
];

const choices = ["red", "Blue", "green", "Dark red"].map((name, i) => ({
  id: `cho0000000${i}`,
  name,
  color: "red",
}));
const aField = (
  type: string,
  plain: PlainField["plain"],
  options: unknown = {},
  name = type,
  member?: NonNullable<PlainField["member"]>,
): PlainField => ({
  id: `fld${name}` as Field["id"],
  name,
  type,
  options,
  dbFieldName: name,
  plain,
  ...(member && { member }),
});
const ofRecord = (member: NonNullable<PlainField["member"]>, plain: PlainField["plain"], options = {}) =>
  aField(member, plain, options, member, member);

/** Formatting of date fields with and without a time of day. */
export const datesIn = (timeZone: string, ...patterns: string[]) =>
  ["YYYY-MM-DD", ...patterns].flatMap((pattern) =>
    ["HH:mm", "None"].map((time) =>
      aField(
        "date",
        "dates",
        { formatting: formatting(timeZone, pattern, time) },
        `date ${timeZone} ${pattern} ${time}`,
      ),
    ),
  );

const dateWithoutTime = (timeZone: string, pattern: string) =>
  aField("date", "dates", { formatting: formatting(timeZone, pattern) }, `date ${timeZone} ${pattern} None`);

const times = { formatting: formatting("America/New_York") };
export const fields: PlainField[] = [
  ...[aField("singleLineText", "text"), aField("longText", "text")],
  aField("number", "number", { formatting: { type: "currency", precision: 2, symbol: "$" } }),
  aField("number", "number", { formatting: { type: "percent", precision: 1 } }, "percent"),
  ...[aField("rating", "number", { max: 10 }), ofRecord("autoNumber", "number")],
  aField("checkbox", "checkbox"),
  ...[...datesIn("Europe/Berlin"), ...datesIn("America/Sao_Paulo")],
  ...["YYYY-MM", "YYYY-[Q]Q", "YYYY", "MM-DD"].map((pattern) => dateWithoutTime("Europe/Berlin", pattern)),
  ...[ofRecord("createdTime", "dates", times), ofRecord("lastModifiedTime", "dates", times)],
  ...[aField("singleSelect", "choice", { choices }), aField("multipleSelect", "choices", { choices })],
  ...[
    aField("user", "person", { isMultiple: false }),
    aField("user", "people", { isMultiple: true }, "users"),
  ],
  ...[ofRecord("createdBy", "person"), ofRecord("lastModifiedBy", "person"), aField("attachment", "files")],
];

/** An unknown user, who is shown by id. */
const gone = "usrGone000000000000" as UserId;
export const peopleIds = [ann.id, bob.id, jane.id, gone];
export const choiceNames = choices.map(({ name }) => name);
export const choiceIds = choices.map(({ id }) => id);

export const askedOf = ({ now, me, people }: CellContext): Asked => ({
  now,
  me,
  nameOf: (id) => people.byId(id)?.name ?? id,
});
export const asked = askedOf(context);

/** When the day begins in a zone, found by trying instants. */
export function midnight(day: string, timeZone: string): number {
  let instant = Date.parse(`${day}T00:00:00Z`) - 15 * 3_600_000;
  while (wallOf(new Date(instant).toISOString(), timeZone).day < day) instant += 900_000;
  return instant;
}

const iso = (instant: number) => new Date(instant).toISOString();
const hour = 3_600_000;
const around = Date.parse("2024-03-31T00:00:00Z");
/** Instants around the start of summer time in Berlin, close together and far apart. */
const time = fc.oneof(
  fc.integer({ min: -60, max: 60 }).map((hours) => iso(around + hours * hour)),
  fc.integer({ min: -9000, max: 9000 }).map((hours) => iso(around + hours * hour - 1)),
);
const someText = fc.oneof(
  fc.constantFrom(
    "a",
    "A",
    "ä",
    "b",
    "B",
    "ab",
    "a b",
    "Äb",
    "$1",
    "1",
    "10",
    "2",
    "é",
    "e",
    "x".repeat(120),
    "İ",
  ),
  fc
    .string({ unit: fc.constantFrom("a", "B", "á", "Z", "0", "9", " "), minLength: 1, maxLength: 4 })
    .map((text) => text.trim() || "c"),
);
const someNumber = fc.constantFrom(-1, 0, 0.1, 0.2, 0.3, 1, 2.5, 10, 1e21, -9.99e125, 1e-7);
const someFiles = fc.subarray(
  [
    { ...picture, id: "actPict0000000000001", name: "dot.PNG" },
    { ...letter, id: "actLett0000000000001", name: "Dear.txt" },
  ],
  { minLength: 1 },
);
const shuffled = (ids: string[]) => fc.shuffledSubarray(ids, { minLength: 1 });

/** Stored cells, also with removed choices. */
const cellsOf: Record<string, fc.Arbitrary<StoredCell>> = {
  singleLineText: someText,
  longText: someText,
  number: someNumber,
  rating: fc.integer({ min: 1, max: 10 }),
  checkbox: fc.constant(true),
  date: time,
  singleSelect: fc.constantFrom(...choiceIds, "choRemoved"),
  multipleSelect: shuffled([...choiceIds, "choRemoved"]),
  user: fc.constantFrom(...peopleIds),
  users: shuffled(peopleIds),
  attachment: someFiles,
};
const cellOf = (field: Field) => cellsOf[field.name] ?? cellsOf[field.type];

const cells = fc.record(
  Object.fromEntries(
    fields.flatMap((field) => [cellOf(field)].flatMap((some) => (some ? [[field.id, some]] : []))),
  ),
  { requiredKeys: [] },
);

export const records = (maxLength: number): fc.Arbitrary<StoredRecord[]> =>
  fc.array(fc.tuple(cells, time, fc.option(time), fc.constantFrom(...peopleIds)), { maxLength }).map((all) =>
    all.map(([cells, createdTime, lastModifiedTime, person], i) => ({
      id: `rec${i}` as RecordId,
      autoNumber: i + 1,
      cells: cells as Cells,
      createdTime,
      createdBy: person,
      ...(lastModifiedTime && { lastModifiedTime, lastModifiedBy: person }),
    })),
  );

export const aRecord = (cells: Cells = {}, members: Partial<StoredRecord> = {}): StoredRecord => ({
  id: "recA0000000000000000" as RecordId,
  autoNumber: 1,
  cells,
  createdTime: context.now,
  createdBy: ann.id,
  ...members,
});

export function fieldNamed(name: string): PlainField {
  const field = fields.find((each) => each.name === name);
  if (!field) throw new Error(`no field ${name}`);
  return field;
}
