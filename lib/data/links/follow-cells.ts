/*
 * Brings the copies of links and titles in records up to date.
 *
 * A record is read first, then what follows in it, then it is written if its version is the same. It is always written, also where
 * nothing differs: so a slower writer, who has read older links or titles, is refused and reads again.
 */

import { commitRecords } from "#lib/data/indexes/commit-records";
import { recordKey } from "#lib/data/records/record-keys";
import type { RecordItem } from "#lib/data/records/records";
import {
  findKept,
  find as findTable,
  type Schema,
  schemaOf,
  type TableItem,
  tableKey,
  withKept,
} from "#lib/data/schema/table-schema";
import type { TableId } from "#lib/schemas/basics/ids";
import { type Change, change, commit, commitIfAny, Refused, retryOnConflict } from "#lib/store/commit";
import { runTogether } from "#lib/store/retry";
import { type Finder, getItems, type Item, type Key, makeFinder } from "#lib/store/store";
import { keepAway } from "./away.ts";
import { type Computed, computeCells, type Stale } from "./compute-cells.ts";
import { isLink } from "./link-items.ts";
import { noteChanged, noteEchoes } from "./link-notes.ts";
import { followed } from "./link-sides.ts";
import { furtherNotesOf, type NoteItem, noteChanges, nothingFollows } from "./notes.ts";

interface Following {
  by: NoteItem["by"];
  time: string;
  /** The number of notes that led to this one after another (notes.ts). */
  hops: number;
  /** Changes for the last commit, for example the removal of the notes. */
  last?: Change[];
  /** Tables and records that were just read; all others are read when needed. */
  found?: Item[];
}

const recordsPerCommit = 40;

/** Updates cells: in one commit if no other writer interferes, otherwise one by one. */
export async function followCells(
  cells: Stale[],
  { last = [], found = [], ...how }: Following,
): Promise<void> {
  const groups = [...Map.groupBy(cells, ({ tableId }) => tableId).values()].flatMap((ofTable) => {
    const byRecord = [...Map.groupBy(ofTable, ({ id }) => id).values()];
    return Array.from({ length: Math.ceil(byRecord.length / recordsPerCommit) }, (_, i) =>
      byRecord.slice(i * recordsPerCommit, (i + 1) * recordsPerCommit),
    );
  });
  if (groups.length <= 1) {
    const [group = []] = groups;
    if (await tryTogether(group, { ...how, last, found })) return;
    await runTogether(group, (record) => retryOnConflict(() => follow([record], how, true)), 8);
  } else
    await runTogether(
      groups,
      async (group) => {
        if (!(await tryTogether(group, { ...how, last: [], found })))
          await runTogether(group, (record) => retryOnConflict(() => follow([record], how, true)), 4);
      },
      4,
    );
  await commitLast(last);
}

/** Commits these changes without those that another run has already made. */
async function commitLast(last: Change[]): Promise<void> {
  if (last.length === 0) return;
  try {
    await commit(last);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    const { changes } = error;
    const left = last.filter((each) => !changes.includes(each));
    if (left.length < last.length) await commitLast(left);
  }
}

/** False if another writer interfered. */
const tryTogether = (group: Stale[][], how: Required<Following>): Promise<boolean> =>
  follow(group, how, false).then(
    () => true,
    (error: unknown) => {
      if (error instanceof Refused) return false;
      throw error;
    },
  );

/** Computes these cells of records of one table again, and writes them. Throws `Refused` if a record was changed in the meantime. */
async function follow(
  group: Stale[][],
  { last = [], found = [], ...how }: Following,
  isAgain: boolean,
): Promise<void> {
  const [[first] = []] = group;
  const read = makeFinder(found);
  const table = first && (await tableOf(first.tableId, read));
  const schema = table && (await schemaOf(table));
  const keys = group.flatMap(([one]) => (one ? [recordKey(one.tableId, one.id)] : []));
  const records = schema ? await recordsOf(keys, read) : [];
  const byId = new Map(records.map((record) => [record.id, record]));
  const cells = group.flatMap((ofRecord) =>
    ofRecord.flatMap((stale) => {
      const record = byId.get(stale.id);
      // a field in the trash too: it shows the present links when it is restored
      const field = schema && withKept(schema).find(({ id }) => id === stale.fieldId);
      return record && field && isLink(field) ? [{ stale, record, field }] : [];
    }),
  );
  const computed = schema ? await computeCells(schema, cells, isAgain) : new Map<RecordItem, Computed>();
  const changes = [...computed].map(([record, { cells: now, more, carried, shapes, echoes, isMember }]) => {
    const { recomputes, linked } = followed(record, how.by, how.time);
    return change(record, {
      cells: now,
      more: Object.keys(more).length > 0 ? more : undefined,
      carried,
      shapes,
      ...(echoes.size > 0 && { echoes: (record.echoes ?? 0) + 1 }),
      recomputes,
      ...(isMember && { linked }),
    });
  });
  const notes = schema ? furtherNotes(schema, computed, how) : [];
  // A call that saw `more` may have left the cell alone. So after `more` is removed, the cell is computed once more before the note is
  // removed.
  const isAllKept = [...computed].some(([{ more = {} }, now]) =>
    Object.keys(more).some((id) => !now.more[id]),
  );
  if (isAllKept && schema) {
    await commitRecords(schema, [...changes, ...notes]);
    return follow(group, { ...how, last }, true);
  }
  const away = first && !schema ? await keepIfAway(first.tableId, group.flat()) : [];
  const all = [...changes, ...notes, ...away, ...last];
  await (schema ? commitRecords(schema, all) : commitIfAny(all));
}

/** The changes that remember what the cells of a table in the trash miss (away.ts). */
const keepIfAway = async (tableId: TableId, stale: Stale[]): Promise<Change[]> =>
  (await findKept(tableId)) ? keepAway(tableId, stale) : [];

/** The notes about records elsewhere that show these cells: as titles, or by lookups. */
function furtherNotes(
  schema: Schema,
  computed: ReadonlyMap<RecordItem, Computed>,
  { by, time, hops }: Pick<Following, "by" | "time" | "hops">,
): Change[] {
  const following = nothingFollows();
  const writes = [...computed].map(([record, { cells }]) => ({
    before: record,
    after: { ...record, cells },
  }));
  noteChanged(schema, writes, following);
  const echoing = [...computed].flatMap(([{ id }, { echoes }]) =>
    echoes.size > 0 ? [{ id, shown: echoes }] : [],
  );
  noteEchoes(schema, echoing, following);
  return noteChanges(furtherNotesOf(following, { userId: by, now: time, hops }));
}

async function tableOf(id: TableId, read: Finder): Promise<TableItem | undefined> {
  const table = read<TableItem>(tableKey(id));
  return table && !table.deletedTime ? table : findTable(id);
}

async function recordsOf(keys: Key[], read: Finder): Promise<RecordItem[]> {
  const known = keys.flatMap((key) => read<RecordItem>(key) ?? []);
  const missing = keys.filter((key) => !read(key));
  return missing.length > 0 ? [...known, ...(await getItems<RecordItem>(missing))] : known;
}
