/* Events with what the stream says of an edit, and with the cells as they were before. */
import { beforeAll, expect, test } from "vitest";
import { handler as deleteRecord } from "#functions/record/delete-record";
import { handler as updateRecord } from "#functions/record/update-record";
import { handler as updateWebhook } from "#functions/webhook/update-webhook";
import { visibleChange } from "#lib/events/visible-change";
import type { WebhookId } from "#lib/schemas/basics/ids";
import { aTable } from "#test/support/makers/makers";
import { aReceiver, aWebhook, deliveriesOf, moveTo, tell, turns } from "#test/support/makers/webhooks";
import { call } from "#test/support/requests/call";
import { inProcessOnly } from "#test/support/run/target";
import { useOwnStore } from "#test/support/store/own-store";
import { allChanges, tellNews } from "#test/support/store/record-images";

inProcessOnly("the stream's readers run here");

beforeAll(useOwnStore);

const asked = { include: ["previous"] };

/** A table with one record, and a webhook for it. */
async function made(input: object = asked, fields: object = { Name: "Ada" }, table: object = {}) {
  const it = await aTable({ ...table, records: [{ fields }] });
  const { owner, baseId, tableId } = it;
  const recordId: string = it.table.records[0].id;
  const params = { tableId, recordId };
  const receiver = await aReceiver();
  const { id } = await aWebhook(it, { url: receiver.url, ...input });
  let told = (await allChanges()).length;
  /** Passes what the stream has of the record since the last time to the consumer. */
  async function hear(): Promise<void> {
    const news = (await allChanges()).slice(told);
    told += news.length;
    const changes = news.flatMap((record) => visibleChange(record)?.change ?? []);
    await tell(...changes.filter(({ entity, key }) => entity === "record" && key.sk === recordId));
  }
  const edit = async (cells: object) =>
    (await call(updateRecord, { as: owner, params, body: { record: { fields: cells } } })).body;
  const change = (body: object) =>
    call(updateWebhook, { as: owner, params: { baseId, webhookId: id }, body });
  const remove = () => call(deleteRecord, { as: owner, params });
  const idOf = (name: string): string =>
    it.table.fields.find((field: { name: string }) => field.name === name).id;
  return { ...it, id, recordId, receiver, hear, edit, change, remove, idOf };
}

/** Runs the next turn of the waiting deliveries, when it is due. */
async function nextTurn(id: WebhookId): Promise<void> {
  moveTo((await deliveriesOf(id))[0]?.dueTime ?? "");
  await turns(id);
}

test("each edit has its fields, its author, its time and order, and what was there before", async () => {
  const { id, owner, receiver, hear, edit, idOf, recordId } = await made();
  const first = await edit({ Name: "Grace", Count: 3 });
  await edit({ Count: 4 });
  await tellNews();
  await hear();
  await turns(id);
  const [one, two] = receiver.events().sort((a, b) => a.version - b.version);
  const shared = { type: "record.updated", by: owner.userId, recordId };
  expect(one).toMatchObject({
    ...{ ...shared, version: 2, timestamp: first.lastModifiedTime },
    fieldIds: [idOf("Name"), idOf("Count")].sort(),
  });
  expect(one.previous).toEqual({ [idOf("Name")]: "Ada", [idOf("Count")]: null });
  expect(two).toMatchObject({ ...shared, version: 3, fieldIds: [idOf("Count")] });
  expect(two.previous).toEqual({ [idOf("Count")]: 3 });
});

test("only if the webhook asks for it, from then on and until it no longer does", async () => {
  const { id, receiver, hear, edit, change, idOf } = await made({});
  const last = async (Count: number) => {
    await edit({ Count });
    await tellNews();
    await hear();
    await turns(id);
    return receiver.events().at(-1);
  };
  expect(await last(1)).not.toHaveProperty("previous");
  expect((await change(asked)).body).toMatchObject(asked);
  expect((await last(2)).previous).toEqual({ [idOf("Count")]: 1 });
  await change({ events: ["record.updated"] });
  expect((await last(3)).previous).toEqual({ [idOf("Count")]: 2 });
  await change({ include: [] });
  expect(await last(4)).not.toHaveProperty("previous");
});

test("the event waits for the history of the edit", async () => {
  const { id, receiver, hear, edit, idOf } = await made();
  await edit({ Name: "Grace" });
  await hear();
  await turns(id);
  expect(receiver.requests).toEqual([]);
  await tellNews();
  await nextTurn(id);
  expect(receiver.events()).toMatchObject([{ previous: { [idOf("Name")]: "Ada" } }]);
});

test("without the history it is sent at the third turn", async () => {
  const { id, receiver, hear, edit } = await made();
  await edit({ Name: "Grace" });
  await hear();
  await turns(id);
  await nextTurn(id);
  expect(receiver.requests).toEqual([]);
  await nextTurn(id);
  expect(receiver.events()).toMatchObject([{ type: "record.updated", data: { name: "Grace" } }]);
  expect(receiver.events()[0]).not.toHaveProperty("previous");
  await tellNews();
});

test("a deletion has none, and the version of the last change; an update of it still has its own", async () => {
  const { id, receiver, hear, edit, remove, idOf } = await made();
  await edit({ Name: "Grace" });
  await remove();
  await tellNews();
  await hear();
  await turns(id);
  const of = (type: string) => receiver.events().find((event) => event.type === type);
  expect(of("record.deleted")).toMatchObject({ version: 2 });
  expect(of("record.deleted")).not.toHaveProperty("previous");
  expect(of("record.updated").previous).toEqual({ [idOf("Name")]: "Ada" });
});

test("a value too large for the history is left out, the others are there", async () => {
  const fields = [
    { name: "Name", type: "singleLineText" },
    { name: "Long", type: "longText" },
  ];
  const { id, receiver, hear, edit, idOf } = await made(
    asked,
    { Name: "Ada", Long: "x".repeat(40_000) },
    { fields },
  );
  await edit({ Name: "Grace", Long: "y" });
  await tellNews();
  await hear();
  await turns(id);
  expect(receiver.events()[0]).toMatchObject({ fieldIds: [idOf("Name"), idOf("Long")].sort() });
  expect(receiver.events()[0].previous).toEqual({ [idOf("Name")]: "Ada" });
});

test("people without their e-mail addresses", async () => {
  const fields = [
    { name: "Name", type: "singleLineText" },
    { name: "Who", type: "user" },
  ];
  const { id, owner, receiver, hear, edit, idOf, change } = await made(asked, {}, { fields });
  await edit({ Who: { id: owner.userId, title: "" } });
  await edit({ Who: null });
  await change(asked);
  await tellNews();
  await hear();
  await turns(id);
  const last = receiver.events().find(({ version }) => version === 3);
  expect(last.previous[idOf("Who")]).toMatchObject({ id: owner.userId, title: owner.name });
  expect(receiver.requests.map(({ body }) => body).join()).not.toContain("@");
});
