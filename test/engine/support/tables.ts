/* The fields of all samples in one table, and records with similar cells. */
import fc from "fast-check";
import type { Cells } from "#lib/engine/cells/cells";
import type { StoredRecord } from "#lib/engine/cells/stored-cells";
import type { CellContext } from "#lib/engine/field-types/shared/field-type";
import type { RecordId, UserId } from "#lib/schemas/basics/ids";
import { samplesOf } from "#test/engine/field-types/samples/index";
import { peopleIds } from "#test/engine/field-types/samples/shared/people";
import type { Variant } from "#test/engine/field-types/samples/shared/samples";
import { choices } from "#test/engine/field-types/samples/shared/selects";
import { dateVariant, time } from "#test/engine/field-types/samples/shared/times";
import { wallOf } from "#test/support/plain-model/plain-calendar";
import type { Asked, PlainField } from "#test/support/plain-model/plain-families";
import { ann, context } from "../field-types/support.ts";

export const zones = [
  ...["UTC", "Europe/Berlin", "America/New_York", "America/Sao_Paulo", "Asia/Kolkata", "Pacific/Apia"],
  ...["Australia/Lord_Howe", "America/Havana", "Asia/Beirut"],
];

/** The field of a sample. */
export function toField(type: string, { name = type, options, plain, member }: Variant): PlainField {
  const id = `fld${name}` as PlainField["id"];
  return { id, name, type, options, dbFieldName: name, plain, ...(member && { member }) };
}

/** Formatting of date fields with and without a time of day. */
export const datesIn = (timeZone: string, ...patterns: string[]) =>
  ["YYYY-MM-DD", ...patterns].flatMap((pattern) =>
    ["HH:mm", "None"].map((clock) => toField("date", dateVariant(timeZone, pattern, clock))),
  );

const known = [...samplesOf].flatMap(([type, { variants = [] }]) =>
  variants.map((variant) => ({ field: toField(type, variant), variant })),
);

/** All fields of the samples that can be filtered, sorted or searched by. */
export const fields: PlainField[] = known.flatMap(({ field }) => (field.plain === "none" ? [] : [field]));

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

/** Stored cells of these fields, all or some of them. */
const cellsIn = (some: readonly PlainField[]) =>
  fc.record(
    Object.fromEntries(
      known.flatMap(({ field: { id }, variant: { cells } }) =>
        cells && some.some((field) => field.id === id) ? [[id, cells]] : [],
      ),
    ),
    { requiredKeys: [] },
  );

/** Records with similar cells of these fields. */
export const records = (maxLength: number, some = fields): fc.Arbitrary<StoredRecord[]> => {
  const one = fc.tuple(cellsIn(some), time, fc.option(time), fc.constantFrom(...(peopleIds as UserId[])));
  return fc.array(one, { maxLength }).map((all) =>
    all.map(([cells, createdTime, lastModifiedTime, person], i) => ({
      id: `rec${i}` as RecordId,
      autoNumber: i + 1,
      cells: cells as Cells,
      createdTime,
      createdBy: person,
      ...(lastModifiedTime && { lastModifiedTime, lastModifiedBy: person }),
    })),
  );
};

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
