/* A server of this machine, by its data folder: lib/local/endpoint/cell answers. */
import { join } from "node:path";
import { reachCell } from "#lib/local/endpoint/cell/reach-cell";
import { StartError } from "#lib/local/process/start-error";
import { isLocked, lockFile } from "#lib/local/store/data-folder";
import type { Key } from "#lib/store/store";
import type { Cell, KeyLog, LogPlace } from "./cell.ts";
import { folderFiles } from "./folder-files.ts";
import { plugIn } from "./plug-in.ts";

/** Keys of one request. */
const keysAtOnce = 1000;

interface Followed {
  log: string;
  keys: (Key & { at: number })[];
  /** The place of the last write. */
  last: number;
}

/** Asks the server of a data folder for its store. Throws a StartError if there is none. */
export async function reachFolder(path: string): Promise<Cell> {
  const { folder, origin, isOriginSet, table, url, key, call } = await reachCell(path);

  async function openLog(_spaceId: string, kept?: LogPlace): Promise<KeyLog> {
    const { log } = await call<Followed>("FollowKeys", {});
    let at = kept?.log === log ? Number(kept.after) : 0;
    let isAtEnd = false;
    async function read(forget: unknown): Promise<{ keys: Key[]; isMore: boolean }> {
      const limit = keysAtOnce;
      const found = await call<Followed>("FollowKeys", { log, after: at, forget: Number(forget), limit });
      if (found.log !== log)
        throw new StartError("the source's server was started again: give the same command once more");
      at = found.keys.at(-1)?.at ?? at;
      isAtEnd = found.keys.length < limit;
      return { keys: found.keys, isMore: !isAtEnd };
    }
    async function markEnd(): Promise<() => boolean> {
      isAtEnd = false;
      const { last } = await call<Followed>("FollowKeys", {
        log,
        after: at,
        limit: 1,
      });
      return () => isAtEnd || at >= last;
    }
    const findWritten = async (keys: readonly Key[]) =>
      (await call<{ keys: Key[] }>("FindWritten", { log, after: at, keys })).keys;
    return { log, after: () => at, read, markEnd, findWritten };
  }

  async function settle(): Promise<void> {
    for (let attempt = 0; attempt < 12; attempt++) {
      const { isSettled } = await call<{ isSettled: boolean }>("SettleCalls", { milliseconds: 10_000 });
      if (isSettled) return;
    }
    throw new StartError("calls in the source do not end");
  }

  return {
    ...{ name: folder, id: folder, origin, table, call, openLog, settle },
    keepsOrigin: isOriginSet,
    files: folderFiles(join(folder, "files")),
    async awaitQuiet() {},
    lateFor: 0,
    hold: async () => holdFolder(folder),
    plugIn: () => plugIn({ table, region: "us-east-1", credentials: async () => key, url }),
  };
}

/** One move at a time into a folder. The system ends it when the process ends, also after kill -9. */
function holdFolder(folder: string): () => Promise<void> {
  try {
    const release = lockFile(join(folder, "move.lock"));
    return async () => release();
  } catch (error) {
    if (!isLocked(error)) throw error;
    throw new StartError(`another move into ${folder} is running`);
  }
}
