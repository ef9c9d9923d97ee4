/*
 * The epoch of all logs: it stands in each cursor, and is raised when changes may be missing from the logs, because a place in the stream was
 * given up. Then all who follow read everything again.
 *
 *  entity  pk       sk     cost
 *  epoch   CHANGES  EPOCH  read once in 10 s by each process that gives cursors, 1 RCU
 */
import { msPerSecond } from "#lib/schemas/basics/time-units";
import { change, insert, tryCommit } from "#lib/store/commit";
import { getItem, type Item } from "#lib/store/store";

type EpochItem = Item & {
  epoch: number;
  /** The last reasons for which it was raised. */
  reasons: string[];
  /** How many places in the stream had been given up when they were counted last. */
  givenUp?: number;
};

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
export const raiseEpoch = (reason: string): Promise<void> =>
  changeEpoch(({ reasons }) => (reasons.includes(reason) ? undefined : { reason }));

/**
 * Raises the epoch for a store that was restored: it may give numbers again that followers have seen. The store does not know which epochs it
 * had after that time, so the new one is the seconds since 1970, which no epoch had before.
 */
export const resetFollowers = (now: string): Promise<void> =>
  changeEpoch(() => ({ reason: `reset at ${now}`, least: Math.floor(Date.parse(now) / msPerSecond) }));

/** Raises the epoch if there are more given up places in the stream than when they were counted last. */
export const noteGivenUp = (places: number): Promise<void> =>
  changeEpoch(({ givenUp = 0 }) => {
    if (places === givenUp) return undefined;
    const more = places > givenUp && { reason: `${places} places in the stream are given up` };
    return { givenUp: places, ...more };
  });

type Raised = Pick<EpochItem, "epoch" | "reasons" | "givenUp">;

/** Changes the item, until no other writer is in the way. With a reason, the epoch is raised. */
async function changeEpoch(
  decide: (item: Raised) => { reason?: string; givenUp?: number; least?: number } | undefined,
): Promise<void> {
  for (;;) {
    const item = await getItem<EpochItem>(epochKey);
    const before: Raised = item ?? { epoch: 0, reasons: [] };
    const decided = decide(before);
    if (!decided) return;
    const { reason, givenUp = before.givenUp, least = 0 } = decided;
    const next = {
      epoch: Math.max(before.epoch + (reason === undefined ? 0 : 1), least),
      reasons: [...before.reasons, ...(reason === undefined ? [] : [reason])].slice(-reasonsKept),
      ...(givenUp !== undefined && { givenUp }),
    };
    if (!(await tryCommit([item ? change(item, next) : insert({ ...epochKey, entity: "epoch", ...next })])))
      continue;
    known = undefined;
    return;
  }
}
