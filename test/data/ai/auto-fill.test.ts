/* isAutoFill: new records, and records whose source has changed, are filled without being asked for. */
import { afterEach, expect, test, vi } from "vitest";
import { handler as createField } from "#functions/field/create-field";
import { handler as deleteField } from "#functions/field/delete-field";
import { handler as listFillTasks } from "#functions/field/list-fill-tasks";
import { handler as stopFill } from "#functions/field/stop-fill";
import { handler as updateField } from "#functions/field/update-field";
import { handler as getTableJob } from "#functions/job/get-table-job";
import { handler as createRecords } from "#functions/record/create-records";
import { handler as deleteRecord } from "#functions/record/delete-record";
import { handler as undoOperation } from "#functions/record/undo-operation";
import { handler as updateRecord } from "#functions/record/update-record";
import { handler as submitSharedForm } from "#functions/share/submit-shared-form";
import { handler as createView } from "#functions/view/create-view";
import { noteAutoFill } from "#lib/data/ai/auto-tasks";
import { listTasks } from "#lib/data/ai/tasks";
import { holdTokens } from "#lib/data/ai/tokens";
import { recordKey } from "#lib/data/records/record-keys";
import type { RecordItem } from "#lib/data/records/records";
import type { FieldId, JobId, RecordId } from "#lib/schemas/basics/ids";
import { getItem } from "#lib/store/store";
import { jobOf, jobsOf, runToEnd, turn } from "#test/support/events/jobs";
import { aShareId } from "#test/support/makers/ids";
import { aSession, someone } from "#test/support/makers/makers";
import { type Asked, aModelServer } from "#test/support/makers/model-server";
import { call, fromOurPage } from "#test/support/requests/call";
import { aFilledTable } from "./support.ts";

afterEach(() => void vi.unstubAllEnvs());

const plotIn = ({ data }: Asked): string => JSON.parse(data).Plot;

/** A table whose field Filled is filled by itself, and what may happen to it. */
async function aWorld(plots: Parameters<typeof aFilledTable>[0], more: object = {}) {
  const made = await aFilledTable(plots, { aiConfig: null });
  const { owner: as, tableId, target, plot } = made;
  const aiConfig = {
    ...{ modelKey: "m", type: "extraction", sourceFieldId: plot, isAutoFill: true },
    ...more,
  };
  const params = { tableId, fieldId: target };
  await call(updateField, { as, params, body: { aiConfig } });
  const inRecord = (recordId: string) => ({ as, params: { tableId, recordId } });
  return {
    ...made,
    /** The consumer hears of these records. */
    hear: async (...ids: string[]) => {
      for (const id of ids) await noteAutoFill(recordKey(tableId, id as RecordId));
    },
    add: async (fields: object): Promise<string> =>
      (await call(createRecords, { as, params: { tableId }, body: { records: [{ fields }] } })).body
        .records[0].id,
    write: (id: string, fields: object) =>
      call(updateRecord, { ...inRecord(id), body: { record: { fields } } }),
    remove: (id: string) => call(deleteRecord, inRecord(id)),
    stop: () => call(stopFill, { as, params }),
    run: async () => {
      for (const id of await jobsOf(tableId)) await runToEnd(id, made.baseId);
    },
    shownJob: async (jobId: JobId) => (await call(getTableJob, { as, params: { tableId, jobId } })).body,
    status: async () => (await call(listFillTasks, { as, params: { tableId } })).body,
    tasks: () => listTasks(tableId, target as FieldId, 100),
    record: (id: string) => getItem<RecordItem>(recordKey(tableId, id as RecordId)),
  };
}

test("a new record is filled, once, however often its change is heard; the field is pending meanwhile", async () => {
  const server = await aModelServer((asked) => plotIn(asked).toUpperCase());
  const made = await aWorld([]);
  const ids = [await made.add({ Plot: "a" }), await made.add({ Plot: "b" }), await made.add({})];
  await made.hear(...ids, ...ids);
  expect(await made.field()).toMatchObject({ isPending: true });
  // the cells that are filled next are named, each once
  const { cells } = await made.status();
  expect(cells.map(({ recordId }: { recordId: string }) => recordId)).toEqual(ids.slice(0, 2).toSorted());
  await made.run();
  expect((await made.status()).cells).toEqual([]);
  await made.hear(...ids);
  await made.run();
  expect(await made.cells()).toEqual(["A", "B", null]);
  expect(server.asked).toHaveLength(2);
  expect(await made.field()).not.toHaveProperty("isPending");
  expect(await made.tasks()).toEqual([]);
});

test("a source that changes fills again; another cell does not, nor one that a person corrects", async () => {
  const server = await aModelServer((asked) => plotIn(asked).toUpperCase());
  const made = await aWorld([]);
  const id = await made.add({ Plot: "a" });
  await made.hear(id);
  await made.run();
  await made.write(id, { Filled: "corrected" });
  await made.hear(id);
  await made.run();
  expect(await made.cells()).toEqual(["corrected"]);
  await made.write(id, { Plot: "b" });
  await made.hear(id);
  await made.run();
  expect(await made.cells()).toEqual(["B"]);
  expect(server.asked.map(plotIn)).toEqual(["a", "b"]);
});

test("a cell that was filled by hand is filled again when its source changes", async () => {
  await aModelServer((asked) => plotIn(asked).toUpperCase());
  const made = await aWorld(["a"]);
  await made.end(await made.start());
  expect(await made.cells()).toEqual(["A"]);
  const [id = ""] = made.recordIds;
  await made.write(id, { Plot: "b" });
  await made.hear(id);
  await made.run();
  expect(await made.cells()).toEqual(["B"]);
});

test("a new record can be undone after it was filled, but not after a person has corrected it", async () => {
  await aModelServer((asked) => plotIn(asked).toUpperCase());
  const made = await aWorld([]);
  const inTable = { as: made.owner, params: { tableId: made.tableId }, headers: { "x-window-id": "window" } };
  const body = { records: [{ fields: { Plot: "a" } }] };
  const filled = async () => {
    const added = await call(createRecords, { ...inTable, body });
    await made.hear(added.body.records[0].id);
    await made.run();
    return added.body.records[0].id;
  };
  const undo = async () => (await call(undoOperation, inTable)).body;
  await filled();
  expect(await made.cells()).toEqual(["A"]);
  expect(await undo()).toEqual({ status: "fulfilled" });
  expect(await made.cells()).toEqual([]);
  const id = await filled();
  await made.write(id, { Filled: "corrected" });
  expect(await undo()).toMatchObject({ status: "failed" });
  expect(await made.cells()).toEqual(["corrected"]);
});

test("a value that a person gave a new record stays", async () => {
  const server = await aModelServer(() => "x");
  const made = await aWorld([]);
  await made.hear(await made.add({ Plot: "a", Filled: "own" }));
  await made.run();
  expect(await made.cells()).toEqual(["own"]);
  expect(server.asked).toEqual([]);
});

test("a cell that a person writes after the task began is left alone", async () => {
  const server = await aModelServer(() => "x");
  const made = await aWorld([]);
  const id = await made.add({ Plot: "a" });
  await made.hear(id);
  await made.write(id, { Filled: "mine" });
  await made.hear(id);
  await made.run();
  expect(await made.cells()).toEqual(["mine"]);
  expect(server.asked).toEqual([]);
});

test("a source that changes while the model is asked is asked about again", async () => {
  const made: Awaited<ReturnType<typeof aWorld>> = await aWorld([]);
  let asked = 0;
  await aModelServer(async (question) => {
    if (++asked === 1) {
      await made.write(id, { Plot: "b" });
      await made.hear(id);
    }
    return plotIn(question).toUpperCase();
  });
  const field = { as: made.owner, params: { tableId: made.tableId, fieldId: made.target } };
  const aiConfig = { modelKey: "m", type: "extraction", sourceFieldId: made.plot, isAutoFill: true };
  await call(updateField, { ...field, body: { aiConfig } });
  const id = await made.add({ Plot: "a" });
  await made.hear(id);
  await made.run();
  expect(asked).toBe(2);
  expect(await made.cells()).toEqual(["B"]);
});

test("a computed source counts as its record does", async () => {
  const server = await aModelServer(() => "x");
  const made = await aWorld([]);
  const params = { tableId: made.tableId };
  const formula = await call(createField, {
    as: made.owner,
    params,
    body: { type: "formula", name: "Loud", options: { expression: `UPPER({${made.plot}})` } },
  });
  const aiConfig = { modelKey: "m", type: "extraction", sourceFieldId: formula.body.id, isAutoFill: true };
  await call(updateField, {
    as: made.owner,
    params: { ...params, fieldId: made.target },
    body: { aiConfig },
  });
  await made.hear(await made.add({ Plot: "a" }));
  await made.run();
  expect(server.asked.map(({ data }) => data)).toEqual(['{"Loud":"A"}']);
  expect(await made.cells()).toEqual(["x"]);
});

test("deleted records and a stop end the tasks", async () => {
  const server = await aModelServer(() => "x");
  const made = await aWorld([]);
  const ids = [await made.add({ Plot: "a" }), await made.add({ Plot: "b" })];
  await made.hear(...ids);
  await made.remove(ids[0] as string);
  await made.run();
  expect(await made.cells()).toEqual(["x"]);
  expect(server.asked).toHaveLength(1);
  await made.hear(await made.add({ Plot: "c" }));
  expect((await made.stop()).status).toBe(200);
  await made.run();
  expect(await made.tasks()).toEqual([]);
  expect(server.asked).toHaveLength(1);
});

test("an answer that cannot be read leaves the cell, and is not asked for again until the source changes", async () => {
  const server = await aModelServer(() => ({ text: "", stop: "declined" }));
  const made = await aWorld([]);
  const id = await made.add({ Plot: "a" });
  const before = (await made.record(id)) as RecordItem;
  await made.hear(id);
  await made.run();
  await made.hear(id);
  await made.run();
  expect(server.asked).toHaveLength(1);
  const after = (await made.record(id)) as RecordItem;
  // no person sees a change: the ETag is the same
  expect(after.version - (after.recomputes ?? 0)).toBe(before.version);
  expect(after.lastModifiedTime).toBe(undefined);
});

test("without tokens the tasks wait for the next day", async () => {
  await aModelServer(() => ({ text: "x", tokens: { in: 2000, out: 0 } }));
  vi.stubEnv("GRIDLESS_AI_DAILY_TOKENS", "2500");
  const made = await aWorld([]);
  await made.hear(await made.add({ Plot: "a" }));
  await made.run();
  await made.hear(await made.add({ Plot: "b" }));
  const [job] = await jobsOf(made.tableId);
  if (!job) throw new Error("no job was made");
  const { state, dueTime } = await turn(job, made.baseId);
  const midnight = expect.stringMatching(/T00:00:00\.000Z$/);
  expect({ state, dueTime }).toEqual({ state: "running", dueTime: midnight });
  expect(await made.tasks()).toHaveLength(1);
  const wait = {
    reason: expect.stringMatching(/^The base has used its tokens of this day; there are new ones at 2/),
    until: midnight,
  };
  expect(await made.shownJob(job)).toMatchObject({ state: "running", wait });
  expect(await made.status()).toMatchObject({ fieldMap: { [made.target]: { taskId: job, wait } } });
  // on the next day
  vi.stubEnv("GRIDLESS_AI_DAILY_TOKENS", "1000000");
  await made.run();
  expect(await made.cells()).toEqual(["x", "x"]);
  expect(await made.shownJob(job)).not.toHaveProperty("wait");
});

test("tokens that other questions hold for the rest of the day are waited for until the next", async () => {
  const server = await aModelServer(() => "x");
  vi.stubEnv("GRIDLESS_AI_DAILY_TOKENS", "5000");
  const made = await aWorld([]);
  await holdTokens(made.baseId, 4900, new Date().toISOString());
  await made.hear(await made.add({ Plot: "a" }));
  const [job] = await jobsOf(made.tableId);
  if (!job) throw new Error("no job was made");
  const dueTimes: string[] = [];
  for (let i = 0; i < 10; i++) dueTimes.push((await turn(job, made.baseId)).dueTime);
  const isMidnight = (time: string) => /T00:00:00\.000Z$/.test(time);
  expect(dueTimes.map(isMidnight)).toEqual([...Array(9).fill(false), true]);
  expect(await made.tasks()).toHaveLength(1);
  expect(server.asked).toEqual([]);
});

test("a model that is busy for too long with one cell fails that cell; the other tasks go on", async () => {
  const server = await aModelServer((asked) => (plotIn(asked) === "b" ? { status: 503 } : "x"));
  const made = await aWorld([]);
  const ids = [await made.add({ Plot: "a" }), await made.add({ Plot: "b" }), await made.add({ Plot: "c" })];
  await made.hear(...ids);
  await made.run();
  expect(await made.cells()).toEqual(["x", null, "x"]);
  expect(await made.tasks()).toEqual([]);
  expect(server.asked.filter((asked) => plotIn(asked) === "b")).toHaveLength(10);
});

test("a key that the provider refuses ends no tasks: why they wait is shown, and with a right key they are filled", async () => {
  let status = 401;
  const server = await aModelServer(() => (status === 200 ? "x" : { status, body: "wrong sk-1" }));
  const made = await aWorld([]);
  await made.hear(await made.add({ Plot: "a" }), await made.add({ Plot: "b" }));
  const [job] = await jobsOf(made.tableId);
  if (!job) throw new Error("no job was made");
  for (status of [401, 403, 404]) {
    const { dueTime } = await turn(job, made.baseId);
    const reason = `The model answered with status ${status}; its address, key or name may be wrong`;
    const wait = { reason, until: dueTime };
    expect(await made.shownJob(job)).toMatchObject({ state: "running", wait });
    expect(await made.status()).toMatchObject({ fieldMap: { [made.target]: { taskId: job, wait } } });
    expect(await made.tasks()).toHaveLength(2);
  }
  status = 200;
  await made.run();
  expect(await made.cells()).toEqual(["x", "x"]);
  expect(await made.shownJob(job)).toMatchObject({ state: "done" });
  expect(server.asked).toHaveLength(8);
});

test("a job that waits ends at once when it is stopped", async () => {
  await aModelServer(() => ({ status: 401 }));
  const made = await aWorld([]);
  await made.hear(await made.add({ Plot: "a" }));
  const [job] = await jobsOf(made.tableId);
  if (!job) throw new Error("no job was made");
  const { dueTime } = await turn(job, made.baseId);
  expect((await made.stop()).status).toBe(200);
  expect((await jobOf(job, made.baseId)).dueTime < dueTime).toBe(true);
  await made.run();
  const ended = await made.shownJob(job);
  expect(ended).toMatchObject({ state: "failed", error: "It was stopped" });
  expect(ended).not.toHaveProperty("wait");
});

test("models that are configured later fill new records, and the waiting ones when they change or are asked for", async () => {
  const made = await aWorld([]);
  const waiting = [await made.add({ Plot: "a" }), await made.add({ Plot: "b" })] as const;
  await made.hear(...waiting);
  expect(await made.tasks()).toEqual([]);
  expect((await made.status()).waitingMap).toEqual({ [made.target]: { reason: "no model is configured" } });
  await aModelServer((asked) => plotIn(asked).toUpperCase());
  expect((await made.status()).waitingMap).toEqual({});
  await made.write(waiting[0], { Plot: "c" });
  await made.hear(waiting[0], await made.add({ Plot: "d" }));
  await made.run();
  expect(await made.cells()).toEqual(["C", null, "D"]);
  await made.end(await made.start({ mode: "empty" }));
  expect(await made.cells()).toEqual(["C", "B", "D"]);
});

test("isAutoFill that is switched off ends the tasks, and nothing more is asked", async () => {
  const server = await aModelServer(() => "x");
  const made = await aWorld([]);
  await made.hear(await made.add({ Plot: "a" }));
  await made.configure({ modelKey: "m", type: "extraction", sourceFieldId: made.plot, isAutoFill: false });
  await made.run();
  expect(server.asked).toEqual([]);
  expect(await made.tasks()).toEqual([]);
  expect(await made.field()).not.toHaveProperty("isPending");
});

test("why a cell was not filled is said after its job too, until it is filled, and not of a deleted field", async () => {
  const server = await aModelServer((asked) =>
    plotIn(asked).startsWith("bad") ? { text: "", stop: "declined" } : "x",
  );
  const made = await aWorld([]);
  const [one, two] = [await made.add({ Plot: "bad 1" }), await made.add({ Plot: "bad 2" })];
  await made.hear(one, two);
  await made.run();
  await made.hear(await made.add({ Plot: "good" }));
  await made.run();
  const why = (recordId: string) => ({ recordId, message: "the model declined to answer" });
  const failedMap = async () => (await made.status()).failedMap;
  expect(await failedMap()).toEqual({
    [made.target]: { taskId: expect.any(String), cells: [one, two].toSorted().map(why) },
  });
  await made.write(one, { Plot: "good now" });
  await made.hear(one);
  await made.run();
  expect(await failedMap()).toMatchObject({ [made.target]: { cells: [why(two)] } });
  await made.write(two, { Plot: "good too" });
  await made.hear(two);
  await made.run();
  expect(await failedMap()).toEqual({});
  expect(await made.cells()).toEqual(["x", "x", "x"]);

  await made.write(two, { Plot: "bad 3" });
  await made.hear(two);
  await made.stop();
  await made.run();
  expect(await failedMap()).toMatchObject({ [made.target]: { error: "It was stopped", cells: [] } });
  const params = { tableId: made.tableId, fieldId: made.target };
  expect((await call(deleteField, { as: made.owner, params })).status).toBe(200);
  expect(await failedMap()).toEqual({});
  expect(server.asked).toHaveLength(5);
});

test("fields that are filled from each other end", async () => {
  let count = 0;
  const server = await aModelServer(() => `answer ${++count}`);
  const made = await aWorld([]);
  const params = { tableId: made.tableId };
  const aiConfig = { modelKey: "m", type: "extraction", sourceFieldId: made.target, isAutoFill: true };
  await call(updateField, {
    as: made.owner,
    params: { ...params, fieldId: made.plot },
    body: { aiConfig },
  });
  const id = await made.add({ Plot: "a" });
  for (let i = 0; i < 40; i++) {
    await made.hear(id);
    await made.run();
  }
  expect(server.asked.length).toBeLessThanOrEqual(20);
});

test("what a form took from strangers, signed in or not, waits until a member has changed the record, or asks", async () => {
  const server = await aModelServer((asked) => plotIn(asked).toUpperCase());
  const made = await aWorld([]);
  const { owner, tableId } = made;
  const sent: string[] = [];
  const stranger = await someone();
  for (const requireLogin of [false, true]) {
    const shareId = aShareId();
    const body = {
      type: "form",
      name: "Send",
      shareId,
      enableShare: true,
      shareMeta: { submit: { allow: true, requireLogin } },
    };
    const view = await call(createView, { as: owner, params: { tableId }, body });
    expect(view.status).toBe(201);
    const cookie = `auth_session=${(await aSession(stranger.userId)).cookie}`;
    const answer = await call(submitSharedForm, {
      params: { shareId },
      body: { fields: { Plot: `of a stranger ${requireLogin}` } },
      headers: { ...fromOurPage(), ...(requireLogin && { cookie }) },
    });
    expect(answer.status).toBe(201);
    sent.push(answer.body.id);
  }
  await made.hear(...sent);
  expect(await made.tasks()).toEqual([]);
  await made.run();
  expect(server.asked).toHaveLength(0);
  await made.write(sent[0] as string, { Plot: "seen by a member" });
  await made.hear(...sent);
  await made.run();
  expect(await made.cells()).toEqual(["SEEN BY A MEMBER", null]);
});
