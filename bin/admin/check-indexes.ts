/* npm run admin -- check: compares the indexes of a table with its records. */
import { setTimeout as pause } from "node:timers/promises";
import { checkIndexes } from "#lib/data/indexes/check-index";
import { StartError } from "#lib/local/process/start-error";
import { say } from "#lib/local/process/terminal";
import { AppError } from "#lib/schemas/basics/error";
import type { TableId } from "#lib/schemas/basics/ids";
import { readSettledTime } from "#lib/store/settled-time";

/** Says what it found, a line for each index. Throws if there is no such table. */
export async function check(tableId: string): Promise<void> {
  const reports = await checkIndexes(tableId as TableId, waitUntilSettled).catch((error: unknown) => {
    throw error instanceof AppError && error.code === "not_found" ? new StartError(error.message) : error;
  });
  for (const { id, records, entries, missing, left } of reports) {
    const found = [
      missing > 0 && `${missing} records without an entry: it is made anew`,
      left > 0 && `${left} entries of processes that died removed`,
    ].filter(Boolean);
    say(`index ${id}  ${records} records, ${entries} entries: ${found.join("; ") || "right"}`);
  }
  if (reports.length === 0) say("the table has no index that is ready");
}

async function waitUntilSettled(): Promise<void> {
  const milliseconds = Date.parse(readSettledTime(new Date().toISOString())) - Date.now();
  say(
    `some entries may belong to calls that are running; they are looked at again in ${Math.ceil(milliseconds / 1000)} s`,
  );
  await pause(milliseconds);
}
