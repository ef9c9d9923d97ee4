import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { handler as createField } from "#functions/field/create-field";
import { handler as deleteField } from "#functions/field/delete-field";
import { handler as deleteFields } from "#functions/field/delete-fields";
import { handler as createRecords } from "#functions/record/create-records";
import { handler as deleteRecord } from "#functions/record/delete-record";
import { handler as listRecords } from "#functions/record/list-records";
import { handler as updateRecord } from "#functions/record/update-record";
import { handler as deleteTable } from "#functions/table/delete-table-permanently";
import { restartOverdue } from "#lib/data/jobs/run-job";
import { tableKey } from "#lib/data/schema/table-schema";
import { removeItems } from "#lib/store/batch-writes";
import { getItem } from "#lib/store/store";
import { bringBack, recordItems } from "#test/functions/trash/support";
import {
  aFullTable,
  inAnHour,
  itemsWith,
  jobOf,
  leaveTrash,
  pieces,
  runToEnd,
  turn,
} from "#test/support/events/jobs";
import { call } from "#test/support/requests/call";
import { pointsOf } from "#test/support/run/points";
import { disturbed, killedAt, requestsOf, type Sent } from "#test/support/store/faults";
import { useOwnStore } from "#test/support/store/own-store";
import { tellNews } from "#test/support/store/record-images";

beforeAll(async () => {
  await useOwnStore();
  vi.spyOn(console, "error").mockImplementation(() => {});
});
afterAll(() => vi.restoreAllMocks());

type Made = Awaited<ReturnType<typeof aFullTable>>;

/** Of aFullTable: Name, which is the primary field, and Code, both unique. */
const codeOf = ({ table }: Made): string => table.fields[1].id;
const removed = async (made: Made): Promise<Parameters<typeof runToEnd>[0]> => {
  const params = { tableId: made.tableId, fieldId: codeOf(made) };
  await call(deleteField, { as: made.owner, params });
  return clearingOf(made, codeOf(made));
};
/** The job that clears a deleted field, which leaves the trash now. */
async function clearingOf({ tableId }: Made, fieldId: string) {
  const jobId = (await leaveTrash(tableId)).get(fieldId);
  if (!jobId) throw new Error(`${fieldId} is not cleared`);
  return jobId;
}
const cleared = async (made: Made) => runToEnd(await removed(made), made.baseId);
const listed = async ({ owner: as, tableId }: Made) =>
  (await call(listRecords, { as, params: { tableId }, query: { take: "1000" } })).body.records;
const namesIn = async (made: Made): Promise<string[]> =>
  (await listed(made)).map(({ fields }: { fields: { Name: string } }) => fields.Name);

/** All items and cells of a field, except its `bygoneField` item. */
const leftOf = async (fieldId: string) =>
  (await itemsWith(fieldId)).filter(({ entity }) => entity !== "bygoneField" && entity !== "deletion");

const isWrite = ({ command }: Sent) => /Write|Put|Delete/.test(command);
const mentions = ({ input }: Sent, text: string) => JSON.stringify(input).includes(text);

describe("the cells of a deleted field", () => {
  test("of 600 records are removed with their guards; all else is unchanged", async () => {
    const made = await aFullTable(600);
    const other = await aFullTable(30, made.owner, made);
    const before = await itemsWith(other.tableId);
    const names = await namesIn(made);
    const seen = await cleared(made);
    expect(await leftOf(codeOf(made))).toEqual([]);
    expect(seen.map(({ progress }) => progress)).toEqual([
      { done: 0 },
      ...[500, 600].map((done) => ({ done, total: 600 })),
    ]);
    expect(await namesIn(made)).toEqual(names);
    expect(await itemsWith(other.tableId)).toEqual(before);
    // the guards of the other unique field still work
    const body = { records: [{ fields: { Name: "n7" } }] };
    const { status } = await call(createRecords, { as: made.owner, params: { tableId: made.tableId }, body });
    expect(status).toBe(400);
  }, 120_000);

  test("are not touched before all running requests must have ended", async () => {
    const made = await aFullTable(1);
    const jobId = await removed(made);
    const { dueTime, createdTime } = await jobOf(jobId, made.baseId);
    expect(Date.parse(dueTime) - Date.parse(createdTime)).toBe(60_000);
    const { version } = await turn(jobId, made.baseId, pieces, () => new Date().toISOString());
    expect(version).toBe(1);
    expect((await leftOf(codeOf(made))).map(({ entity }) => entity).sort()).toEqual([
      ...["goneField", "record", "unique"],
    ]);
  });

  test("of a computed field do not exist: no record is read", async () => {
    const made = await aFullTable(3);
    const params = { tableId: made.tableId };
    const { body: field } = await call(createField, {
      as: made.owner,
      params,
      body: { type: "autoNumber" },
    });
    await call(deleteField, { as: made.owner, params: { ...params, fieldId: field.id } });
    const jobId = await clearingOf(made, field.id);
    const calls = await disturbed(
      () => undefined,
      () => runToEnd(jobId, made.baseId),
    );
    expect(calls.filter((sent) => mentions(sent, "RECORDS#"))).toEqual([]);
    expect(await leftOf(field.id)).toEqual([]);
  });

  test("are cleared only by the job of their own deletion", async () => {
    const made = await aFullTable(2);
    const params = { tableId: made.tableId };
    const { body: field } = await call(createField, {
      as: made.owner,
      params,
      body: { type: "number", name: "Later" },
    });
    const body = { record: { fields: { Later: 5 } } };
    const record = (await listed(made))[0].id;
    await call(updateRecord, { as: made.owner, params: { ...params, recordId: record }, body });
    const first = await removed(made);
    await call(deleteFields, { as: made.owner, params, query: { "fieldIds[]": [field.id] } });
    const second = await clearingOf(made, field.id);
    await runToEnd(first, made.baseId);
    expect(await leftOf(codeOf(made))).toEqual([]);
    expect((await leftOf(field.id)).map(({ entity }) => entity).sort()).toEqual(["goneField", "record"]);
    await runToEnd(second, made.baseId);
    expect(await leftOf(field.id)).toEqual([]);
  });

  test("when cleared, keep the field's id reserved, since history and trash hold cells of it", async () => {
    const made = await aFullTable(2);
    const { owner: as, tableId } = made;
    const params = { tableId };
    const [first] = await listed(made);
    await call(deleteRecord, { as, params: { ...params, recordId: first.id } });
    await tellNews();
    await cleared(made);
    const body = { type: "multipleSelect", name: "Code", id: codeOf(made) };
    const refused = await call(createField, { as, params, body });
    expect([refused.status, refused.body.data.issues[0].path]).toEqual([400, "id"]);
    expect((await call(createField, { as, params, body: { ...body, id: undefined } })).status).toBe(201);
    const [item] = await recordItems({ as }, tableId);
    expect((await bringBack(item?.id as string, { as })).status).toBe(201);
    expect((await listed(made)).map(({ fields }: { fields: object }) => fields)).toEqual([
      { Name: "n0" },
      { Name: "n1" },
    ]);
  });

  test("are removed with the table if that is deleted too", async () => {
    const made = await aFullTable(3);
    const jobId = await removed(made);
    const { owner: as, baseId, tableId } = made;
    const { body } = await call(deleteTable, { as, params: { baseId, tableId } });
    expect((await runToEnd(jobId, baseId)).at(-1)).toMatchObject({ state: "done" });
    await runToEnd(body.jobId, baseId);
    expect(await itemsWith(tableId)).toEqual([]);
  });

  test("are cleared even if a guard is missing", async () => {
    const made = await aFullTable(2);
    const guards = (await itemsWith(`UNIQUE#${made.tableId}#${codeOf(made)}`)) as {
      pk: string;
      sk: string;
    }[];
    expect(guards).toHaveLength(2);
    await removeItems(guards.slice(1));
    const seen = await cleared(made);
    expect(seen.map(({ state, failures }) => ({ state, failures }))).toEqual([
      { state: "waiting", failures: 0 },
      { state: "done", failures: 0 },
    ]);
    expect(await leftOf(codeOf(made))).toEqual([]);
  });
});

describe("concurrent writes", () => {
  /** Runs `work`, whose writes of records are delayed until the field is deleted. */
  async function afterDeletion(made: Made, work: () => Promise<unknown>) {
    let jobId: Awaited<ReturnType<typeof removed>> | undefined;
    let deletion: Promise<unknown> | undefined;
    await disturbed(async (sent) => {
      if (!isWrite(sent) || !mentions(sent, `"RECORDS#${made.tableId}`)) return undefined;
      deletion ??= removed(made).then((id) => {
        jobId = id;
      });
      await deletion;
      return undefined;
    }, work);
    if (!jobId) throw new Error("nothing was written");
    return jobId;
  }

  test("a record created with the old schema leaves no cell of the field", async () => {
    const made = await aFullTable(2);
    const params = { tableId: made.tableId };
    const records = [10, 11, 12].map((i) => ({ fields: { Name: `late ${i}`, Code: i } }));
    const jobId = await afterDeletion(made, async () => {
      const { status } = await call(createRecords, { as: made.owner, params, body: { records } });
      expect(status).toBe(201);
    });
    expect((await leftOf(codeOf(made))).filter(({ entity }) => entity === "unique")).toHaveLength(5);
    await runToEnd(jobId, made.baseId);
    expect(await leftOf(codeOf(made))).toEqual([]);
    expect(await namesIn(made)).toEqual(["n0", "n1", "late 10", "late 11", "late 12"]);
  });

  test("a cell changed with the old schema leaves no cell of the field, and other cells stay", async () => {
    const made = await aFullTable(2);
    const [{ id: recordId }] = await listed(made);
    const params = { tableId: made.tableId, recordId };
    const body = { record: { fields: { Name: "changed", Code: 99 } } };
    const jobId = await afterDeletion(made, async () => {
      expect((await call(updateRecord, { as: made.owner, params, body })).status).toBe(200);
    });
    await runToEnd(jobId, made.baseId);
    expect(await leftOf(codeOf(made))).toEqual([]);
    expect(await namesIn(made)).toEqual(["changed", "n1"]);
  });

  test("a batch with the old schema, larger than one transaction, leaves no cell of the field", async () => {
    const made = await aFullTable(2);
    const params = { tableId: made.tableId };
    const records = Array.from({ length: 80 }, (_, i) => ({ fields: { Name: `late ${i}`, Code: 100 + i } }));
    const jobId = await afterDeletion(made, async () => {
      const { status } = await call(createRecords, { as: made.owner, params, body: { records } });
      expect(status).toBe(201);
    });
    // the commit is not finished yet: its intents are in the way
    expect((await leftOf(codeOf(made))).some((item) => "commit" in item)).toBe(true);
    await runToEnd(jobId, made.baseId);
    const left = (await leftOf(codeOf(made))).filter(({ pk }) => !pk.startsWith("COMMIT#"));
    expect(left).toEqual([]);
    expect(await namesIn(made)).toHaveLength(82);
  }, 60_000);

  test("a record deleted before its turn is removed with its guards", async () => {
    const made = await aFullTable(2);
    const [{ id: recordId }] = await listed(made);
    const jobId = await removed(made);
    const params = { tableId: made.tableId, recordId };
    expect((await call(deleteRecord, { as: made.owner, params })).status).toBe(200);
    // its deletion is in the trash
    expect((await itemsWith(recordId)).map(({ entity }) => entity)).toEqual(["deletion"]);
    await runToEnd(jobId, made.baseId);
    expect(await leftOf(codeOf(made))).toEqual([]);
  });

  test("a cell changed between the job's read and write is not lost", async () => {
    const made = await aFullTable(1);
    const [{ id: recordId }] = await listed(made);
    const jobId = await removed(made);
    const params = { tableId: made.tableId, recordId };
    const body = { record: { fields: { Name: "meanwhile" } } };
    let changing: Promise<unknown> | undefined;
    await disturbed(
      async (sent) => {
        if (changing || !isWrite(sent) || !mentions(sent, recordId)) return undefined;
        changing = call(updateRecord, { as: made.owner, params, body });
        expect(await changing).toMatchObject({ status: 200 });
        return undefined;
      },
      () => runToEnd(jobId, made.baseId),
    );
    expect(changing).toBeDefined();
    expect(await jobOf(jobId, made.baseId)).toMatchObject({ state: "done", failures: 0 });
    expect(await namesIn(made)).toEqual(["meanwhile"]);
    expect(await leftOf(codeOf(made))).toEqual([]);
  });

  test("edits and deletions while the job runs are neither lost nor undone", async () => {
    const made = await aFullTable(60);
    const records: { id: string }[] = await listed(made);
    const jobId = await removed(made);
    const params = ({ id }: { id: string }) => ({ tableId: made.tableId, recordId: id });
    const [, ...answers] = await Promise.all([
      runToEnd(jobId, made.baseId),
      ...records.slice(0, 30).map((record, i) =>
        call(updateRecord, {
          as: made.owner,
          params: params(record),
          body: { record: { fields: { Name: `new ${i}` } } },
        }),
      ),
      ...records
        .slice(30, 45)
        .map((record) => call(deleteRecord, { as: made.owner, params: params(record) })),
    ]);
    expect(answers.map(({ status }) => status)).toEqual(Array(45).fill(200));
    expect(await namesIn(made)).toEqual([
      ...Array.from({ length: 30 }, (_, i) => `new ${i}`),
      ...Array.from({ length: 15 }, (_, i) => `n${45 + i}`),
    ]);
    expect(await leftOf(codeOf(made))).toEqual([]);
    for (const { id } of records.slice(30, 45))
      expect((await itemsWith(id)).map(({ entity }) => entity)).toEqual(["deletion"]);
  });
});

describe("killed at any store call", () => {
  test.each(["not sent", "answer lost"] as const)(
    "%s: a field is deleted as a whole or not at all",
    async (fault) => {
      const made = await aFullTable(1);
      const calls = await requestsOf(() => removed(made));
      expect(calls).toBeGreaterThan(3);
      for (const n of pointsOf("deleting a field", calls)) {
        const trial = await aFullTable(1);
        const code = codeOf(trial);
        await killedAt(n, fault, () => removed(trial));
        const found = (await itemsWith(code)).filter(
          ({ entity }) => entity !== "deletion" && entity !== "dueFields",
        );
        const isGone = found.some(({ entity }) => entity === "goneField");
        expect({ n, entities: found.map(({ entity }) => entity).sort() }).toEqual({
          n,
          entities: isGone
            ? ["goneField", "record", "unique"]
            : ["field", "record", "unique", "view", "view"],
        });
        const { schemaVersion } = (await getItem(tableKey(trial.tableId))) as unknown as {
          schemaVersion: number;
        };
        // one for deleting it, one for leaving the trash
        expect([n, isGone ? [2, 3] : [1]]).toEqual([n, expect.arrayContaining([schemaVersion])]);
      }
    },
    120_000,
  );

  test.each(["not sent", "answer lost"] as const)(
    "%s: the job, made due again by the schedule, leaves nothing of the field and all of the rest",
    async (fault) => {
      const prepared = async () => {
        const made = await aFullTable(3);
        return { made, jobId: await removed(made) };
      };
      const trial = await prepared();
      const calls = await requestsOf(() => turn(trial.jobId, trial.made.baseId));
      expect(calls).toBeGreaterThan(8);
      for (const n of pointsOf("clearing a field of three records", calls)) {
        const { made, jobId } = await prepared();
        await killedAt(n, fault, () => turn(jobId, made.baseId));
        await restartOverdue(inAnHour());
        const [last] = (await runToEnd(jobId, made.baseId)).slice(-1);
        expect({ n, state: last?.state, left: await leftOf(codeOf(made)) }).toEqual({
          n,
          state: "done",
          left: [],
        });
        expect({ n, names: await namesIn(made) }).toEqual({ n, names: ["n0", "n1", "n2"] });
      }
    },
    300_000,
  );
});

test("the guards of days go with their field, also that of a record which is deleted meanwhile", async () => {
  const made = await aFullTable(0);
  const { owner: as, tableId } = made;
  const params = { tableId };
  const formatting = { date: "YYYY-MM-DD", time: "None", timeZone: "Asia/Tokyo" };
  const day = { type: "date", name: "Day", unique: true, options: { formatting } };
  const { body: field } = await call(createField, { as, params, body: day });
  const records = [
    { fields: { Day: "2024-03-31T10:11:12.000Z" } },
    { fields: { Day: "2024-04-30T10:11:12.000Z" } },
  ];
  const { body } = await call(createRecords, { as, params, body: { records } });
  const guards = () => itemsWith(`UNIQUE#${tableId}#${field.id}`);
  expect(await guards()).toHaveLength(2);
  await call(deleteField, { as, params: { tableId, fieldId: field.id } });
  const job = await clearingOf(made, field.id);
  const recordId = body.records[0].id;
  expect((await call(deleteRecord, { as, params: { tableId, recordId } })).status).toBe(200);
  expect(await guards()).toHaveLength(1);
  await runToEnd(job, made.baseId);
  expect(await guards()).toEqual([]);
});
