/* The records of a request, new ones and changed ones, to the cells they will be stored with, or all that is wrong with them. */

import type { CellContext } from "#lib/engine/field-types/shared/field-type";
import { type Field, isComputed } from "#lib/engine/fields/field";
import { type Issue, pathOf } from "#lib/schemas/basics/error";
import type { CellValues, FieldKeyType, NewRecord } from "#lib/schemas/records/record";
import {
  type Cells,
  editedCells,
  fieldsByKey,
  initialCells,
  newCells,
  readCells,
  sizeIssue,
  unknownKeys,
} from "./cells.ts";
import { type Broken, duplicateIssue, missingIssues, uniqueText } from "./constraints.ts";

export interface DraftContext {
  fields: Field[];
  fieldKeyType: FieldKeyType;
  typecast: boolean;
  context: CellContext;
}

export interface Prepared {
  cells: Cells[];
  /** Keys that name no field: for a 404, after what is wrong otherwise was not. */
  unknown: Issue[];
  issues: Issue[];
  /** The first constraint that a record breaks. */
  broken: Broken | undefined;
}

export const prepareNew = (records: NewRecord[], given: DraftContext): Prepared =>
  completeDrafts(draftRecords(toRecordInputs(records), given), given);

/** What a request says of one record, and where. */
export interface RecordInput {
  values: CellValues;
  at: PropertyKey[];
}

export const toRecordInputs = (records: NewRecord[]): RecordInput[] =>
  records.map(({ fields: values }, i) => ({ values, at: ["records", i] }));

export interface Draft extends ReturnType<typeof readCells> {
  at: PropertyKey[];
  unknown: Issue[];
  /** The cells it has, if it is there. */
  before?: Cells;
}

/** The cells that a request names, read; which records they belong to may be found out by them. */
export function draftRecords(
  said: RecordInput[],
  { fields, fieldKeyType, typecast, context }: DraftContext,
): Draft[] {
  const known = fieldsByKey(fields, fieldKeyType);
  return said.map(({ values, at }) => {
    const inFields = [...at, "fields"];
    return {
      ...readCells(values, known, { typecast, context, at: inFields }),
      at,
      unknown: unknownKeys(values, known, inFields),
    };
  });
}

/** Drafts with what the request does not name: of new records the defaults, of those that are there what they have. */
export function completeDrafts(drafts: Draft[], { fields, fieldKeyType, context }: DraftContext): Prepared {
  const writable = fields.filter((field) => !isComputed(field));
  const defaults = initialCells(writable, context);
  const each = drafts.map((draft) => {
    const { given, refused, before, at } = draft;
    const cells = before ? editedCells(before, given) : newCells(given, defaults);
    // of a record that is there only what the request touches: a constraint made later does not lock old records
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

/** Records of one request that would share a unique value: each that the request gives it to is named. */
function findTwins(records: Holder[], fields: Field[], fieldKeyType: FieldKeyType) {
  const issues: Issue[] = [];
  let broken: Broken | undefined;
  for (const field of fields.filter((field) => field.unique)) {
    const groups = Map.groupBy(records, ({ cells }) => uniqueText(cells[field.id]));
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
