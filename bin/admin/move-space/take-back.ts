/* move-space --cancel: a move that has not opened the target is taken back. The source is as it was, and the target has nothing of the space. */
import { holdItem, moveOf, stateItem } from "#lib/data/spaces/move-items";
import { StartError } from "#lib/local/process/start-error";
import { say } from "#lib/local/process/terminal";
import { findBelongings, withIds } from "./belonging.ts";
import type { Cell } from "./cells/cell.ts";
import { reachBoth } from "./cells/reach.ts";
import { unmark } from "./marks.ts";
import type { Asked } from "./move-space.ts";
import { findPlace } from "./place.ts";
import { removeAllCopies } from "./remove-copies.ts";
import { keyOf, queryAll, removeCopies } from "./wire.ts";

/** Throws a StartError if there is no such move, or if the target is open. */
export async function takeBack({ spaceId, ...reaching }: Asked): Promise<void> {
  const sides = await reachBoth(reaching);
  const { source, target } = sides;
  const release = await target.hold(spaceId);
  try {
    const found = await findPlace(target, spaceId);
    if (!found || found.at.from !== source.id)
      throw new StartError(`no move of the space ${spaceId} from ${source.name} to ${target.name} has begun`);
    if (found.at.stage === "opened" || found.at.stage === "done")
      throw new StartError(
        `the space is open at ${target.origin} already; it can be moved back like any other`,
      );
    const inSource = await findBelongings(source, spaceId);
    const inTarget = await findBelongings(target, spaceId);
    // with bases that have left the space
    const bases = new Set([...inSource.bases, ...inTarget.bases]);
    // the address of the target may have changed since it marked the space
    await unmark(source, { spaceId, bases }, found.at.stage === "switching" ? undefined : target.origin);
    const all = withIds(inSource, (id) => inSource.has(id) || inTarget.has(id));
    const removed = await removeAllCopies(target, all);
    await forget(target, spaceId);
    say(
      `the move of ${spaceId} is taken back: it stays at ${source.origin}, and ${removed} items were removed from the target`,
    );
  } finally {
    await release();
  }
}

/** Removes what the move has kept in the target, how far it was last. */
export async function forget(target: Cell, spaceId: string): Promise<void> {
  const { sk: hold } = holdItem(spaceId);
  const kept = (await queryAll(target, moveOf(spaceId))).map(keyOf).filter(({ sk }) => sk !== hold);
  const { sk: state } = stateItem(spaceId);
  await removeCopies(
    target,
    kept.filter(({ sk }) => sk !== state),
  );
  await removeCopies(
    target,
    kept.filter(({ sk }) => sk === state),
  );
}
