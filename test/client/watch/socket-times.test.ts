/* How long a socket of `watch` lives: it is pinged, left when the server does not answer, and replaced before its end. */
import { setTimeout as wait } from "node:timers/promises";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { WatchedChange } from "#lib/client/index";
import { Requests } from "#lib/client/requests";
import { chooseRenewal, type SocketTimes, usualTimes } from "#lib/client/watch/socket";
import { usualWaits } from "#lib/client/watch/waits";
import { watchBase } from "#lib/client/watch/watch";
import { type ClientWorld, clientWorld, type People } from "#test/client/support/client-world";
import { type SocketProxy, socketProxy } from "#test/client/support/socket-proxy";

let world: ClientWorld;
let proxy: SocketProxy;
beforeAll(async () => {
  proxy = await socketProxy();
  world = await clientWorld({ GRIDLESS_SOCKET: proxy.address });
  proxy.passTo(world.url);
});
afterAll(async () => {
  await world.end();
  await proxy.close();
});

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await wait(5);
}

/** Follows a table with sockets that live so long. */
async function follow(tableId: string, times: Partial<SocketTimes>) {
  const told: WatchedChange[] = [];
  const states: string[] = [];
  const watching = watchBase(
    {
      requests: new Requests({ url: world.url, token: world.token }),
      baseId: world.baseId,
      findTableIds: async () => [tableId],
    },
    {
      onReset: () => undefined,
      onChanges: (changes) => told.push(...changes),
      onState: (state) => states.push(state),
    },
    usualWaits,
    { ...usualTimes, ...times },
  );
  await until(() => watching.state === "live");
  const idsTold = () => told.flatMap((change) => ("recordId" in change ? [change.recordId] : []));
  const end = () => {
    watching.close();
    return watching.done;
  };
  return { watching, told, states, idsTold, end };
}

test("a server that answers pings is kept", async () => {
  const { id } = await world.makeTable();
  const opened = proxy.opened;
  const { states, end } = await follow(id, { ping: 20, pong: 2000 });
  const pieces = proxy.pieces;
  await until(() => proxy.pieces > pieces + 20);
  await end();
  expect(proxy.opened).toBe(opened + 1);
  expect(states).toEqual(["live"]);
});

test("a server that stops answering pings is left, and the next connection watches the same tables", async () => {
  const [own, other] = [await world.makeTable(), await world.makeTable()];
  const opened = proxy.opened;
  const { watching, told, states, idsTold, end } = await follow(own.id, { ping: 50, pong: 500 });
  proxy.freeze();
  await until(() => states.includes("polling"));
  await until(() => watching.state === "live");
  expect(proxy.opened).toBeGreaterThan(opened + 1);
  for (const table of [other, own]) await world.base.table<People>(table.id).create({ Age: 1 });
  await until(() => idsTold().length > 0);
  await end();
  expect(told.every((change) => "tableId" in change && change.tableId === own.id)).toBe(true);
});

test("a connection is replaced before its end: the next one hears before it is closed, and it stays live", async () => {
  const { id } = await world.makeTable();
  const table = world.base.table<People>(id);
  const { states, idsTold, end } = await follow(id, { renewal: 100, renewalSpread: 100 });
  const opened = proxy.opened;
  proxy.fewest = 2;
  const made: string[] = [];
  while (proxy.opened < opened + 6) {
    made.push((await table.create({ Age: made.length })).id);
    await wait(20);
  }
  const { fewest } = proxy;
  await until(() => made.every((each) => idsTold().includes(each)));
  await end();
  expect(fewest).toBe(1);
  expect(states).toEqual(["live"]);
});

test("a connection is replaced at a random time, before API Gateway ends it, which pings keep it from until then", () => {
  const minutes = (count: number) => count * 60_000;
  fc.assert(
    fc.property(fc.double({ min: 0, max: 1, noNaN: true }), (random) => {
      const renewal = chooseRenewal(random);
      expect(renewal).toBeGreaterThanOrEqual(minutes(90));
      expect(renewal).toBeLessThan(minutes(120) - usualTimes.attempt);
    }),
  );
  expect(chooseRenewal(0.75) - chooseRenewal(0.25)).toBeGreaterThan(minutes(5));
  expect(usualTimes.ping + usualTimes.pong).toBeLessThan(minutes(10));
});
