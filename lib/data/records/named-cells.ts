/* The people and files that cells of a request may name. cell-files.ts, which looks files up, is imported only for fields with files. */

import type { Cells } from "#lib/engine/cells/cells";
import type { Files } from "#lib/engine/field-types/shared/field-type";
import type { Field } from "#lib/engine/fields/field";
import type { FieldKeys } from "#lib/engine/fields/field-keys";
import type { RecordId, TableId } from "#lib/schemas/basics/ids";
import type { CellValues } from "#lib/schemas/records/record";
import type { Change } from "#lib/store/commit";
import type { Use } from "./attachments.ts";

/** Cells that may name people and files. */
export interface NamedCells {
  fields: Field[];
  /** The cells of each record, as a request has them. */
  records: CellValues[];
  keys: FieldKeys<Field>;
}

export interface CellFiles {
  files: Files;
  /** The changes that keep these files for a table, for the commit that writes these records. */
  useChanges(records: WrittenRecord[], use: Use): Change[];
}

export interface WrittenRecord {
  id: RecordId;
  cells: Cells;
}

/** For a call that names no files. */
export const noCellFiles: CellFiles = {
  files: { byToken: () => undefined, byId: () => undefined },
  useChanges: () => [],
};

export const noFiles = noCellFiles.files;

export const useOf = ({ id, baseId, spaceId }: { id: TableId } & Omit<Use, "tableId">): Use => ({
  tableId: id,
  baseId,
  spaceId,
});
