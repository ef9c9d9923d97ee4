/* The TypeScript types of the tables of a base. Three round trips, one more for tables with lookups. */

import type { Schema, TableItem } from "#lib/data/schema/table-schema";
import { isComputed, shownOptions, typeOf } from "#lib/engine/fields/field";
import { type TypedTable, writeBaseTypes } from "#lib/engine/typescript/base-types";
import { refuseLargeAnswer } from "#lib/schemas/basics/answer-size";
import type { BaseId } from "#lib/schemas/basics/ids";
import type { FieldKeyType } from "#lib/schemas/records/record";
import { readSchemas } from "./base-schema.ts";

/** The text of the file; cells have keys of this kind. Throws 413 if it is too large for one answer. */
export async function readBaseTypes(
  id: BaseId,
  tables: readonly TableItem[],
  keys: FieldKeyType,
): Promise<string> {
  const text = writeBaseTypes(id, await readTypedTables(tables), keys);
  refuseLargeAnswer(text);
  return text;
}

/** The tables of a base as types follow from them. */
export const readTypedTables = async (tables: readonly TableItem[]): Promise<TypedTable[]> =>
  (await readSchemas(tables)).map(typedTable);

const typedTable = ({ table: { id, name, dbTableName }, fields }: Schema): TypedTable => ({
  ...{ id, name, dbTableName },
  fields: fields.map((field) => {
    const { id, name, dbFieldName, type, options } = field;
    const shown = shownOptions(field);
    const choices = choicesIn(shown);
    const family = typeOf(field).family(options);
    return {
      ...{ id, name, dbFieldName, type, family },
      isComputed: isComputed(field),
      ...(choices && { choices }),
      ...(field.notNull && { isNeverEmpty: true, isRequired: !hasDefault(shown) }),
    };
  }),
});

const hasDefault = (options: unknown) =>
  typeof options === "object" && options !== null && "defaultValue" in options;

const choicesIn = (options: unknown): { name: string }[] | undefined =>
  typeof options === "object" && options !== null && "choices" in options && Array.isArray(options.choices)
    ? options.choices
    : undefined;
