/*
 * One process at a time moves a space into a stack: two of them could put an older state over a newer one. The process raises a number every ten
 * seconds. Another one that finds the number takes over if it stays the same for half a minute: its process was killed. No clocks are compared.
 */
import { setTimeout as wait } from "node:timers/promises";
import { holdItem } from "#lib/data/spaces/move-items";
import { StartError } from "#lib/local/process/start-error";
import { say } from "#lib/local/process/terminal";
import { getOne, ifVersion, isUnmet, put, remove, versionOf, type Wire } from "../wire.ts";
import type { Cell } from "./cell.ts";

/** Milliseconds. */
const usual = { between: 10_000, until: 30_000 };
export type HoldPatience = typeof usual;

export interface Hold {
  /** Throws a StartError if another process may move the space by now: this one slept. */
  check(): void;
  release(): Promise<void>;
}

type Reached = Pick<Cell, "call" | "table" | "name">;

/** Throws a StartError if another process moves this space. */
export async function holdByItem(
  cell: Reached,
  spaceId: string,
  patience: HoldPatience = usual,
): Promise<Hold> {
  const { entity, ...key } = holdItem(spaceId);
  const running = () => new StartError(`another process moves the space ${spaceId} into ${cell.name}`);
  let version = 0;
  let raised = Date.now();

  async function raise(from: number): Promise<void> {
    const begun = Date.now();
    const item: Wire = {
      ...{ pk: { S: key.pk }, sk: { S: key.sk }, entity: { S: entity }, version: { N: String(from + 1) } },
    };
    await put(cell, item, has(from));
    version = from + 1;
    raised = begun;
  }

  const found = await getOne(cell, key);
  if (found) {
    say(`another process moved this space, or still does: that is known in ${patience.until / 1000} s`);
    await wait(patience.until);
    const later = await getOne(cell, key);
    if (later && versionOf(later) !== versionOf(found)) throw running();
    version = later ? Number(versionOf(later)) : 0;
  }
  await raise(version).catch((error: unknown) => {
    throw isUnmet(error) ? running() : error;
  });

  let isLost = false;
  let raising = Promise.resolve();
  const timer = setInterval(() => {
    raising = raise(version).catch((error: unknown) => {
      // anything else is tried again
      if (isUnmet(error)) isLost = true;
    });
  }, patience.between);
  timer.unref();

  return {
    check() {
      if (isLost || Date.now() - raised > patience.until - patience.between / 2) throw running();
    },
    async release() {
      clearInterval(timer);
      await raising;
      // one that cannot be removed ends by itself
      await remove(cell, key, has(version)).catch(() => {});
    },
  };
}

/** 0: there is none yet. */
const has = (version: number): object => ifVersion(version === 0 ? undefined : String(version));
