import type { Logged } from "#lib/data/changes/chunk";
import { cursorOf, readChanges } from "#lib/data/changes/read-changes";
import { limits } from "#lib/schemas/basics/limits";
import type { Share } from "./shares.ts";

/**
 * Whether a record or field of the table of a share changed after a cursor, the view, or the people whom cells name, and the cursor after that. A record that the view
 * does not show counts too: to know it, the view would have to be read. Throws 400 for a cursor of something else.
 */
export async function findSharedChange(
  { id, view, schema: { table } }: Share,
  since: string | undefined,
  now: string,
): Promise<{ changed: boolean; cursor: string }> {
  const asked = { baseId: table.baseId, id, since, tableIds: [table.id], take: limits.changesPerPage };
  const { changes, after, more, reset } = await readChanges(asked, now);
  // of what was not read yet nothing is known
  const changed =
    reset || more || since === undefined || changes.some(({ change }) => concerns(change, view.id));
  return { changed, cursor: cursorOf(asked, after, now) };
}

const concerns = ({ type, tableId, viewId, commentId }: Logged, shown: string): boolean =>
  type === "members.updated" ||
  (tableId !== undefined && commentId === undefined && (viewId ?? shown) === shown);
