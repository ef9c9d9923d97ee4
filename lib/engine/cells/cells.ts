/* Converts the values of a request to stored cells. Pure; returns all issues instead of throwing. */

import { type CellContext, Refusal, type StoredCell } from "#lib/engine/field-types/shared/field-type";
import { tooLong } from "#lib/engine/field-types/shared/text";
import { type Field, isComputed, typeOf } from "#lib/engine/fields/field";
import { type FieldKeys, findNamedTwice } from "#lib/engine/fields/field-keys";
import { bindFormulas } from "#lib/engine/fields/formula-inputs";
import { type Issue, pathOf } from "#lib/schemas/basics/error";
import type { FieldId } from "#lib/schemas/basics/ids";
import { limits } from "#lib/schemas/basics/limits";
import type { CellValues } from "#lib/schemas/records/record";

/** Field id → cell. Empty cells are absent. */
export type Cells = { [fieldId: FieldId]: StoredCell };

/** The cells that a request sets. undefined and false empty a cell; no default replaces false. */
type GivenCells = Map<Field, StoredCell | undefined>;

/** An issue for every key that is not a field; `at` is the path of the values in the request. */
export function unknownKeys(values: CellValues, known: FieldKeys<Field>, at: PropertyKey[]): Issue[] {
  return Object.keys(values)
    .filter((key) => !known.get(key))
    .map((key) => ({ path: pathOf([...at, key]), message: known.explain(key) }));
}

interface ReadingHow {
  typecast: boolean;
  context: CellContext;
  at: PropertyKey[];
  /** Used instead of `context` where the context depends on the field. */
  contextOf?: ((field: Field) => CellContext) | undefined;
}

/**
 * Converts values to cells: `given` holds the valid ones, `refused` the fields of the invalid ones. Computed fields are ignored,
 * because clients send whole records back.
 */
export function readCells(
  values: CellValues,
  known: FieldKeys<Field>,
  { typecast, context, at, contextOf = () => context }: ReadingHow,
): { given: GivenCells; refused: Set<Field>; issues: Issue[] } {
  const given: GivenCells = new Map();
  // if the text was read with its whole column, it may have been refused already
  const read = (value: unknown, field: Field) =>
    (value instanceof Refusal ? value : undefined) ??
    (typeof value === "string" ? tooLong(value, limits.textLength) : undefined) ??
    typeOf(field)[typecast ? "typecast" : "read"](value, field.options, contextOf(field));
  const refused = new Set<Field>();
  const issues: Issue[] = findNamedTwice(known, Object.keys(values)).map(({ key, message }) => ({
    path: pathOf([...at, key]),
    message,
  }));
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

/**
 * The cells that a new record gets if the request does not name them; the same for all records of a request. A cell that the request sends
 * empty stays empty.
 */
export function initialCells(fields: Field[], context: CellContext): Cells {
  const cells: Cells = {};
  for (const field of fields) {
    const cell = typeOf(field).initialCell?.(field.options, context);
    if (cell !== undefined) cells[field.id] = cell;
  }
  return cells;
}

/** The cells of a record after an edit; cells that the edit does not set stay. */
export function editedCells(before: Cells, given: GivenCells): Cells {
  const cells = { ...before };
  for (const [field, cell] of given) {
    if (cell === undefined || cell === false) delete cells[field.id];
    else cells[field.id] = cell;
  }
  return cells;
}

/** At most one issue: the record must fit into a response, and into one item of the store together with what a staged commit adds there. */
export function sizeIssue(cells: Cells, at: PropertyKey[]): Issue[] {
  const attachments = Object.values(cells).reduce((sum: number, cell) => sum + attachmentsIn(cell), 0);
  if (attachments > limits.attachmentsPerRecord)
    return [
      {
        path: pathOf(at),
        message: `must have at most ${limits.attachmentsPerRecord} attachments; got ${attachments}`,
      },
    ];
  const bytes = Buffer.byteLength(JSON.stringify(cells));
  if (bytes <= limits.recordBytes) return [];
  return [
    {
      path: pathOf(at),
      message: `must have at most ${kilobytes(limits.recordBytes)} KB; got ${kilobytes(bytes)} KB`,
    },
  ];
}

const attachmentsIn = (cell: StoredCell): number =>
  Array.isArray(cell) && typeof cell[0] === "object" && "token" in cell[0] ? cell.length : 0;

const kilobytes = (bytes: number) => Math.ceil(bytes / 1024);

/** Copies the options of fields with choices, so that typecast adds choices to the copies and not to the schema. Formulas see the copies. */
export function withDraftChoices(fields: Field[]): Field[] {
  const copies = fields.map((field) => {
    // a rollup uses cells of another table, which this call does not change
    if (field.formula && !field.lookupOptions) return { ...field };
    return hasChoices(field) ? { ...field, options: structuredClone(field.options) } : field;
  });
  bindFormulas(copies);
  return copies;
}

/** The fields of `before` that have more choices in `after`; both lists have the same order, and new fields come last. */
export const draftedChoices = (before: Field[], after: Field[]): Field[] =>
  after
    .slice(0, before.length)
    .filter((field, i) => hasChoices(field) && choiceCount(field) !== choiceCount(before[i]));

const hasChoices = (field: Field) => choiceCount(field) !== undefined;
const choiceCount = (field: Field | undefined) =>
  (field?.options as { choices?: unknown[] } | undefined)?.choices?.length;
