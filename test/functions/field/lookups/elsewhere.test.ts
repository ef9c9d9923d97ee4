/* Lookups in exports, events and the history, in pages that are sorted by them, and while linked records and tables go and come back. */
import { beforeAll, beforeEach, expect, test } from "vitest";
import { handler as exportTable } from "#functions/csv/export-table";
import { handler as createField } from "#functions/field/create-field";
import { handler as createRecords } from "#functions/record/create-records";
import { handler as deleteRecord } from "#functions/record/delete-record";
import { handler as getRecord } from "#functions/record/get-record";
import { handler as listRecordHistory } from "#functions/record/list-record-history";
import { handler as listRecords } from "#functions/record/list-records";
import { handler as updateRecord } from "#functions/record/update-record";
import { handler as createView } from "#functions/view/create-view";
import { handler as duplicateView } from "#functions/view/duplicate-view";
import { bringBack, recordItems, trashTable } from "#test/functions/trash/support";
import { runJobsOf } from "#test/support/events/jobs";
import { aFile, atAddress } from "#test/support/makers/files";
import { aTable } from "#test/support/makers/makers";
import { aReceiver, aWebhook, happens, turns } from "#test/support/makers/webhooks";
import { call } from "#test/support/requests/call";
import { inProcessOnly } from "#test/support/run/target";
import { useOwnStore } from "#test/support/store/own-store";
import { tellNews } from "#test/support/store/record-images";

inProcessOnly("the stream's reader runs here");

beforeAll(useOwnStore);

const fields = [
  { type: "singleLineText", name: "Name" },
  { type: "number", name: "N" },
  { type: "attachment", name: "Files" },
  { type: "user", name: "Who" },
];

/** A list with a record that links two things, and looks up all that they have. */
async function aWorld() {
  const things = await aTable({ name: "Things", fields });
  const { owner: as } = things;
  const { item } = await aFile(as, { name: "x, y.txt" });
  const made = await call(createRecords, {
    as,
    params: { tableId: things.tableId },
    body: {
      records: [
        { fields: { Name: 'a"b', N: 1, Files: [item], Who: { id: as.userId } } },
        { fields: { Name: "c,d", N: 2 } },
      ],
    },
  });
  const [one, two] = made.body.records.map(({ id }: { id: string }) => ({ id }));
  const lists = await aTable({ fields: [fields[0]] }, as, things);
  const params = { tableId: lists.tableId };
  const ids: Record<string, string> = {};
  const add = async (body: { name: string; [member: string]: unknown }) => {
    const answer = await call(createField, { as, params, body });
    expect(answer).toMatchObject({ status: 201 });
    ids[body.name] = answer.body.id;
  };
  const options = { relationship: "manyMany", foreignTableId: things.tableId };
  await add({ type: "link", name: "Things", options });
  const looks = (lookupFieldId: string) => ({
    lookupOptions: { foreignTableId: things.tableId, linkFieldId: ids["Things"], lookupFieldId },
  });
  for (const { id, type, name } of things.table.fields)
    await add({ type, name: `all ${name}`, isLookup: true, ...looks(id) });
  const n = things.table.fields[1].id;
  await add({ type: "rollup", name: "Sum", options: { expression: "sum({values})" }, ...looks(n) });
  const created = await call(createRecords, {
    as,
    params,
    body: { records: [{ fields: { Name: "r", Things: [one, two] } }] },
  });
  const record = created.body.records[0];
  const at = { ...params, recordId: record.id };
  const cells = async () => {
    const { "all Name": names, "all N": ns, Sum } = (await call(getRecord, { as, params: at })).body.fields;
    return { names, ns, Sum };
  };
  return { as, things, lists, params, ids, one, two, record, at, cells, item };
}

let world: Awaited<ReturnType<typeof aWorld>>;
beforeEach(async () => {
  world = await aWorld();
});

test("an exported file has the texts of all cells", async () => {
  const { as, params, item } = world;
  const csv = await call(exportTable, { as, params });
  const { bytes } = await atAddress(csv.headers["location"] ?? "");
  expect(bytes.toString().replace("\ufeff", "").trim().split(/\r?\n/)).toEqual([
    "Name,Things,all Name,all N,all Files,all Who,Sum",
    `r,"a""b, ""c,d""","a""b, ""c,d""","1.00, 2.00","""x, y.txt (${item.token})""",${as.name},3.00`,
  ]);
});

test("an event has the cells as answers do; the history has what was written only", async () => {
  const { as, lists, ids, record, at, one } = world;
  const receiver = await aReceiver();
  const { id } = await aWebhook(lists, { url: receiver.url });
  await happens({ ...lists, table: { records: [record] } });
  await turns(id);
  const [event] = receiver.events();
  const cell = (name: string) => event.data.fields[ids[name] as string];
  expect(event.type).toBe("record.updated");
  expect([cell("all Name"), cell("all N"), cell("Sum")]).toEqual([['a"b', "c,d"], [1, 2], 3]);
  expect(cell("all Files")).toMatchObject([{ name: "x, y.txt" }]);
  // no addresses of people, as in their own field
  expect(cell("all Who")).toEqual([{ id: as.userId, title: as.name }]);

  const body = { record: { fields: { Name: "other", Things: [one] } } };
  expect((await call(updateRecord, { as, params: at, body })).status).toBe(200);
  await tellNews();
  const { historyList } = (await call(listRecordHistory, { as, params: at })).body;
  const changed = historyList.map(({ after }: { after: { meta: { name: string } } }) => after.meta.name);
  expect(changed.sort()).toEqual(["Name", "Things"]);
});

test("a linked record that is deleted takes its values along, and brings them back", async () => {
  const { as, things, one, cells } = world;
  expect(await cells()).toEqual({ names: ['a"b', "c,d"], ns: [1, 2], Sum: 3 });
  await call(deleteRecord, { as, params: { tableId: things.tableId, recordId: one.id } });
  expect(await cells()).toEqual({ names: ["c,d"], ns: [2], Sum: 2 });
  await tellNews();
  const [item] = await recordItems({ as }, things.tableId);
  expect((await bringBack(item?.id ?? "", { as })).status).toBe(201);
  const { names, Sum } = await cells();
  expect([names.sort(), Sum]).toEqual([['a"b', "c,d"], 3]);
});

test("a table with lookups comes back from the trash with them, and so do its views, whichever table was away", async () => {
  const { as, things, lists, params, ids, cells } = world;
  const filterSet = [{ fieldId: ids["all N"], operator: "isGreater", value: 1 }];
  const body = {
    ...{ type: "grid", name: "by lookups", filter: { conjunction: "and", filterSet } },
    sort: { sortObjs: [{ fieldId: ids["Sum"], order: "desc" }] },
    group: [{ fieldId: ids["all Who"], order: "asc" }],
  };
  const made = await call(createView, { as, params, body });
  const copy = await call(duplicateView, { as, params: { ...params, viewId: made.body.id } });
  const shown = async (viewId: string) => {
    const { status, body } = await call(listRecords, { as, params, query: { viewId } });
    return [status, body.records.length];
  };
  for (const { baseId, tableId } of [lists, things]) {
    const trashId = await trashTable({ as }, { baseId, tableId });
    if (tableId === things.tableId) {
      expect(await cells()).toEqual({});
      expect(await shown(made.body.id)).toEqual([200, 0]);
    }
    expect((await bringBack(trashId, { as })).status).toBe(201);
    await runJobsOf(things, lists);
    expect(await cells()).toEqual({ names: ['a"b', "c,d"], ns: [1, 2], Sum: 3 });
    for (const viewId of [made.body.id, copy.body.id]) expect(await shown(viewId)).toEqual([200, 1]);
  }
});

test.each(["all Name", "all N", "all Who", "all Files", "Sum"])(
  "pages sorted by %s have each record once",
  async (by) => {
    const { as, params, ids, one, two } = world;
    const links = [[one], [two], [one, two], [two, one], []];
    const records = Array.from({ length: 20 }, (_, i) => ({
      fields: { Name: `${i}`, Things: links[i % 5] },
    }));
    expect((await call(createRecords, { as, params, body: { records } })).status).toBe(201);
    for (const order of ["asc", "desc"]) {
      const orderBy = JSON.stringify([{ fieldId: ids[by], order }]);
      const whole = await call(listRecords, { as, params, query: { orderBy } });
      const seen: string[] = [];
      for (let cursor: string | null = ""; cursor !== null; ) {
        const query: Record<string, string> = { orderBy, take: "6", ...(cursor && { cursor }) };
        const { status, body } = await call(listRecords, { as, params, query });
        expect(status).toBe(200);
        seen.push(...body.records.map(({ id }: { id: string }) => id));
        cursor = body.nextCursor;
      }
      expect(seen).toEqual(whole.body.records.map(({ id }: { id: string }) => id));
      expect(seen).toHaveLength(21);
    }
  },
);
