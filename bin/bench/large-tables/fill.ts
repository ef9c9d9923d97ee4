/* Makes tables of 1,000, 100,000 and 200,000 records directly in the store. Then a new process reads and measures them (read.ts). */
import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import { startMachine } from "#lib/local/machine";
import { startStore } from "#lib/local/store/start-store";
import { temporaryFolder } from "#lib/local/store/temporary-folder";
import type { TableId } from "#lib/schemas/basics/ids";
import manifest from "../../../package.json" with { type: "json" };
import { request } from "../../demo/client.ts";
import { fillTable } from "../filling/fill-table.ts";
import { eightFieldTable, hundredRecords } from "../records.ts";

const sizes = { small: 1000, middle: 100_000, large: 200_000 };

/** The input of the reading process. */
export interface Filled {
  /** The data folder. */
  folder: string;
  token: string;
  tables: Record<keyof typeof sizes, { tableId: TableId; count: number; viewId: string }>;
}

const { folder, remove } = temporaryFolder();
const made = await makeTables(folder);
// without the server, so that these records cause no events
await fillTables();
try {
  const env = { ...process.env, GRIDLESS_BENCH: JSON.stringify(made) };
  const script = path.join(import.meta.dirname, "read.ts");
  // the flags of npm start: records become garbage right after they are read, and a smaller young generation is collected sooner
  const flags = manifest.scripts.start.match(/--max-\S+/g) ?? [];
  const { stdout } = await promisify(execFile)(process.execPath, ["--expose-gc", ...flags, script], { env });
  process.stdout.write(stdout);
} finally {
  remove();
}

async function fillTables(): Promise<void> {
  const { tableName: TableName, connect, stop } = await startStore({ folder, env: {} });
  const client = await connect();
  try {
    for (const { tableId, count } of Object.values(made.tables))
      await fillTable({ client, TableName }, tableId, count);
  } finally {
    client.destroy();
    await stop();
  }
}

async function makeTables(folder: string): Promise<Filled> {
  const { dev, stop } = await startMachine({
    folder,
    host: "127.0.0.1",
    port: 0,
    onRequest: () => {},
    printsMails: false,
    log: console.error,
  });
  try {
    const tables: [string, Filled["tables"]["small"]][] = [];
    for (const [name, count] of Object.entries(sizes)) {
      const tableId = (await eightFieldTable({ dev })) as TableId;
      await request(dev, "POST", `/table/${tableId}/record`, hundredRecords);
      const [view] = await request<{ id: string }[]>(dev, "GET", `/table/${tableId}/view`);
      tables.push([name, { tableId, count, viewId: view?.id ?? "" }]);
    }
    return { folder, token: dev.token, tables: Object.fromEntries(tables) as Filled["tables"] };
  } finally {
    await stop();
  }
}
