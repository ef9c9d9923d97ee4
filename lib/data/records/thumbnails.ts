/*
 * Thumbnails: made from a picture after its upload, by functions/thumbnail/make-thumbnails.ts. Cells say which exist, so that reading
 * records reads no file.
 *
 *   uploaded ──▶ thumbnails made and stored ──▶ the file's item says so ──▶ cells written from now on say so too
 *      └─ a record names the file before: the file's item notes the record ──┴──▶ noted in that record's cells, which no reader sees as an edit
 *
 * Every step may be repeated: a thumbnail made again replaces itself, and a cell that names its thumbnails is left as it is.
 */
import { noteThumbnails } from "#lib/engine/cells/note-thumbnails";
import { makeThumbnails } from "#lib/files/make-thumbnails";
import { publicPart } from "#lib/schemas/records/file-token";
import { awaitsThumbnails } from "#lib/schemas/records/thumbnail";
import { change, commit, retryOnConflict } from "#lib/store/commit";
import { runTogether } from "#lib/store/retry";
import { getItem, type Key } from "#lib/store/store";
import { type FileItem, removeBytes } from "./attachments.ts";
import { recordKey } from "./record-keys.ts";
import { applyMove, type RecordItem } from "./records.ts";

/** Makes the thumbnails of a file that lacks them, and notes them in the records that wait for them. */
export async function provideThumbnails(key: Key): Promise<void> {
  const found = await getItem<FileItem>(key);
  const file =
    found && found.state === "uploaded" && awaitsThumbnails(found) ? await make(key, found) : found;
  // the file was deleted, perhaps while its thumbnails were made
  if (!file) return removeBytes(key);
  const { thumbnails, waiting = [] } = file;
  if (!thumbnails || waiting.length === 0) return;
  if (thumbnails.length > 0) await runTogether(waiting, (record) => note(file, record));
  await editFile(key, { waiting: undefined });
}

async function make(key: Key, { token, size }: FileItem): Promise<FileItem | undefined> {
  const thumbnails = await makeThumbnails(publicPart(token), size);
  return editFile(key, { thumbnails });
}

/** The file after the change; undefined if it was deleted. */
const editFile = (
  key: Key,
  attributes: { [Name in "thumbnails" | "waiting"]?: FileItem[Name] | undefined },
): Promise<FileItem | undefined> =>
  retryOnConflict(async () => {
    const file = await getItem<FileItem>(key);
    if (!file) return undefined;
    await commit([change(file, attributes)]);
    return { ...file, ...attributes } as FileItem;
  });

/** Does not count as an edit of the record: no history, no event, the same ETag. */
const note = (file: FileItem, { tableId, recordId }: NonNullable<FileItem["waiting"]>[number]) =>
  retryOnConflict(async () => {
    const record = await getItem<RecordItem>(recordKey(tableId, recordId));
    const cells = record && noteThumbnails(file, record.cells);
    if (cells) await commit([change(record, applyMove({ cells }, record))]);
  });
