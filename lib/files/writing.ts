/*
 * Writes files in pieces, with only one piece in memory. Separate from storage.ts, which is in the bundle of every function that
 * shows records.
 */

import { pathOf } from "#lib/schemas/records/file-token";
import * as folder from "./folder.ts";
import * as parts from "./s3-parts.ts";

/** A new file of this type; it exists once `end` is done. */
export const openWriting = async (part: string, type: string): Promise<folder.Writing> =>
  process.env["GRIDLESS_FILES"]
    ? folder.openWriting(process.env["GRIDLESS_FILES"], part)
    : parts.writeParts(pathOf(part), type);

/** The same for a file that is written in several turns; `paused` is where the turn before paused. */
export const openLongWriting = async (
  part: string,
  type: string,
  paused?: folder.PausedWriting,
): Promise<folder.LongWriting> =>
  process.env["GRIDLESS_FILES"]
    ? folder.openLongWriting(process.env["GRIDLESS_FILES"], part, paused)
    : parts.writeParts(pathOf(part), type, paused);

export type { LongWriting, PausedWriting } from "./folder.ts";
