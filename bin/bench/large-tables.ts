/* Lists of large tables, in processes of their own: what is measured is memory, too, and of other tables nothing is known there. */
import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import type { Measured } from "./budget.ts";

export async function largeTables(): Promise<Measured[]> {
  const script = path.join(import.meta.dirname, "fill-large-tables.ts");
  const { stdout } = await promisify(execFile)(process.execPath, [script]);
  return JSON.parse(stdout) as Measured[];
}
