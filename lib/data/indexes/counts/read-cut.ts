/*
 * Reads which notes of an index count: those whose commit has happened.
 *
 *   a note of deleted records   counts: it is part of its commit
 *   another note                counts if a record names its token, or if another note that counts says that a record named it before
 *
 *   the notes, the sums ──▶ records of the notes ──▶ the notes again, the sums again      3 round trips; 2 if there are no notes
 *
 * A note is stored before its commit, so the second list has a note for everything that the records show. If notes were folded at the same
 * time, the sums have another version, or a note is missing; then everything is read again. A note that counts is folded with the notes
 * that it proves, or after them.
 */

import { recordKey } from "#lib/data/records/record-keys";
import type { RecordItem } from "#lib/data/records/records";
import type { RecordId, TableId } from "#lib/schemas/basics/ids";
import { getItem, getItems, readAll } from "#lib/store/store";
import { type CountNote, type Move, notePartsOf, readName, type SumsItem, sumsKey } from "./count-items.ts";

/** A note with what it says. */
export interface Note {
  item: CountNote;
  moves: Move[];
}

export interface Cut {
  /** The sums as they were before the notes below were read; undefined if there are none. */
  sums: SumsItem | undefined;
  /** The notes that count, each after the notes that it proves. */
  valid: Note[];
  /** The notes that do not count, or not yet. */
  undecided: Note[];
  /** Notes that were added to the sums and are still kept. */
  folded: CountNote[];
  /** The moves, of notes that count and are not added yet, that led to a record with this token. */
  movesOf(id: RecordId, token: string): Move[];
  /** Whether the record was deleted while this was read: then nothing is known about it. */
  isTouched(id: RecordId): boolean;
  /** Whether sums and notes do not fit each other, because others fold: read again. */
  isTorn: boolean;
}

/** Reads the notes of an index that are not added yet. `between` reads the records for which `movesOf` will be called. */
export async function readCut(
  tableId: TableId,
  index: string,
  between?: () => Promise<unknown>,
): Promise<Cut> {
  const readSums = () => getItem<SumsItem>(sumsKey(tableId, index));
  const [before, { notes: first, folded }] = await Promise.all([readSums(), listNotes(tableId, index)]);
  if (first.length === 0 && !between) return { ...noNotes, folded, sums: await readSums() };
  const [tokens] = await Promise.all([readEvidence(tableId, index, first), between?.()]);
  const [sums, { notes: second }] = await Promise.all([readSums(), listNotes(tableId, index)]);
  const keysOf = (notes: Note[]) => new Set(notes.map(({ item }) => item.sk));
  const [known, left] = [keysOf(first), keysOf(second)];
  const sure = second.filter(({ item }) => item.isSure && known.has(item.sk));
  const late = second.filter(({ item }) => item.isSure && !known.has(item.sk));
  const touched = new Set(late.flatMap(({ moves }) => moves.map(([id]) => id)));
  const proven = prove(second, sure, tokens);
  const bySure = Map.groupBy(
    sure.flatMap(({ moves }) => moves),
    ([id]) => id,
  );
  const find = finder(second);
  return {
    sums,
    valid: proven,
    folded,
    undecided: second.filter((note) => !proven.includes(note)),
    movesOf(id, token) {
      const found = new Set<Move>();
      const starts = [find(id, token), ...(bySure.get(id) ?? []).map((move) => ({ move }))];
      for (const start of starts)
        for (let at = start?.move; at && !found.has(at); at = find(id, at[1])?.move) found.add(at);
      return [...found];
    },
    isTouched: (id) => touched.has(id),
    isTorn: before?.version !== sums?.version || [...known].some((sk) => !left.has(sk)),
  };
}

const noNotes: Omit<Cut, "sums" | "folded"> = {
  valid: [],
  undecided: [],
  movesOf: () => [],
  isTouched: () => false,
  isTorn: false,
};

async function listNotes(tableId: TableId, index: string): Promise<{ notes: Note[]; folded: CountNote[] }> {
  const found = await Promise.all(notePartsOf(tableId, index).map((range) => readAll<CountNote>(range)));
  const [folded, open] = [found.flat().filter(isFolded), found.flat().filter((item) => !isFolded(item))];
  return { folded, notes: open.map((item) => ({ item, moves: JSON.parse(item.moves) as Move[] })) };
}

const isFolded = ({ foldedTime }: CountNote): boolean => foldedTime !== undefined;

type Tokens = Map<RecordId, string>;

/** Reads the tokens that records name: one record for each note, then all records of the notes that these leave undecided. */
async function readEvidence(tableId: TableId, index: string, notes: Note[]): Promise<Tokens> {
  const tokens: Tokens = new Map();
  const read = async (ids: RecordId[]) => {
    const unread = [...new Set(ids)].filter((id) => !tokens.has(id));
    const records = await getItems<RecordItem>(unread.map((id) => recordKey(tableId, id)));
    for (const record of records) tokens.set(record.id, readName(record, index).token);
  };
  const laid = notes.filter(({ item }) => !item.isSure);
  await read(laid.flatMap(({ moves: [first] }) => (first ? [first[0]] : [])));
  const sure = notes.filter(({ item }) => item.isSure);
  const proven = new Set(prove(notes, sure, tokens));
  const open = laid.filter((note) => !proven.has(note) && note.moves.length > 1);
  if (open.length > 0) await read(open.flatMap(({ moves }) => moves.map(([id]) => id)));
  return tokens;
}

/** Finds the note that a record with this token belongs to, and the move in it. */
function finder(notes: Note[]) {
  const byToken = new Map<string, { note: Note; move: Move }>();
  for (const note of notes)
    if (!note.item.isSure)
      for (const move of note.moves) byToken.set(`${note.item.token}${move[0]}`, { note, move });
  return (id: RecordId, token: string) => byToken.get(`${token}${id}`);
}

/** The notes that count, each after the notes that it proves. */
function prove(notes: Note[], sure: Note[], tokens: Tokens): Note[] {
  const find = finder(notes);
  const proven = new Set<Note>();
  const seen = new Set<Note>();
  const visit = (note: Note | undefined) => {
    if (!note || seen.has(note)) return;
    seen.add(note);
    for (const [id, before] of note.moves) visit(find(id, before)?.note);
    proven.add(note);
  };
  for (const note of sure) visit(note);
  for (const [id, token] of tokens) visit(find(id, token)?.note);
  return [...proven];
}
