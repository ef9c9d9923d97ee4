/*
 * Lists of any length, in pieces. Each piece is one request, which is done as a whole or not at all, with an Idempotency-Key that follows
 * from the key of the call and from the place of the piece:
 *
 *   key "import-7"   ──▶   import-7/0   import-7/1   import-7/2 …
 *
 * The same list with the same key is cut in the same way, so pieces that are done are not done again.
 */
import { endedEarly, GridlessError } from "./errors.ts";
import { type CallOptions, newKey } from "./requests.ts";
import type { ClientRecord, Rows } from "./rows.ts";

export interface ListOptions extends CallOptions {
  /** Of the call: 1 to 240 visible ASCII characters. With the same rows and the same key, a call goes on where an earlier one ended. */
  key?: string | undefined;
  /** Rows in one request: 1 to 1,000. A call that goes on needs the same number. */
  size?: number | undefined;
}

interface Piece {
  rows: number;
  /** A list as JSON. */
  json: string;
}

/** How the pieces are sent. */
interface Sending<Row, Shown> {
  /** The element of the list in the request for a row. */
  shape: (row: Row) => unknown;
  send: (json: string, key: string) => Promise<Shown[]>;
  /** Called before each piece, with the number of pieces so far. What it gives is called if the server refuses the piece. */
  begin: (key: string, pieces: number) => () => void;
  /** Called at the end with all records. */
  show: (records: Shown[]) => Promise<void>;
}

const mostRows = 1000;
/** Of JSON in one piece. In UTF-8 they are up to three times as many bytes, and a request may have four million. */
const mostCharacters = 1_000_000;

/** The key of a piece of a call. */
export const keyOfPiece = (key: string, piece: number): string => `${key}/${piece}`;

/** Sends the rows, piece by piece. Throws a `GridlessError` that says what is done if it ends early. */
export async function sendPieces<Row, Shown extends ClientRecord<object>>(
  rows: Rows<Row>,
  { key = newKey(), size = mostRows }: ListOptions,
  { shape, send, begin, show }: Sending<Row, Shown>,
): Promise<Shown[]> {
  if (!/^[\x21-\x7e]{1,240}$/.test(key))
    throw new TypeError("gridless: a key has 1 to 240 visible ASCII characters");
  if (!(Number.isInteger(size) && size >= 1 && size <= mostRows))
    throw new TypeError(`gridless: size must be from 1 to ${mostRows}, not ${size}`);
  const done: { rows: number; records: Shown[] } = { rows: 0, records: [] };
  let pieces = 0;
  try {
    for await (const piece of cut(rows, shape, size)) {
      const refuse = begin(key, pieces + 1);
      const records = await send(piece.json, keyOfPiece(key, pieces)).catch((error: unknown) => {
        if (didNothing(error)) refuse();
        throw error;
      });
      for (const each of records) done.records.push(each);
      done.rows += piece.rows;
      pieces++;
    }
    await show(done.records);
  } catch (error) {
    throw endedEarly(error, key, done);
  }
  return done.records;
}

/** JSON has null in place of NaN, which would empty a cell. A row that is undefined is for the server to refuse, by its place. */
export function jsonOfRow(row: unknown, index: number): string {
  const json = JSON.stringify(row, (member, value: unknown) => {
    if (typeof value === "number" && !Number.isFinite(value))
      throw new TypeError(`row ${index}: ${member} is ${value}, which JSON cannot hold`);
    return value;
  });
  return json ?? "null";
}

/** Whether nothing of the request is done. After an answer that was lost, or a 5xx, it may be. */
export const didNothing = (error: unknown) =>
  error instanceof GridlessError && error.status >= 400 && error.status < 500;

/** A piece is given as soon as it is full, before the next row is read. */
async function* cut<Row>(rows: Rows<Row>, shape: (row: Row) => unknown, size: number): AsyncGenerator<Piece> {
  let taken: string[] = [];
  let characters = 0;
  let index = 0;
  const take = () => {
    const piece = { rows: taken.length, json: `[${taken.join(",")}]` };
    taken = [];
    characters = 0;
    return piece;
  };
  for await (const row of rows) {
    const json = jsonOfRow(shape(row), index++);
    if (taken.length > 0 && characters + json.length > mostCharacters) yield take();
    taken.push(json);
    characters += json.length;
    if (taken.length === size) yield take();
  }
  if (taken.length > 0) yield take();
}
