/*
 * Keeps the sums of an index. One transaction adds notes to the sums and removes them, so each is added once, even if a process dies.
 *
 *   foldNotes    some notes wake a consumer, which adds all notes that are not added yet
 *   countSlice   a piece of makeIndex adds its records; until then notes of these records change nothing
 */

import type { Prepared } from "#lib/data/records/reading/open-reading";
import type { RecordItem } from "#lib/data/records/records";
import { autoNumberOf, type RecordId, type TableId } from "#lib/schemas/basics/ids";
import { removeItems } from "#lib/store/batch-writes";
import { change, insert, remove, retryOnConflict, tryCommit } from "#lib/store/commit";
import { readSettledTime } from "#lib/store/running-calls";
import type { LiveIndex } from "../live-indexes.ts";
import { type Counted, type GroupPath, type Move, readName, type SumsItem, sumsKey } from "./count-items.ts";
import { type Cut, type Note, readCut } from "./read-cut.ts";

/** Leaves room for the sums in the transaction. */
const notesPerCommit = 90;
/** Larger sums are given up: every fold writes all of them, at 2 units for each KB. */
const mostBytes = 100_000;
const mostAttempts = 5;
/** The value of `at` when all records are counted. */
export const allNumbers = Number.MAX_SAFE_INTEGER;

export type Sums = ReturnType<typeof readSums>;

/** Reads the sums from their item, so that notes can be added. */
export function readSums({ groups, at, isGivenUp }: Pick<SumsItem, "groups" | "at" | "isGivenUp">) {
  const counted = new Map((JSON.parse(groups) as Counted[]).map((group) => [group.id, group]));
  const changes = new Map<string, number>();
  const paths = new Map<string, GroupPath>();
  const add = (id: string, count: number) => {
    if (id !== "") changes.set(id, (changes.get(id) ?? 0) + count);
  };
  return {
    add,
    name: (path: GroupPath) => void paths.set(path.id, path),
    addMoves(moves: Move[]): void {
      for (const [id, , from, to] of moves) {
        if (autoNumberOf(id) > at) continue;
        add(from, -1);
        add(to, 1);
      }
    },
    addNote({ item, moves }: Note): void {
      for (const path of JSON.parse(item.paths) as GroupPath[]) paths.set(path.id, path);
      this.addMoves(moves);
    },
    /** The groups after the additions; undefined if they do not fit the records. */
    groups(): Counted[] | undefined {
      if (isGivenUp) return undefined;
      const all = new Map(counted);
      for (const [id, added] of changes) {
        const path = all.get(id) ?? paths.get(id);
        const count = (counted.get(id)?.count ?? 0) + added;
        if (added === 0) continue;
        if (!path || count < 0) return undefined;
        if (count === 0) all.delete(id);
        else all.set(id, { ...path, count });
      }
      return [...all.values()];
    },
  };
}

/** The attributes of the sums' item with these groups. */
function writeSums(
  sums: Sums,
  { isGivenUp }: Partial<SumsItem> = {},
): Pick<SumsItem, "groups" | "isGivenUp"> {
  const groups = sums.groups();
  if (!groups) return { groups: "[]", isGivenUp: isGivenUp ?? "wrong" };
  const text = JSON.stringify(groups);
  return Buffer.byteLength(text) <= mostBytes
    ? { groups: text }
    : { groups: "[]", isGivenUp: "too many groups" };
}

/** Adds the notes that count to the sums, and removes those whose commit can no longer happen. */
export async function foldNotes(tableId: TableId, index: string): Promise<void> {
  for (let attempt = 0; attempt < mostAttempts; attempt++) {
    const cut = await readCut(tableId, index);
    const { sums } = cut;
    const valid = cut.valid.slice(0, notesPerCommit);
    const dead = cut.undecided.filter((note) => isDead(note, cut)).slice(0, notesPerCommit - valid.length);
    await removeItems(cut.folded.filter(({ foldedTime = "" }) => isSettled(foldedTime)));
    if (!sums || valid.length + dead.length === 0) return;
    const folded = readSums(sums);
    for (const note of valid) folded.addNote(note);
    const foldedTime = new Date().toISOString();
    const gone = [...valid, ...dead].map(({ item }) =>
      item.isSure ? remove(item) : change(item, { foldedTime, moves: "[]", paths: "[]", entity: "entry" }),
    );
    const isDone = !cut.isTorn && (await tryCommit([change(sums, { ...writeSums(folded, sums) }), ...gone]));
    if (isDone && cut.valid.length <= notesPerCommit) return;
  }
}

/**
 * The commit of this note can no longer happen, because no call runs so long. Not if one of its records was deleted while notes were read:
 * that record could have shown that the note counts.
 */
const isDead = ({ item, moves }: Note, { isTouched }: Cut): boolean =>
  !item.isSure && isSettled(item.time) && !moves.some(([id]) => isTouched(id));

/** Whether all requests of that time have ended. */
const isSettled = (time: string): boolean =>
  readSettledTime(readSettledTime(time)) <= new Date().toISOString();

interface CountedSlice {
  records: Prepared<RecordItem>[];
  /** The highest number that it has counted; `allNumbers` after the last slice. */
  at: number;
}

/**
 * Reads records by `read` and adds them to the sums, once. `after` is the number of the last record before them. Notes about these records
 * are subtracted first, because they will be added when they are folded.
 */
export const countSlice = <Slice extends CountedSlice>(
  tableId: TableId,
  { item, pathOf, turn }: LiveIndex,
  after: number,
  read: () => Promise<Slice>,
): Promise<Slice> =>
  retryOnConflict(async () => {
    for (let attempt = 0; attempt < mostAttempts; attempt++) {
      const started = await readSlice(tableId, item.id, read);
      const { slice, cut } = started;
      // a repeated piece may have been counted already, and may have ended elsewhere
      const from = cut.sums?.at ?? 0;
      if (from < after || from >= slice.at || !pathOf) return slice;
      const uncounted = slice.records.filter(({ id }) => autoNumberOf(id) > from);
      const byId = new Map<RecordId, Prepared<RecordItem>>(uncounted.map((record) => [record.id, record]));
      const noted = [...cut.valid, ...cut.undecided].flatMap(({ moves }) => moves.map(([id]) => id));
      const isIn = (id: RecordId) => autoNumberOf(id) > from && autoNumberOf(id) <= slice.at;
      const ids = new Set([...byId.keys(), ...noted.filter(isIn)]);
      if (cut.isTorn || [...ids].some(cut.isTouched)) continue;
      const sums = readSums(cut.sums ?? { groups: "[]", at: 0 });
      for (const { item: note } of [...cut.valid, ...cut.undecided])
        for (const path of JSON.parse(note.paths) as GroupPath[]) sums.name(path);
      for (const id of ids) {
        const record = byId.get(id);
        const { token, path } = readName(record, item.id);
        const own = record && pathOf(record);
        const due = turn();
        if (due !== undefined) await due;
        if (own) sums.name(own);
        sums.add(path ?? own?.id ?? "", 1);
        for (const [, , left, came] of cut.movesOf(id, token)) {
          sums.add(left, 1);
          sums.add(came, -1);
        }
      }
      const written = { ...writeSums(sums, cut.sums), at: slice.at };
      const next = cut.sums
        ? change(cut.sums, written)
        : insert({ ...sumsKey(tableId, item.id), entity: "sums", ...written });
      if (await tryCommit([next])) return slice;
    }
    throw new Error("records and notes change all the time; the piece is repeated");
  });

async function readSlice<Slice>(tableId: TableId, index: string, read: () => Promise<Slice>) {
  let slice: Slice | undefined;
  const cut = await readCut(tableId, index, async () => {
    slice = await read();
  });
  return { slice: slice as Slice, cut };
}
