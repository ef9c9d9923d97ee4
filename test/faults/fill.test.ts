/* Jobs that fill cells by a language model, killed at any request to the store: they go on, and fill each cell once. */
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { noteAutoFill } from "#lib/data/ai/auto-tasks";
import { listTasks } from "#lib/data/ai/tasks";
import { tokensKey } from "#lib/data/ai/tokens";
import { restartOverdue } from "#lib/data/jobs/run-job";
import { recordKey } from "#lib/data/records/record-keys";
import type { RecordItem } from "#lib/data/records/records";
import type { FieldId, RecordId } from "#lib/schemas/basics/ids";
import { getItem, readAll } from "#lib/store/store";
import { aFilledTable } from "#test/data/ai/support";
import { settleAll } from "#test/support/events/commits";
import { inAnHour, jobsOf, runToEnd, turn } from "#test/support/events/jobs";
import { aModelServer } from "#test/support/makers/model-server";
import { pointsOf } from "#test/support/run/points";
import { killedAt, requestsOf } from "#test/support/store/faults";
import { useOwnStore } from "#test/support/store/own-store";

beforeAll(async () => {
  await useOwnStore();
  vi.spyOn(console, "error").mockImplementation(() => {});
});
afterAll(() => vi.restoreAllMocks());

type Made = Awaited<ReturnType<typeof aFilledTable>>;

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
      const isOfTrial = ({ data }: { data: string }) => data.includes(` of ${fault} ${n};`);
      const asked = server.asked.filter(isOfTrial).length;
      expect(asked).toBeGreaterThanOrEqual(6);
      expect(asked).toBeLessThanOrEqual(10);
      const day = new Date().toISOString().slice(0, 10);
      const tokens = (await getItem(tokensKey(made.baseId, day))) as unknown as {
        in: number;
        held: number;
      };
      // what was answered is counted, or held; a question whose connection broke took nothing
      const answered = server.answered.filter(isOfTrial).length;
      expect(tokens.in + tokens.held).toBeGreaterThanOrEqual(20 * answered);
      expect(await made.field()).not.toHaveProperty("isPending");
    }
  },
  300_000,
);

test.each(["not sent", "answer lost"] as const)(
  "without being asked, %s",
  async (fault) => {
    const server = await aModelServer(() => "x");
    const config = (made: Made) =>
      made.configure({ modelKey: "m", type: "extraction", sourceFieldId: made.plot, isAutoFill: true });
    /** The consumer hears of all records; what it has not done, it does when it hears of them again. */
    const hear = async (made: Made) => {
      for (const id of made.recordIds) await noteAutoFill(recordKey(made.tableId, id as RecordId));
    };
    const turnAll = async (made: Made) => {
      for (const id of await jobsOf(made.tableId)) await turn(id, made.baseId);
    };
    const whole = async (made: Made) => {
      await hear(made);
      await turnAll(made);
    };
    const trial = await aFilledTable(plotsOf("auto first"), { aiConfig: null });
    await config(trial);
    const calls = await requestsOf(() => whole(trial));
    expect(calls).toBeGreaterThan(50);
    for (const n of pointsOf(`filling tasks, ${fault}`, calls)) {
      const plots = plotsOf(`auto ${fault} ${n}`);
      const made = await aFilledTable(plots, { aiConfig: null });
      await config(made);
      await killedAt(n, fault, () => whole(made));
      await restartOverdue(inAnHour());
      await settleAll();
      await hear(made);
      for (const id of await jobsOf(made.tableId)) await runToEnd(id, made.baseId);
      expect({ n, cells: await made.cells() }).toEqual({ n, cells: plots.map(() => "x") });
      const records = await readAll<RecordItem>({ pk: `RECORDS#${made.tableId}#0` });
      // written once each
      expect(records.map(({ version }) => version)).toEqual(plots.map(() => 2));
      expect(await listTasks(made.tableId, made.target as FieldId, 10)).toEqual([]);
      expect(await made.field()).not.toHaveProperty("isPending");
    }
    expect(server.asked.length).toBeGreaterThan(0);
  },
  600_000,
);
