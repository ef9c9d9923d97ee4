/* The files of a cell that is shown somewhere: as they are, with what was set and is not stored. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { seenElements } from "../cells/field-options.ts";
import { editsOf } from "../grid/table-edits.ts";
import { type CellFile, filesOfCell, isAddressOld } from "./cell-file.ts";
import type { CellPlace } from "./upload-queue.ts";
import { readCell } from "./uploads.ts";

interface ShownCell {
  files: readonly CellFile[];
  /** Writes the cell: one step of undo. */
  set: (files: readonly CellFile[]) => void;
  /** Reads the cell again: addresses of files work for an hour. */
  read: () => Promise<void>;
}

/** `initial`: the files that are known. If their addresses have expired they are read again. */
export function useCell({ tableId, recordId, fieldId }: CellPlace, initial: readonly CellFile[]): ShownCell {
  const stored = useSignal(initial);
  const edits = editsOf(tableId);
  const drawn = useSignal(0);
  // read here, so that it is drawn again when an edit was made, saved or refused
  void drawn.value;
  const read = async () => {
    stored.value = filesOfCell(await readCell({ tableId, recordId, fieldId }));
  };
  useEffect(() => {
    const now = Date.now();
    // without the server the old addresses are all there is
    if (initial.some(({ presignedUrl }) => !presignedUrl || isAddressOld(presignedUrl, now)))
      read().catch(() => {});
    return edits.listen({
      onSaved: ({ id, fields }) => {
        if (id === recordId) stored.value = filesOfCell(fields[fieldId]);
      },
      onChange: () => {
        drawn.value++;
      },
    });
  }, [edits, recordId, fieldId]);
  const pending = edits.cells.at(recordId, fieldId);
  const shown = pending ? filesOfCell(pending.value) : stored.value;
  return {
    files: shown,
    set: (files) =>
      edits.cells.set(recordId, fieldId, files.length > 0 ? files : null, { seen: seenElements(shown) }),
    read,
  };
}
