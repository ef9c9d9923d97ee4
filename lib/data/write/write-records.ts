/*
 * Writes records. Every call that creates records or changes their cells takes these steps:
 *
 *   values of a request ──▶ readDrafts ──▶ completeRecords ──▶ planBatch ──▶ batchChanges ──▶ commitBatch
 *                           people, files   defaults, limits,   numbers,      records,         new choices,
 *                           cells           constraints         rows          guards, files,   then one commit
 *                                                               old and new   mentions
 *   cells of a record ─────────────────────────────▲               └──▶ showBatch: the answer
 *
 *   caller                    wanted records                    existing records        also in the commit
 *   create-records            drafts of the request             none
 *   update-record(s)          drafts of the request             by their ids
 *   upsert-records            drafts of the request             by match-records.ts
 *   append-file, press-button one draft                         one, by its id
 *   duplicate-record          cells of another record           none
 *   csv/write-lines           drafts of the lines of a file     none                    the position of the next line
 *   tables/create-table       drafts of the request             none                    the table, its fields and views
 *
 * The steps before planBatch are in read-drafts.ts, planBatch and what follows from it in record-batch.ts. Restoring from the trash
 * (restore-records.ts) takes another way: the records come back unchanged.
 */

import type { Caller } from "#lib/data/identity/caller";
import { commitRecords } from "#lib/data/indexes/commit-records";
import { refuseDuplicates } from "#lib/data/records/records";
import type { findPositions, RowPositions } from "#lib/data/rows/place-rows";
import type { Schema } from "#lib/data/schema/table-schema";
import { draftedChoices } from "#lib/engine/cells/cells";
import { isMade } from "#lib/engine/fields/formula-inputs";
import { pathOf } from "#lib/schemas/basics/error";
import type { RowPlace } from "#lib/schemas/records/row-order";
import { type Change, checkCommitSize } from "#lib/store/commit";
import type { AnswerChanges } from "#lib/store/idempotency-records";
import { followSoon } from "./follow-soon.ts";
import { keepOperation } from "./keep-operation.ts";
import { batchChanges, type RecordBatch, showBatch, type Written } from "./record-batch.ts";

/** Throws the error of a commit. A `Refused` becomes a 400 that names the parts of the request, if possible; other errors are unchanged. */
export type Refuse = (error: unknown) => never;

/**
 * Writes all of a batch or nothing; returns the records after it. `keep` gives the change that keeps the answer for a repeated request.
 * Throws 400 if a unique value is taken, 413 if the answer would be too large, `Refused` if the data has changed: read again and retry.
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
  const answered = [...changes, ...keep({ shown, items })];
  const kept = await keepOperation(answered, batch, { writes: batch.writes }, caller);
  await commitBatch(schema, batch, kept, refuse);
  const written = { shown, items };
  // only links and lookups make further changes to the records of the call
  if (batch.notes.length === 0 && !batch.fields.some(isMade)) return written;
  return (await import("./look-again.ts")).lookAgain(batch, written, caller, keep);
}

/** Commits the changes of a batch. New choices that typecast adds are committed before, because they change the table. */
export async function commitBatch(
  schema: Schema,
  batch: RecordBatch,
  changes: Change[],
  refuse = refuseTaken(schema, batch),
): Promise<void> {
  const withNewChoices = draftedChoices(schema.fields, batch.fields);
  if (withNewChoices.length > 0) {
    // the commit checks its size too, but then the choices would already be written
    checkCommitSize(changes);
    const { addChoices } = await import("#lib/data/schema/fields");
    await addChoices(schema, withNewChoices);
  }
  // with the new choices, because keys of indexes contain them
  await commitRecords({ ...schema, fields: batch.fields }, changes).catch(refuse);
  if (batch.notes.length > 0) await followSoon(batch.notes, changes);
}

/** Throws a 400 that names each cell of the request whose unique value another record has. */
export function refuseTaken(schema: Schema, { writes, fieldKeyType }: RecordBatch): Refuse {
  const paths = new Map<unknown, PropertyKey[]>(writes.map(({ at, after }) => [after.id, at]));
  return refuseDuplicates(schema, (id, field) =>
    pathOf([...(paths.get(id) ?? []), "fields", field[fieldKeyType]]),
  );
}

const noPlaces: RowPositions = { unknown: [], put: () => ({ of: () => undefined, changes: [] }) };

/** The row positions for the `order` of a request. Imports the code only if there is one: most calls have none. */
export const resolveRowPlacement = async (
  schema: Schema,
  order: RowPlace | undefined,
  how: Parameters<typeof findPositions>[2],
): Promise<RowPositions> =>
  order ? (await import("#lib/data/rows/place-rows")).findPositions(schema, order, how) : noPlaces;
