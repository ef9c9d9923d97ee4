/*
 * Reads cells with more links than their record keeps, for filters, searches and formulas. They are read in full when a record is prepared,
 * so that a negative filter never finds what it excludes. Throws 400 for too many links.
 */

import type { Caller } from "#lib/data/identity/caller";
import { piecesForLinks, withAllLinks } from "#lib/data/records/show-records";
import { itemCount } from "#lib/engine/cells/present";
import type { StoredRecord } from "#lib/engine/cells/stored-cells";
import type { Field } from "#lib/engine/fields/field";
import { invalid } from "#lib/schemas/basics/error";
import type { RecordId } from "#lib/schemas/basics/ids";
import { limits } from "#lib/schemas/basics/limits";

interface FullLinks {
  isEmpty: boolean;
  /** Reads the links that these records do not keep. Throws 400 if there are too many for one call. */
  load(records: readonly StoredRecord[]): Promise<void>;
  /** A record that was read, with all links of these fields. */
  of(record: StoredRecord, of?: readonly Field[]): StoredRecord;
}

/** Makes a reader for records of which these link fields are needed in full. */
export function makeFullLinks(links: readonly Field[], caller: Caller): FullLinks {
  const read = new Map<RecordId, { kept: StoredRecord; full: StoredRecord; count: number }>();
  let count = 0;
  const countIn = ({ cells }: StoredRecord) => links.reduce((sum, { id }) => sum + itemCount(cells[id]), 0);
  const keep = (kept: StoredRecord, full: StoredRecord) => {
    const own = countIn(full);
    count += own - (read.get(kept.id)?.count ?? 0);
    if (count > limits.recordsLookedUp) throw tooMany();
    read.set(kept.id, { kept, full, count: own });
  };
  return {
    isEmpty: links.length === 0,
    async load(records) {
      const cut = records.filter(
        (record) => links.some(({ id }) => record.more?.[id]) && read.get(record.id)?.kept !== record,
      );
      for (const some of piecesForLinks(cut)) {
        const full = await withAllLinks(some, links, caller);
        for (const [i, record] of some.entries()) keep(record, full[i] ?? record);
      }
    },
    of(record, fields = links) {
      const found = record.more && fields.length > 0 ? read.get(record.id) : undefined;
      if (!found || found.kept !== record) return record;
      if (fields === links) return found.full;
      const cells = fields.map(({ id }) => [id, found.full.cells[id]]);
      return { ...record, cells: { ...record.cells, ...Object.fromEntries(cells) } };
    },
  };
}

const tooMany = () =>
  invalid([
    {
      path: "",
      message: `the query looks into cells with more than ${limits.linksKept} links, and finds more than ${limits.recordsLookedUp} links there, too many for one call; ask for fewer records, or filter and search by other fields`,
    },
  ]);
