/*
 * What calls of many records write, in units as the store says them; exact, and held by test/round-trips.batches.test.ts. Until the
 * answer and until they are finished: a call of more than 100 changes is a staged commit, which is written twice.
 */
import { setTimeout as wait } from "node:timers/promises";
import { handler as createRecords } from "#functions/record/create-records";
import { handler as deleteListedRecords } from "#functions/record/delete-listed-records";
import { handler as updateRecords } from "#functions/record/update-records";
import { shardKeys } from "#lib/data/commit-items";
import { page } from "#lib/data/store";
import type { Machine } from "#lib/local/machine";
import { ask } from "./ask.ts";
import type { Measured } from "./budget.ts";
import { eightFieldTable, recordOf, twoCellsOf } from "./records.ts";
import { countUnits } from "./units.ts";

/** Of a record of 1 KB, in one transaction and staged. */
const most = { 100: 2, 1000: 4 };
/** What the commit needs for itself, of that. */
const mostForItself = 0.05;

interface Shown {
  id: string;
}

export async function callUnits({ dev }: Machine): Promise<Measured[]> {
  const params = { tableId: await eightFieldTable({ dev }) };
  const units = countUnits();
  const lines: Measured[] = [];
  for (const size of [100, 1000] as const) {
    const measured = async (title: string, call: () => Promise<unknown>) => {
      units();
      await call();
      const answered = units().written;
      await settled();
      const finishing = units().written;
      const budget = most[size] * size * (1 + mostForItself);
      lines.push({
        line: `${title} ${size} records: ${answered} WCU until the answer, ${finishing} to finish (≤ ${most[size]} a record, and 5 % for the commit)`,
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

async function settled(): Promise<void> {
  for (;;) {
    const open = await Promise.all(shardKeys.map((pk) => page({ pk, limit: 1 })));
    if (open.every(({ items }) => items.length === 0)) return;
    await wait(20);
  }
}
