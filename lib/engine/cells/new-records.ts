/* Converts the new and changed records of a request to the cells that will be stored, or gives all issues. */

import type { CellContext } from "#lib/engine/field-types/shared/field-type";
import { type Field, isComputed } from "#lib/engine/fields/field";
import type { FieldKeys } from "#lib/engine/fields/field-keys";
import { type Issue, pathOf } from "#lib/schemas/basics/error";
import type { FieldId } from "#lib/schemas/basics/ids";
import type { CellValues, FieldKeyType, NewRecord } from "#lib/schemas/records/record";
import { type Cells, editedCells, initialCells, readCells, sizeIssue, unknownKeys } from "./cells.ts";
import { type Broken, duplicateIssue, missingIssues, uniqueText } from "./constraints.ts";
import type { SeenList } from "./merge-lists.ts";

export interface DraftContext {
  fields: Field[];
  /** How the call names these fields. */
  keys: FieldKeys<Field>;
  typecast: boolean;
  context: CellContext;
  contextOf?: ((field: Field) => CellContext) | undefined;
}

export interface Completed {
  cells: Cells[];
  /** Issues of keys that are not fields: a 404, if there are no other issues. */
  unknown: Issue[];
  issues: Issue[];
  /** The first constraint that a record violates. */
  broken: Broken | undefined;
}

/** The values of one record in a request, and the path of that record. */
export interface RecordInput {
  values: CellValues;
  /** What lists among the values were when they were read. */
  seen?: CellValues | undefined;
  at: PropertyKey[];
}

export const toRecordInputs = (records: (NewRecord & Pick<RecordInput, "seen">)[]): RecordInput[] =>
  records.map(({ fields: values, seen }, i) => ({ values, seen, at: ["records", i] }));

export interface Draft extends ReturnType<typeof readCells> {
  at: PropertyKey[];
  unknown: Issue[];
  /** The present cells of an existing record. */
  before?: Cells;
  /** Link field → its links as they were read: they are merged with those of the record when these are read. */
  seenLinks?: ReadonlyMap<FieldId, SeenList>;
}

/** Reads the cells that a request sets. An upsert uses them to find its records. */
export function draftRecords(
  inputs: RecordInput[],
  { keys: known, typecast, context, contextOf }: DraftContext,
): Draft[] {
  return inputs.map(({ values, at }) => {
    const inFields = [...at, "fields"];
    return {
      ...readCells(values, known, { typecast, context, contextOf, at: inFields }),
      at,
      unknown: unknownKeys(values, known, inFields),
    };
  });
}

/** Completes drafts with the cells that the request does not set: defaults for new records, the present cells for existing ones. */
export function completeDrafts(drafts: Draft[], { fields, keys, context }: DraftContext): Completed {
  const { type: fieldKeyType } = keys;
  const writable = fields.filter((field) => !isComputed(field));
  const defaults = initialCells(writable, context);
  const each = drafts.map((draft) => {
    const { given, refused, before, at } = draft;
    const cells = editedCells(before ?? defaults, given);
    // for an existing record, check only cells that the request sets: a constraint added later must not block edits of old records
    const touched = writable.filter((field) => !refused.has(field) && (!before || given.has(field)));
    const missing = missingIssues(touched, cells, [...at, "fields"], fieldKeyType);
    return { ...draft, cells, touched: new Set(touched), missing, size: sizeIssue(cells, at) };
  });
  const twins = findTwins(each, writable, fieldKeyType);
  return {
    cells: each.map(({ cells }) => cells),
    unknown: each.flatMap(({ unknown }) => unknown),
    issues: [
      ...each.flatMap(({ issues, missing, size }) => [...issues, ...missing.issues, ...size]),
      ...twins.issues,
    ],
    broken: each.find(({ missing }) => missing.broken)?.missing.broken ?? twins.broken,
  };
}

interface Holder {
  at: PropertyKey[];
  cells: Cells;
  touched: Set<Field>;
}

/** The issues if records of one request would have the same unique value: one for each record that sets it. */
function findTwins(records: Holder[], fields: Field[], fieldKeyType: FieldKeyType) {
  const issues: Issue[] = [];
  let broken: Broken | undefined;
  for (const field of fields.filter((field) => field.unique)) {
    const groups = Map.groupBy(records, ({ cells }) => uniqueText(field, cells[field.id]));
    for (const [text, holders] of groups) {
      if (text === undefined || holders.length < 2) continue;
      for (const { at } of holders.filter(({ touched }) => touched.has(field))) {
        broken ??= { rule: "unique", field };
        issues.push(duplicateIssue(pathOf([...at, "fields", field[fieldKeyType]])));
      }
    }
  }
  return { issues, broken };
}
