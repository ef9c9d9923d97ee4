/*
 * Cells that are filled without being asked for (`isAutoFill`): in new records, and again when what they are made of has changed.
 *
 *   record written, or what its lookups show ──▶ consumer of record changes ──▶ task ──▶ one job for each field, while it has tasks
 *
 * A record says of each cell what it was filled from (`asked`). So a change of another cell, or the same change heard twice, makes no task.
 */

import type { Caller } from "#lib/data/identity/caller";
import * as jobs from "#lib/data/jobs/jobs";
import { isModel, membersById } from "#lib/data/records/people";
import type { RecordItem } from "#lib/data/records/records";
import { shareRead } from "#lib/data/records/share-read";
import { raiseVersions } from "#lib/data/schema/raise-versions";
import {
  type FieldItem,
  fieldKey,
  find,
  schemaOf,
  type TableItem,
  tableKey,
} from "#lib/data/schema/table-schema";
import { hashCell } from "#lib/engine/cells/operation";
import { makeReshaper } from "#lib/engine/cells/stored-cells";
import type { StoredCell } from "#lib/engine/field-types/shared/field-type";
import type { Field } from "#lib/engine/fields/field";
import type { FieldId, RecordId, TableId } from "#lib/schemas/basics/ids";
import { change, commit, insert, retryOnConflict } from "#lib/store/commit";
import { getItem, type Key } from "#lib/store/store";
import { type FillItem, fillingOf, fillKey } from "./fills.ts";
import { hashOf, readSources } from "./read-sources.ts";
import { type TaskItem, taskKey } from "./tasks.ts";

/**
 * For each filled cell of a record: a hash of its sources, how often it was filled on the last day, and a fingerprint of the model's
 * answer: RecordItem.asked.
 */
export type Asked = NonNullable<RecordItem["asked"]>;

/** A cell is filled at most so often in a day: so fields that are filled from each other stop. */
const timesPerDay = 10;

/** A hash of the cell of a record. */
export const cellHash = ({ fields }: { fields: Field[] }, field: Field, record: RecordItem): string =>
  hashOf(makeReshaper(fields)(record).cells[field.id] ?? null);

/** `asked` of a record after a model was asked for a cell. `of` is the hash of the sources, `cell` the answer; absent if the cell stayed the same. */
export function withAsked(
  { asked = {} }: RecordItem,
  { id }: Field,
  { of, now, cell }: { of: string; now: string; cell?: StoredCell | undefined },
): Asked {
  const on = now.slice(0, 10);
  const before = asked[id];
  const gave = cell === undefined ? before?.gave : hashCell(cell);
  return {
    ...asked,
    [id]: { of, on, times: before?.on === on ? before.times + 1 : 1, ...(gave && { gave }) },
  };
}

/**
 * Makes tasks for the cells of a record that have to be filled now. `key` is the key of a created or changed record. A record from an
 * anonymous form calls no model until a member writes it or asks for it.
 */
export async function noteAutoFill(key: Key): Promise<void> {
  const found = await readFilled(key.pk.split("#")[1] as TableId);
  const record = found && (await getItem<RecordItem>(key));
  if (!found || !record || !(await isOfMember(record, found.schema.table))) return;
  const { schema, filled } = found;
  const { table } = schema;
  const caller = readerOf(table);
  for (const field of filled) {
    const filling = fillingOf(field);
    if (typeof filling === "string") continue;
    const [sources] = await readSources(schema, filling.config, [record], caller);
    if (!sources || sources.isEmpty) continue;
    const cell = cellHash(schema, field, record);
    const asked = record.asked?.[field.id];
    // a cell with a value that no model has filled was written by a person
    if (asked ? asked.of === sources.hash : cell !== emptyCell) continue;
    if (asked?.on === caller.now.slice(0, 10) && asked.times >= timesPerDay) continue;
    await addTask(table, field, record.id, cell);
  }
}

/** Whether a member wrote the record last, or a model on behalf of one. Visitors of a share may be signed in. */
async function isOfMember({ createdBy, lastModifiedBy = createdBy }: RecordItem, table: TableItem) {
  if (isModel(lastModifiedBy)) return true;
  return (await membersById([lastModifiedBy], table)).byId(lastModifiedBy) !== undefined;
}

/** The auto-filled fields of a table; undefined if it has none, as most tables. */
const readFilled = (tableId: TableId) =>
  shareRead(`filled ${tableId}`, async () => {
    const table = await find(tableId);
    const schema = table && (await schemaOf(table));
    const filled = schema?.fields.filter(({ aiConfig }) => aiConfig?.isAutoFill) ?? [];
    return schema && filled.length > 0 ? { schema, filled } : undefined;
  });

const emptyCell = hashOf(null);

/** The user on whose behalf sources are read: the one who started the job, or the owner of the table, who configured the field. */
export const readerOf = ({ createdBy }: Pick<TableItem, "createdBy">): Caller => ({
  userId: createdBy,
  now: new Date().toISOString(),
  may: { seeEmails: false, read: true, create: false, update: true, delete: false },
  mayReadIn: async () => true,
});

async function addTask(table: TableItem, field: Field, recordId: RecordId, cell: string): Promise<void> {
  const key = taskKey(table.id, field.id, recordId);
  await retryOnConflict(async () => {
    const before = await getItem<TaskItem>(key);
    const made = { ...key, entity: "aiTask", recordId, cell, times: 1 };
    await commit([before ? change(before, { times: before.times + 1 }) : insert(made)]);
  });
  await startAutoFill(table.id, field.id);
}

/** Starts the job that does a field's tasks, unless one runs. The task must be stored before: a job that ends looks for tasks afterwards. */
async function startAutoFill(tableId: TableId, fieldId: FieldId): Promise<void> {
  await retryOnConflict(async () => {
    const [fill, field, table] = await Promise.all([
      getItem<FillItem>(fillKey(tableId, fieldId)),
      getItem<FieldItem>(fieldKey(tableId, fieldId)),
      getItem<TableItem>(tableKey(tableId)),
    ]);
    if (fill && !fill.outcome) return;
    if (field?.entity !== "field" || !table || table.deletedTime) return;
    const now = new Date().toISOString();
    const { createdBy: userId } = table;
    const job = jobs.startChange("fillCells", jobs.ofTable(table), { userId, now, at: { auto: fieldId } });
    const made = {
      ...{ jobId: job.jobId, fieldId, auto: true, mode: "all", createdBy: userId, createdTime: now },
      ...{ to: 0, after: 0, filled: 0, kept: 0, failed: 0, waits: 0, wait: undefined, outcome: undefined },
      // failures of earlier jobs stay until their cells are filled
      failures: fill?.failures ?? [],
    };
    const changes = [
      job.change,
      fill ? change(fill, made) : insert({ ...fillKey(tableId, fieldId), entity: "aiFill", ...made }),
      ...(field.filling ? [] : [change(field, { filling: job.jobId })]),
    ];
    await commit(raiseVersions(changes, [table]));
  });
}
