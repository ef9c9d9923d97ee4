/* The program in Python of docs/guide/following.md: its copy of a table equals the table, also after it was killed. */
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { gridless, type TableClient, type UntypedCells } from "#lib/client/index";
import { projectFolder } from "#lib/registry";
import { readPartsCopy } from "#test/support/read-parts-copy";
import { environment } from "../test-deployed/folders.ts";
import { start } from "../test-deployed/processes.ts";
import { type Given, makeTable } from "./base-document.ts";

/** Runs it twice in a folder, and ends it by force. Gives what it has to say of both. */
export async function driveFollowing(given: Given, cwd: string): Promise<string> {
  const { GRIDLESS_URL: url = "", GRIDLESS_TOKEN: token, BASE_ID: baseId = "" } = given.server;
  const fields = [
    { type: "singleLineText", name: "Code" },
    { type: "number", name: "Count" },
  ];
  const TABLE_ID = await makeTable(given, { name: "Followed", fields, records: [] });
  const table = gridless({ url, token }).base(baseId).table(TABLE_ID, { keys: "id", dates: "moments" });
  const names = gridless({ url, token }).base(baseId).table(TABLE_ID);
  const page = readFileSync(path.join(projectFolder, "docs/guide/following.md"), "utf8");
  const [, program = ""] = /```python\n(.*?)```/s.exec(page) ?? [];
  writeFileSync(path.join(cwd, "copy_parts.py"), program);
  const env = { ...environment(), ...given.server, GRIDLESS_BASE: baseId, TABLE_ID };
  const said: string[] = [];
  for (const step of ["equals it", "equals it after it was killed"]) {
    const made = await names.create(
      Array.from({ length: 50 }, (_, i) => ({ Code: `${step} ${i}`, Count: i })),
    );
    const { child, ended } = start("python3", ["copy_parts.py"], { name: "copy-parts", env, cwd });
    const end = ended.then((code) => {
      throw new Error(`the program ended: ${code}`);
    });
    await Promise.race([end, untilEqual(cwd, table)]);
    // while it runs
    await names.update({ id: made[1]?.id ?? "", fields: { Count: 1000 } });
    await names.delete([made[0]?.id ?? ""]);
    await Promise.race([end, untilEqual(cwd, table)]);
    end.catch(() => undefined);
    child.kill("SIGKILL");
    await ended;
    said.push(`ok ${said.length + 1} the copy of docs/guide/following.md ${step}`);
  }
  return said.join("\n");
}

type Followed = TableClient<UntypedCells>;

/** Waits until the copy equals the table. */
async function untilEqual(folder: string, table: Followed): Promise<void> {
  for (;;) {
    const listed = (await table.list().all()).map(({ id, fields }) => [id, fields] as const);
    const wanted = JSON.stringify(listed.toSorted(([a], [b]) => (a < b ? -1 : 1)));
    if (wanted === JSON.stringify(readPartsCopy(path.join(folder, "parts-python.db")))) return;
    await wait(200);
  }
}
