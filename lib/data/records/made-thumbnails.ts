/* Adds thumbnails that were made while a record was in the trash: no consumer wrote them to its cells (thumbnails.ts). */
import { noteThumbnails } from "#lib/engine/cells/note-thumbnails";
import type { Attachment } from "#lib/engine/field-types/shared/field-type";
import { awaitsThumbnails } from "#lib/schemas/records/thumbnail";
import { getItems } from "#lib/store/store";
import { type FileItem, fileKey } from "./attachments.ts";
import type { RecordItem } from "./records.ts";

/** The records, with the thumbnails that exist by now. Only the files of images without thumbnails are read. */
export async function withMadeThumbnails(records: RecordItem[]): Promise<RecordItem[]> {
  const tokens = new Set(records.flatMap(({ cells }) => Object.values(cells).flatMap(tokensLacking)));
  if (tokens.size === 0) return records;
  const files = await getItems<FileItem>([...tokens].map(fileKey));
  return records.map((record) => {
    let { cells } = record;
    for (const file of files) cells = noteThumbnails(file, cells) ?? cells;
    return { ...record, cells };
  });
}

const tokensLacking = (cell: unknown) =>
  Array.isArray(cell) ? cell.filter(isLacking).map(({ token }) => token) : [];
const isLacking = (each: string | Attachment): each is Attachment =>
  typeof each === "object" && "token" in each && awaitsThumbnails(each);
