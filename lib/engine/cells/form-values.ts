/* What somebody filled into a form, to the values of a record, or all that is wrong with it. */

import type { CellContext } from "#lib/engine/field-types/shared/field-type";
import { type Field, isComputed, typeOf } from "#lib/engine/fields/field";
import { type Issue, pathOf } from "#lib/schemas/basics/error";
import type { CellValues, FieldKeyType } from "#lib/schemas/records/record";
import type { ColumnMeta } from "#lib/schemas/tables/view";
import { fieldsByKey, readCells, unknownKeys } from "./cells.ts";

interface Form {
  columnMeta: ColumnMeta;
  /** The fields that it shows, and those of them that can be filled in. */
  shown: Field[];
  asked: Field[];
  fieldKeyType: FieldKeyType;
  typecast: boolean;
  context: CellContext;
  /** Where the values stand in the request. */
  at: PropertyKey[];
}

interface FilledIn {
  /** By the ids of fields, as they are read without typecast. */
  values: CellValues;
  unknown: Issue[];
  issues: Issue[];
}

export function filledIn(sent: CellValues, form: Form): FilledIn {
  const { shown, asked, columnMeta, fieldKeyType, typecast, context, at } = form;
  const say = (field: Field, message: string) => ({
    path: pathOf([...at, field[fieldKeyType]]),
    message,
  });
  const known = fieldsByKey(asked.map(withItsChoices), fieldKeyType);
  const { given, refused, issues } = readCells(sent, known, { typecast, context, at });
  const isSent = (field: Field) => Object.hasOwn(sent, field[fieldKeyType]) && !isComputed(field);
  const cells = new Map([...given].map(([{ id }, cell]) => [id, cell]));
  const wrong = new Set([...refused].map(({ id }) => id));
  const isMissing = ({ id }: Field) =>
    columnMeta[id]?.required && !wrong.has(id) && (cells.get(id) ?? false) === false;
  return {
    values: Object.fromEntries(
      asked.flatMap(({ id, options, type }) => {
        const cell = cells.get(id);
        return cell === undefined ? [] : [[id, typeOf({ type }).json(cell, options, context)]];
      }),
    ),
    unknown: unknownKeys(sent, fieldsByKey(shown, fieldKeyType), at),
    issues: [
      ...shown
        .filter((field) => isSent(field) && !asked.includes(field))
        .map((field) => say(field, "cannot be filled in with a form")),
      ...issues,
      ...asked.filter(isMissing).map((field) => say(field, "must not be empty")),
    ],
  };
}

/** Choices are made by who may write records here: a form takes those that there are. */
const withItsChoices = (field: Field): Field => {
  const options = field.options as object;
  return "choices" in options ? { ...field, options: { ...options, preventAutoNewOptions: true } } : field;
};
