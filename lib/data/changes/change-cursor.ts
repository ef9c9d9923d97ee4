/*
 * A place in a log: the next change to read.
 *
 *   bseXXXX 3 1795888800123 0 arm8   what is followed, epoch, number of the chunk, changes of it that are read, the hour that gave it (base 36)
 *
 * Cursors of one place are the same text within an hour: a client compares that of a hint with its own.
 */
import { decodeCursor, encodeCursor } from "#lib/schemas/basics/cursor";
import { invalid } from "#lib/schemas/basics/error";
import { msPerHour } from "#lib/schemas/basics/time-units";

export interface LogPlace {
  epoch: number;
  /** The number of the chunk, which may not be there yet. */
  number: number;
  /** The changes of this chunk that were read. */
  offset: number;
}

/** The text of a place in the log of a base, or of a share, for answers at `now`. */
export const writeLogCursor = (id: string, { epoch, number, offset }: LogPlace, now: string): string =>
  encodeCursor([id, epoch, number, offset, Math.floor(Date.parse(now) / msPerHour).toString(36)].join(" "));

const form = /^(\S+) (\d{1,15}) (\d{1,15}) (\d{1,15}) ([0-9a-z]{1,11})$/;

/** The place, and the hour in which it was given (its beginning in ms). Throws 400 for a text that is no cursor of what has this id. */
export function readLogCursor(id: string, text: string): LogPlace & { given: number } {
  const [, of, epoch, number, offset, given = ""] = form.exec(decodeCursor(text) ?? "") ?? [];
  if (of === undefined)
    throw invalid([
      { path: "since", message: "is not a valid cursor; send cursor of the previous answer unchanged" },
    ]);
  if (of !== id)
    throw invalid([{ path: "since", message: "is a cursor of another base or share; begin without since" }]);
  return {
    epoch: Number(epoch),
    number: Number(number),
    offset: Number(offset),
    given: Number.parseInt(given, 36) * msPerHour,
  };
}
