/*
 * Moves a base into another space. Its tables, also those in its trash, store the id of their space, so they change in the same commit: so
 * access changes at once. The base's own members stay.
 */

import type { Caller } from "#lib/data/identity/caller";
import { type TableItem, tableKey } from "#lib/data/schema/table-schema";
import { list } from "#lib/data/schema/tables";
import { placeLog, readNames } from "#lib/data/spaces/access-log/open-log";
import { type BaseItem, moveChanges, withCopy } from "#lib/data/spaces/bases";
import { refuseJoining } from "#lib/data/spaces/refuse-moved";
import * as spaces from "#lib/data/spaces/spaces";
import { type DeletionItem, tableIn, trashOf } from "#lib/data/trash/trash";
import { notFound } from "#lib/schemas/basics/error";
import type { BaseId, SpaceId } from "#lib/schemas/basics/ids";
import { change, commit, commitIfAny } from "#lib/store/commit";
import { keepAnswer } from "#lib/store/idempotency-records";
import { getItems, readAll } from "#lib/store/store";

/**
 * Throws 404 for a deleted space, 400 if the other space is full, 409 if another request moved the base since it was read; 503 and 410 if one of the
 * spaces moves to another cell, or has.
 */
export async function moveBase(base: BaseItem, spaceId: SpaceId, caller: Caller): Promise<void> {
  const answer = keepAnswer(caller, undefined);
  if (base.spaceId === spaceId) return commitIfAny(answer);
  await withCopy(base, async (current, copy) => {
    // read after the base: every change of the list of its tables also changes the version of the base
    const [tables, deleted, names, ...places] = await Promise.all([
      list(base.id),
      readDeleted(base.id),
      readNames(),
      ...[spaceId, base.spaceId].map(spaces.find),
    ]);
    for (const place of [current, ...places]) {
      if (!place) throw notFound("space", spaceId);
      refuseJoining(place);
    }
    const told = { before: { spaceId: base.spaceId }, after: { spaceId } };
    const originals = await getItems<TableItem>(tables.map(({ id }) => tableKey(id)));
    await commit([
      ...(await moveChanges(current, copy, { spaceId, now: caller.now })),
      ...[...tables, ...originals, ...deleted].map((item) => change(item, { spaceId })),
      placeLog(current, names).entry("base.movedOut", told),
      placeLog({ ...current, spaceId }, names).entry("base.movedIn", told),
      ...answer,
    ]);
  });
}

/** The tables in the trash of a base. */
async function readDeleted(baseId: BaseId): Promise<TableItem[]> {
  const deletions = await readAll<DeletionItem>({ pk: trashOf(baseId) });
  const left = deletions.filter(({ restoredTime }) => !restoredTime);
  return getItems<TableItem>(left.map((item) => tableKey(tableIn(item))));
}
