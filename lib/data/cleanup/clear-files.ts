/* Taking a deleted table's files from it: one that no other table uses goes with it, its bytes after it (functions/attachment). */

import { type FileItem, fileKey } from "#lib/data/records/attachments";
import { filesOf } from "#lib/data/records/cell-files";
import type { TableId } from "#lib/schemas/basics/ids";
import type { FileToken } from "#lib/schemas/records/attachment";
import { change, commitIfAny, remove, retryOnConflict } from "#lib/store/commit";
import { runTogether } from "#lib/store/retry";
import { getItems, type Item, readPage, removeItems } from "#lib/store/store";

const filesPerPiece = 400;
const filesPerCommit = 50;

/** The next of them; gives whether there are more. */
export async function releaseSome(tableId: TableId, count = filesPerPiece): Promise<boolean> {
  const { items, more } = await readPage<Item & { token: FileToken }>({
    ...filesOf(tableId),
    limit: count,
  });
  const groups: FileToken[][] = [];
  for (let i = 0; i < items.length; i += filesPerCommit)
    groups.push(items.slice(i, i + filesPerCommit).map(({ token }) => token));
  await runTogether(groups, (tokens) => release(tokens, tableId));
  await removeItems(items);
  return more;
}

/** Somebody else may be putting one into another table at the same moment. */
const release = (tokens: FileToken[], tableId: TableId): Promise<void> =>
  retryOnConflict(async () => {
    const files = (await getItems(tokens.map(fileKey))) as FileItem[];
    await commitIfAny(
      files.map((file) => {
        const uses = file.uses.filter((use) => use.tableId !== tableId);
        return uses.length > 0 ? change(file, { uses }) : remove(file);
      }),
    );
  });
