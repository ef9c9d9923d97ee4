/*
 * Creates the fields of an imported base as requests would, each after the fields that it needs. A field that needs something that the file
 * lacks is left out, and counted.
 */

import { readSchema } from "#lib/data/schema/table-schema";
import { createField } from "#lib/data/tables/create-field";
import { AppError } from "#lib/schemas/basics/error";
import type { FieldId } from "#lib/schemas/basics/ids";
import type { AddedField, NewField } from "#lib/schemas/tables/field";
import { type FileField, type FileTable, refuseFile } from "./backup-file.ts";
import { type ImportWork, inSchemaOf, makeMapper, schemaPlace } from "./import-work.ts";

const fieldIdsIn = (value: unknown): string[] =>
  JSON.stringify(value ?? null).match(/fld[0-9A-Za-z]{16}/g) ?? [];
const isDeferred = (field: FileField) =>
  field.type === "link" || Boolean(field.lookupOptions) || field.type === "rollup";

/** Plain fields, and formulas that need only such fields. */
export function plainFields({ fields }: FileTable): FileField[] {
  let plain = fields.filter((field) => !isDeferred(field) && !field.hasError);
  for (;;) {
    const own = new Set<string>(plain.map(({ id }) => id));
    const next = plain.filter(
      ({ type, options }) => type !== "formula" || fieldIdsIn(options).every((id) => own.has(id)),
    );
    if (next.length === plain.length)
      return plain.toSorted((a, b) => Number(b.isPrimary ?? 0) - Number(a.isPrimary ?? 0));
    plain = next;
  }
}

/** The body of the request that makes the field; its aiConfig follows when all fields are there (finish-schema.ts). */
export function readInput(
  { id, isPrimary: _, hasError: __, order: ___, aiConfig: ____, ...field }: FileField,
  work: ImportWork,
): NewField {
  const { type, options } = makeMapper(work)({ type: field.type, options: field.options });
  const lookupOptions = makeMapper(work)(field.lookupOptions);
  return {
    ...field,
    ...{ id: work.ids.of(id), type },
    ...(options !== undefined && { options }),
    ...(lookupOptions && { lookupOptions }),
  };
}

/** The id of the temporary primary field, until the real one is made. */
export const standInOf = (table: FileTable, { ids }: ImportWork) =>
  ids.of(`fld${table.id.slice(3)}`) as FieldId;

/** Creates links and computed fields, each after the fields that it needs. A field that needs something that the file lacks is left out. */
export async function addFields(work: ImportWork): Promise<void> {
  const { file, ids, count } = work;
  const known = new Set(file.tables.flatMap((table) => table.fields.map(({ id }) => keyOf(table.id, id))));
  const made = new Set<string>();
  for (const table of file.tables) {
    const there = new Set<string>((await readSchema(ids.of(table.id))).fields.map(({ id }) => id));
    for (const { id } of table.fields) if (there.has(ids.of(id))) made.add(keyOf(table.id, id));
  }
  const missing = new Set<string>();
  let waiting = file.tables.flatMap((table) =>
    table.fields.filter(({ id }) => !made.has(keyOf(table.id, id))).map((field) => ({ table, field })),
  );
  while (waiting.length > 0) {
    const left: typeof waiting = [];
    for (const one of waiting) {
      const own = keyOf(one.table.id, one.field.id);
      if (made.has(own)) continue;
      const needed = neededBy(one);
      if (needed.some((key) => !known.has(key) || missing.has(key))) {
        missing.add(own);
        count("leftOutFields");
      } else if (needed.every((key) => made.has(key))) await addField(work, one, { made, missing });
      else left.push(one);
    }
    if (left.length === waiting.length) {
      const { table, field } = left[0] as (typeof left)[number];
      throw refuseFile(schemaPlace(table), `the field ${field.name} needs itself`);
    }
    waiting = left;
  }
}

/** A field of the file. Ids of fields are unique in their table only. */
const keyOf = (tableId: string, fieldId: string): string => `${tableId} ${fieldId}`;

interface FieldOfFile {
  table: FileTable;
  field: FileField;
}

/**
 * The fields that must be created before this one: in its own table the fields of its formula or its link field, in the other table its
 * looked-up field.
 */
function neededBy({ table, field }: FieldOfFile): string[] {
  if (isTrueLink(field)) return [];
  const { lookupOptions } = field;
  const own = fieldIdsIn([lookupOptions ? lookupOptions.linkFieldId : field.options]);
  const looked = lookupOptions ? fieldIdsIn([lookupOptions.lookupFieldId, lookupOptions.filter]) : [];
  return [
    ...own.map((id) => keyOf(table.id, id)),
    ...looked.map((id) => keyOf(lookupOptions?.foreignTableId ?? "", id)),
  ];
}

async function addField(
  work: ImportWork,
  { table, field }: FieldOfFile,
  { made, missing }: { made: Set<string>; missing: Set<string> },
): Promise<void> {
  const { ids, caller, count } = work;
  const schema = await readSchema(ids.of(table.id));
  const { input, symmetricId } = isTrueLink(field)
    ? linkInput(field, table, work)
    : { input: readInput(field, work), symmetricId: undefined };
  try {
    await inSchemaOf(
      table,
      () => createField(schema, input as AddedField, { ...caller }, async () => true, undefined, symmetricId),
      `the field ${field.name}: `,
    );
    made.add(keyOf(table.id, field.id));
    const { foreignTableId = "", symmetricFieldId } = (field.options ?? {}) as Record<string, string>;
    if (symmetricId && symmetricFieldId) made.add(keyOf(foreignTableId, symmetricFieldId));
  } catch (error) {
    if (!field.hasError || !(error instanceof AppError) || error.status >= 500) throw error;
    missing.add(keyOf(table.id, field.id));
    count("leftOutFields");
  }
}

const isTrueLink = (field: FileField) => field.type === "link" && !field.lookupOptions;

/** The options that decide where links are stored; other options follow later. A link to a table that the file lacks becomes text. */
function linkInput(field: FileField, table: FileTable, work: ImportWork) {
  const options = (field.options ?? {}) as Record<string, unknown>;
  const { id, name, dbFieldName, description, notNull } = field;
  const head = {
    id: work.ids.of(id),
    name,
    ...(dbFieldName && { dbFieldName }),
    ...(description && { description }),
  };
  const foreign = work.file.tables.find((each) => each.id === options["foreignTableId"]);
  if (!foreign) {
    work.count("linksTurnedText");
    return { input: { ...head, type: "longText" }, symmetricId: undefined };
  }
  const other = foreign.fields.find((each) => each.id === options["symmetricFieldId"]);
  const back = (other?.options ?? {}) as Record<string, unknown>;
  if (other && (back["symmetricFieldId"] !== id || back["foreignTableId"] !== table.id))
    throw refuseFile(
      schemaPlace(table),
      `the field ${name} and the other side of its links name different fields`,
    );
  const input = {
    ...{ ...head, type: "link" },
    ...(notNull && { notNull }),
    options: {
      relationship: options["relationship"],
      foreignTableId: work.ids.of(foreign.id),
      isOneWay: !other,
    },
  };
  return { input, symmetricId: other ? work.ids.of(other.id) : undefined };
}
