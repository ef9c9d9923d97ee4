/* Fills a table in a data folder, in a process of its own: from then on a process's store client belongs to the engine it started. */

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
