/* Collects the notes of a commit: how it changes the counts of indexes. */

import type { Prepared } from "#lib/data/records/reading/open-reading";
import type { RecordItem } from "#lib/data/records/records";
import type { TableId } from "#lib/schemas/basics/ids";
import { cutIntoPieces } from "#lib/schemas/basics/pieces";
import { type Change, insert } from "#lib/store/commit";
import type { LiveIndex } from "../live-indexes.ts";
import { type GroupPath, type Move, noteItem, readName } from "./count-items.ts";

/** So a note fits into one item, whatever its groups are. */
const movesPerNote = 200;

interface Noted {
  moves: Move[];
  paths: Map<string, GroupPath>;
}

/** Collects the notes of a commit that has this token. */
export function collectNotes(tableId: TableId, token: string) {
  const byIndex = new Map<string, Noted>();

  /**
   * Notes that a record enters an index, leaves it, or changes its group; `after` is undefined if it is deleted. Gives the new group, ""
   * for none.
   */
  function move(
    { item, pathOf }: LiveIndex,
    before: Prepared<RecordItem> | undefined,
    after: Prepared<RecordItem> | undefined,
  ): string {
    const named = readName(before, item.id);
    // the group in which it was counted, even if this call would compute another one
    const left = before && pathOf?.(before);
    const from = named.path ?? left?.id ?? "";
    const path = after && pathOf?.(after);
    const id = (after ?? before)?.id;
    if (!id) return "";
    const noted: Noted = byIndex.get(item.id) ?? { moves: [], paths: new Map() };
    byIndex.set(item.id, noted);
    noted.moves.push([id, named.token, from, path?.id ?? ""]);
    if (path) noted.paths.set(path.id, path);
    // makeIndex may count the record in this group, when no record that shows what the group is may be left
    if (left && left.id === from && item.state === "building") noted.paths.set(from, left);
    return path?.id ?? "";
  }

  const deleted = new Set<string>();
  const notesOf = (isSure: boolean): Change[] =>
    [...byIndex].flatMap(([index, { moves, paths }]) => {
      const own = moves.filter(([id]) => deleted.has(id) === isSure);
      const time = new Date().toISOString();
      return cutIntoPieces(own, movesPerNote).map((some, i) => {
        const ids = new Set(some.flatMap(([, , from, to]) => [from, to]));
        const named = [...ids].flatMap((id) => paths.get(id) ?? []);
        const k = isSure ? `d${i}` : `${i}`;
        return insert(noteItem([tableId, index], token, k, { moves: some, paths: named, isSure, time }));
      });
    });

  return {
    move,
    remove(index: LiveIndex, before: Prepared<RecordItem>): void {
      deleted.add(before.id);
      move(index, before, undefined);
    },
    /** The notes to store before the commit. */
    laid: (): Change[] => notesOf(false),
    /** The notes in the commit itself: of a deleted record nothing could show later that its note counts. */
    sure: (): Change[] => notesOf(true),
  };
}
