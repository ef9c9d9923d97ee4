/*
 * Pastes values into a selection of a list: all of them or none.
 *
 *   content ──▶ rows of values ──▶ repeated, if the selection is a multiple ──▶ drafts with typecast ──▶ one batch
 *                                                                              rows of the list, and new records past its end
 *
 * Computed cells and buttons stay as they are. Columns past the last become fields if the header says which; without it, and for a caller
 * who may not create fields, they are cut. So are rows past the end for a caller who may not create records: the answer says what was
 * written.
 */

import type { Caller } from "#lib/data/identity/caller";
import type { countMatching } from "#lib/data/query/aggregate";
import type { SelectedCells } from "#lib/data/query/select-cells";
import { findMany } from "#lib/data/records/records";
import { addFields } from "#lib/data/schema/add-fields";
import { toFieldItems } from "#lib/data/schema/fields";
import { raiseVersions } from "#lib/data/schema/raise-versions";
import { readSchema, type Schema } from "#lib/data/schema/table-schema";
import { canBeAmbiguous, decideReading, readColumnText } from "#lib/engine/cells/column-texts";
import type { RecordInput } from "#lib/engine/cells/new-records";
import { type Field, isComputed, typeOf } from "#lib/engine/fields/field";
import { filledSize, pastedRows, sizeOf } from "#lib/engine/selection/pasted";
import { readSelection } from "#lib/engine/selection/ranges";
import { invalid } from "#lib/schemas/basics/error";
import { type FieldId, newFieldId, type RecordId } from "#lib/schemas/basics/ids";
import { limits } from "#lib/schemas/basics/limits";
import type { PasteBody } from "#lib/schemas/selections/paste";
import type { CellSelection } from "#lib/schemas/selections/selection";
import type { NewField } from "#lib/schemas/tables/field";
import { retryOnConflictFrom } from "#lib/store/commit";
import { keepAnswer } from "#lib/store/idempotency-records";
import { completeRecords, type DraftInput, readDrafts } from "./read-drafts.ts";
import { planBatch } from "./record-batch.ts";
import { numbersOf } from "./record-numbers.ts";
import { writeBatch } from "./write-records.ts";

type Cell = [column: number, row: number];

/** What else the caller may create. */
interface MayCreate {
  /** Rows past the end. */
  records: boolean;
  /** Columns past the last. */
  fields: boolean;
}

/** Writes the cells and gives the first and the last of them. Throws 400 for values that cells cannot hold. */
export async function pasteCells(
  start: Schema,
  body: PasteBody,
  caller: Caller,
  mayCreate: MayCreate & Pick<DraftInput, "makeLinked">,
): Promise<{ ranges: [Cell, Cell] }> {
  const plan = await planPaste(start, mayCreate.fields ? body : { ...body, header: undefined }, caller);
  const rows = plan.rows.slice(0, mayCreate.records ? undefined : plan.ids.length);
  const width = plan.columns.length + plan.added.length;
  if (rows.length === 0 || width === 0)
    throw invalid([{ path: "ranges", message: "there is no cell at this place" }]);
  const last: Cell = [plan.first[0] + width - 1, plan.first[1] + rows.length - 1];
  const answer = { ranges: [plan.first, last] as [Cell, Cell] };
  const takeNumbers = numbersOf(start.table.id);
  const readAgain = () => readSchema(start.table.id);
  await retryOnConflictFrom(start, readAgain, async (present) => {
    const schema = await withAdded(present, plan);
    const finding = findMany(schema.table.id, plan.ids);
    const how = {
      inputs: rows,
      fieldKeyType: "id",
      typecast: true,
      mayCreate: true,
      makeLinked: mayCreate.makeLinked,
      found: () => finding,
    } as const;
    const [found, reading] = await Promise.all([finding, readDrafts(schema, how, caller)]);
    // a row whose record was deleted meanwhile is not created again
    if (found.some((record) => !record))
      throw invalid([
        { path: "ranges", message: "records of the selection were deleted meanwhile; select again" },
      ]);
    const wanted = completeRecords(schema.table, reading, { found });
    const batch = await planBatch({ table: schema.table, ...reading }, wanted, { takeNumbers }, caller);
    const ids = wanted.map(({ before }, i) => before?.id ?? String(i));
    // with the choices that the cells of these fields need
    const { table } = present;
    const added = batch.fields.slice(present.fields.length);
    await writeBatch(present, batch, caller, () => [
      ...(added.length > 0 ? raiseVersions(addFields(present, added, "header"), [table]) : []),
      ...keepAnswer(caller, answer, ids),
    ]);
  });
  return answer;
}

/** The schema with the fields that the paste makes, as the last ones. Throws 400 for a header of which no field can be made. */
async function withAdded(schema: Schema, { added, at }: Plan): Promise<Schema> {
  if (added.length === 0) return schema;
  const { table, fields, clearing } = schema;
  const ids = [...fields, ...clearing].map(({ id }) => id);
  const { makeFields } = await import("#lib/engine/fields/new-fields");
  const made = await makeFields(added, (i) => ["header", at[i] ?? 0], { fields, ids });
  const count = fields.length + added.length;
  const { fieldsPerTable } = limits;
  if (count > fieldsPerTable)
    throw invalid([
      { path: "header", message: `the table would have ${count} fields, the limit is ${fieldsPerTable}` },
    ]);
  if (made.issues.length > 0) throw invalid(made.issues);
  return { ...schema, fields: [...fields, ...toFieldItems(table.id, fields, made.fields)] };
}

/** The cells as they would be written, a record for each row; nothing is written. */
export async function previewPaste(
  schema: Schema,
  body: PasteBody,
  caller: Caller,
): Promise<{ fields: Record<string, unknown> }[]> {
  const { rows, ids } = await planPaste(schema, body, caller);
  const found = () => findMany(schema.table.id, ids);
  const how = { inputs: rows, fieldKeyType: "id", typecast: true, mayCreate: true, found } as const;
  const reading = await readDrafts(schema, how, caller);
  const issues = reading.drafts.flatMap((draft) => draft.issues);
  if (issues.length > 0) throw invalid(issues);
  const { context } = reading;
  return reading.drafts.map(({ given }) => ({
    fields: Object.fromEntries(
      [...given].map(([{ id, ...field }, cell]) => [
        id,
        cell === undefined ? null : (typeOf(field).json(cell, field.options, context) ?? null),
      ]),
    ),
  }));
}

interface Plan {
  /** The records of the first rows; further rows are after the end of the list. */
  ids: RecordId[];
  rows: RecordInput[];
  columns: Field[];
  /** The fields to make for columns past the last, with ids, and the place of each in the header. */
  added: (NewField & { id: FieldId })[];
  at: number[];
  first: Cell;
}

async function planPaste(
  schema: Schema,
  { content, header, recordIds, ...selection }: PasteBody,
  caller: Caller,
): Promise<Plan> {
  const values = typeof content === "string" ? pastedRows(content) : content;
  const ranges = readSelection(selection);
  const [firstRow] = ranges.rows[0] ?? [0];
  const [firstColumn] = ranges.columns[0] ?? [0];
  const { selectCells, selectedIds, tooManyRows } = await import("#lib/data/query/select-cells");
  const marked = await selectCells(schema, selection, caller);
  const size = sizeOf(values);
  const filled = filledSize(size, await markedSize(marked, ranges));
  if (filled.rows > limits.recordsPerCall) throw tooManyRows();
  const isOneBlock = ranges.rows.length === 1;
  const columns = marked.columns.slice(firstColumn, firstColumn + filled.columns);
  // one field more than a table may have is refused as well as any number
  const mostAdded = Math.min(filled.columns - columns.length, limits.fieldsPerTable + 1);
  const past = Array.from({ length: mostAdded }, (_, i) => columns.length + i);
  const { added, at } = await planAdded(header, { past, width: size.columns });
  const last = firstRow + Math.max(0, filled.rows - 1);
  const target: CellSelection = isOneBlock
    ? { ...selection, type: "rows", ranges: [[firstRow, last]] }
    : selection;
  const ids =
    recordIds?.slice(firstRow, last + 1) ??
    (await selectedIds(await selectCells(schema, target, caller))).slice(0, filled.rows);
  const end = async () => recordIds?.length ?? (await countRows(schema, counted(selection), caller));
  const row = ids.length > 0 ? firstRow : Math.min(firstRow, await end());
  const written = columns.map((field, k) =>
    isWritten(field)
      ? readColumn(
          field,
          values.map((line) => line[k % size.columns]),
          caller,
        )
      : undefined,
  );
  const rows = Array.from({ length: filled.rows }, (_, i): RecordInput => {
    const line = values[i % size.rows] ?? [];
    const cells = columns.flatMap((field, k): [string, unknown][] => {
      const column = written[k];
      return column ? [[field.id, pastedValue(column[i % size.rows])]] : [];
    });
    const past = added.map(({ id }, k): [string, unknown] => [id, pastedValue(line[at[k] ?? 0])]);
    return { at: ["content", i % size.rows], values: Object.fromEntries([...cells, ...past]) };
  });
  // without other columns, the new ones follow the last
  const column = Math.min(firstColumn, marked.columns.length);
  return { ids, rows, columns, added, at, first: [added.length > 0 ? column : firstColumn, row] };
}

/** The fields for columns of the content that are past the last one; none without a header. Throws 400 for a header that is none. */
async function planAdded(
  header: unknown,
  { past, width }: { past: number[]; width: number },
): Promise<Pick<Plan, "added" | "at">> {
  if (!Array.isArray(header) || header.length === 0 || past.length === 0) return { added: [], at: [] };
  const { pastedFields } = await import("#lib/engine/selection/pasted-fields");
  const at = past.map((column) => column % width);
  const { fields, issues } = pastedFields(header, at);
  if (issues.length > 0) throw invalid(issues);
  return { added: fields.map((field) => ({ ...field, id: newFieldId() })), at };
}

// loaded late: most selections begin inside the list
const countRows: typeof countMatching = async (...args) =>
  (await import("#lib/data/query/aggregate")).countMatching(...args);

/** How many rows and columns are selected, including those after the end. Of whole columns, all existing rows count; of whole rows, all columns. */
async function markedSize({ fields, rows }: SelectedCells, selected: ReturnType<typeof readSelection>) {
  const [length, width] = [countIn(selected.rows), countIn(selected.columns)];
  const columns = Number.isFinite(width) ? width : fields.length;
  if (Number.isFinite(length)) return { rows: length, columns };
  let count = 0;
  for await (const records of rows()) count += records.length;
  return { rows: count, columns };
}

const countIn = (ranges: ReturnType<typeof readSelection>["rows"]): number =>
  ranges.reduce((sum, [first, last]) => sum + last - first + 1, 0);

/** The members of a selection that say which records there are. */
const counted = ({
  ranges: _,
  type: __,
  projection: ___,
  orderBy: ____,
  groupBy: _____,
  collapsedGroupIds: ______,
  ...which
}: CellSelection) => which;

/** The values of a column. If it has several texts that can be ambiguous, they are read together, because they decide together how they are read. */
function readColumn(field: Field, values: readonly unknown[], caller: Caller): unknown[] {
  const texts = values.filter((value): value is string => typeof value === "string" && value.trim() !== "");
  if (texts.length < 2 || !canBeAmbiguous(field)) return [...values];
  const reading = { decimal: ".", ...decideReading(field, texts) } as const;
  return values.map((value) =>
    typeof value === "string" && value !== "" ? readColumnText(field, value, reading, caller) : value,
  );
}

const isWritten = (field: Field): boolean =>
  !isComputed(field) && typeOf(field).family(field.options) !== "nothing";

const pastedValue = (value: unknown): unknown => (value === "" || value === undefined ? null : value);
