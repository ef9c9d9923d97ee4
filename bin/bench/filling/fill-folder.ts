/*
 * Fills a table in a data folder that no server has open. In a process of its own: the store client of a process stays bound to the engine
 * that the process started.
 */
import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";

interface Filling {
  engine: "embedded" | "dynoxide";
  folder: string;
  tableId: string;
  /** How many records the table has in the end. */
  count: number;
}

export async function fillFolder({ engine, folder, tableId, count }: Filling): Promise<void> {
  const script = path.join(import.meta.dirname, "fill-engine.ts");
  await promisify(execFile)(process.execPath, [script, engine, folder, tableId, String(count)]);
}
