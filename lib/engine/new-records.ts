/* The records of a request, to the cells they will be stored with, or all that is wrong with them. */
import { type Issue, pathOf } from "#lib/schemas/error";
import type { FieldKeyType, NewRecord } from "#lib/schemas/record";
import { type Cells, fieldsByKey, newCells, readCells, sizeIssue, unknownKeys } from "./cells.ts";
import { type Broken, duplicateIssue, missingIssues, uniqueText } from "./constraints.ts";
import { type Field, isComputed } from "./field.ts";
import type { CellContext } from "./field-type.ts";

interface Given {
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

export function prepareNew(
  records: NewRecord[],
  { fields, fieldKeyType, typecast, context }: Given,
): Prepared {
  const known = fieldsByKey(fields, fieldKeyType);
  const writable = fields.filter((field) => !isComputed(field));
  const prepared: Prepared = { cells: [], unknown: [], issues: [], broken: undefined };
  for (const [i, { fields: values }] of records.entries()) {
    const at = ["records", i, "fields"];
    const { given, issues } = readCells(values, known, { typecast, context, at });
    const cells = newCells(writable, given, context);
    const missing = missingIssues(writable, cells, at, fieldKeyType);
    prepared.broken ??= missing.broken;
    prepared.unknown.push(...unknownKeys(values, known, at));
    prepared.issues.push(...issues, ...missing.issues, ...sizeIssue(cells, ["records", i]));
    prepared.cells.push(cells);
  }
  const twins = findTwins(prepared.cells, writable, fieldKeyType);
  prepared.broken ??= twins.broken;
  prepared.issues.push(...twins.issues);
  return prepared;
}

/** Records of one request that share a unique value: each of them is named. */
function findTwins(records: Cells[], fields: Field[], fieldKeyType: FieldKeyType) {
  const issues: Issue[] = [];
  let broken: Broken | undefined;
  for (const field of fields.filter((field) => field.unique)) {
    const holders = Map.groupBy(records.keys(), (i) => uniqueText(records[i]?.[field.id]));
    for (const [text, indexes] of holders) {
      if (text === undefined || indexes.length < 2) continue;
      broken ??= { rule: "unique", field };
      for (const i of indexes)
        issues.push(duplicateIssue(pathOf(["records", i, "fields", field[fieldKeyType]])));
    }
  }
  return { issues, broken };
}
