/* The lines of records in the file of an export: their shape, and the fields that they name. */

import * as z from "zod";
import type { Schema } from "#lib/data/schema/table-schema";
import { autoNumberOf, RecordId, ViewId } from "#lib/schemas/basics/ids";
import { type FileLine, type FileTable, parse, refuseFile } from "./backup-file.ts";
import type { ImportWork } from "./import-work.ts";

const time = z.iso.datetime();
const lineShape = z.object({
  id: RecordId,
  autoNumber: z.int().min(1),
  fields: z.record(z.string(), z.unknown()),
  createdTime: time,
  createdBy: z.string().max(100),
  lastModifiedTime: time.optional(),
  lastModifiedBy: z.string().max(100).optional(),
  places: z.record(ViewId, z.string().regex(/^[\w~.-]{1,100}$/)).optional(),
});
export type RecordLine = z.infer<typeof lineShape> & { place: string; value: unknown };

/** The records of some lines. `after` is the autoNumber before them. Throws 400 if the numbers do not ascend. */
export function readRecordLines(lines: FileLine[], table: FileTable, before: number): RecordLine[] {
  let last = before;
  return lines.map(({ value, place, line: number }) => {
    const line = parse(lineShape, value, place);
    const { autoNumber } = line;
    if (autoNumberOf(line.id) !== autoNumber)
      throw refuseFile(place, `autoNumber: must be ${autoNumberOf(line.id)}, as in the id`);
    if (autoNumber <= last)
      throw refuseFile(place, `autoNumber: must be above ${last}, that of the line before`);
    if (autoNumber > table.lastNumber)
      throw refuseFile(
        place,
        `autoNumber: must be at most ${table.lastNumber}, the lastNumber of schema.json`,
      );
    if (autoNumber > mostUnused + usedOfEach * number)
      throw refuseFile(
        place,
        `autoNumber: must be at most ${mostUnused + usedOfEach * number} for record ${number} of the table; lists search the numbers between records`,
      );
    last = autoNumber;
    return { ...line, place, value };
  });
}

/**
 * The most numbers between records that a table may have, and how many more for each of its records. A list skips the largest gaps; in the
 * others it takes one request for about 4,000 numbers.
 */
export const mostUnused = 5_000_000;
const usedOfEach = 10_000;

/** Finds the field of the schema that a key of a line names. Throws 400 for an unknown key. */
export function fieldsNamed(schema: Schema, table: FileTable, { ids }: ImportWork) {
  const byId = new Map<string, Schema["fields"][number]>(schema.fields.map((field) => [field.id, field]));
  const byName = new Map(table.fields.map(({ id, name }) => [name, byId.get(ids.of(id))]));
  return (name: string, place: string) => {
    if (!byName.has(name))
      throw refuseFile(place, `fields: there is no field ${JSON.stringify(name)} in schema.json`);
    return byName.get(name);
  };
}

/** The objects in a value of a line, which is one of them or a list. */
export const objectsIn = (value: unknown): Record<string, unknown>[] =>
  [value].flat().filter((each): each is Record<string, unknown> => typeof each === "object" && each !== null);
