/* Converts the values of a submitted form to the values of a record, or gives all issues. */

import type { CellContext } from "#lib/engine/field-types/shared/field-type";
import { type Field, isComputed, typeOf } from "#lib/engine/fields/field";
import type { FieldKeys } from "#lib/engine/fields/field-keys";
import { type Issue, pathOf } from "#lib/schemas/basics/error";
import type { CellValues } from "#lib/schemas/records/record";
import type { ColumnMeta } from "#lib/schemas/tables/view";
import { readCells, unknownKeys } from "./cells.ts";

interface Form {
  columnMeta: ColumnMeta;
  /** The fields that the form shows, and those of them that can be filled in. */
  shown: Field[];
  asked: Field[];
  /** The keys of the fields that the form shows. */
  keys: FieldKeys<Field>;
  typecast: boolean;
  context: CellContext;
  /** The path of the values in the request. */
  at: PropertyKey[];
}

interface FilledIn {
  /** Field id → value, to be read without typecast. */
  values: CellValues;
  unknown: Issue[];
  issues: Issue[];
}

/** The values of the submitted form; `unknown` holds the issues of unknown keys, for a 404. */
export function filledIn(sent: CellValues, form: Form): FilledIn {
  const { shown, asked, columnMeta, keys, typecast, context, at } = form;
  const keySent = (field: Field) => keys.keysOf(field).find((key) => Object.hasOwn(sent, key));
  const say = (field: Field, message: string) => ({
    path: pathOf([...at, keySent(field) ?? field[keys.type]]),
    message,
  });
  const fillable = new Map(asked.map((field) => [field, withoutNewChoices(field)]));
  const known = { ...keys, get: (key: string) => fillable.get(keys.get(key) as Field) };
  const { given, refused, issues } = readCells(sent, known, { typecast, context, at });
  const isSent = (field: Field) => keySent(field) !== undefined && !isComputed(field);
  const cells = new Map([...given].map(([{ id }, cell]) => [id, cell]));
  const wrong = new Set([...refused].map(({ id }) => id));
  const isMissing = ({ id }: Field) =>
    columnMeta[id]?.required && !wrong.has(id) && (cells.get(id) ?? false) === false;
  return {
    values: Object.fromEntries(
      asked.flatMap(({ id, options, type }) => {
        const cell = cells.get(id);
        if (cell === undefined) return cells.has(id) ? [[id, null]] : [];
        return [[id, typeOf({ type }).json(cell, options, context)]];
      }),
    ),
    unknown: unknownKeys(sent, keys, at),
    issues: [
      ...shown
        .filter((field) => isSent(field) && !asked.includes(field))
        .map((field) => say(field, "cannot be filled in by a form")),
      ...issues,
      ...asked.filter(isMissing).map((field) => say(field, "must not be empty")),
    ],
  };
}

/** A form accepts only existing choices, because creating choices needs permission to write records. */
const withoutNewChoices = (field: Field): Field => {
  const options = field.options as object;
  return "choices" in options ? { ...field, options: { ...options, preventAutoNewOptions: true } } : field;
};
