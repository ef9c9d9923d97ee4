import { beforeEach, describe, expect, test, vi } from "vitest";
import { handler as createComment } from "#functions/comment/create-comment";
import { handler as deleteComment } from "#functions/comment/delete-comment";
import { handler as createRecords } from "#functions/record/create-records";
import { handler as createTable } from "#functions/table/create-table";
import { handler as deleteTable } from "#functions/table/delete-table";
import { type CommentItem, commentKey } from "#lib/data/comments/comments";
import { recordKey } from "#lib/data/records/record-keys";
import { fieldKey, viewKey } from "#lib/data/schema/table-schema";
import { baseKey } from "#lib/data/spaces/bases";
import type { Change } from "#lib/events/change";
import type { TableId } from "#lib/schemas/basics/ids";
import { change, commit } from "#lib/store/commit";
import { getItem, type Item } from "#lib/store/store";
import { aTable } from "#test/support/makers/makers";
import { aWebhook, deliveriesOf, tell, told } from "#test/support/makers/webhooks";
import { call } from "#test/support/requests/call";
import { pointsOf } from "#test/support/run/points";
import { inProcessOnly } from "#test/support/run/target";
import { disturbed } from "#test/support/store/faults";

inProcessOnly("the consumer runs here");

type Made = Awaited<ReturnType<typeof aTable>>;
let made: Made;
beforeEach(async () => {
  made = await aTable({ records: [{ fields: { Name: "Ada" } }] });
});

const url = "https://receiver.example.com/hook";
const someRecord = ({ tableId, table }: Made) => ({
  ...recordKey(tableId, table.records[0].id),
  entity: "record",
  version: 1,
});
const typesOf = async (id: Awaited<ReturnType<typeof aWebhook>>["id"]) =>
  (await deliveriesOf(id)).map(({ event }) => event.type).sort();
const stored = async (key: { pk: string; sk: string }) => (await getItem<Item>(key)) as Item;

describe("events", () => {
  test("records, fields, views and comments: each change is an event with the ids of its subject", async () => {
    const { owner, tableId, table } = made;
    const recordId = table.records[0].id;
    const place = { tableId, recordId };
    const commented = await call(createComment, { as: owner, params: place, body: { content: [] } });
    const comment = (await stored(commentKey(place, commented.body.id))) as CommentItem;
    const { id } = await aWebhook(made, { url });
    const field = await stored(fieldKey(tableId, table.fields[0].id));
    const view = await stored(viewKey(tableId, table.defaultViewId));
    const all = [someRecord(made), field, view, comment].flatMap((item) => [
      ...[told("created", item), told("changed", { ...item, version: 2 })],
      ...(item.entity === "field" ? [] : [told("removed", { ...item, version: 2 })]),
    ]);
    await call(deleteComment, { as: owner, params: { ...place, commentId: comment.id } });
    await tell(...all, told("changed", { ...field, entity: "goneField", version: 3 }));
    const events = (await deliveriesOf(id)).map(({ event }) => event);
    const of = (subject: string) => ["created", "deleted", "updated"].map((verb) => `${subject}.${verb}`);
    expect(await typesOf(id)).toEqual(["comment", "field", "record", "view"].flatMap(of));
    const about = (type: string) => events.find((event) => event.type === type);
    const shared = { tableId, timestamp: "2126-11-20T12:00:00.000Z" };
    expect([about("record.deleted"), about("field.deleted"), about("view.updated")]).toEqual([
      { ...shared, type: "record.deleted", recordId, version: 2 },
      { ...shared, type: "field.deleted", fieldId: table.fields[0].id, version: 3 },
      { ...shared, type: "view.updated", viewId: table.defaultViewId, version: 2 },
    ]);
    expect(about("comment.created")).toEqual({
      ...shared,
      type: "comment.created",
      recordId,
      commentId: comment.id,
      version: comment.version,
    });
  });

  test("each record of a batch is one event", async () => {
    const { owner, tableId } = made;
    const { id } = await aWebhook(made, { url });
    const records = Array.from({ length: 30 }, (_, i) => ({ fields: { Count: i } }));
    const { body } = await call(createRecords, { as: owner, params: { tableId }, body: { records } });
    const items = body.records.map((record: { id: string }) => ({
      ...recordKey(tableId, record.id),
      entity: "record",
      version: 1,
    }));
    await tell(...items.map((item: Item) => told("created", item)));
    const found = (await deliveriesOf(id)).map(({ event }) => event.recordId).sort();
    expect(found).toEqual(body.records.map((record: { id: string }) => record.id).sort());
  });
});

test("an edit: its fields, who made it, and when to the millisecond; a change without one has only its version", async () => {
  const { id } = await aWebhook(made, { url });
  const record = someRecord(made);
  const [, { id: fieldId }] = made.table.fields;
  const edit = { fieldIds: [fieldId], by: made.owner.userId, time: "2126-11-20T12:00:00.345Z" };
  await tell({ ...told("changed", { ...record, version: 2 }), edit });
  await tell(told("changed", { ...record, version: 3 }));
  const place = { tableId: made.tableId, recordId: record.sk, type: "record.updated" };
  expect((await deliveriesOf(id)).map(({ event }) => event)).toEqual([
    { ...place, timestamp: "2126-11-20T12:00:00.000Z", version: 3 },
    { ...place, timestamp: edit.time, fieldIds: [fieldId], by: edit.by, version: 2 },
  ]);
});

describe("receivers", () => {
  test("a change reported twice is one event; another change of the same subject is another", async () => {
    const { id } = await aWebhook(made, { url });
    const record = someRecord(made);
    await tell(told("created", record), told("created", record));
    await tell(told("created", record));
    expect(await typesOf(id)).toEqual(["record.created"]);
    await tell(told("changed", { ...record, version: 2 }), told("removed", { ...record, version: 2 }));
    expect(await typesOf(id)).toEqual(["record.created", "record.deleted", "record.updated"]);
  });

  test("what was changed before the webhook was made is no event: a stack that takes up a store hears of the last day once more", async () => {
    const { id } = await aWebhook(made, { url });
    const record = someRecord(made);
    const ago = (ms: number) => new Date(Date.now() - ms).toISOString();
    await tell({ ...told("created", record), time: ago(3_600_000) });
    expect(await typesOf(id)).toEqual([]);
    // clocks differ
    await tell({ ...told("changed", { ...record, version: 2 }), time: ago(10_000) });
    expect(await typesOf(id)).toEqual(["record.updated"]);
  });

  test("each subscribed webhook of the base, and none of another base", async () => {
    const { owner, baseId, tableId, spaceId } = made;
    const place = { baseId, spaceId };
    const other = (await aTable({}, owner, place)).tableId;
    const elsewhere = await aTable();
    const [every, ofTable, ofOther, deletions, stranger] = await Promise.all([
      aWebhook(made, { url }),
      aWebhook(made, { url, tableIds: [tableId] }),
      aWebhook(made, { url, tableIds: [other] }),
      aWebhook(made, { url, events: ["record.deleted"] }),
      aWebhook(elsewhere, { url }),
    ]);
    await tell(told("created", someRecord(made)));
    const counts = [every, ofTable, ofOther, deletions, stranger].map(
      async ({ id }) => (await typesOf(id)).length,
    );
    expect(await Promise.all(counts)).toEqual([1, 1, 0, 0, 0]);
  });

  test("none for a comment that is cleared with its record", async () => {
    const { id } = await aWebhook(made, { url });
    const place = { tableId: made.tableId, recordId: made.table.records[0].id };
    await tell(
      told("removed", { ...commentKey(place, "com0000000000000000"), entity: "comment", version: 1 }),
    );
    expect(await typesOf(id)).toEqual([]);
  });

  test("none for changes in a deleted table or base", async () => {
    const { owner, baseId, tableId } = made;
    const { id } = await aWebhook(made, { url });
    await call(deleteTable, { as: owner, params: { baseId, tableId } });
    await tell(told("removed", someRecord(made)));
    expect(await typesOf(id)).toEqual([]);
    const another = await aTable({ records: [{ fields: {} }] });
    const hook = await aWebhook(another, { url });
    await commit([change(await stored(baseKey(another.baseId)), { deletedTime: new Date().toISOString() })]);
    await tell(told("removed", someRecord(another)));
    expect(await typesOf(hook.id)).toEqual([]);
  });

  test("none for a table that was cleared", async () => {
    const gone = { ...recordKey("tblNone0000000000000" as TableId, "rec0000010000000000"), entity: "record" };
    await tell(told("removed", { ...gone, version: 3 }));
  });
});

test("without webhooks, concurrent changes cost one Query for webhooks, and none for a known table", async () => {
  const { owner, baseId, spaceId } = made;
  const { body } = await call(createTable, { as: owner, params: { baseId, spaceId }, body: { records: [] } });
  const changes = Array.from({ length: 10 }, (_, i): Change => {
    const key = recordKey(body.id, `rec00000${i}0000000000`);
    return told("created", { ...key, entity: "record", version: 1 });
  });
  const first = await disturbed(
    () => undefined,
    () => tell(...changes),
  );
  const second = await disturbed(
    () => undefined,
    () => tell(...changes),
  );
  expect(first.map(({ command }) => command)).toEqual(["GetItem", "Query"]);
  expect(second.map(({ command }) => command)).toEqual(["Query"]);
});

test("killed at any store call, the change is reported again, and nothing is lost or doubled", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  const hooks = await Promise.all([aWebhook(made, { url }), aWebhook(made, { url })]);
  const counted = async (work: () => Promise<void>, at: number, fault: "not sent" | "answer lost") =>
    disturbed(
      (_, index) => (index >= at ? fault : undefined),
      () => work().catch(() => {}),
    );
  for (const fault of ["not sent", "answer lost"] as const)
    for (const at of pointsOf(`an event is noted, ${fault}`, 4)) {
      const version = 10 * at + (fault === "not sent" ? 1 : 2);
      const record = { ...someRecord(made), version };
      const before = await Promise.all(hooks.map(async ({ id }) => (await deliveriesOf(id)).length));
      await counted(() => tell(told("changed", record)), at, fault);
      await tell(told("changed", record));
      const after = await Promise.all(hooks.map(async ({ id }) => (await deliveriesOf(id)).length));
      expect(after).toEqual(before.map((count) => count + 1));
    }
});
