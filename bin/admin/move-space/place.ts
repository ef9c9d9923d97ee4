/* How far a move is: an item in the target, so that the same command goes on after a kill. */
import { stateItem } from "#lib/data/spaces/move-items";
import { StartError } from "#lib/local/process/start-error";
import type { Cell } from "./cells/cell.ts";
import { getOne, ifVersion, isUnmet, put, versionOf, type Wire } from "./wire.ts";

/*
 *   copying ──▶ following ──▶ switching ──▶ opened ──▶ done
 *                   ▲             │
 *                   └─────────────┘  something was in the way: the marks are taken back
 */
type Stage = "copying" | "following" | "switching" | "opened" | "done";

export interface Place {
  stage: Stage;
  /** The source, as `id` of a cell, and its address. */
  from: string;
  origin: string;
  /** The log of keys, and up to where it was followed: what a minute ago was given. */
  log: string;
  after: unknown;
  /** The key of the item after which the copy goes on; absent at its beginning and end. */
  scanned?: Wire | undefined;
  /** A log was lost: after this copy the target is searched for items that the source no longer has. */
  mustSweep?: boolean | undefined;
  begun: string;
}

export interface KeptPlace {
  at: Place;
  /** Writes it; throws a StartError if another process has gone on with the move. */
  keep(change: Partial<Place>): Promise<void>;
}

export async function findPlace(
  target: Cell,
  spaceId: string,
): Promise<{ at: Place; version: number } | undefined> {
  const { entity: _, ...key } = stateItem(spaceId);
  const found = await getOne(target, key);
  const at = found?.["at"]?.S;
  return found && at !== undefined
    ? {
        at: { ...(JSON.parse(at) as Place), stage: found["stage"]?.S as Stage },
        version: Number(versionOf(found)),
      }
    : undefined;
}

export function keptPlace(target: Cell, spaceId: string, begin: Place, begun = 0): KeptPlace {
  const { entity, pk, sk } = stateItem(spaceId);
  let version = begun;
  const kept: KeptPlace = {
    at: begin,
    async keep(change) {
      const at = { ...kept.at, ...change };
      const { stage, ...rest } = at;
      const item: Wire = {
        ...{ pk: { S: pk }, sk: { S: sk }, entity: { S: entity }, version: { N: String(version + 1) } },
        ...{ stage: { S: stage }, at: { S: JSON.stringify(rest) } },
      };
      await put(target, item, unchanged(version)).catch((error: unknown) => {
        if (isUnmet(error)) throw new StartError("another process goes on with this move: this one ends");
        throw error;
      });
      version++;
      kept.at = at;
    },
  };
  return kept;
}

/** 0: there is none yet. */
const unchanged = (version: number): object => ifVersion(version === 0 ? undefined : String(version));
