/* The files in cells that come from the same table, which uses them already: of a copied record, or of an earlier state. */
import type { Cells } from "#lib/engine/cells/cells";
import { noteThumbnails } from "#lib/engine/cells/note-thumbnails";
import type { Attachment } from "#lib/engine/field-types/shared/field-type";
import { type Field, holdsFiles } from "#lib/engine/fields/field";
import { awaitsThumbnails } from "#lib/schemas/records/thumbnail";
import { getItems } from "#lib/store/store";
import { type FileItem, fileKey } from "./attachments.ts";
import { cellFiles } from "./cell-files.ts";
import type { CellFiles } from "./named-cells.ts";

interface CopiedFiles {
  /** Of each record, with the thumbnails that were made since the cells were written. */
  cells: Cells[];
  /** Those whose thumbnails are still to be made. */
  files?: CellFiles;
}

/** One round trip; none if every picture has its thumbnails. */
export async function claimCopied(records: Cells[], fields: Field[]): Promise<CopiedFiles> {
  const holding = fields.filter(holdsFiles);
  const held = holding.flatMap(({ id }) => records.flatMap((cells) => (cells[id] ?? []) as Attachment[]));
  const tokens = new Set(held.filter(awaitsThumbnails).map(({ token }) => token));
  if (tokens.size === 0) return { cells: records };
  const found = await getItems<FileItem>([...tokens].map(fileKey));
  const noted = records.map((cells) =>
    found.reduce((each, file) => noteThumbnails(file, each) ?? each, cells),
  );
  return { cells: noted, files: cellFiles(found.filter(awaitsThumbnails), holding) };
}
