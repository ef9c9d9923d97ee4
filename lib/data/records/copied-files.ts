/* The files in cells that are copied within a table: from another record or from an earlier state. The table uses these files already. */
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
  /** For each record its cells, with the thumbnails that were made after they were written. */
  cells: Cells[];
  /** The files whose thumbnails are not made yet. */
  files?: CellFiles;
}

/** One round trip; none if all images have their thumbnails. */
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
