/*
 * Writing records, one or many, new ones and others: what every such call does after it knows which records it is about.
 *
 *   readDrafts ──▶ (which records are they) ──▶ checked ──▶ write: numbers, choices that typecast made, one commit
 */

import type { Caller } from "#lib/data/identity/caller";
import { type CellFiles, claimFiles, useOf } from "#lib/data/records/cell-files";
import { findMentions } from "#lib/data/records/mention-events";
import { cellContext, findPeopleNamed } from "#lib/data/records/people";
import { counterKey } from "#lib/data/records/record-keys";
import type { RecordItem } from "#lib/data/records/records";
import * as records from "#lib/data/records/records";
import { showAllFitting } from "#lib/data/records/show-records";
import type { findPositions, RowPositions } from "#lib/data/rows/place-rows";
import { addChoices } from "#lib/data/schema/fields";
import type { Schema } from "#lib/data/schema/table-schema";
import { draftedChoices, withDraftChoices } from "#lib/engine/cells/cells";
import { localizationOf } from "#lib/engine/cells/constraints";
import {
  completeDrafts,
  type Draft,
  type DraftContext,
  draftRecords,
  type RecordInput,
} from "#lib/engine/cells/new-records";
import { type Field, isComputed } from "#lib/engine/fields/field";
import { type Issue, invalid, pathOf, unknownInside } from "#lib/schemas/basics/error";
import type { TableId } from "#lib/schemas/basics/ids";
import type { FieldKeyType, Record } from "#lib/schemas/records/record";
import type { RowPlace } from "#lib/schemas/records/row-order";
import { type Change, change, checkCommitSize, commitIfAny, insert } from "#lib/store/commit";
import { type AnswerChanges, keepNothing } from "#lib/store/idempotency-records";
import { addToNumber } from "#lib/store/store";

interface Wanted {
  said: RecordInput[];
  fieldKeyType: FieldKeyType;
  typecast: boolean;
  /** New records may come of it, with defaults. */
  mayCreate?: boolean;
}

export interface Reading {
  given: DraftContext;
  drafts: Draft[];
  taking: CellFiles["taking"];
}

interface Into {
  fields: Field[];
  table: Pick<Schema["table"], "baseId" | "spaceId">;
}

/** The cells that a call names, with the people and files that they name looked up. */
export async function readDrafts(schema: Into, wanted: Wanted, caller: Caller): Promise<Reading> {
  const { said, fieldKeyType, typecast, mayCreate } = wanted;
  const fields = typecast ? withDraftChoices(schema.fields) : schema.fields;
  const isNamed = (field: Field) =>
    !isComputed(field) && said.some(({ values }) => Object.hasOwn(values, field[fieldKeyType]));
  const naming = {
    fields: mayCreate ? fields : fields.filter(isNamed),
    records: said.map(({ values }) => values),
    fieldKeyType,
  };
  const [people, { files, taking }] = await Promise.all([
    findPeopleNamed({ ...naming, typecast, me: caller.userId }, schema.table),
    claimFiles(naming, schema.table.baseId, caller),
  ]);
  const given = { fields, fieldKeyType, typecast, context: cellContext(caller, people, files) };
  return { given, drafts: draftRecords(said, given), taking };
}

/** The cells that the records will have; throws all that is wrong with them, and after that all that is not known. */
export function checkRecords(
  { table }: Schema,
  { given, drafts }: Pick<Reading, "given" | "drafts">,
  { issues, unknown }: { issues: Issue[]; unknown: Issue[] } = { issues: [], unknown: [] },
) {
  const prepared = completeDrafts(drafts, given);
  const wrong = [...issues, ...prepared.issues];
  if (wrong.length > 0) throw invalid(wrong, prepared.broken && localizationOf(prepared.broken, table.name));
  const notThere = [...unknown, ...prepared.unknown];
  if (notThere.length > 0) throw unknownInside(notThere);
  return prepared.cells;
}

type Cells = records.Edit["cells"];
/** Of each draft what it is to be, and the record, if it is there. */
interface Written {
  cells: Cells[];
  found: (RecordItem | undefined)[];
}

export interface Result {
  shown: Record[];
  items: RecordItem[];
}

interface How {
  /** Where the rows go, in the order of the drafts. */
  places?: RowPositions;
  refusing?: typeof records.refuseDuplicates;
  /** What is written besides, for a request that may be repeated. */
  mark?: AnswerChanges<Result>;
  /** Nobody is notified whom the cells name. */
  isQuiet?: boolean;
}

/** Writes all or nothing, and gives the records as they are then; what nothing is said of stays as it is. */
export async function write(
  schema: Schema,
  { given, drafts, taking }: Reading,
  { cells, found }: Written,
  caller: Caller,
  { refusing = records.refuseDuplicates, mark = keepNothing, places = noPlaces, isQuiet = false }: How = {},
): Promise<Result> {
  const { table } = schema;
  const { fields, fieldKeyType } = given;
  const { now, userId } = caller;
  const missing = found.filter((record) => !record).length;
  let next = missing > 0 ? await firstNumber(table.id, missing) : 0;
  const editOf = (record: RecordItem) => ({
    lastModifiedTime: nextTime(record, now),
    lastModifiedBy: userId,
  });
  const built = found.map(
    (record, i) =>
      record ?? { ...records.buildRecord(table.id, next++, cells[i] as Cells, userId, now), version: 1 },
  );
  const putting = places.put(built);
  const edits: records.Edit[] = [];
  const moves: Change[] = [];
  const made: RecordItem[] = [];
  const items = drafts.map((draft, i): RecordItem => {
    const record = built[i] as RecordItem;
    const place = putting.of(record);
    if (!found[i]) {
      const item = { ...record, ...place };
      made.push(item);
      return item;
    }
    const version = record.version + 1;
    if (draft.given.size > 0) {
      const own = cells[i] as Cells;
      edits.push({ record, cells: own });
      return { ...record, cells: own, ...editOf(record), ...place, version };
    }
    if (!place) return record;
    const move = records.applyMove(place, record);
    moves.push(change(record, move));
    return { ...record, ...move, version };
  });
  const [shown, exchanges] = await Promise.all([
    showAllFitting(items, fields, { fieldKeyType, cellFormat: "json" }, caller),
    records.updateChanges(table.id, fields, { edits, made }),
  ]);

  const changed = [
    ...edits.map(({ record: { id, cells: before }, cells: after }) => ({ id, before, after })),
    ...made.map(({ id, cells: after }) => ({ id, after })),
  ];
  const changes = [
    ...made.map(insert),
    ...edits.map(({ record, cells }) => change(record, { cells, ...editOf(record), ...putting.of(record) })),
    ...moves,
    ...putting.changes,
    ...exchanges,
    ...taking(cells, useOf(table)),
    ...(isQuiet ? [] : findMentions(table, fields, changed, caller)),
    ...mark({ shown, items }),
  ];
  const withNewChoices = draftedChoices(schema.fields, fields);
  if (withNewChoices.length > 0) {
    // the commit asks it too, but choices would be there by then
    checkCommitSize(changes);
    await addChoices(schema, withNewChoices);
  }
  const paths = new Map<unknown, PropertyKey[]>(items.map(({ id }, i) => [id, drafts[i]?.at ?? []]));
  await commitIfAny(changes).catch(
    refusing(schema, (id, field) => pathOf([...(paths.get(id) ?? []), "fields", field[fieldKeyType]])),
  );
  return { shown, items };
}

const noPlaces: RowPositions = { unknown: [], put: () => ({ of: () => undefined, changes: [] }) };

/** Where the rows of a call go; most say nothing of that, and most starts of a function do not need it. */
export const resolveRowPlacement = async (
  schema: Schema,
  order: RowPlace | undefined,
  how: Parameters<typeof findPositions>[2],
): Promise<RowPositions> =>
  order ? (await import("#lib/data/rows/place-rows")).findPositions(schema, order, how) : noPlaces;

/** When a record was changed: later than its change before, whatever the clocks of two machines say. Its history is in this order. */
export function nextTime({ lastModifiedTime, createdTime }: RecordItem, now: string): string {
  const before = Date.parse(lastModifiedTime ?? createdTime);
  return before < Date.parse(now) ? now : new Date(before + 1).toISOString();
}

/** Takes so many autoNumbers and gives the first. */
export const firstNumber = async (tableId: TableId, count: number): Promise<number> =>
  (await addToNumber(counterKey(tableId), count)) - count + 1;
