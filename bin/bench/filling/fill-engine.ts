/*
 * Fills a table in a data folder. It runs in its own process, because the store client of a process stays bound to the engine that the
 * process started.
 */

import { startStore } from "#lib/local/store/start-store";
import type { TableId } from "#lib/schemas/basics/ids";
import { fillTable } from "./fill-table.ts";

const [engine = "", folder = "", tableId = "", count = ""] = process.argv.slice(2);
const {
  connect,
  tableName: TableName,
  stop,
} = await startStore({ folder, env: { GRIDLESS_ENGINE: engine } });
const client = await connect();
await fillTable({ client, TableName }, tableId as TableId, Number(count));
client.destroy();
await stop();
