/*
 * Twenty clients follow a table while others write: single records, batches, staged commits, conversions, imports, with processes killed at
 * any request to the store. The stream comes from several shards, late, twice, in halves and by dispatchers that are killed. Hints are lost,
 * doubled and late. Clients lose their network, are reloaded, sleep an hour, and their tokens are renewed. At rest each copy equals a fresh
 * list, and no copy ever showed what was never there.
 */
import { setTimeout as wait } from "node:timers/promises";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { handler as listChanges } from "#functions/change/list-changes";
import { handler as listFields } from "#functions/field/list-fields";
import { handler as getRecord } from "#functions/record/get-record";
import { handler as listRecords } from "#functions/record/list-records";
import { handler as listRecordsByBody } from "#functions/record/list-records-by-body";
import { handler as createTicket } from "#functions/socket/create-ticket";
import type { Poster } from "#lib/socket/poster";
import { settleLeft } from "#lib/store/settle-commit";
import { settleAll } from "#test/support/events/commits";
import { runJobsOf } from "#test/support/events/jobs";
import { process, someAccidents } from "#test/support/events/processes";
import { aTable, aToken } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";
import { revoke } from "#test/support/requests/credentials";
import { chance, random } from "#test/support/run/chance";
import { isWhole } from "#test/support/run/sample";
import { inProcessOnly } from "#test/support/run/target";
import { startPump } from "#test/support/sockets/pump";
import { serveSocket } from "#test/support/sockets/socket-server";
import { disturbPosts, loseHints, startDisturbedPump } from "./accidents.ts";
import { type Copy, keepCopy } from "./copies.ts";
import { keepWrites } from "./writes.ts";

inProcessOnly("the stream is read here");

const clients = 20;
const writers = 4;
const callsEach = isWhole ? 100 : 25;
const msPerHour = 3_600_000;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], shouldAdvanceTime: true });
  // what is refused and given up on the way is told there
  vi.spyOn(console, "error").mockImplementation(() => {});
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

const endpoints = [createTicket, listChanges, listRecords, listRecordsByBody, getRecord, listFields];

/** A table, those who write to it, and a server for those who follow it. */
async function aFollowedTable({ share, disturb }: { share: number; disturb: (poster: Poster) => Poster }) {
  const fields = ["Tag", "Count"].map((name) => ({ type: "singleLineText", name }));
  const { owner, baseId, tableId, table } = await aTable({ fields });
  const [tagId, countId] = table.fields.map(({ id }: { id: string }) => id);
  const writes = keepWrites({ owner, tableId, viewId: table.defaultViewId, tagId, countId }, share);
  const server = await serveSocket({ endpoints, disturb });
  vi.stubEnv("GRIDLESS_SOCKET", server.address);
  const wrong: string[] = [];
  const check = (id: string, cells: { [fieldId: string]: unknown }) => {
    const reason = writes.explainWrong(id, cells);
    if (reason) wrong.push(reason);
  };
  const renewToken = async (before: string | undefined) => {
    if (before) await revoke(before);
    return aToken(owner.userId);
  };
  const place = { url: server.url, baseId, tableId, renewToken };
  const follow = (kind: Parameters<typeof keepCopy>[1]) => keepCopy(place, kind, check);

  async function list(): Promise<Map<string, unknown>> {
    const fresh = new Map<string, unknown>();
    for (let cursor: string | undefined; ; ) {
      const query = { take: "1000", fieldKeyType: "id", ...(cursor && { cursor }) };
      const { body } = await call(listRecords, { as: owner, params: { tableId }, query });
      for (const record of body.records) fresh.set(record.id, record.fields);
      cursor = body.nextCursor ?? undefined;
      if (!cursor) return fresh;
    }
  }
  return { baseId, tableId, writes, wrong, follow, list, close: server.close };
}

const textOf = (records: Map<string, unknown>) =>
  JSON.stringify([...records].sort(([a], [b]) => (a < b ? -1 : 1)));

/** Waits until each copy equals a fresh list. */
async function untilEqual(copies: Copy[], fresh: Map<string, unknown>): Promise<void> {
  const wanted = textOf(fresh);
  const until = performance.now() + 60_000;
  const open = () => copies.filter(({ copy }) => textOf(copy) !== wanted);
  while (performance.now() < until && open().length > 0) await wait(50);
  expect(open().map((each) => each.explain(fresh))).toEqual([]);
}

test("at rest each copy equals a fresh list, and no copy ever showed what was never there", async () => {
  const { baseId, tableId, writes, wrong, follow, list, close } = await aFollowedTable({
    share: 0.05,
    disturb: disturbPosts,
  });
  await writes.create(40);
  const pump = startDisturbedPump();
  const copies: Copy[] = [];
  for (let i = 0; i < clients; i++)
    copies.push(
      await follow({ records: i % 2 === 0 ? "cells" : "ids", socket: i % 4 < 3, isOfTable: i % 3 > 0 }),
    );

  let isOver = false;
  const write = async () => {
    for (let i = 0; i < callsEach; i++) await writes.writeOnce();
  };
  const finishWhatIsLeft = async () => {
    while (!isOver) {
      await wait(100);
      const now = new Date().toISOString();
      await process(someAccidents(0.02), () => settleLeft(now)).catch(() => {});
      await process(someAccidents(0.02), () => runJobsOf({ tableId, baseId })).catch(() => {});
    }
  };
  const accidents = { reloaded: 0, renewed: 0, slept: 0 };
  const disturbClients = async () => {
    while (!isOver) {
      await wait(30);
      const copy = copies[random(copies.length)] as Copy;
      const kind = chance();
      if (kind < 0.4) {
        accidents.reloaded++;
        await copy.reload(chance() < 0.2);
      } else if (kind < 0.7) {
        accidents.renewed++;
        await copy.renew();
      } else if (kind < 0.8) {
        accidents.slept++;
        const sleeping = copy.sleep(500);
        vi.setSystemTime(Date.now() + msPerHour);
        await sleeping;
      }
    }
  };
  const others = [finishWhatIsLeft(), disturbClients()];
  await Promise.all(Array.from({ length: writers }, write));
  isOver = true;
  await Promise.all(others);
  await settleAll();
  await runJobsOf({ tableId, baseId });
  await settleAll();

  for (const copy of copies) copy.calm();
  const fresh = await list();
  await untilEqual(copies, fresh);
  expect(wrong).toEqual([]);
  const calls = JSON.stringify(Object.fromEntries(writes.statuses));
  const resets = copies.reduce((sum, copy) => sum + copy.resets(), 0);
  console.log(`${fresh.size} records, calls: ${calls}; clients: ${JSON.stringify({ ...accidents, resets })}`);
  await Promise.all(copies.map((copy) => copy.close()));
  await pump.stop();
  await close();
}, 180_000);

test("every hint is lost while others write: the clients believe to be live, and their copies equal a fresh list", async () => {
  const { writes, wrong, follow, list, close } = await aFollowedTable({ share: 0, disturb: loseHints });
  await writes.create(40);
  const pump = startPump();
  const copies = await Promise.all(
    (["cells", "ids"] as const).map((records) => follow({ records, socket: true, isOfTable: true })),
  );
  for (const copy of copies) copy.calm();
  while (!copies.every((copy) => copy.state() === "live")) await wait(20);
  for (let i = 0; i < 20; i++) await writes.create(1);
  await untilEqual(copies, await list());
  expect(copies.map((copy) => copy.state())).toEqual(["live", "live"]);
  expect(wrong).toEqual([]);
  await Promise.all(copies.map((copy) => copy.close()));
  await pump.stop();
  await close();
}, 60_000);
