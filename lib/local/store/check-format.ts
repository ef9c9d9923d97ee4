/* Before anything is written to a store: whether this Gridless may use it (lib/store/format). */
import { StartError } from "#lib/local/process/start-error";
import { NewerStore, ownFormat } from "#lib/store/format/format";
import { raiseFormat } from "#lib/store/format/raise-format";

interface Place {
  /** The data folder. */
  folder: string;
  /** Whether the store is in that folder. */
  isOurs?: boolean | undefined;
  tableName: string;
  log: (line: string) => void;
}

/** Notes the format of this Gridless in the store. Throws a StartError for a store of a newer one that this one does not understand. */
export async function checkFormat({ folder, isOurs, tableName, log }: Place): Promise<void> {
  const store = isOurs ? `the store of the data folder ${folder}` : `the store ${tableName}`;
  try {
    const { format } = await raiseFormat();
    if (format > ownFormat.format)
      log(
        `${store} was used by a newer Gridless (format ${format}, this one has ${ownFormat.format}): this one can use it too`,
      );
  } catch (error) {
    if (!(error instanceof NewerStore)) throw error;
    const { format } = error.found;
    throw new StartError(
      `${store} was written by a newer Gridless (its format is ${format}, this one has ${ownFormat.format}): start the newer one, or put back a copy from before its first start; nothing was changed`,
      { cause: error },
    );
  }
}
