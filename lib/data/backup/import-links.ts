/*
 * The links of an import. The file has both sides of every link, so each record brings its own side:
 *
 *   records ──▶ the items of its links, then the record with the cells that the file says
 *   links   ──▶ for each link: is the other record there, does its side say the same, is this its title? ──▶ mostly nothing to write
 *                 └── no: others wrote while the file was made ──▶ mend-links.ts
 *
 * Nothing is followed, and a record is written once.
 */

import * as z from "zod";
import { isLink, type LinkField, sidesOf } from "#lib/data/links/link-items";
import { keepSome, makeLinkItem } from "#lib/data/links/link-sides";
import type { RecordItem } from "#lib/data/records/records";
import type { Schema } from "#lib/data/schema/table-schema";
import type { LinkedRecord } from "#lib/engine/field-types/shared/field-type";
import { RecordId } from "#lib/schemas/basics/ids";
import { limits } from "#lib/schemas/basics/limits";
import { cutIntoPieces } from "#lib/schemas/basics/pieces";
import { commit, commitIfAny, insert, maxChangesAtOnce, type NewItem, Refused } from "#lib/store/commit";
import { runTogether } from "#lib/store/retry";
import { getItems, keyText } from "#lib/store/store";
import { parse, refuseFile } from "./backup-file.ts";
import type { ImportWork } from "./import-work.ts";
import type { RecordLine } from "./record-lines.ts";

const linkShape = z.object({ id: RecordId, title: z.string().max(limits.nameLength).optional() });

/** The links of one cell, with the titles in the file. */
export interface FileCell {
  field: LinkField;
  links: LinkedRecord[];
}

type Named = (name: string, place: string) => Schema["fields"][number] | undefined;

/** The link cells of a line, with new ids. Throws 400 for values that are no links, for repeated links, and for too many. */
export function linksInLine({ fields, place }: RecordLine, named: Named, { ids }: ImportWork): FileCell[] {
  return Object.entries(fields).flatMap(([name, value]): FileCell[] => {
    const field = named(name, place);
    if (!field || !isLink(field)) return [];
    const at = `${place}, ${name}`;
    const links = [value].flat().map((each): LinkedRecord => {
      const { id, title } = parse(linkShape, each, at);
      return { id: ids.ofRecord(id), ...(title && { title }) };
    });
    const { own } = sidesOf(field, field.options.foreignTableId);
    if (links.length > 1 && !own.isMany) throw refuseFile(at, "must be one record");
    if (new Set(links.map(({ id }) => id)).size < links.length)
      throw refuseFile(at, "must not name a record twice");
    return links.length > 0 ? [{ field, links }] : [];
  });
}

/** A record with its cells of links as they are stored. */
export function withLinks(record: RecordItem, all: FileCell[]): RecordItem {
  const cells = { ...record.cells };
  const more: RecordItem["more"] = {};
  for (const { field, links } of all) {
    const kept = keepSome(links);
    cells[field.id] = kept;
    if (kept.length < links.length) more[field.id] = true;
  }
  return { ...record, cells, ...(Object.keys(more).length > 0 && { more }) };
}

/** The link items of a record: on its own side, and on sides that no field shows. `time` gives the order. */
export function linkItemsOf(
  record: RecordItem,
  cells: FileCell[],
  tableId: Schema["table"]["id"],
  time: string,
) {
  const start = Date.parse(time) * 1000;
  const { id } = record;
  return cells.flatMap(({ field, links }) => {
    const { own, back } = sidesOf(field, tableId);
    return links.flatMap(({ id: other }, i): NewItem[] => [
      ...(own.isMany ? [makeLinkItem(own, id, other, start + i)] : []),
      ...(back.isHidden ? [makeLinkItem(back, other, id, start)] : []),
    ]);
  });
}

/** Writes link items that do not exist yet. If two records hold the same one, the first gets it. */
export async function writeLinkItems(items: NewItem[]): Promise<void> {
  const distinct = new Map<string, NewItem>();
  for (const item of items) if (!distinct.has(keyText(item))) distinct.set(keyText(item), item);
  await runTogether(
    cutIntoPieces([...distinct.values()], maxChangesAtOnce),
    async (some) => {
      try {
        await commit(some.map(insert));
      } catch (error) {
        if (!(error instanceof Refused)) throw error;
        // a turn that was cut off has written some of them, or another record holds one
        const known = new Set((await getItems(some)).map(keyText));
        await commitIfAny(some.filter((item) => !known.has(keyText(item))).map(insert));
      }
    },
    4,
  );
}
