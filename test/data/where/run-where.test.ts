/* Jobs that change or delete more records than one commit can. */
import { describe, expect, test } from "vitest";
import { handler as updateField } from "#functions/field/update-field";
import { handler as getTableJob } from "#functions/job/get-table-job";
import { handler as deleteTable } from "#functions/table/delete-table";
import { memberKey } from "#lib/data/spaces/members";
import type { JobId } from "#lib/schemas/basics/ids";
import { change, commit } from "#lib/store/commit";
import { getItem } from "#lib/store/store";
import { type Answered, field } from "#test/functions/record/support/records";
import { aTableToFilter, idsOf, only } from "#test/functions/record/support/where";
import { settleAll } from "#test/support/events/commits";
import { jobOf, runToEnd, turn } from "#test/support/events/jobs";
import { aMember } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";
import { refusal } from "#test/support/requests/refusal";
import { tellNews } from "#test/support/store/record-images";

const fields = [
  field("Name", "singleLineText"),
  field("No", "number"),
  field("Code", "singleLineText", { unique: true }),
];

/** A table with records whose numbers count from 0. */
async function many(count: number, cellsOf: (i: number) => object = () => ({})) {
  const table = await aTableToFilter({ fields, records: [] });
  const made: Answered[] = [];
  for (let from = 0; from < count; from += 1000) {
    const cells = Array.from({ length: Math.min(1000, count - from) }, (_, i) => ({
      No: from + i,
      ...cellsOf(from + i),
    }));
    made.push(...(await table.create(cells)).body.records);
  }
  await settleAll();
  const run = async (jobId: JobId) => (await runToEnd(jobId, table.baseId)).at(-1);
  return { ...table, made, ids: idsOf(made), run };
}

const headers = { "idempotency-key": "one" };

describe("a change of 2,300 records", () => {
  test("202: the job writes each once, although the change takes them out of the filter", async () => {
    const { updateWhere, run, records, create, params, owner } = await many(2350);
    const body = { filter: only("No", "isLess", 2300), fields: { No: 5000, Name: "new" } };
    const { status, body: started } = await updateWhere(body);
    expect({ status, started }).toEqual({
      status: 202,
      started: { matched: 2300, jobId: expect.any(String) },
    });
    const shown = async () =>
      (await call(getTableJob, { as: owner, params: { ...params, jobId: started.jobId } })).body;
    expect(await shown()).toMatchObject({ kind: "updateWhere", state: "waiting" });
    // what matches only now was not found
    await create([{ No: 1, Name: "later" }]);
    await run(started.jobId);
    expect(await shown()).toMatchObject({
      state: "done",
      progress: { done: 2300, total: 2300 },
      counts: { matched: 2300, updated: 2300, left: 0, commits: 3 },
    });
    const now = await records();
    expect(now.filter(({ fields }) => fields["No"] === 5000 && fields["Name"] === "new")).toHaveLength(2300);
    expect(now.slice(2300).map(({ fields }) => fields["Name"])).toEqual([
      ...Array(50).fill(undefined),
      "later",
    ]);
  });

  test("what others change meanwhile: left alone if it does not match now, written if it does, gone if it is deleted", async () => {
    const { updateWhere, run, update, remove, cells, ids } = await many(1004);
    const { body } = await updateWhere({ filter: only("No", "isLess", 5000), fields: { No: 7000 } });
    await update(ids[0] as string, { No: 6000 });
    await update(ids[1] as string, { No: 4000 });
    await remove(ids[2] as string);
    expect(await run(body.jobId)).toMatchObject({
      state: "done",
      progress: { done: 1004, total: 1004 },
      counts: { matched: 1004, updated: 1002, left: 2 },
    });
    expect((await cells("No")).slice(0, 3)).toEqual([6000, 7000, 7000]);
  });

  test("a field is renamed meanwhile; the filter means the time of the call", async () => {
    const { updateWhere, run, cells, owner, params, update, ids } = await many(1001);
    const { body } = await updateWhere({ filterByTql: "{No} < 5000", fields: { Name: "x" } });
    const { handler: listFields } = await import("#functions/field/list-fields");
    const all = (await call(listFields, { as: owner, params, query: "" })).body as {
      id: string;
      name: string;
    }[];
    for (const { id, name } of all)
      await call(updateField, { as: owner, params: { ...params, fieldId: id }, body: { name: `${name} 2` } });
    await update(ids[0] as string, { "No 2": 1 });
    expect(await run(body.jobId)).toMatchObject({ state: "done", counts: { updated: 1001, left: 0 } });
    expect(new Set(await cells("Name 2"))).toEqual(new Set(["x"]));
  });

  test("the same key gets the same job, while it runs and afterwards; another call has another job", async () => {
    const { updateWhere, run, cells } = await many(1001);
    const body = { all: true, fields: { Name: "x" } };
    const first = await updateWhere(body, { headers });
    expect(first.status).toBe(202);
    const again = await updateWhere(body, { headers });
    expect([again.status, again.body]).toEqual([202, first.body]);
    const other = await updateWhere({ ...body, fields: { Name: "y" } });
    await run(first.body.jobId);
    expect([(await updateWhere(body, { headers })).body]).toEqual([first.body]);
    // these were changed since the other call, and match still
    expect(await run(other.body.jobId)).toMatchObject({ counts: { updated: 1001, left: 0 } });
    expect(new Set(await cells("Name"))).toEqual(new Set(["y"]));
  });

  test("twins, and turns at the same time: each record is written once", async () => {
    const { updateWhere, run, baseId, records } = await many(1500);
    const body = { all: true, fields: { Name: "x" } };
    const [one, other] = await Promise.all([updateWhere(body, { headers }), updateWhere(body, { headers })]);
    expect(one.body.jobId).toBe(other.body.jobId);
    const { jobId } = one.body;
    await Promise.all([turn(jobId, baseId), turn(jobId, baseId), turn(jobId, baseId)]);
    expect(await run(jobId)).toMatchObject({ state: "done", counts: { updated: 1500, left: 0, commits: 2 } });
    expect(new Set((await records()).map(({ fields }) => fields["Name"]))).toEqual(new Set(["x"]));
  });

  test("two jobs whose filters exclude what the other writes: each record is written by one", async () => {
    const { updateWhere, run, cells } = await many(1100);
    const to = (No: number) => updateWhere({ filter: only("No", "isLess", 5000), fields: { No } });
    const [one, other] = await Promise.all([to(5001), to(5002)]);
    const ended = [await run(one.body.jobId), await run(other.body.jobId)];
    expect(ended.map((job) => job?.counts)).toMatchObject([
      { updated: 1100, left: 0 },
      { updated: 0, left: 1100 },
    ]);
    expect(new Set(await cells("No"))).toEqual(new Set([5001]));
  });

  test("400 before a job starts: values that do not fit, a unique value, too much to remember; dryRun starts none", async () => {
    const { updateWhere, deleteWhere, records, made } = await many(1001);
    const all = { all: true };
    const refused = async (fields: object) => refusal(await updateWhere({ ...all, fields }));
    expect(await refused({ No: "x" })).toEqual({ status: 400, paths: ["fields.No"] });
    expect(await refused({ Nope: 1 })).toEqual({ status: 404, paths: ["fields.Nope"] });
    expect(await refused({ Code: "z" })).toEqual({ status: 400, paths: ["fields.Code"] });
    expect((await updateWhere({ ...all, fields: { Name: "x" }, expect: { max: 1000 } })).status).toBe(412);
    const answer = { status: 200, body: { matched: 1001, dryRun: true } };
    expect(await updateWhere({ ...all, fields: { Name: "x" }, dryRun: true })).toMatchObject(answer);
    expect(await deleteWhere({ ...all, dryRun: true })).toMatchObject(answer);
    expect(await records()).toEqual(made);
  });

  test("it is undone and redone by its key, but not while it runs", async () => {
    const { updateWhere, run, undo, redo, cells } = await many(1100, (i) => ({ Name: `n${i}` }));
    const names = await cells("Name");
    const { body } = await updateWhere({ all: true, fields: { Name: "x" } }, { headers });
    expect((await undo("one")).body).toEqual({
      status: "failed",
      errorMessage: expect.stringContaining(`its job ${body.jobId} still writes`),
    });
    await run(body.jobId);
    expect((await undo("one")).body).toEqual({ status: "fulfilled" });
    expect(await cells("Name")).toEqual(names);
    expect((await undo("one")).body).toEqual({ status: "empty" });
    expect((await redo("one")).body).toEqual({ status: "fulfilled" });
    expect(new Set(await cells("Name"))).toEqual(new Set(["x"]));
  });

  test("a cell that was changed since stands in the way of undoing, and is named", async () => {
    const { updateWhere, run, undo, update, cells, ids } = await many(1100, (i) => ({ Name: `n${i}` }));
    const { body } = await updateWhere({ all: true, fields: { Name: "x" } }, { headers });
    await run(body.jobId);
    await update(ids[3] as string, { Name: "y" });
    const failed = (await undo("one")).body;
    expect(failed).toMatchObject({
      status: "failed",
      errorMessage: expect.stringContaining(`"Name" of ${ids[3]}`),
    });
    // the later commit is taken back; the earlier one is as it was
    expect((await cells("Name")).slice(998, 1002)).toEqual(["x", "x", "n1000", "n1001"]);
    await update(ids[3] as string, { Name: "x" });
    expect((await undo("one")).body).toEqual({ status: "fulfilled" });
    expect((await cells("Name")).slice(0, 4)).toEqual(["n0", "n1", "n2", "n3"]);
  });

  test("a record that cannot take the values ends the job, which names it; what was written stays", async () => {
    const large = "x".repeat(99_000);
    const longs = ["A", "B", "C", "D"].map((name) => field(name, "longText"));
    const table = await aTableToFilter({ fields: [...fields, ...longs], records: [] });
    for (const count of [1000, 20]) await table.create(Array.from({ length: count }, (_, No) => ({ No })));
    const full = (await table.records())[1010] as Answered;
    await table.update(full.id, { A: large, B: large, C: large });
    const { status, body } = await table.updateWhere({ all: true, fields: { Name: "x", D: large } });
    expect(status).toBe(202);
    // a commit may write 32 MB
    expect((await runToEnd(body.jobId, table.baseId)).at(-1)).toMatchObject({
      state: "failed",
      error: `${full.id}: Validation error: ${full.id}: must have at most 380 KB; got 387 KB`,
      progress: { done: 1010, total: 1020 },
      counts: { matched: 1020, updated: 1010, left: 0 },
    });
    const named = (await table.cells("Name")).map((name) => name === "x");
    expect(named).toEqual(named.map((_, i) => i < 1010));
  });

  test("202 for fewer records too, if they are too large for one commit", async () => {
    const longs = ["A", "B", "C", "D"].map((name) => field(name, "longText"));
    const { create, updateWhere, deleteWhere, count, baseId } = await aTableToFilter({
      fields: [...fields, ...longs],
      records: [],
    });
    await create(Array.from({ length: 120 }, (_, No) => ({ No })));
    const cells = Object.fromEntries(["A", "B", "C"].map((name) => [name, "x".repeat(95_000)]));
    const { status, body } = await updateWhere({ all: true, fields: cells });
    expect({ status, body }).toEqual({ status: 202, body: { matched: 120, jobId: expect.any(String) } });
    expect((await runToEnd(body.jobId, baseId)).at(-1)).toMatchObject({
      state: "done",
      counts: { updated: 120 },
    });
    const gone = await deleteWhere({ all: true });
    expect(gone.status).toBe(202);
    expect((await runToEnd(gone.body.jobId, baseId)).at(-1)).toMatchObject({
      state: "done",
      counts: { deleted: 120 },
    });
    expect(await count()).toBe(0);
  });
});

describe("a deletion of 1,100 records", () => {
  test("each is deleted once, in two entries of the trash; undo brings all back", async () => {
    const { deleteWhere, run, count, records, made, undo, redo } = await many(1150);
    const { status, body } = await deleteWhere({ filter: only("No", "isLess", 1100) }, { headers });
    expect({ status, body }).toEqual({ status: 202, body: { matched: 1100, jobId: expect.any(String) } });
    expect(await run(body.jobId)).toMatchObject({
      kind: "deleteWhere",
      state: "done",
      counts: { matched: 1100, deleted: 1100, left: 0, commits: 2 },
    });
    expect(await count()).toBe(50);
    await settleAll();
    await tellNews();
    expect((await undo("one")).body).toEqual({ status: "fulfilled" });
    expect(await records()).toEqual(made);
    expect((await redo("one")).body).toEqual({ status: "fulfilled" });
    expect(await count()).toBe(50);
  });

  test("links in the way of the filter: what the job itself changes in records does not save them", async () => {
    const { handler: createField } = await import("#functions/field/create-field");
    const { deleteWhere, run, records, owner, params, tableId, ids, updateMany } = await many(1101);
    const options = { relationship: "manyOne", foreignTableId: tableId, isOneWay: false };
    const link = await call(createField, {
      as: owner,
      params,
      body: { type: "link", name: "Parent", options },
    });
    expect(link.status).toBe(201);
    // a chain: each has the one before as its parent, and only the first has none
    for (const from of [1, 551])
      await updateMany(
        ids.slice(from, from + 550).map((id, i) => ({ id, fields: { Parent: { id: ids[from + i - 1] } } })),
      );
    const { body } = await deleteWhere({ filter: only("Parent", "isNotEmpty") });
    expect(body.matched).toBe(1100);
    expect(await run(body.jobId)).toMatchObject({ state: "done", counts: { deleted: 1100, left: 0 } });
    expect(idsOf(await records())).toEqual(ids.slice(0, 1));
  });
});

describe("a job that may not go on fails, and says why", () => {
  test("the person has no role any longer", async () => {
    const { updateWhere, run, baseId, cells } = await many(1001);
    const member = await aMember(baseId, "editor");
    const { body } = await updateWhere({ all: true, fields: { Name: "x" } }, { as: member });
    const found = await getItem(memberKey(`BASE#${baseId}`, member.userId));
    if (found) await commit([change(found, { role: "viewer" })]);
    expect(await run(body.jobId)).toMatchObject({
      state: "failed",
      error: "The person who made the call may no longer write into this table",
    });
    expect(new Set(await cells("Name"))).toEqual(new Set([undefined]));
  });

  test("the table was deleted", async () => {
    const { updateWhere, run, baseId, tableId, owner } = await many(1001);
    const { body } = await updateWhere({ all: true, fields: { Name: "x" } });
    await call(deleteTable, { as: owner, params: { baseId, tableId } });
    await run(body.jobId);
    expect(await jobOf(body.jobId, baseId)).toMatchObject({
      state: "failed",
      error: "The table was deleted",
    });
  });
});
