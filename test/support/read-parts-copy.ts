/* The copies that the programs of docs/guide/following.md keep. */
import { existsSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";

/** The records of a copy, `[id, fields]` in the order of their ids; none before it is made. */
export function readPartsCopy(file: string): [id: unknown, fields: unknown][] {
  if (!existsSync(file)) return [];
  const copy = new DatabaseSync(file, { readOnly: true, timeout: 5000 });
  try {
    if (!copy.prepare("SELECT 1 FROM sqlite_master WHERE name = 'part'").get()) return [];
    const rows = copy.prepare("SELECT id, fields FROM part ORDER BY id").all();
    return rows.map(({ id, fields }) => [id, JSON.parse(String(fields))]);
  } finally {
    copy.close();
  }
}
