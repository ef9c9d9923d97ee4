/* Measures what takes the space in the store of a stopped server. Only the feed and free pages must not grow with the length of the run. */
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { say } from "#lib/local/process/terminal";
import type { Tally } from "./tally.ts";

/** The most megabytes of changes that consumers have not taken, and of pages that are not in use. */
const mostMegabytesLeft = 64;

export function tellDisk(folder: string, tally: Tally): void {
  const database = new DatabaseSync(join(folder, "store.sqlite"), { readOnly: true });
  try {
    const one = (sql: string) => Number(Object.values(database.prepare(sql).get() ?? {})[0] ?? 0);
    const pageSize = one("PRAGMA page_size");
    const free = megabytes(one("PRAGMA freelist_count") * pageSize);
    const feed = megabytes(one("SELECT sum(length(old) + length(new)) FROM changes"));
    const all = megabytes(one("PRAGMA page_count") * pageSize);
    say(`the store has ${all} MB: ${feed} MB of changes that wait, ${free} MB free, and items:`);
    const kinds = database
      .prepare(
        "SELECT json_extract(body, '$.entity') AS kind, count(*) AS count, sum(length(body)) AS bytes FROM items_1 GROUP BY kind ORDER BY bytes DESC LIMIT 10",
      )
      .all();
    for (const { kind, count, bytes } of kinds) say(`  ${megabytes(Number(bytes))} MB  ${count} ${kind}`);
    tally.holds(feed + free <= mostMegabytesLeft, () => `the feed and free pages take ${feed + free} MB`);
  } finally {
    database.close();
  }
}

const megabytes = (bytes: number) => Math.round(bytes / 2 ** 20);
