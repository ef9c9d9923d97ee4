/* npm run admin -- check: compares the indexes of a table with its records. */
import { setTimeout as pause } from "node:timers/promises";
import { checkIndexes } from "#lib/data/indexes/check-index";
import { StartError } from "#lib/local/process/start-error";
import { say } from "#lib/local/process/terminal";
import { AppError } from "#lib/schemas/basics/error";
import type { TableId } from "#lib/schemas/basics/ids";
import { msPerMinute, msPerSecond } from "#lib/schemas/basics/time-units";
import { readSettledTime } from "#lib/store/running-calls";

/** Says what it found, a line for each index. Throws if there is no such table. */
export async function check(tableId: string): Promise<void> {
  const reports = await checkIndexes(tableId as TableId, waitUntilSettled).catch((error: unknown) => {
    throw error instanceof AppError && error.code === "not_found" ? new StartError(error.message) : error;
  });
  for (const { id, records, entries, wrong, left, counts } of reports) {
    const found = [
      wrong > 0 && `${wrong} records without their entry: it is made anew`,
      counts === "wrong" && "its counts are not those of the records: it is made anew",
      counts === "changing" && "its counts changed all the time and were not compared",
      counts === "too many groups" && "it has too many groups to count them",
      left > 0 && `${left} entries of processes that died removed`,
    ].filter(Boolean);
    say(`index ${id}  ${records} records, ${entries} entries: ${found.join("; ") || "right"}`);
  }
  if (reports.length === 0) say("the table has no index that is ready");
}

async function waitUntilSettled(): Promise<void> {
  const settled = Date.parse(readSettledTime(new Date().toISOString())) - Date.now();
  // the stack may have another setting than this process
  const milliseconds = Math.max(settled, msPerMinute);
  const seconds = Math.ceil(milliseconds / msPerSecond);
  say(`some entries may belong to calls that are running; they are looked at again in ${seconds} s`);
  await pause(milliseconds);
}
