/*
 * Compares both sides of the links that some records of an import have. A link stays if its other side has it too. To check this, the other
 * records are read, a hundred at a time; they also give the present titles.
 */

import { isDeepStrictEqual } from "node:util";
import { type HolderItem, type LinkField, sidesOf } from "#lib/data/links/link-items";
import { hasCopy, hasItems, keepSome, keyOfLink } from "#lib/data/links/link-sides";
import { recordKey } from "#lib/data/records/record-keys";
import type { RecordItem } from "#lib/data/records/records";
import { titlesOf } from "#lib/data/records/titles";
import { readSchema, type Schema } from "#lib/data/schema/table-schema";
import type { LinkedRecord } from "#lib/engine/field-types/shared/field-type";
import { linkedIds } from "#lib/engine/field-types/shared/links";
import type { RecordId } from "#lib/schemas/basics/ids";
import { limits } from "#lib/schemas/basics/limits";
import { cutIntoPieces } from "#lib/schemas/basics/pieces";
import { getItems, keyText } from "#lib/store/store";
import type { FileLine, FileTable } from "./backup-file.ts";
import { type FileCell, linksInLine } from "./import-links.ts";
import type { ImportWork } from "./import-work.ts";
import { mendCell } from "./mend-links.ts";
import { fieldsNamed, readRecordLines } from "./record-lines.ts";

const recordsAtOnce = 100;

/** A cell of the file, in its record. */
interface OwnCell extends FileCell {
  id: RecordId;
}

/** The links that exist on the other side of a field's links. */
interface OtherSide {
  /** The links that the other side confirms, with the titles that their records have now. */
  confirmed(cell: OwnCell): LinkedRecord[];
  /** Whether the other record is there. */
  isThere(id: RecordId): boolean;
}

/** Checks the links of some lines, and mends those that the other side does not have; returns the last autoNumber. */
export async function checkLinks(work: ImportWork, table: FileTable, lines: FileLine[]): Promise<number> {
  const { ids } = work;
  const schema = await readSchema(ids.of(table.id));
  const records = readRecordLines(lines, table, work.at.last);
  const named = fieldsNamed(schema, table, work);
  const cells = records.flatMap((record) =>
    linksInLine(record, named, work).map((cell): OwnCell => ({ ...cell, id: ids.ofRecord(record.id) })),
  );
  for (const [fieldId, some] of Map.groupBy(cells, ({ field }) => field.id)) {
    const [{ field }] = some as [OwnCell];
    const other = await readOtherSide(field, schema, some, work);
    for (const part of cutIntoPieces(some, recordsAtOnce)) {
      const own = await getItems<RecordItem>(part.map(({ id }) => recordKey(schema.table.id, id)));
      const stored = new Map(own.map((record) => [record.id, record.cells[fieldId]]));
      for (const cell of part) {
        const confirmed = other.confirmed(cell);
        const isSame =
          confirmed.length === cell.links.length &&
          isDeepStrictEqual(stored.get(cell.id), keepSome(confirmed));
        if (!isSame) await mendCell(schema, { ...cell, confirmed, isThere: other.isThere }, work);
      }
    }
  }
  return records.at(-1)?.autoNumber ?? work.at.last;
}

async function readOtherSide(
  field: LinkField,
  { table }: Schema,
  cells: OwnCell[],
  { caller }: ImportWork,
): Promise<OtherSide> {
  const { own: _, back } = sidesOf(field, table.id);
  const { fields } = await readSchema(field.options.foreignTableId);
  const how = { fields, lookupFieldId: field.options.lookupFieldId };
  const pairs = cells.flatMap(({ id, links }) => links.map((link) => ({ id, other: link.id })));
  const shown = cells.flatMap(({ links }) => links.slice(0, hasCopy(back) ? limits.linksKept : links.length));
  const there = new Map<RecordId, { link: LinkedRecord; holds: RecordId[] }>();
  for (const some of cutIntoPieces([...new Set(shown.map(({ id }) => id))], recordsAtOnce)) {
    const found = await getItems<RecordItem>(some.map((id) => recordKey(back.tableId, id)));
    const toLink = await titlesOf(found, how, caller);
    for (const record of found)
      there.set(record.id, { link: toLink(record), holds: linkedIds(record.cells[back.id]) });
  }
  const keyOf = ({ id, other }: (typeof pairs)[number]) => keyOfLink(back, other, id);
  // the import of the other record has written these items itself; items of other sides were written before their records
  const isImplied = back.isHidden && back.isMany;
  const items = hasItems(back) && !isImplied ? await getItems(pairs.map(keyOf)) : [];
  const byKey = new Map(items.map((item) => [keyText(item), item]));
  const says = (id: RecordId, other: RecordId): boolean => {
    if (isImplied) return there.has(other);
    if (!hasItems(back)) return there.get(other)?.holds[0] === id;
    const item = byKey.get(keyText(keyOf({ id, other }))) as HolderItem | undefined;
    return back.isMany ? item !== undefined : item?.other === id && there.has(other);
  };
  const isShown = new Set(shown.map(({ id }) => id));
  return {
    confirmed: ({ id, links }) =>
      links.flatMap((link) => {
        const known = there.get(link.id);
        if (!says(id, link.id) || (!known && isShown.has(link.id))) return [];
        return [known?.link ?? link];
      }),
    isThere: (id) => there.has(id),
  };
}
