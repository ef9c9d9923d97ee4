import { beforeAll, describe, expect, test } from "vitest";
import { handler as deleteField } from "#functions/field/delete-field";
import { handler as createRecords } from "#functions/record/create-records";
import { handler as deleteRecord } from "#functions/record/delete-record";
import { handler as listRecordHistory } from "#functions/record/list-record-history";
import { handler as updateRecord } from "#functions/record/update-record";
import { handler as updateRecords } from "#functions/record/update-records";
import type { HistoryEntry } from "#lib/schemas/records/history";
import { settleAll } from "#test/support/events/commits";
import { anApplication, anAppToken } from "#test/support/makers/applications";
import { aMember, aTable, someone } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";
import { inProcessOnly } from "#test/support/run/target";
import { disturbed } from "#test/support/store/faults";
import { useOwnStore } from "#test/support/store/own-store";
import { tellAll, tellNews } from "#test/support/store/record-images";

inProcessOnly("the stream's reader runs here");

beforeAll(useOwnStore);

async function aRecord(fields: object = { Name: "Ada", Count: 1 }, input: object = {}) {
  const made = await aTable({ records: [{ fields }], ...input });
  const params = { tableId: made.tableId as string, recordId: made.table.records[0].id as string };
  const edit = (fields: object, as: { token: string } = made.owner) =>
    call(updateRecord, { as, params, body: { record: { fields } } });
  const history = async (query: Record<string, string> = {}) =>
    (await call(listRecordHistory, { as: made.owner, params, query })).body;
  return { ...made, params, edit, history };
}

const said = ({ before, after }: HistoryEntry) => [before.meta.name, before.data, after.data];

describe("200", () => {
  test("each edit has an entry for each cell that it changed, newest first; creating has none", async () => {
    const { owner, tableId, table, params, edit, history } = await aRecord();
    const editor = await aMember(table.baseId, "editor");
    const { body: edited } = await edit({ Name: "Grace", Count: 2 });
    await edit({ Count: 2, Status: "light" }, editor);
    await edit({ Name: null });
    await tellNews();
    const { historyList, userMap, nextCursor } = await history();
    expect(historyList.slice(0, 2).map(said)).toEqual([
      ["Name", "Grace", null],
      ["Status", null, "light"],
    ]);
    // the entries of one edit have no defined order
    const ofFirst = historyList.slice(2) as HistoryEntry[];
    expect(new Set(ofFirst.map(said))).toEqual(
      new Set([
        ["Name", "Ada", "Grace"],
        ["Count", 1, 2],
      ]),
    );
    const [nameId] = table.fields.map(({ id }: { id: string }) => id);
    expect(ofFirst.find(({ fieldId }) => fieldId === nameId)).toMatchObject({
      id: expect.stringMatching(/^rhi[0-9a-f]{24}$/),
      tableId,
      recordId: params.recordId,
      fieldId: nameId,
      before: { meta: { type: "singleLineText", name: "Name", cellValueType: "string" }, data: "Ada" },
      createdTime: edited.lastModifiedTime,
      createdBy: owner.userId,
    });
    expect(userMap).toEqual({
      [owner.userId]: { id: owner.userId, name: owner.name, email: owner.email, avatar: null },
      [editor.userId]: { id: editor.userId, name: editor.name, email: editor.email, avatar: null },
    });
    expect(nextCursor).toBeNull();
  });

  test("an edit that is delivered twice, in any parts, has one entry with the same id", async () => {
    const { edit, history } = await aRecord();
    for (const Count of [2, 3, 4]) await edit({ Count });
    await tellNews();
    const once = await history();
    await tellAll();
    await tellAll();
    expect(await history()).toEqual(once);
    expect(once.historyList).toHaveLength(3);
  });

  test("if the process is killed at any store call, a second delivery completes it", async () => {
    const { edit, history } = await aRecord();
    await edit({ Name: "Grace", Count: 2 });
    const { length: calls } = await disturbed(() => undefined, tellAll);
    const whole = await history();
    expect(whole.historyList).toHaveLength(2);
    for (let n = 0; n < calls; n++) {
      await edit({ Count: 10 + n });
      await disturbed((_, index) => (index >= n ? new Error("killed") : undefined), tellNews).catch(() => {});
      await tellAll();
      const { historyList } = await history();
      expect(historyList.slice(0, 1).map(said)).toEqual([["Count", n === 0 ? 2 : 9 + n, 10 + n]]);
    }
  }, 120_000);

  test("concurrent edits: each starts from the result of the one before", async () => {
    const { edit, history } = await aRecord();
    await Promise.all(Array.from({ length: 30 }, (_, i) => edit({ Count: 100 + i })));
    await tellNews();
    const first = await history();
    const second = await history({ cursor: first.nextCursor });
    const all = [...first.historyList, ...second.historyList].toReversed();
    expect(all).toHaveLength(30);
    expect(second.nextCursor).toBeNull();
    let now: unknown = 1;
    for (const { before, after } of all) {
      expect(before.data).toBe(now);
      now = after.data;
    }
    const times = all.map(({ createdTime }) => createdTime);
    expect(times.toSorted()).toEqual(times);
    expect(new Set(times).size).toBe(30);
  });

  test("a batch that is a staged commit has one entry for each record, once it is applied", async () => {
    const { owner: as, tableId } = await aRecord();
    const many = Array.from({ length: 150 }, (_, i) => ({ fields: { Count: i } }));
    const made = await call(createRecords, { as, params: { tableId }, body: { records: many } });
    const records = made.body.records.map(({ id }: { id: string }, i: number) => ({
      id,
      fields: { Count: i + 1000 },
    }));
    await call(updateRecords, { as, params: { tableId }, body: { records } });
    await settleAll();
    await tellNews();
    await tellAll();
    for (const i of [0, 99, 149]) {
      const params = { tableId, recordId: records[i].id };
      const { body } = await call(listRecordHistory, { as, params });
      expect(body.historyList.map(said)).toEqual([["Count", i, i + 1000]]);
    }
  });

  test("pages hold twenty entries; a page that ends inside an edit continues there, whatever is edited meanwhile", async () => {
    const fields = Array.from({ length: 13 }, (_, i) => ({ type: "number", name: `f${i}` }));
    const { edit, history } = await aRecord(
      {},
      { fields: [{ type: "singleLineText", name: "Name" }, ...fields] },
    );
    const cells = (value: number) => Object.fromEntries(fields.map(({ name }) => [name, value]));
    for (const value of [1, 2, 3]) await edit(cells(value));
    await tellNews();
    const seen: HistoryEntry[] = [];
    for (let cursor: string | null = ""; cursor !== null; ) {
      const page = await history(cursor ? { cursor } : {});
      expect(page.historyList.length).toBeLessThanOrEqual(20);
      seen.push(...page.historyList);
      cursor = page.nextCursor;
      await edit(cells(100 + seen.length));
      await tellNews();
    }
    expect(seen).toHaveLength(39);
    expect(new Set(seen.map(({ id }) => id)).size).toBe(39);
    expect(seen.map(({ after }) => after.data)).toEqual([3, 2, 1].flatMap((value) => Array(13).fill(value)));
  });

  test("from startDate to endDate, both included", async () => {
    const { edit, history } = await aRecord();
    const times: string[] = [];
    for (const Count of [2, 3, 4]) times.push((await edit({ Count })).body.lastModifiedTime);
    await tellNews();
    const counts = async (query: Record<string, string>) =>
      (await history(query)).historyList.map(({ after }: HistoryEntry) => after.data);
    const [first = "", second = "", third = ""] = times;
    expect(await counts({ startDate: second })).toEqual([4, 3]);
    expect(await counts({ endDate: second })).toEqual([3, 2]);
    expect(await counts({ startDate: second, endDate: second })).toEqual([3]);
    expect(await counts({ startDate: third, endDate: first })).toEqual([]);
  });

  test("a long text is cut, and marked as cut", async () => {
    const { edit, history } = await aRecord();
    await edit({ Name: "x".repeat(90_000) });
    await edit({ Name: "short" });
    await tellNews();
    const [shortened, lengthened] = (await history()).historyList as [HistoryEntry, HistoryEntry];
    expect({ isCut: shortened.isCut, after: shortened.after.data }).toEqual({ isCut: true, after: "short" });
    expect(lengthened.before.data).toBe("Ada");
    expect(String(lengthened.after.data)).toMatch(/^x{5000,32768}$/);
  });

  test("people and choices have their current names; cells of deleted fields are left out", async () => {
    const fields = [
      { type: "singleLineText", name: "Name" },
      { type: "user", name: "Who" },
      { type: "number", name: "Gone" },
    ];
    const { owner, table, params, edit, history } = await aRecord({}, { fields });
    await edit({ Who: { id: owner.userId, title: "" }, Gone: 1 });
    await tellNews();
    const inField = { tableId: params.tableId, fieldId: table.fields[2].id };
    await call(deleteField, { as: owner, params: inField });
    expect((await history()).historyList.map(said)).toEqual([
      ["Who", null, { id: owner.userId, title: owner.name, email: owner.email }],
    ]);
  });

  test("a deleted record keeps its history", async () => {
    const { owner, params, edit, history } = await aRecord();
    await edit({ Count: 2 });
    await call(deleteRecord, { as: owner, params });
    await tellNews();
    expect((await history()).historyList).toHaveLength(1);
  });

  test("without the scope user|email_read no address is shown", async () => {
    const { owner, params, edit } = await aRecord();
    await edit({ Count: 2 });
    await tellNews();
    const client = await anApplication(owner, { scopes: ["record|update"] });
    const token = await anAppToken(client, owner.userId, ["record|update"]);
    const { status, body } = await call(listRecordHistory, { as: { token }, params });
    expect(status).toBe(200);
    expect(JSON.stringify(body)).not.toContain("@");
  });
});

test.each([
  ["an invalid cursor", { cursor: "nonsense" }, "cursor"],
  ["an invalid date", { startDate: "yesterday" }, "startDate"],
])("400: %s", async (_, query, path) => {
  const { owner, params } = await aRecord();
  const { status, body } = await call(listRecordHistory, { as: owner, params, query: query as never });
  expect({ status, path: body.data.issues[0].path }).toEqual({ status: 400, path });
});

test("400: a cursor of another record", async () => {
  const one = await aRecord();
  for (let i = 0; i < 21; i++) await one.edit({ Count: 10 + i });
  await tellNews();
  const { nextCursor } = await one.history();
  const other = await aRecord();
  const query = { cursor: nextCursor };
  const { status } = await call(listRecordHistory, { as: other.owner, params: other.params, query });
  expect(status).toBe(400);
});

test("404: a record that never existed, stranger; 403: viewer", async () => {
  const { owner, baseId, params } = await aRecord();
  const missing = { ...params, recordId: "rec000001zzzzzzzzzz" };
  const statusFor = async (as: { token: string }, of = params) =>
    (await call(listRecordHistory, { as, params: of })).status;
  expect(await statusFor(owner, missing)).toBe(404);
  expect(await statusFor(await someone())).toBe(404);
  expect(await statusFor(await aMember(baseId, "viewer"))).toBe(403);
  expect(await statusFor(await aMember(baseId, "editor"))).toBe(200);
});
