/*
 * Writing records. Every call that creates records or changes their cells goes this way:
 *
 *   values of a request ──▶ readDrafts ──▶ completeRecords ──▶ planBatch ──▶ batchChanges ──▶ commitBatch
 *                           people, files   defaults, limits,   numbers,      records,         new choices,
 *                           cells           constraints         rows          guards, files,   then one commit
 *                                                               old and new   mentions
 *   cells of a record ─────────────────────────────▲               └──▶ showBatch: the answer
 *
 *   caller                    wanted records                    which are there         written besides
 *   create-records            drafts of the request             none
 *   update-record(s)          drafts of the request             by their ids
 *   upsert-records            drafts of the request             by match-records.ts
 *   append-file, press-button one draft                         by its id
 *   duplicate-record          cells of another record           none
 *   csv/write-lines           drafts of the lines of a file     none                    where the next lines begin
 *   tables/create-table       drafts of the request             none                    the table, its fields and views
 *
 * The steps before planBatch are in read-drafts.ts; record-batch.ts has planBatch, where each record is known as it was and as it will
 * be, with what follows from that. What is restored from the trash (restore-records.ts) is as it was: no cell of it is written anew.
 */

import type { Caller } from "#lib/data/identity/caller";
import { type RecordItem, refuseDuplicates } from "#lib/data/records/records";
import type { findPositions, RowPositions } from "#lib/data/rows/place-rows";
import { addChoices } from "#lib/data/schema/fields";
import type { Schema } from "#lib/data/schema/table-schema";
import { draftedChoices } from "#lib/engine/cells/cells";
import { pathOf } from "#lib/schemas/basics/error";
import type { Record } from "#lib/schemas/records/record";
import type { RowPlace } from "#lib/schemas/records/row-order";
import { type Change, checkCommitSize, commitIfAny } from "#lib/store/commit";
import type { AnswerChanges } from "#lib/store/idempotency-records";
import { batchChanges, type RecordBatch, showBatch } from "./record-batch.ts";

/** In the order of the request. */
export interface Written {
  shown: Record[];
  items: RecordItem[];
}

/** Turns a refused commit into what is wrong with the request; what is not for it to explain it throws as it is. */
export type Refuse = (error: unknown) => never;

/**
 * Writes a batch, all of it or nothing, and gives the records as they are then. `keep` is what is written besides for a request that
 * may be repeated. Throws 400 where a unique value is taken, 413 where the answer would be too large, `Refused` where to look again.
 */
export async function writeBatch(
  schema: Schema,
  batch: RecordBatch,
  caller: Caller,
  keep: AnswerChanges<Written>,
  refuse?: Refuse,
): Promise<Written> {
  const items = batch.writes.map(({ after }) => after);
  const [shown, changes] = await Promise.all([showBatch(batch, caller), batchChanges(batch, caller)]);
  await commitBatch(schema, batch, [...changes, ...keep({ shown, items })], refuse);
  return { shown, items };
}

/** Commits the changes of a batch. Choices that typecast made go before, in a commit of their own: they change the table. */
export async function commitBatch(
  schema: Schema,
  batch: RecordBatch,
  changes: Change[],
  refuse = refuseTaken(schema, batch),
): Promise<void> {
  const withNewChoices = draftedChoices(schema.fields, batch.fields);
  if (withNewChoices.length > 0) {
    // the commit checks it too, but the choices would be there by then
    checkCommitSize(changes);
    await addChoices(schema, withNewChoices);
  }
  await commitIfAny(changes).catch(refuse);
}

/** 400 for each cell of the request whose unique value another record has. */
export function refuseTaken(schema: Schema, { writes, fieldKeyType }: RecordBatch): Refuse {
  const paths = new Map<unknown, PropertyKey[]>(writes.map(({ at, after }) => [after.id, at]));
  return refuseDuplicates(schema, (id, field) =>
    pathOf([...(paths.get(id) ?? []), "fields", field[fieldKeyType]]),
  );
}

const noPlaces: RowPositions = { unknown: [], put: () => ({ of: () => undefined, changes: [] }) };

/** Where the rows of a call go. Most calls do not say, and most starts of a function do not need the code for it. */
export const resolveRowPlacement = async (
  schema: Schema,
  order: RowPlace | undefined,
  how: Parameters<typeof findPositions>[2],
): Promise<RowPositions> =>
  order ? (await import("#lib/data/rows/place-rows")).findPositions(schema, order, how) : noPlaces;
