/* What a look-up by values gives (look-up.ts). */

import type { RecordItem } from "#lib/data/records/records";
import type { IndexItem } from "#lib/data/schema/table-schema";
import type { RecordId } from "#lib/schemas/basics/ids";

/** The records that may match. */
export interface LookedUp {
  /** Oldest first, each once. */
  ids: RecordId[];
  /** Absent: the item of a unique value names the record. */
  index?: IndexItem;
  /** How many entries of the index, or items of unique values, were read. */
  entries: number;
  /** The records that exist, if they were read before the caller's role was known. */
  records?: RecordItem[];
  /** RCU of a look-up that began before its call. */
  units?: number;
}
