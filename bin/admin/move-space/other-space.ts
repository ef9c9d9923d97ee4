/*
 * A base that comes into the space while it is being moved, or leaves it. What such a base has was written before, so it is in no log of keys: all is
 * copied once more. The log of the space says it, in the commit of the change itself (lib/data/tables/move-base.ts).
 */
import { setTimeout as wait } from "node:timers/promises";
import { logOf } from "#lib/data/spaces/access-log/log-entries";
import type { Cell } from "./cells/cell.ts";
import { getOne, isPrepared, keyOf, text, type Wire } from "./wire.ts";

/** The space has other bases than those that were known. */
export class OtherBases extends Error {}

/** Throws OtherBases if one of these items, which were just written, says that a base came or left. */
export async function refuseOtherBases(source: Cell, spaceId: string, items: readonly Wire[]): Promise<void> {
  const log = logOf(spaceId as Parameters<typeof logOf>[0]);
  const isMove = (item: Wire) => /^base\.moved(?:In|Out)$/.test(text(item, "action") ?? "");
  const told = items.filter((item) => keyOf(item).pk === log && isMove(item));
  if (told.length === 0) return;
  // a commit in several steps is finished in any order
  for (const { place } of told)
    for (const key = { pk: `BASE#${place?.M?.["id"]?.S}`, sk: "BASE" }; ; await wait(100)) {
      const base = await getOne(source, key);
      if (!base || !isPrepared(base)) break;
    }
  throw new OtherBases("a base came into the space, or left it");
}
