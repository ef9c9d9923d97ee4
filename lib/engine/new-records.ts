/* The records of a request, to the cells they will be stored with, or all that is wrong with them. */
import { type Issue, pathOf } from "#lib/schemas/error";
import type { FieldKeyType, NewRecord } from "#lib/schemas/record";
import {
  type Cells,
  fieldsByKey,
  initialCells,
  newCells,
  readCells,
  sizeIssue,
  unknownKeys,
} from "./cells.ts";
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
  const defaults = initialCells(writable, context);
  const each = records.map(({ fields: values }, i): Prepared => {
    const at = ["records", i, "fields"];
    const { given, refused, issues } = readCells(values, known, { typecast, context, at });
    const cells = newCells(given, defaults);
    const required = writable.filter((field) => !refused.has(field));
    const missing = missingIssues(required, cells, at, fieldKeyType);
    return {
      cells: [cells],
      unknown: unknownKeys(values, known, at),
      issues: [...issues, ...missing.issues, ...sizeIssue(cells, ["records", i])],
      broken: missing.broken,
    };
  });
  const cells = each.flatMap((one) => one.cells);
  const twins = findTwins(cells, writable, fieldKeyType);
  return {
    cells,
    unknown: each.flatMap((one) => one.unknown),
    issues: [...each.flatMap((one) => one.issues), ...twins.issues],
    broken: each.find((one) => one.broken)?.broken ?? twins.broken,
  };
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
