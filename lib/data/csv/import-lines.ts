/*
 * Lines of a CSV file to the cells that records will have. A line with anything wrong goes in as a whole or not at all: half of it
 * would be missed by nobody, and be there twice when the line is sent again.
 */

import type { Caller } from "#lib/data/identity/caller";
import { type Reading, readDrafts } from "#lib/data/write/write-records";
import { draftedChoices } from "#lib/engine/cells/cells";
import { duplicateIssue, uniqueText } from "#lib/engine/cells/constraints";
import { completeDrafts, type Draft } from "#lib/engine/cells/new-records";
import { type DecimalMark, describeMisfit, readCellText } from "#lib/engine/csv/cell-text";
import type { Line } from "#lib/engine/csv/lines";
import { Refusal } from "#lib/engine/field-types/shared/field-type";
import type { Field } from "#lib/engine/fields/field";
import type { BadLine } from "#lib/schemas/basics/bad-line";
import { type Issue, pathOf } from "#lib/schemas/basics/error";
import type { BaseId, FieldId, SpaceId } from "#lib/schemas/basics/ids";
import type { CellValues } from "#lib/schemas/records/record";

/** Where a column goes; nowhere: it is left out. */
export type Column = { fieldId: FieldId; decimal?: DecimalMark | undefined } | null;

/** A table, or what will be one. */
export interface Into {
  fields: Field[];
  table: { baseId: BaseId; spaceId: SpaceId };
}

export interface ReadLines {
  reading: Reading;
  good: { line: Line; draft: Draft; cells: ReturnType<typeof completeDrafts>["cells"][number] }[];
  bad: BadLine[];
  /** How many lines that is. */
  badLines: number;
}

interface Target {
  field: Field;
  /** From 1. */
  column: number;
  decimal: DecimalMark;
}

export async function castLines(
  into: Into,
  columns: Column[],
  lines: Line[],
  caller: Caller,
): Promise<ReadLines> {
  const targets = targetsOf(into, columns);
  const bad = new Map<Line, BadLine[]>();
  const say = (line: Line, message: string, target?: Target) => {
    const place = target && { column: target.column, name: target.field.name };
    bad.set(line, [...(bad.get(line) ?? []), { line: line.line, ...place, message }]);
  };

  const said = lines.map((line) => {
    if (line.problem) say(line, line.problem);
    else if (hasMore(line, columns))
      say(line, `has ${line.cells.length} cells for ${columns.length} columns`);
    const values: CellValues = {};
    for (const target of targets) {
      const value = readCellText(target.field, line.cells[target.column - 1] ?? "", target.decimal);
      if (value instanceof Refusal) say(line, value.message, target);
      else if (value !== undefined) values[target.field.id] = value;
    }
    return { values, at: [] as PropertyKey[] };
  });
  const wanted = { said, fieldKeyType: "id", typecast: true, mayCreate: true } as const;
  const reading = await readDrafts(into, wanted, caller);

  const good: ReadLines["good"] = [];
  const taken = new Set<string>();
  for (const [i, draft] of reading.drafts.entries()) {
    const line = lines[i] as Line;
    if (line.problem) continue;
    const prepared = completeDrafts([draft], reading.given);
    const refused = new Set([...draft.refused].map(({ id }) => id));
    for (const target of targets) {
      const isSaid = said[i]?.values[target.field.id] !== undefined;
      if (isSaid && !refused.has(target.field.id) && !keeps(draft, target.field))
        say(line, describeMisfit(target.field, line.cells[target.column - 1] ?? ""), target);
    }
    for (const issue of prepared.issues) {
      const target = targetIn(targets, issue);
      // what does not fit is not missing besides
      if (!target || !bad.get(line)?.some(({ column }) => column === target.column))
        say(line, issue.message, target);
    }
    const cells = prepared.cells[0] ?? {};
    const unique = targets.flatMap((target) => {
      const text = target.field.unique ? uniqueText(cells[target.field.id]) : undefined;
      return text === undefined ? [] : [{ target, key: `${target.field.id} ${text}` }];
    });
    for (const { target, key } of unique) if (taken.has(key)) say(line, duplicateIssue("").message, target);
    if (bad.has(line)) continue;
    for (const { key } of unique) taken.add(key);
    good.push({ line, draft, cells });
  }
  forgetUnused(into.fields, reading.given.fields, good);
  return { reading, good, bad: [...bad.values()].flat(), badLines: bad.size };
}

/** Choices that only lines made which do not go in. */
function forgetUnused(before: Field[], fields: Field[], good: ReadLines["good"]): void {
  for (const field of draftedChoices(before, fields)) {
    const options = field.options as { choices: { id: string }[] };
    const known = before.find(({ id }) => id === field.id)?.options as typeof options | undefined;
    const there = known?.choices.length ?? 0;
    const used = new Set<unknown>(good.flatMap<unknown>(({ cells }) => cells[field.id] ?? []));
    field.options = { ...options, choices: options.choices.filter(({ id }, i) => i < there || used.has(id)) };
  }
}

const hasMore = ({ cells }: Line, { length }: Column[]) =>
  cells.slice(length).some((text) => text.trim() !== "");

/** Fields that were deleted meanwhile take nothing. */
const targetsOf = ({ fields }: Into, columns: Column[]): Target[] =>
  columns.flatMap((column, i) => {
    const field = column && fields.find(({ id }) => id === column.fieldId);
    return field ? [{ field, column: i + 1, decimal: column.decimal ?? "." }] : [];
  });

/** Which column an issue of the engine is about: its paths begin with the field's. */
const targetIn = (targets: Target[], { path }: Issue): Target | undefined =>
  targets.find(({ field }) => path.startsWith(pathOf(["fields", field.id])));

/** Drafts know fields as copies, whose choices may grow. */
function keeps({ given }: Draft, { id }: Field): boolean {
  for (const [field, cell] of given) if (field.id === id) return cell !== undefined;
  return false;
}
