/* While writes are stopped: which calls are refused, and how; what was begun goes on afterwards. */
import { beforeAll, describe, expect, test } from "vitest";
import { handler as signIn } from "#functions/auth/sign-in";
import { handler as signUp } from "#functions/auth/sign-up";
import { handler as getTableJob } from "#functions/job/get-table-job";
import { handler as createRecords } from "#functions/record/create-records";
import { handler as listRecordsByBody } from "#functions/record/list-records-by-body";
import { handler as createTable } from "#functions/table/create-table";
import { handler as deleteTable } from "#functions/table/delete-table";
import { handler as deleteTablePermanently } from "#functions/table/delete-table-permanently";
import { startChange } from "#lib/data/jobs/jobs";
import { dueIfLeft, workAtOnce } from "#lib/data/jobs/work-at-once";
import { goesOn } from "#lib/http/definition";
import type { Endpoint } from "#lib/http/endpoint";
import { type Registered, readRegistry } from "#lib/registry";
import { commit } from "#lib/store/commit";
import { rememberWriteStop } from "#lib/store/write-stop/write-stop";
import { into } from "#test/functions/csv/support";
import { aSheet } from "#test/functions/record/support/records";
import { aShare } from "#test/functions/share/support";
import { jobOf, jobsOf, pieces, runToEnd, turn } from "#test/support/events/jobs";
import { aMember, aToken, someone } from "#test/support/makers/makers";
import { aNewcomer, password } from "#test/support/makers/people";
import { call } from "#test/support/requests/call";
import { callTool } from "#test/support/requests/mcp";
import { costOf } from "#test/support/requests/round-trips";
import { inProcessOnly } from "#test/support/run/target";
import { useOwnStore } from "#test/support/store/own-store";
import { aStop, whileStopped } from "#test/support/store/stopped-writes";

inProcessOnly("a server would see it within a minute");
beforeAll(useOwnStore);

const refused = {
  status: 503,
  body: {
    code: "writes_stopped",
    status: 503,
    message: "Writes are stopped since 2026-11-20T10:00:00.000Z: the table moves. Reads and deletions go on",
    data: aStop,
  },
};
const some = [{ Name: "Ada" }];

describe("calls", () => {
  test("503 with the reason, since when, and Retry-After: a write; reads and deletions go on", async () => {
    const sheet = await aSheet();
    const { body } = await sheet.create([...some, ...some]);
    const [one, two] = body.records.map(({ id }: { id: string }) => id);
    await whileStopped(async () => {
      const answer = await sheet.create(some);
      expect(answer).toMatchObject(refused);
      expect(answer.headers["retry-after"]).toBe("300");
      expect(await sheet.update(one, { Name: "Bob" })).toMatchObject(refused);
      expect((await sheet.get(one)).status).toBe(200);
      const listed = await call(listRecordsByBody, { as: sheet.owner, params: sheet.params, body: {} });
      expect(listed.body.records).toHaveLength(2);
      expect((await sheet.remove(one)).status).toBe(200);
      expect((await sheet.removeMany([two])).status).toBe(200);
      expect((await sheet.list()).body.records).toEqual([]);
    });
    expect((await sheet.create(some)).status).toBe(201);
  });

  test("who may not call learns nothing else: 401, 403 and 404 come first; 400 comes after", async () => {
    const sheet = await aSheet();
    const { params } = sheet;
    const viewer = await aMember(sheet.baseId, "viewer");
    await whileStopped(async () => {
      const asked = [undefined, await someone(), viewer, sheet.owner].map((as) =>
        call(createRecords, { ...(as && { as }), params, body: { records: 7 } }),
      );
      expect((await Promise.all(asked)).map(({ status }) => status)).toEqual([401, 404, 403, 503]);
    });
  });

  test("a call that was done before with its Idempotency-Key gets its answer again; a new one is done once, later", async () => {
    const sheet = await aSheet();
    const body = { records: [{ fields: some[0] }] };
    const [done, later] = ["done", "later"].map((key) => ({ headers: { "idempotency-key": key } }));
    const first = await sheet.send(body, done);
    await whileStopped(async () => {
      expect((await sheet.send(body, done)).body).toEqual(first.body);
      expect((await sheet.send(body, later)).status).toBe(503);
    });
    expect((await sheet.send(body, later)).status).toBe(201);
    expect((await sheet.list()).body.records).toHaveLength(2);
  });

  test("people sign in, but not up", async () => {
    const { email } = await aNewcomer();
    await whileStopped(async () => {
      expect((await call(signIn, { body: { email, password } })).status).toBe(200);
      const body = { email: `${crypto.randomUUID()}@test.local`, password };
      expect(await call(signUp, { body })).toMatchObject(refused);
    });
  });

  test("visitors of a share read, and may not submit its form; its page says why, with what they typed", async () => {
    const share = await aShare({ view: { type: "form" }, shareMeta: { submit: { allow: true } } });
    await whileStopped(async () => {
      expect((await share.get()).status).toBe(200);
      expect(await share.submit({ Name: "Ada" })).toMatchObject(refused);
    });
  });

  test("tools of language models read and delete; one that writes answers an error that says why", async () => {
    const sheet = await aSheet({ records: [{ fields: some[0] }] });
    const as = { token: await aToken(sheet.owner.userId) };
    await whileStopped(async () => {
      expect(await callTool(as, "list_bases", {})).toMatchObject({ isError: false });
      const { isError, shown } = await callTool(as, "create_records", {
        ...toolTable(sheet),
        records: [{ fields: some[0] }],
      });
      expect({ isError, shown: JSON.stringify(shown) }).toEqual({
        isError: true,
        shown: expect.stringContaining("the table moves"),
      });
    });
  });
});

const toolTable = ({ baseId, tableId }: { baseId: string; tableId: string }) => ({
  base: baseId,
  table: tableId,
});

describe("the switch costs", () => {
  test("no round trip: it is read beside the caller, once a minute, and by reads never", async () => {
    const sheet = await aSheet();
    const { body } = await sheet.create(some);
    const id = body.records[0].id;
    const costs = async (work: () => Promise<unknown>) => {
      const { roundTrips, read } = await costOf(work);
      return { roundTrips, read };
    };
    const known = await costs(() => sheet.create(some));
    rememberWriteStop(Promise.resolve(undefined), 0);
    const unknown = await costs(() => sheet.create(some));
    expect(unknown).toEqual({ roundTrips: known.roundTrips, read: known.read + 1 });
    expect(await costs(() => sheet.create(some))).toEqual(known);
    const reading = await costs(() => sheet.get(id));
    rememberWriteStop(Promise.resolve(undefined), 0);
    expect(await costs(() => sheet.get(id))).toEqual(reading);
    rememberWriteStop(Promise.resolve(undefined), Number.POSITIVE_INFINITY);
  });
});

describe("endpoints that go on", () => {
  let endpoints: Registered<Endpoint>[];
  beforeAll(async () => {
    ({ endpoints } = await readRegistry());
  });

  test("only a POST, a PUT or a PATCH says so: a GET and a DELETE go on by themselves", () => {
    const declared = endpoints.filter(({ handler }) => handler.definition.whileStopped);
    expect(declared.filter(({ handler: { definition } }) => /GET|DELETE/.test(definition.method))).toEqual(
      [],
    );
  });

  test("of what takes an Idempotency-Key only this goes on: it deletes, takes access away, or is needed to read or to sign in", () => {
    const keeping = endpoints.filter(
      ({ handler: { definition } }) => goesOn(definition) && definition.idempotent,
    );
    expect(keeping.map(({ operation }) => operation).sort()).toEqual([
      ...[
        "deleteListedRecords",
        "deleteRecordsWhere",
        "deleteSelectedRecords",
        "disableShare",
        "refreshShareId",
      ],
      ...["revokeClientAccess", "saveQuery", "sendVerificationEmail", "turnPluginDown", "unpublishPlugin"],
      "verifyEmail",
    ]);
  });
});

describe("jobs", () => {
  test("an import waits and says why, and is whole when writes go on", async () => {
    const sheet = await aSheet();
    const { body } = await into(sheet.tableId, sheet, { text: "Name\nAda\nBob\n" });
    await whileStopped(async () => {
      for (let i = 0; i < 3; i++) {
        const job = await turn(body.jobId, sheet.baseId);
        expect(job).toMatchObject({ state: "running", failures: 0, restarts: 0 });
        expect(job.wait).toEqual({ reason: "Writes are stopped: the table moves", until: job.dueTime });
      }
      const { body: shown } = await call(getTableJob, {
        as: sheet.owner,
        params: { ...sheet.params, jobId: body.jobId },
      });
      expect(shown.wait.reason).toContain("the table moves");
    });
    const states = await runToEnd(body.jobId, sheet.baseId);
    expect(states.at(-1)).toMatchObject({ state: "done", result: { records: 2 } });
    expect(states.at(-1)).not.toHaveProperty("wait");
    expect((await sheet.list()).body.records).toHaveLength(2);
  });

  test("a table that is deleted for good is cleared meanwhile", async () => {
    const sheet = await aSheet({ records: [{ fields: some[0] }] });
    await whileStopped(async () => {
      const params = { baseId: sheet.baseId, tableId: sheet.tableId };
      await call(deleteTable, { as: sheet.owner, params });
      const { status } = await call(deleteTablePermanently, { as: sheet.owner, params });
      expect(status).toBe(200);
      for (const id of await jobsOf(sheet.tableId))
        expect((await runToEnd(id, sheet.baseId)).at(-1)).toMatchObject({ state: "done" });
    });
    const params = { baseId: sheet.baseId };
    expect((await call(createTable, { as: sheet.owner, params, body: {} })).status).toBe(201);
  });

  test("work that a call does at once ends when writes are stopped meanwhile, and is left to the queue", async () => {
    const sheet = await aSheet();
    const now = new Date().toISOString();
    const { jobId, change } = startChange(
      "updateWhere",
      { tableId: sheet.tableId, baseId: sheet.baseId, spaceId: sheet.spaceId },
      { userId: sheet.owner.userId, now, dueTime: dueIfLeft(now) },
    );
    await commit([change]);
    await whileStopped(() => workAtOnce(jobId, pieces.updateWhere));
    const job = await jobOf(jobId, sheet.baseId);
    expect(job).toMatchObject({ state: "running", failures: 0, version: 2 });
    expect(job.dueTime).toBe(job.wait?.until);
  });
});
