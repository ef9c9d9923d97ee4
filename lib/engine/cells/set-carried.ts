/* Changes the cells that a record carries for a link field (carried-cells.ts). */

import type { Carried } from "#lib/engine/fields/field";
import type { FieldId } from "#lib/schemas/basics/ids";
import type { StoredRecord } from "./stored-cells.ts";

/** A record carries at most so many bytes, so that there is room for its own cells. */
const bytesCarried = 8 * 1024;

/** Sets the cells that a record carries for a link field; removes them if they are too large. */
export function setCarried(record: StoredRecord, link: FieldId, carried: Carried | undefined): void {
  const { [link]: _, ...others } = record.carried ?? {};
  const all = carried && carried.length > 1 ? { ...others, [link]: carried } : others;
  const kept = Buffer.byteLength(JSON.stringify(all)) <= bytesCarried ? all : others;
  if (Object.keys(kept).length > 0) record.carried = kept;
  else delete record.carried;
}
