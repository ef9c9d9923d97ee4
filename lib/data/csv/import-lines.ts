/*
 * Reads lines of a CSV file, or rows of a sheet, into cells of records. A line with any error is not imported at all. If half of it were imported, the
 * missing cells would go unnoticed, and sending the corrected line again would create a second record.
 */

import type { Caller } from "#lib/data/identity/caller";
import { type DraftInput, type Reading, readDrafts } from "#lib/data/write/read-drafts";
import { type Cells, draftedChoices } from "#lib/engine/cells/cells";
import { describeMisfit, readFileText } from "#lib/engine/cells/column-texts";
import { duplicateIssue, uniqueText } from "#lib/engine/cells/constraints";
import { completeDrafts, type Draft } from "#lib/engine/cells/new-records";
import type { Line } from "#lib/engine/csv/lines";
import { Refusal } from "#lib/engine/field-types/shared/field-type";
import type { Field } from "#lib/engine/fields/field";
import type { ColumnReading } from "#lib/engine/values/column-reading";
import type { BadLine } from "#lib/schemas/basics/bad-line";
import { type Issue, pathOf } from "#lib/schemas/basics/error";
import type { BaseId, FieldId, SpaceId } from "#lib/schemas/basics/ids";
import { lostText } from "#lib/schemas/issues/lost-in-json";
import type { CellValues } from "#lib/schemas/records/record";

/** The field that a column is imported into; null for a column that is left out. */
export type Column = ({ fieldId: FieldId } & ColumnReading) | null;

/** The table to import into, which may not exist yet. */
export interface ImportTarget {
  fields: Field[];
  table: { baseId: BaseId; spaceId: SpaceId };
}

/** The result of reading lines. */
export interface ReadLines {
  reading: Reading;
  good: { line: Line; cells: Cells }[];
  bad: BadLine[];
  /** The number of bad lines; a line may have several issues in `bad`. */
  badLines: number;
  /** The unique values of the good lines, as text. */
  unique: ReadonlySet<string>;
}

interface ColumnTarget {
  field: Field;
  /** Number of the column, from 1. */
  column: number;
  reading: ColumnReading;
}

/** Reads lines into cells (with typecast), and finds the bad lines. Unique values are compared only among these lines, and with `seen`.
 * With `makeLinked`, titles in link cells that no record has make records. */
export async function castLines(
  table: ImportTarget,
  columns: Column[],
  lines: Line[],
  caller: Caller,
  {
    seen = new Set(),
    makeLinked,
  }: { seen?: ReadonlySet<string> | undefined } & Pick<DraftInput, "makeLinked"> = {},
): Promise<ReadLines> {
  const targets = targetsOf(table, columns);
  const bad = new Map<Line, BadLine[]>();
  const addIssue = (line: Line, message: string, target?: ColumnTarget) => {
    const place = target && { column: target.column, name: target.field.name };
    bad.set(line, [...(bad.get(line) ?? []), { line: line.line, ...place, message }]);
  };

  const inputs = lines.map((line) => {
    if (line.problem) addIssue(line, line.problem);
    else if (hasMore(line, columns))
      addIssue(line, `has ${line.cells.length} cells, but the file has ${columns.length} columns`);
    const values: CellValues = {};
    for (const target of targets) {
      const at = target.column - 1;
      const kind = line.kinds?.[at];
      // numbers of a sheet are written as JavaScript does, whatever its texts do
      const reading = kind === "n" || kind === "p" ? programs : target.reading;
      const value =
        problemIn(line, target) ??
        lostIn(line.cells[at] ?? "") ??
        readFileText(target.field, line.cells[at] ?? "", reading, caller, kind === "n");
      if (value instanceof Refusal) addIssue(line, value.message, target);
      else values[target.field.id] = value ?? null;
    }
    return { values, at: [] as PropertyKey[] };
  });
  const draftInput = { inputs, fieldKeyType: "id", typecast: true, mayCreate: true, makeLinked } as const;
  const reading = await readDrafts(table, draftInput, caller);

  const good: ReadLines["good"] = [];
  const taken = new Set<string>();
  for (const [i, draft] of reading.drafts.entries()) {
    const line = lines[i] as Line;
    if (line.problem) continue;
    const prepared = completeDrafts([draft], reading);
    const refused = new Set([...draft.refused].map(({ id }) => id));
    for (const target of targets) {
      const hasValue = (inputs[i]?.values[target.field.id] ?? null) !== null;
      if (hasValue && !refused.has(target.field.id) && !keeps(draft, target.field))
        addIssue(line, describeMisfit(target.field, line.cells[target.column - 1] ?? ""), target);
    }
    for (const issue of prepared.issues) {
      const target = targetIn(targets, issue);
      // a cell that could not be read is not also reported as empty
      if (!target || !bad.get(line)?.some(({ column }) => column === target.column))
        addIssue(line, issue.message, target);
    }
    const cells = prepared.cells[0] ?? {};
    const unique = targets.flatMap((target) => {
      const text = target.field.unique ? uniqueText(target.field, cells[target.field.id]) : undefined;
      return text === undefined ? [] : [{ target, key: `${target.field.id} ${text}` }];
    });
    for (const { target, key } of unique)
      if (taken.has(key) || seen.has(key)) addIssue(line, duplicateIssue("").message, target);
    if (bad.has(line)) continue;
    for (const { key } of unique) taken.add(key);
    good.push({ line, cells });
  }
  removeUnusedChoices(table.fields, reading.fields, good);
  return { reading, good, bad: [...bad.values()].flat(), badLines: bad.size, unique: taken };
}

/** Removes new choices that only bad lines name. */
function removeUnusedChoices(before: Field[], fields: Field[], good: ReadLines["good"]): void {
  for (const field of draftedChoices(before, fields)) {
    const options = field.options as { choices: { id: string }[] };
    const known = before.find(({ id }) => id === field.id)?.options as typeof options | undefined;
    const knownCount = known?.choices.length ?? 0;
    const used = new Set<unknown>(good.flatMap<unknown>(({ cells }) => cells[field.id] ?? []));
    field.options = {
      ...options,
      choices: options.choices.filter(({ id }, i) => i < knownCount || used.has(id)),
    };
  }
}

/** How programs write numbers. */
const programs: ColumnReading = { decimal: "." };

/** The problem of the cell of a sheet. */
function problemIn({ problems }: Line, { column }: ColumnTarget): Refusal | undefined {
  const found = problems?.find((each) => each.column === column);
  return found && new Refusal(found.message);
}

/** The refusal of a text that the store could not keep unchanged. */
function lostIn(text: string): Refusal | undefined {
  const message = lostText(text);
  return message === undefined ? undefined : new Refusal(message);
}

const hasMore = ({ cells }: Line, { length }: Column[]) =>
  cells.slice(length).some((text) => text.trim() !== "");

/** The columns with their fields, without fields that were deleted meanwhile. */
const targetsOf = ({ fields }: ImportTarget, columns: Column[]): ColumnTarget[] =>
  columns.flatMap((column, i) => {
    const field = column && fields.find(({ id }) => id === column.fieldId);
    if (!field) return [];
    const { fieldId: _, ...reading } = column;
    return [{ field, column: i + 1, reading: { decimal: "." as const, ...reading } }];
  });

/** The column of an issue of the engine: its path begins with the path of a field. */
const targetIn = (targets: ColumnTarget[], { path }: Issue): ColumnTarget | undefined =>
  targets.find(({ field }) => path.startsWith(pathOf(["fields", field.id])));

/** Whether a draft has a cell for the field. Compared by id, because drafts hold copies of fields with new choices. */
function keeps({ given }: Draft, { id }: Field): boolean {
  for (const [field, cell] of given) if (field.id === id) return cell !== undefined;
  return false;
}
