import { expect, test } from "vitest";
import { handler as createView } from "#functions/view/create-view";
import type { BaseId } from "#lib/schemas/basics/ids";
import { limits } from "#lib/schemas/basics/limits";
import { changesOf } from "#test/support/events/log";
import { aMember, aTable } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";
import { usePump } from "#test/support/sockets/pump";
import { connectAs, type SocketClient, useSocketServer } from "#test/support/sockets/socket-server";

const server = useSocketServer();
usePump();

/** A table, and the places of its two views. */
async function aViewed() {
  const made = await aTable({ records: [{ fields: {} }] });
  const { owner, baseId, tableId, table } = made;
  const second = await call(createView, {
    as: owner,
    params: { tableId },
    body: { name: "Second", type: "grid" },
  });
  const hereIn = (viewId: string) => ({ type: "here", baseId, tableId, viewId });
  return {
    ...made,
    recordId: table.records[0].id,
    here: hereIn(table.defaultViewId),
    elsewhere: hereIn(second.body.id),
  };
}

async function join(as: { token: string }, baseId: BaseId): Promise<SocketClient> {
  const client = await connectAs(as, server);
  client.send({ type: "watch", baseId, since: (await changesOf(as, baseId)).cursor });
  await client.next("changes");
  return client;
}

/** The people whom a client is shown, until they are as wanted. */
async function seePeople(client: SocketClient, isWanted: (people: object[]) => boolean): Promise<object[]> {
  for (;;) {
    const people = (await client.next("presence"))["people"] as object[];
    if (isWanted(people)) return people;
  }
}

test("people who come, move and leave are seen by the others, at most once in three seconds", async () => {
  const { owner, baseId, here, recordId } = await aViewed();
  const member = await aMember(baseId, "viewer");
  const [one, other] = [await join(owner, baseId), await join(member, baseId)];
  const began = performance.now();
  one.send(here);
  other.send(here);
  for (let i = 0; i < 10; i++) other.send({ ...here, recordId });
  const both = await seePeople(one, (people) => people.some((each) => "recordId" in each));
  expect(both).toHaveLength(2);
  expect(both).toContainEqual({ userId: member.userId, connection: expect.any(String), recordId });
  expect(both).toContainEqual({ userId: owner.userId, connection: expect.any(String) });
  other.socket.close();
  expect(await seePeople(one, (people) => people.length === 1)).toMatchObject([{ userId: owner.userId }]);
  const updates = one.received.filter(({ type }) => type === "presence").length;
  expect(updates).toBeLessThanOrEqual(Math.floor((performance.now() - began) / 3000) + 2);
  one.socket.close();
}, 30_000);

test("who goes to another view is seen there, and no more in the one before; at most so many are shown", async () => {
  const { owner, baseId, here, elsewhere } = await aViewed();
  const clients = await Promise.all(
    Array.from({ length: limits.peopleShownInView + 2 }, () => join(owner, baseId)),
  );
  const [first, second] = clients as [SocketClient, SocketClient];
  for (const client of clients) client.send(here);
  await seePeople(first, (people) => people.length === limits.peopleShownInView);
  for (const client of clients.slice(2)) client.send(elsewhere);
  expect(await seePeople(second, (people) => people.length === 2)).toHaveLength(2);
  for (const { socket } of clients) socket.close();
}, 30_000);
