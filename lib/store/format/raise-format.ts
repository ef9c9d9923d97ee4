/* Writes the format of this Gridless into a store that has an earlier one, or none. */
import { change, insert, tryCommit } from "#lib/store/commit";
import { type Format, formatKey, ownFormat, readFormat } from "./format.ts";

/**
 * Gives the format of the store, which is later than that of this Gridless if a newer one has used it. Throws `NewerStore`, before
 * anything is written. It may run in several processes at once.
 */
export async function raiseFormat(own: Format = ownFormat): Promise<Format> {
  for (;;) {
    const found = await readFormat();
    if (found && found.format >= own.format) return found;
    const raised = found ? change(found, { ...own }) : insert({ ...formatKey, entity: "format", ...own });
    if (await tryCommit([raised])) return own;
  }
}
