/* Releases the files of a deleted table. A file that no other table uses is removed, and then its bytes (functions/attachment). */

import { type FileItem, fileKey } from "#lib/data/records/attachments";
import { filesOf } from "#lib/data/records/cell-files";
import type { TableId } from "#lib/schemas/basics/ids";
import { cutIntoPieces } from "#lib/schemas/basics/pieces";
import type { FileToken } from "#lib/schemas/records/attachment";
import { removeItems } from "#lib/store/batch-writes";
import { change, commitIfAny, remove, retryOnConflict } from "#lib/store/commit";
import { runTogether } from "#lib/store/retry";
import { getItems, type Item, readPage } from "#lib/store/store";

const filesPerPiece = 400;
const filesPerCommit = 50;

/** Releases the next piece; true if there are more. */
export async function releaseSome(tableId: TableId, count = filesPerPiece): Promise<boolean> {
  const { items, more } = await readPage<Item & { token: FileToken }>({
    ...filesOf(tableId),
    limit: count,
  });
  const tokens = items.map(({ token }) => token);
  await runTogether(cutIntoPieces(tokens, filesPerCommit), (some) => release(some, tableId));
  await removeItems(items);
  return more;
}

/** Retries on conflict: a request may add one of these files to another table at the same moment. */
const release = (tokens: FileToken[], tableId: TableId): Promise<void> =>
  retryOnConflict(async () => {
    const files = await getItems<FileItem>(tokens.map(fileKey));
    await commitIfAny(
      files.map((file) => {
        const uses = file.uses.filter((use) => use.tableId !== tableId);
        return uses.length > 0 ? change(file, { uses }) : remove(file);
      }),
    );
  });
