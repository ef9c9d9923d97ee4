/* Opens the store of a data folder to look inside. Nothing that is missing is made. */
import { resolve } from "node:path";
import type { Engine } from "#lib/local/embedded/open-engine";
import { plugInto } from "#lib/local/embedded/sdk/plug-into";
import { findDamage } from "#lib/local/embedded/storage/damage";
import { sizeOf } from "#lib/local/embedded/storage/file-header";
import { StartError } from "#lib/local/process/start-error";
import { explainFailure, hasVersion, openDataFolder, versionOf } from "#lib/local/store/data-folder";
import { damaged, openStore, refusedDamaged, refuseGone, storeFile } from "#lib/local/store/open-store";
import { client } from "#lib/store/client";

interface OpenFolder {
  folder: string;
  engine: Engine;
  close(): void;
}

/** Opens the folder for this process alone: `npm start` on it must have ended. Throws a StartError where it cannot. */
export function openFolder(
  path: string,
  onDamage = (error: Error, folder: string) => console.error(damaged(folder, error)),
): OpenFolder {
  const folder = resolve(path);
  if (explainFailure(folder, () => sizeOf(storeFile(folder)) === 0 && !hasVersion(folder)))
    throw new StartError(
      `there is no store in ${folder}: npm start makes one, GRIDLESS_DATA names another folder, -- --memory serves an empty store`,
    );
  const opened = openDataFolder(folder, [versionOf.embedded]);
  const { close } = opened;
  try {
    refuseGone(opened);
    const engine = openStore(folder, { onDamage: (error) => onDamage(error, folder) });
    return {
      folder,
      engine,
      close: () => {
        engine.close();
        close();
      },
    };
  } catch (error) {
    close();
    throw error;
  }
}

/** Does the work with the store of a folder whose server has stopped. Throws a StartError also where it is found to be damaged. */
export async function withFolder<Result>(path: string, work: () => Promise<Result>): Promise<Result> {
  const { folder, engine, close } = openFolder(path, () => {});
  plugInto(client(), engine);
  try {
    return await work();
  } catch (error) {
    const damage = findDamage(error);
    throw damage ? refusedDamaged(folder, damage) : error;
  } finally {
    close();
  }
}
