/* Jobs that fill cells by a language model, killed at any request to the store: they go on, and fill each cell once. */
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { tokensKey } from "#lib/data/ai/tokens";
import { restartOverdue } from "#lib/data/jobs/run-job";
import type { RecordItem } from "#lib/data/records/records";
import { getItem, readAll } from "#lib/store/store";
import { aFilledTable } from "#test/data/ai/support";
import { settleAll } from "#test/support/events/commits";
import { inAnHour, turn } from "#test/support/events/jobs";
import { aModelServer } from "#test/support/makers/model-server";
import { pointsOf } from "#test/support/run/points";
import { killedAt, requestsOf } from "#test/support/store/faults";
import { useOwnStore } from "#test/support/store/own-store";

beforeAll(async () => {
  await useOwnStore();
  vi.spyOn(console, "error").mockImplementation(() => {});
});
afterAll(() => vi.restoreAllMocks());

/** Others for each trial: a turn that was killed may still have been asking when the next began. */
const plotsOf = (trial: string) => Array.from({ length: 6 }, (_, i) => `plot ${i} of ${trial};`);

test.each(["not sent", "answer lost"] as const)(
  "%s",
  async (fault) => {
    const trial = await aFilledTable(plotsOf("first"));
    const server = await aModelServer(() => "x");
    const jobId = await trial.start();
    const calls = await requestsOf(() => turn(jobId, trial.baseId));
    expect(calls).toBeGreaterThan(30);
    for (const n of pointsOf(`filling cells, ${fault}`, calls)) {
      const plots = plotsOf(`${fault} ${n}`);
      const made = await aFilledTable(plots);
      const job = await made.start();
      await killedAt(n, fault, () => turn(job, made.baseId));
      await restartOverdue(inAnHour());
      await settleAll();
      const { state, error, counts } = await made.end(job);
      expect({ n, state, error, counts }).toEqual({
        n,
        state: "done",
        error: undefined,
        counts: { filled: 6, kept: 0, failed: 0 },
      });
      expect(await made.cells()).toEqual(plots.map(() => "x"));
      const records = await readAll<RecordItem>({ pk: `RECORDS#${made.tableId}#0` });
      // written once each
      expect(records.map(({ version }) => version)).toEqual(plots.map(() => 2));
      const asked = server.asked.filter(({ data }) => data.includes(` of ${fault} ${n};`)).length;
      expect(asked).toBeGreaterThanOrEqual(6);
      expect(asked).toBeLessThanOrEqual(10);
      const day = new Date().toISOString().slice(0, 10);
      const tokens = (await getItem(tokensKey(made.baseId, day))) as unknown as {
        in: number;
        held: number;
      };
      // what was asked is counted, or held
      expect(tokens.in + tokens.held).toBeGreaterThanOrEqual(20 * asked);
      expect(await made.field()).not.toHaveProperty("isPending");
    }
  },
  300_000,
);
