/* Makes a new file with the contents of another store. */
import { keyOfItem } from "./operations/keys.ts";
import { expiryOf } from "./operations/write-decision.ts";
import { openChangeLog } from "./storage/change-log.ts";
import { openFile } from "./storage/open-file.ts";
import { openTableList } from "./storage/table-list.ts";
import type { TableDefinition } from "./storage/tables.ts";
import { toBody } from "./values/body.ts";
import { sizeOfItem } from "./values/size.ts";
import { fromWireItem, type WireItem } from "./values/wire.ts";

export interface TableContents {
  definition: TableDefinition;
  items: Iterable<WireItem>;
  /** The changes for the feed, in order, that consumers have not taken yet. */
  changes: Iterable<ChangeContents>;
}

export interface ChangeContents {
  /** Milliseconds since 1970. */
  time: number;
  byService: boolean;
  old: WireItem | undefined;
  new: WireItem | undefined;
}

/** The number of items that are written between two calls of `afterSome`, in which other work may run. */
const atOnce = 5000;

/**
 * Gives how many items were written. A file that exists must be empty; after a failure it holds a part. `afterSome` is called with
 * how many items are written so far.
 */
export async function fillFile(
  file: string,
  tables: Iterable<TableContents>,
  afterSome: (count: number) => Promise<void>,
): Promise<number> {
  const database = openFile({ file, durable: true });
  let count = 0;
  try {
    const list = openTableList(database, Date.now);
    const log = openChangeLog(database, (name) => list.find(name)?.definition);
    database.exec("BEGIN");
    for (const { definition, items, changes } of tables) {
      const { rows } = list.create(definition);
      for (const wire of items) {
        const item = fromWireItem(wire);
        rows.put(keyOfItem(item, definition), item, sizeOfItem(item), expiryOf(item, definition));
        if (++count % atOnce === 0) await afterSome(count);
      }
      let heard = 0;
      for (const { old, new: image, ...more } of changes) {
        log.add({ ...more, table: definition.name, old: bodyOf(old), new: bodyOf(image) });
        if (++heard % atOnce === 0) await afterSome(count);
      }
    }
    database.exec("COMMIT; PRAGMA wal_checkpoint(TRUNCATE)");
  } finally {
    database.close();
  }
  return count;
}

const bodyOf = (wire: WireItem | undefined): string | null => (wire ? toBody(fromWireItem(wire)) : null);
