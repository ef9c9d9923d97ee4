/*
 * The log of a base: chunks with numbers that grow by one.
 *
 *  entity                 pk              sk           cost
 *  changes, heardChanges  CHANGES#<base>  <15 digits>  1 WCU for each KB: some 30 changes; read 1 RCU for each 4 KB
 *
 * A chunk is put behind the one with the highest number, and a writer who was too late for a number takes the next one. So who has read up to
 * a number has read all that will ever have lower ones. Chunks are kept for longer than a cursor is valid, and expire.
 */
import { limits } from "#lib/schemas/basics/limits";
import { type Item, type Page, readPage } from "#lib/store/store";

export type LoggedItem = Item & {
  /** Its changes (chunk.ts). */
  text: string;
  /** ISO 8601; when it was appended. */
  time: string;
  expiresAt: number;
};

export interface Chunk {
  number: number;
  text: string;
}

/** The partition key of the log of a base, and of the mark that it is followed. */
export const logPart = (baseId: string) => `CHANGES#${baseId}`;

/**
 * How long a chunk is kept, and the mark that the base is followed: longer than a cursor is valid by more than the mark is old (followed.ts), so
 * that no number is given twice.
 */
export const daysKept = limits.changesDays + 2;

const digits = 15;
export const logKey = (baseId: string, number: number) => ({
  pk: logPart(baseId),
  sk: String(number).padStart(digits, "0"),
});
/** The number of a chunk, from its sort key. */
export const numberIn = (sk: string): number => Number(sk);

/** After all numbers, before the mark that the base is followed. */
const last = "9".repeat(digits);

/** The highest number of each base that this process knows to be given; another process may have given higher ones. */
const given = new Map<string, number>();
const mostKnown = 10_000;

export const findGiven = (baseId: string): number | undefined => given.get(baseId);

/** Remembers that a number of a base was given. */
export function rememberGiven(baseId: string, number: number): void {
  if (given.size >= mostKnown) given.clear();
  given.set(baseId, Math.max(number, given.get(baseId) ?? 0));
}

/** The chunks from a number on, in their order: a page of at most so many. */
export async function readChunks(
  baseId: string,
  from: number,
  limit: number,
): Promise<{ chunks: Chunk[]; more: boolean }> {
  const { items, more } = await readPage<LoggedItem>({ ...rangeFrom(baseId, from), limit });
  return { chunks: items.map(({ sk, text }) => ({ number: numberIn(sk), text })), more };
}

/** The chunk with the highest number, if there is one. */
export async function newestChunk(baseId: string): Promise<Chunk | undefined> {
  const { items }: Page<LoggedItem> = await readPage({ ...rangeFrom(baseId, 0), backward: true, limit: 1 });
  const [item] = items;
  return item && { number: numberIn(item.sk), text: item.text };
}

const rangeFrom = (baseId: string, number: number) => {
  const { pk, sk } = logKey(baseId, number);
  return { pk, from: sk, to: last };
};
