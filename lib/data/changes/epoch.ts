/*
 * The epoch of all logs: it stands in each cursor, and is raised when changes may be missing from the logs, because a place in the stream was
 * given up. Then all who follow read everything again.
 *
 *  entity  pk       sk     cost
 *  epoch   CHANGES  EPOCH  read once in 10 s by each process that gives cursors, 1 RCU
 */
import { change, insert, tryCommit } from "#lib/store/commit";
import { getItem, type Item } from "#lib/store/store";

type EpochItem = Item & { epoch: number; reasons: string[] };

const epochKey = { pk: "CHANGES", sk: "EPOCH" };
/** Milliseconds. */
const remembered = 10_000;
const reasonsKept = 20;

let known: { epoch: number; since: number } | undefined;

/** The epoch; it may be the one of 10 seconds before, but not one below `seen`, which another process may have given. */
export async function readEpoch(seen = 0): Promise<number> {
  if (known && known.epoch >= seen && performance.now() - known.since < remembered) return known.epoch;
  const since = performance.now();
  const epoch = (await getItem<EpochItem>(epochKey))?.epoch ?? 0;
  known = { epoch, since };
  return epoch;
}

/** Raises the epoch, once for each reason of the last twenty. */
export async function raiseEpoch(reason: string): Promise<void> {
  for (;;) {
    const item = await getItem<EpochItem>(epochKey);
    if (item?.reasons.includes(reason)) return;
    const next = {
      epoch: (item?.epoch ?? 0) + 1,
      reasons: [...(item?.reasons ?? []), reason].slice(-reasonsKept),
    };
    if (await tryCommit([item ? change(item, next) : insert({ ...epochKey, entity: "epoch", ...next })])) {
      known = undefined;
      return;
    }
  }
}
