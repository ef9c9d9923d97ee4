/* Values of a request, to cells as they are stored. Pure: what it found wrong it gives back, all of it. */

import { type CellContext, Refusal, type StoredCell } from "#lib/engine/field-types/shared/field-type";
import { tooLong } from "#lib/engine/field-types/shared/text";
import { type Field, isComputed, typeOf } from "#lib/engine/fields/field";
import { type Issue, pathOf } from "#lib/schemas/basics/error";
import type { FieldId } from "#lib/schemas/basics/ids";
import { limits } from "#lib/schemas/basics/limits";
import type { CellValues, FieldKeyType } from "#lib/schemas/records/record";

/** Field id → cell. Empty cells are absent. */
export type Cells = { [fieldId: FieldId]: StoredCell };

/** Cells that a request names; undefined empties one, and so does false, which no default fills. */
type GivenCells = Map<Field, StoredCell | undefined>;

export const fieldsByKey = (fields: Field[], fieldKeyType: FieldKeyType) =>
  new Map(fields.map((field) => [field[fieldKeyType], field]));

/** An issue for every key that names no field. */
export function unknownKeys(
  values: CellValues,
  known: ReadonlyMap<string, Field>,
  at: PropertyKey[],
): Issue[] {
  return Object.keys(values)
    .filter((key) => !known.has(key))
    .map((key) => ({ path: pathOf([...at, key]), message: "no field of this table has this key" }));
}

/** Computed fields are dropped silently, as clients send whole records back. */
export function readCells(
  values: CellValues,
  known: ReadonlyMap<string, Field>,
  { typecast, context, at }: { typecast: boolean; context: CellContext; at: PropertyKey[] },
): { given: GivenCells; refused: Set<Field>; issues: Issue[] } {
  const given: GivenCells = new Map();
  const read = (value: unknown, field: Field) =>
    (typeof value === "string" ? tooLong(value, limits.textLength) : undefined) ??
    typeOf(field)[typecast ? "typecast" : "read"](value, field.options, context);
  const refused = new Set<Field>();
  const issues: Issue[] = [];
  for (const [key, value] of Object.entries(values)) {
    const field = known.get(key);
    if (!field || isComputed(field)) continue;
    const cell = value === null || value === undefined ? undefined : read(value, field);
    if (cell instanceof Refusal) {
      refused.add(field);
      for (const each of [cell, ...cell.more])
        issues.push({ path: pathOf([...at, key, ...each.at]), message: each.message });
    } else given.set(field, cell);
  }
  return { given, refused, issues };
}

/** The cells of a new record that names none: the same for all of a request. */
export function initialCells(fields: Field[], context: CellContext): Cells {
  const cells: Cells = {};
  for (const field of fields) {
    const cell = typeOf(field).initialCell?.(field.options, context);
    if (cell !== undefined) cells[field.id] = cell;
  }
  return cells;
}

/** The cells of a new record: defaults fill what is absent or empty. */
export const newCells = (given: GivenCells, defaults: Cells): Cells =>
  editedCells(defaults, new Map([...given].filter(([, cell]) => cell !== undefined)));

/** The cells of a record after an edit: what the edit does not name stays. */
export function editedCells(before: Cells, given: GivenCells): Cells {
  const cells = { ...before };
  for (const [field, cell] of given) {
    if (cell === undefined || cell === false) delete cells[field.id];
    else cells[field.id] = cell;
  }
  return cells;
}

/** The whole record must fit into one item of the store, with room for what a long commit keeps beside it, and into an answer. */
export function sizeIssue(cells: Cells, at: PropertyKey[]): Issue[] {
  const attachments = Object.values(cells).reduce((sum: number, cell) => sum + attachmentsIn(cell), 0);
  if (attachments > limits.attachmentsPerRecord)
    return [
      {
        path: pathOf(at),
        message: `the record has ${attachments} attachments, the limit is ${limits.attachmentsPerRecord}`,
      },
    ];
  const bytes = Buffer.byteLength(JSON.stringify(cells));
  if (bytes <= limits.recordBytes) return [];
  return [
    {
      path: pathOf(at),
      message: `the record has ${kilobytes(bytes)} KB, the limit is ${kilobytes(limits.recordBytes)} KB`,
    },
  ];
}

const attachmentsIn = (cell: StoredCell): number =>
  Array.isArray(cell) && typeof cell[0] === "object" ? cell.length : 0;

const kilobytes = (bytes: number) => Math.ceil(bytes / 1024);

/** Copies of the fields whose types may gain choices while a request is cast, so that the schema stays as it was read. */
export const withDraftChoices = (fields: Field[]): Field[] =>
  fields.map((field) => (hasChoices(field) ? { ...field, options: structuredClone(field.options) } : field));

export const draftedChoices = (before: Field[], after: Field[]): Field[] =>
  after.filter((field, i) => hasChoices(field) && choiceCount(field) !== choiceCount(before[i]));

const hasChoices = (field: Field) => choiceCount(field) !== undefined;
const choiceCount = (field: Field | undefined) =>
  (field?.options as { choices?: unknown[] } | undefined)?.choices?.length;
