/* A memory of the tables that were used last. */
import type { TableId } from "#lib/schemas/basics/ids";

const mostKept = 200;

/** Remembers a value for a table, and forgets the table that was used least recently above 200 tables. */
export function keepLatest<Value>(map: Map<TableId, Value>, id: TableId, value: Value): void {
  map.delete(id);
  map.set(id, value);
  // a Map keeps insertion order: the first key is the oldest
  const [oldest] = map.keys();
  if (map.size > mostKept && oldest) map.delete(oldest);
}
