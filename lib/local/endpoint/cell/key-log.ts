/*
 * The keys of items that were written since the log was opened, each once, by its last write. It is in memory: after a restart there is another
 * log, and who followed the former one reads everything again.
 */
import type { Engine } from "#lib/local/embedded/open-engine";
import { type Key, keyText } from "#lib/store/item";

/** A key that was written; `at` grows with each write. */
interface WrittenKey extends Key {
  at: number;
}

export interface KeyLog {
  /** Of this log: another one has another id. */
  id: string;
  /** Forgets the keys up to this place. */
  forget(at: number): void;
  /** Gives the keys after this place, the first written first. */
  readAfter(at: number, limit: number): WrittenKey[];
  /** Which of these keys were written after this place: `readAfter` gives them. */
  findAfter(at: number, keys: readonly Key[]): Key[];
  /** The place of the last write. */
  last(): number;
  close(): void;
}

/** Ends by itself once it has so many keys: a move that is not gone on with must not fill the memory. */
const most = 2_000_000;

/** Begins to note what is written in a table of the engine. `onEnd` is called if it ended by itself. */
export function openKeyLog(engine: Pick<Engine, "watchAll">, tableName: string, onEnd: () => void): KeyLog {
  const written = new Map<string, WrittenKey>();
  let last = 0;
  const close = engine.watchAll((table, { partition, sort }) => {
    if (table !== tableName) return;
    const key = { pk: String(partition), sk: String(sort) };
    const name = keyText(key);
    // at the end of the map
    written.delete(name);
    written.set(name, { ...key, at: ++last });
    if (written.size <= most) return;
    close();
    written.clear();
    onEnd();
  });

  function forget(at: number): void {
    for (const [name, each] of written) {
      if (each.at > at) break;
      written.delete(name);
    }
  }

  function readAfter(at: number, limit: number): WrittenKey[] {
    const found: WrittenKey[] = [];
    for (const each of written.values()) if (each.at > at && found.push(each) === limit) break;
    return found;
  }
  const findAfter = (at: number, keys: readonly Key[]) =>
    keys.filter((key) => (written.get(keyText(key))?.at ?? 0) > at);

  return { id: crypto.randomUUID(), forget, readAfter, findAfter, last: () => last, close };
}
