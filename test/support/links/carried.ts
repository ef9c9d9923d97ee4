/* What links carry, for tests: how they come to it without a stream, and whether it is right. */
import { isDeepStrictEqual } from "node:util";
import { tendCarrying } from "#lib/data/link-fields/tend-carrying";
import { carriedOf } from "#lib/data/links/keep-carried";
import { isLink } from "#lib/data/links/link-items";
import { readSlices } from "#lib/data/records/record-pages";
import type { RecordItem } from "#lib/data/records/records";
import { readTableWithMarks } from "#lib/data/schema/stale-marks";
import { find, schemaOf } from "#lib/data/schema/table-schema";
import { carryCells } from "#lib/engine/cells/carried-cells";
import { linkedIds } from "#lib/engine/field-types/shared/links";
import type { BaseId, TableId } from "#lib/schemas/basics/ids";
import { runJobsOf } from "#test/support/events/jobs";

/** Makes the links of these tables carry what lookups want, and runs the jobs that follow. GRIDLESS_SETTLE_SECONDS must be 0. */
export async function carry(...tables: { tableId: TableId; baseId: BaseId }[]): Promise<void> {
  for (const { tableId } of tables) await tendCarrying(tableId, new Date().toISOString());
  await runJobsOf(...tables);
}

export async function recordsOf(tableId: TableId): Promise<RecordItem[]> {
  const all: RecordItem[] = [];
  for await (const some of readSlices(tableId)) all.push(...some);
  return all;
}

interface Carrying {
  /** How many linked records are carried. */
  count: number;
  /** Those whose cells are not what the linked record has. */
  wrong: unknown[];
  /** Links without what they should carry. */
  missing: unknown[];
  /** Marks that are left. */
  marked: string[];
}

/** What the records of these tables carry, when all is quiet. */
export async function findCarrying(...tableIds: TableId[]): Promise<Carrying> {
  const found: Carrying = { count: 0, wrong: [], missing: [], marked: [] };
  for (const tableId of tableIds) {
    found.marked.push(...((await readTableWithMarks(tableId)).stale ?? ["too many"]));
    const table = await find(tableId);
    if (!table) continue;
    const { fields } = await schemaOf(table);
    const links = fields.flatMap((field) => (isLink(field) && field.carries ? [field] : []));
    for (const link of links) {
      const foreign = new Map((await recordsOf(link.options.foreignTableId)).map((each) => [each.id, each]));
      for (const record of await recordsOf(tableId)) {
        const carried = carriedOf(record, link);
        for (const id of record.more?.[link.id] ? [] : linkedIds(record.cells[link.id])) {
          const other = foreign.get(id);
          const cells = carried(id);
          if (!cells) found.missing.push({ record: record.id, link: link.id, id });
          else if (!other || !link.carries || !isDeepStrictEqual(cells, carryCells(other, link.carries)))
            found.wrong.push({ record: record.id, link: link.id, id, cells, other: other?.cells });
          found.count++;
        }
      }
    }
  }
  return found;
}
