/*
 * The write units that calls with many records consume, as the store reports them. The numbers are exact, and
 * test/round-trips.batches.test.ts asserts them. They are counted until the response and until the commit is finished: a commit of more than
 * 100 changes is staged, and most of it is written twice. Work after the commit (history, trash, notifications) is counted separately.
 */
import { handler as createRecords } from "#functions/record/create-records";
import { handler as deleteListedRecords } from "#functions/record/delete-listed-records";
import { handler as updateRecords } from "#functions/record/update-records";
import { settleLeft } from "#lib/store/settle-commit";
import { ask } from "./ask.ts";
import type { Measured } from "./budget.ts";
import { eightFieldTableHere, type Handlers } from "./handlers.ts";
import { recordOf, twoCellsOf } from "./records.ts";
import { countUnits } from "./units.ts";

/**
 * The most write units for each record of 1 KB, by the number of records. 99 are one transaction, also when they are deleted with an entry
 * of the trash; 100 that are deleted are 101 changes and cost 228 (test/round-trips.batches.test.ts). 1000 are a staged commit.
 */
const most = { 99: 2, 1000: 4 };
/** The share of these units that the commit itself may consume in addition. */
const mostForItself = 0.05;

interface Shown {
  id: string;
}

/** One line for each operation with 99 and with 1000 records. */
export async function callUnits({ dev, afterwards }: Handlers): Promise<Measured[]> {
  const params = { tableId: await eightFieldTableHere(dev) };
  await afterwards();
  const units = countUnits();
  const lines: Measured[] = [];
  for (const size of [99, 1000] as const) {
    const measured = async (title: string, call: () => Promise<unknown>) => {
      units();
      await call();
      const answered = units().written;
      await settleAll();
      const finishing = units().written;
      const { messages } = await afterwards();
      const behind = units().written;
      const budget = most[size] * size * (1 + mostForItself);
      lines.push({
        line: `${title} ${size} records: ${answered} WCU until the response, ${finishing} to finish the commit (≤ ${most[size]} per record, and 5 % for the commit); afterwards ${behind} WCU, ${messages} messages`,
        holds: answered + finishing <= budget,
      });
    };
    let ids: string[] = [];
    await measured("create", async () => {
      const body = { records: Array.from({ length: size }, (_, i) => recordOf(i)) };
      const { records } = await ask<{ records: Shown[] }>(dev, { endpoint: createRecords, params, body });
      ids = records.map(({ id }) => id);
    });
    const body = { records: ids.map((id, i) => ({ id, ...twoCellsOf(i) })) };
    await measured("update", () => ask(dev, { endpoint: updateRecords, params, body }));
    const gone = { endpoint: deleteListedRecords, params, body: { recordIds: ids } };
    await measured("delete", () => ask(dev, gone));
  }
  return lines;
}

/** Finishes open commits as the schedule does, at a time when every lease has expired. */
const settleAll = () => settleLeft(new Date(Date.now() + 3_600_000).toISOString());
