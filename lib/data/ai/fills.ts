/*
 * What a job fills by a language model: a field, or one cell.
 *
 *  entity  pk             sk                           cost
 *  aiFill  TABLE#<table>  AIFILL#<job> | AIFILL#<fld>  2 WCU with each cell, removed with the end of the job; that of tasks stays while it has failures
 *
 * It says how far the job is, and changes in the very commits that write cells. So a cell is filled once, whatever is cut off or done
 * twice. While the cells of a whole field are being filled, the field names the job (`filling`).
 */

import * as z from "zod";
import { configuredModels, findModel, type Model, noImages, noModel, unknownModel } from "#lib/ai/models";
import type { JobItem } from "#lib/data/jobs/jobs";
import { tableKey } from "#lib/data/schema/table-schema";
import { isClosed } from "#lib/engine/ai/prompt";
import { hasChoices } from "#lib/engine/cells/convert-cells";
import type { AiConfig } from "#lib/engine/fields/ai-fields";
import { type Field, typeOf } from "#lib/engine/fields/field";
import {
  FieldId,
  type JobId,
  type RecordId,
  type TableId,
  type UserId,
  type ViewId,
} from "#lib/schemas/basics/ids";
import type { Job } from "#lib/schemas/basics/job";
import { getItem, type Item, keysStartingWith, readAll } from "#lib/store/store";

export interface FillItem extends Item {
  jobId: JobId;
  fieldId: FieldId;
  /** The fill does the tasks of the field (auto-tasks.ts). Its key then has the id of the field, not that of the job. */
  auto?: true;
  /** Only this cell is filled. */
  recordId?: RecordId;
  /** Only empty cells are filled, unless they are `all`. */
  mode: "empty" | "all";
  /** Only records of this view. */
  viewId?: ViewId;
  createdBy: UserId;
  createdTime: string;
  /** The highest autoNumber of the table when it was asked for. */
  to: number;
  /** The records up to this autoNumber are done. */
  after: number;
  filled: number;
  kept: number;
  failed: number;
  failures: NonNullable<Job["cells"]>;
  /** How often the job has waited for the model since the last cell was done. */
  waits: number;
  /** Why the fill waits now. */
  wait?: Job["wait"];
  /** The fill has ended; with a reason if not everything is done. Only the job has to end. */
  outcome?: { error?: string };
}

export const fillKey = (tableId: TableId, id: JobId | FieldId) => ({
  pk: tableKey(tableId).pk,
  sk: `AIFILL#${id}`,
});

/** The place of a job that fills. `auto` is the field whose tasks it does; absent if a person started it. The item of the fill has the progress. */
export const FillAt = z.strictObject({ auto: FieldId.exactOptional() });
export type FillAt = z.infer<typeof FillAt>;
/** The parts of a job that say what it fills. */
export type FillingJob = Pick<JobItem, "tableId" | "id"> & { at: FillAt };

/** The fill of a job; `undefined` if its table was cleared, or if another job replaced it. */
export async function readFill({ tableId, id, at: { auto } }: FillingJob): Promise<FillItem | undefined> {
  if (!tableId) return undefined;
  const fill = await getItem<FillItem>(fillKey(tableId, auto ?? id));
  return fill?.jobId === id ? fill : undefined;
}

/** The fills that run in a table. */
export const listFills = async (tableId: TableId): Promise<FillItem[]> =>
  (await listAllFills(tableId)).filter(({ outcome }) => !outcome);

/** Fills that have ended are included. */
export const listAllFills = (tableId: TableId): Promise<FillItem[]> =>
  readAll<FillItem>({ pk: tableKey(tableId).pk, ...keysStartingWith("AIFILL#") });

/** How a field is filled. */
export interface Filling {
  config: AiConfig;
  model: Model;
}

/** How a field can be filled, or why it cannot. */
export function fillingOf(field: Field): Filling | string {
  const { aiConfig: config } = field;
  if (!config) return "the field has no aiConfig, so no model can fill it";
  if (typeOf(field).ai === "files") return noImages;
  if (configuredModels().length === 0) return noModel;
  const model = findModel(config.modelKey);
  if (!model) return `the modelKey of the field's aiConfig ${unknownModel()}`;
  if (isClosed(field, config) && hasChoices(field.options) && field.options.choices.length === 0)
    return "the field has no choices that the model could choose from";
  return { config, model };
}
