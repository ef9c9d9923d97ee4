/* Removes what a move has copied into the target. */

import type { Key } from "#lib/store/store";
import { type Belongings, findBelongings, withIds } from "./belonging.ts";
import type { Cell } from "./cells/cell.ts";
import { removeOwn } from "./copy.ts";
import { keyOf, scanPages, type Wire } from "./wire.ts";

/** Removes what the target has of these ids; gives how many items. */
export async function removeAllCopies(target: Cell, belongings: Belongings): Promise<number> {
  let removed = 0;
  // by what is removed last, an interrupted run finds the rest
  const last: Wire[] = [];
  for await (const page of scanPages(target)) {
    const says = ({ pk }: Key) => /^(?:BASE|TABLE|TRASH)#/.test(pk);
    last.push(
      ...page.filter((item) => says(keyOf(item)) && belongings.has(keyOf(item).pk.split("#")[1] ?? "")),
    );
    removed += await removeOwn(
      target,
      belongings,
      page.filter((item) => !says(keyOf(item))),
    );
  }
  const tables = last.filter((item) => !keyOf(item).pk.startsWith("BASE#"));
  return (
    removed +
    (await removeOwn(target, belongings, tables)) +
    (await removeOwn(
      target,
      belongings,
      last.filter((item) => !tables.includes(item)),
    ))
  );
}

/** Removes copies of bases that are not in the space any longer. */
export async function removeLeft(target: Cell, belongings: Belongings): Promise<void> {
  const there = await findBelongings(target, belongings.spaceId);
  if ([...there.bases].every((id) => belongings.bases.has(id))) return;
  const left = (id: string) => there.has(id) && !belongings.has(id);
  await removeAllCopies(target, withIds(there, left));
}
