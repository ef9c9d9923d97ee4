/* Notes in cells which thumbnails an image has. */
import type { Attachment, StoredCell, StoredFile } from "#lib/engine/field-types/shared/field-type";
import type { Cells } from "./cells.ts";

/** The cells with the thumbnails of this file; undefined if they have them already. */
export function noteThumbnails(
  { token, thumbnails = [] }: Pick<StoredFile, "token" | "thumbnails">,
  cells: Cells,
): Cells | undefined {
  if (thumbnails.length === 0) return undefined;
  const lacks = (each: unknown): each is Attachment =>
    typeof each === "object" && (each as Attachment).token === token && !(each as Attachment).thumbnails;
  const noted = Object.entries(cells).flatMap(([id, cell]): [string, StoredCell][] =>
    Array.isArray(cell) && cell.some(lacks)
      ? [[id, (cell as Attachment[]).map((each) => (lacks(each) ? { ...each, thumbnails } : each))]]
      : [],
  );
  return noted.length > 0 ? { ...cells, ...Object.fromEntries(noted) } : undefined;
}
