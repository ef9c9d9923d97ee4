/*
 * What calls of many records write, in units as the store says them; exact, and held by test/round-trips.batches.test.ts. Until the
 * answer and until their commit is finished: one of more than 100 changes is staged, and most of it written twice. What follows
 * behind them (history, the trash, who wants to hear of it) is counted apart.
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

/** Of a record of 1 KB, in one transaction and staged. */
const most = { 100: 2, 1000: 4 };
/** What the commit needs for itself, of that. */
const mostForItself = 0.05;

interface Shown {
  id: string;
}

export async function callUnits({ dev, afterwards }: Handlers): Promise<Measured[]> {
  const params = { tableId: await eightFieldTableHere(dev) };
  await afterwards();
  const units = countUnits();
  const lines: Measured[] = [];
  for (const size of [100, 1000] as const) {
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
        line: `${title} ${size} records: ${answered} WCU until the answer, ${finishing} to finish (≤ ${most[size]} a record, and 5 % for the commit); behind it ${behind} WCU, ${messages} messages`,
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

/** As the schedule does it, long after every lease is over. */
const settleAll = () => settleLeft(new Date(Date.now() + 3_600_000).toISOString());
