/*
 * A restore, as docs/operations/backup-and-restore.md says: the store is damaged, restored to a new table as it was before, and taken up by a new
 * stack. Everything is compared with what was there before the damage, and what a receiver of webhooks got.
 */
import assert from "node:assert/strict";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as pause } from "node:timers/promises";
import { admin, type Data, dynamodbOf } from "./data.ts";
import type { Emulator } from "./emulator.ts";
import { folders } from "./folders.ts";
import { adopt, type Deployed, deploy, destroy, stackOf } from "./stack.ts";
import { whileWriting } from "./writers.ts";

/** More data, whose index is made while the tests run: a table of more than 2,000 records gets one, two minutes later. */
export interface More {
  tableId: string;
}

type Json = ReturnType<typeof JSON.parse>;
type Ask = (method: string, at: string, body?: object | FormData) => Promise<Json>;

/** Each call is one of the same window, so that it can be undone. */
const asker =
  ({ apiUrl }: Deployed, { token }: Data): Ask =>
  async (method, at, body) => {
    const isForm = body instanceof FormData;
    const headers = {
      authorization: `Bearer ${token}`,
      "x-window-id": "restore",
      ...(!isForm && body && { "content-type": "application/json" }),
    };
    const sent = body && { body: isForm ? body : JSON.stringify(body) };
    const response = await fetch(apiUrl + at, { method, headers, ...sent });
    const answer = await response.text();
    assert.ok(response.ok, `${response.status} at ${method} ${at}: ${answer}`);
    return JSON.parse(answer);
  };

/** Makes it before the tests. */
export async function fillMore(deployed: Deployed, data: Data): Promise<More> {
  const ask = asker(deployed, data);
  const fields = [
    { type: "singleLineText", name: "Name" },
    { type: "number", name: "Count" },
    { type: "attachment", name: "Files" },
  ];
  const made = await ask("POST", `/base/${data.baseId}/table`, { name: "Restored", fields, records: [] });
  const tableId: string = made.id;
  for (let from = 0; from < 2500; from += 500) {
    const records = Array.from({ length: 500 }, (_, i) => ({
      fields: { Name: `R${from + i}`, Count: (from + i) % 97 },
    }));
    await ask("POST", `/table/${tableId}/record`, { records });
  }
  const count = made.fields.find(({ name }: { name: string }) => name === "Count");
  const sort = { sortObjs: [{ fieldId: count.id, order: "desc" }] };
  await ask("POST", `/table/${tableId}/view`, { name: "By count", type: "grid", sort });
  return { tableId };
}

/** A receiver of webhooks, and the ids of the events that it got, in their order. */
async function startReceiver() {
  const got: { id: string; type: string; name: string | undefined }[] = [];
  const server = createServer(async (request, response) => {
    const { id, type, data } = JSON.parse(await text(request));
    got.push({ id, type, name: data?.name });
    response.writeHead(204).end();
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return { got, url: `http://127.0.0.1:${port}/`, stop: () => void server.close() };
}

interface Restoring {
  emulator: Emulator;
  deployed: Deployed;
  data: Data;
  more: More;
  out: string;
}

/** Says how long each step took. */
export async function rehearseRestore({ emulator, deployed, data, more, out }: Restoring): Promise<string> {
  // see emulator.py
  writeFileSync(path.join(folders.run, "own-receivers"), "");
  const receiver = await startReceiver();
  const took: string[] = [];
  const timed = async <Value>(name: string, work: () => Promise<Value>): Promise<Value> => {
    const begun = performance.now();
    const value = await work();
    took.push(`${name} ${((performance.now() - begun) / 1000).toFixed(0)} s`);
    return value;
  };
  try {
    const { tableId } = more;
    const records = `/table/${tableId}/record`;
    const ask = asker(deployed, data);
    const client = dynamodbOf(emulator);

    // what is to be kept: an edit in the history, a record in the trash, a file, an event that was sent
    // a table of their own: the new stack hears once more of what the others had before, also of what no webhook was there for
    const { id: eventsId } = await ask("POST", `/base/${data.baseId}/table`, {
      name: "Events",
      fields: [{ type: "singleLineText", name: "Name" }],
      records: [],
    });
    const cause = (by: Ask, ...names: string[]) =>
      by("POST", `/table/${eventsId}/record`, { records: names.map((Name) => ({ fields: { Name } })) });
    const { id: webhookId } = await ask("POST", `/base/${data.baseId}/webhook`, {
      url: receiver.url,
      events: ["record.created"],
      tableIds: [eventsId],
    });
    await cause(ask, "one", "two", "three");
    const made = await ask("POST", records, {
      records: ["kept", "edited", "trashed"].map((Name) => ({ fields: { Name } })),
    });
    const [kept, edited, trashed]: string[] = made.records.map(({ id }: { id: string }) => id);
    await until(() => receiver.got.length >= 3, "no event came");
    const form = new FormData();
    form.append("file", new Blob(["kept bytes"], { type: "text/plain" }), "kept.txt");
    const fields = await ask("GET", `/table/${tableId}/field`);
    const filesId = fields.find(({ name }: { name: string }) => name === "Files").id;
    await ask("POST", `${records}/${kept}/${filesId}/uploadAttachment`, form);
    await ask("DELETE", `${records}?recordIds[]=${trashed}`);
    await ask("PATCH", `${records}/${edited}`, { record: { fields: { Name: "edited once" } } });
    const before = await untilSame(() => contentOf(ask, data, tableId, edited ?? ""));
    assert.equal(before.history.length, 1, "the edit is not in the history");
    const inTrash = before.trash.find(({ resourceId }) => resourceId === trashed);
    assert.ok(inTrash, "the deletion is not in the trash");
    assert.equal(before.bytes, "kept bytes");

    const deliveriesOf = async (by: Ask): Promise<string[]> => {
      const { deliveries } = await by("GET", `/base/${data.baseId}/webhook/${webhookId}/delivery`);
      return deliveries.map(({ id }: { id: string }) => id);
    };
    const sent = await deliveriesOf(ask);
    assert.equal(sent.length, 3, "each event has a delivery");

    // the time to go back to: the emulator keeps states only where a backup is made
    await client.createBackup({ TableName: deployed.storeName, BackupName: "before" });
    const at = new Date(Math.floor(Date.now() / 1000) * 1000).toISOString().replace(".000Z", "Z");
    await pause(2000);

    // the mistake: everything is changed, emptied and deleted for good, and a follower sees it
    await ask("PATCH", `${records}/${kept}`, { record: { fields: { Name: "wrong", Files: null } } });
    await ask("POST", records, { records: [{ fields: { Name: "wrong too" } }] });
    await cause(ask, "after");
    await until(() => receiver.got.length >= 4, "the event after the backup did not come");
    await ask("DELETE", `/trash/reset-items?resourceType=table&resourceId=${tableId}`);
    const { cursor: since } = await ask("GET", `/base/${data.baseId}/changes`);
    await ask("DELETE", `/base/${data.baseId}/table/${tableId}/permanent`);

    // as the page says
    const stack = stackOf(deployed);
    await admin(emulator, ["writes", "--stack", stack, "--stop", "we restore"]);
    const said = await timed("restore", () => admin(emulator, ["restore", "--stack", stack, "--at", at]));
    const target = /"TableName":"([^"]+)"/.exec(said)?.[1] ?? "";
    for (const line of [
      "TTL on expiresAt: set",
      "stream with new and old images: set",
      "point-in-time recovery: set",
      "deletion protection: set",
    ])
      assert.ok(said.includes(`  ${line}\n`), `restore does not say ${line}:\n${said}`);
    const again = await admin(emulator, ["restore", "--stack", stack, "--at", at]);
    assert.match(again, /this goes on with it.*TTL on expiresAt: was set/s);
    await timed("destroy", () => destroy(emulator, out));
    await timed("import", () => adopt(emulator, out, { ...deployed, storeName: target }));
    const now = await timed("deploy", () => deploy(emulator, out, "restored"));
    assert.equal(now.storeName, target, "the store is not the one that was restored");
    await checkSettings(emulator, target);

    // everything is as it was, and goes on
    const askNow = asker(now, data);
    const content = await contentOf(askNow, data, tableId, edited ?? "");
    assert.deepEqual(content, before, "the restored store differs");
    assert.match(
      await admin(emulator, ["check", "--stack", stack, "--table", tableId]),
      /^index .*: right$/m,
    );
    const followed = await askNow("GET", `/base/${data.baseId}/changes?since=${encodeURIComponent(since)}`);
    assert.equal(followed.reset, true, "who followed the changes is not told to read again");
    await askNow("POST", `/table/${tableId}/undo-redo/undo`);
    const { name: undone } = await askNow("GET", `${records}/${edited}`);
    assert.equal(undone, "edited", "the edit was not undone");
    await askNow("POST", `/trash/restore/${inTrash.id}`);
    await askNow("GET", `${records}/${trashed}`);
    await askNow("POST", records, { records: [{ fields: { Name: "goes on" } }] });
    await cause(askNow, "anew");
    await until(() => receiver.got.some(({ name }) => name === "anew"), "no event came after the restore");
    const writing = await whileWriting(now, data, () => pause(2000));
    const deliveries = await deliveriesOf(askNow);
    const forgotten = sent.filter((id) => !deliveries.includes(id));
    assert.deepEqual(forgotten, [], `deliveries are forgotten; there are ${deliveries.join()}`);
    // by now an event that is sent once more would have come
    const names = receiver.got.map(({ name }) => name).sort();
    assert.deepEqual(names, ["after", "anew", "one", "three", "two"]);
    assert.equal(new Set(receiver.got.map(({ id }) => id)).size, names.length, "an event came twice");
    return `${took.join(", ")}; ${writing}`;
  } finally {
    receiver.stop();
  }
}

/** What callers see. */
async function contentOf(ask: Ask, { baseId }: Data, tableId: string, edited: string) {
  const records: unknown[] = [];
  let bytes = "";
  for (let cursor = ""; ; ) {
    const page = await ask(
      "GET",
      `/table/${tableId}/record?take=1000${cursor && `&cursor=${encodeURIComponent(cursor)}`}`,
    );
    for (const { fields, ...record } of page.records) {
      const [file] = fields.Files ?? [];
      if (file) {
        bytes = await (await fetch(file.presignedUrl)).text();
        // signed anew for each answer
        delete file.presignedUrl;
      }
      records.push({ ...record, fields });
    }
    cursor = page.nextCursor ?? "";
    if (!cursor) break;
  }
  const { historyList: history } = await ask("GET", `/table/${tableId}/record/${edited}/history`);
  const { trashItems: trash } = await ask("GET", `/trash/items?tableId=${tableId}`);
  const tables = await ask("GET", `/base/${baseId}/table`);
  const indexes = await ask("GET", `/table/${tableId}/index`);
  return { records, bytes, history, trash, tables, indexes } as {
    records: unknown[];
    bytes: string;
    history: unknown[];
    trash: { id: string; resourceId: string }[];
    tables: unknown;
    indexes: unknown;
  };
}

/** As test/stack expects them of the template. */
async function checkSettings(emulator: Emulator, TableName: string): Promise<void> {
  const client = dynamodbOf(emulator);
  const { Table } = await client.describeTable({ TableName });
  const { TimeToLiveDescription } = await client.describeTimeToLive({ TableName });
  const { ContinuousBackupsDescription } = await client.describeContinuousBackups({ TableName });
  assert.deepEqual(
    {
      ttl: TimeToLiveDescription,
      stream: Table?.StreamSpecification,
      recovery: ContinuousBackupsDescription?.PointInTimeRecoveryDescription?.PointInTimeRecoveryStatus,
      protection: Table?.DeletionProtectionEnabled,
    },
    {
      ttl: { TimeToLiveStatus: "ENABLED", AttributeName: "expiresAt" },
      stream: { StreamEnabled: true, StreamViewType: "NEW_AND_OLD_IMAGES" },
      recovery: "ENABLED",
      protection: true,
    },
  );
}

/** Waits until consumers have done their part. After a store was taken up they first hear of all that the tests wrote. */
async function until(isSo: () => boolean, problem: string): Promise<void> {
  for (const end = Date.now() + 5 * 60_000; !isSo(); await pause(200)) assert.ok(Date.now() < end, problem);
}

/** The value, once it has been the same for two seconds. */
async function untilSame<Value>(read: () => Promise<Value>): Promise<Value> {
  for (let last = await read(); ; ) {
    await pause(2000);
    const now = await read();
    if (JSON.stringify(now) === JSON.stringify(last)) return now;
    last = now;
  }
}
