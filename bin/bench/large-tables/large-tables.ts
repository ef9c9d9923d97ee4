/* Lists of large tables, measured in new processes: memory is measured too, and no other table is cached there. */
import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import type { Measured } from "../budget.ts";

export async function largeTables(): Promise<Measured[]> {
  const script = path.join(import.meta.dirname, "fill.ts");
  const { stdout } = await promisify(execFile)(process.execPath, [script]);
  return JSON.parse(stdout) as Measured[];
}
