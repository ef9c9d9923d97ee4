/* One move at a time into a data folder: two of them could put an older state over a newer one. */
import { join } from "node:path";
import { StartError } from "#lib/local/process/start-error";
import { isLocked, lockFile } from "#lib/local/store/data-folder";

/** Gives the function that lets others move into this folder. The system does so when the process ends, also after kill -9. */
export function holdTarget(folder: string): () => void {
  try {
    return lockFile(join(folder, "move.lock"));
  } catch (error) {
    if (!isLocked(error)) throw error;
    throw new StartError(`another move into ${folder} is running`);
  }
}
