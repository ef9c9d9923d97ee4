import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, test, vi } from "vitest";
import { handler as moveBase } from "#functions/base/move-base";
import { handler as removeCollaborator } from "#functions/base/remove-base-collaborator";
import { listViewers } from "#lib/data/sockets/connections";
import type { BaseId } from "#lib/schemas/basics/ids";
import { changesOf } from "#test/support/events/log";
import { actionsOf } from "#test/support/makers/actions";
import { aBase, aMember, aTable, type Someone, someone } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";
import { revoke } from "#test/support/requests/credentials";
import { usePump } from "#test/support/sockets/pump";
import {
  connectAs,
  type SocketClient,
  serveSocket,
  useSocketServer,
} from "#test/support/sockets/socket-server";

const server = useSocketServer();
usePump();

/** A client of a watched base. It goes by the rules of clients: it takes hints from its own place, and else asks. */
async function follow(as: Someone, baseId: BaseId, { tableIds }: { tableIds?: string[] } = {}) {
  const client = await connectAs(as, server);
  let cursor = (await changesOf(as, baseId)).cursor;
  const seen: { recordId?: string | undefined; type: string }[] = [];
  let asked = 0;
  client.send({ type: "watch", baseId, since: cursor, ...(tableIds && { tableIds }) });
  const take = async (answer: Awaited<ReturnType<SocketClient["next"]>>) => {
    if (answer["from"] === cursor && answer["changes"] && answer["more"] === false) {
      seen.push(...(answer["changes"] as typeof seen));
      cursor = answer["cursor"] as string;
      return;
    }
    asked++;
    const page = await changesOf(as, baseId, { since: cursor, ...(tableIds && { tableIds }) });
    seen.push(...page.changes);
    cursor = page.cursor;
  };
  await take(await client.next("changes"));
  const listen = async () => {
    for (;;) await take(await client.next("changes"));
  };
  const listening = listen().catch(() => {});
  const heard = async (recordId: string) =>
    vi.waitFor(() => expect(seen.map((each) => each.recordId)).toContain(recordId), 5000);
  const close = async () => {
    client.socket.close();
    await listening;
  };
  return { client, seen, heard, close, asked: () => asked, hints: () => client.received.length };
}

describe("a hint", () => {
  test("of a record that is made reaches all viewers of the base, and none of another base", async () => {
    const { owner, baseId, tableId } = await aTable();
    const other = await aTable({}, owner);
    const member = await aMember(baseId, "viewer");
    const viewers = [await follow(owner, baseId), await follow(member, baseId)];
    const elsewhere = await follow(owner, other.baseId);
    const before = elsewhere.hints();
    const [made = ""] = await actionsOf(owner).make({ tableId }, [{ Name: "Ada" }]);
    for (const each of viewers) await each.heard(made);
    expect(elsewhere.hints()).toBe(before);
    for (const each of [...viewers, elsewhere]) await each.close();
  });

  test("has the changes also for the first viewer after a time without any", async () => {
    const { owner, baseId, tableId } = await aTable();
    for (let i = 0; i < 2; i++) {
      const viewer = await follow(owner, baseId);
      const [made = ""] = await actionsOf(owner).make({ tableId }, [{ Count: i }]);
      await viewer.heard(made);
      expect(viewer.asked()).toBe(0);
      await viewer.close();
      await vi.waitFor(
        async () => expect(await listViewers(baseId, new Date().toISOString())).toEqual([]),
        5000,
      );
      await actionsOf(owner).make({ tableId }, [{ Count: 10 }]);
    }
  });

  test("comes at most once a second, and the last one has all that is new", async () => {
    const { owner, baseId, tableId } = await aTable();
    const viewer = await follow(owner, baseId);
    const before = viewer.hints();
    const began = performance.now();
    const all: string[] = [];
    for (let i = 0; i < 12; i++) all.push(...(await actionsOf(owner).make({ tableId }, [{ Count: i }])));
    for (const id of all) await viewer.heard(id);
    const seconds = (performance.now() - began) / 1000;
    expect(viewer.hints() - before).toBeLessThanOrEqual(Math.floor(seconds) + 2);
    await viewer.close();
  });

  test("of tables that a viewer did not name has none of their changes", async () => {
    const { owner, baseId, spaceId, tableId } = await aTable();
    const other = await aTable({}, owner, { baseId, spaceId });
    const viewer = await follow(owner, baseId, { tableIds: [other.tableId] });
    await actionsOf(owner).make({ tableId }, [{ Name: "Ada" }]);
    const [wanted = ""] = await actionsOf(owner).make(other, [{ Name: "Bob" }]);
    await viewer.heard(wanted);
    expect(
      viewer.seen.filter(({ type }) => type.startsWith("record.")).map(({ recordId }) => recordId),
    ).toEqual([wanted]);
    await viewer.close();
  });

  test("with more than 24 kB has no changes, and the client asks for them", async () => {
    const { owner, baseId, tableId } = await aTable();
    const viewer = await follow(owner, baseId);
    const [first = ""] = await actionsOf(owner).make({ tableId }, [{ Name: "first" }]);
    await viewer.heard(first);
    const asked = viewer.asked();
    // within the second after the first hint, so that all are in the next one
    const made: string[] = [];
    for (let i = 0; i < 3; i++)
      made.push(
        ...(await actionsOf(owner).make(
          { tableId },
          Array.from({ length: 90 }, (_, k) => ({ Count: k })),
        )),
      );
    await viewer.heard(made.at(-1) ?? "");
    expect(viewer.asked()).toBeGreaterThan(asked);
    for (const hint of viewer.client.received) expect(JSON.stringify(hint).length).toBeLessThan(24 * 1024);
    await viewer.close();
  });
});

test("watching has no gap: what is written while it begins is in the first answer or in a hint", async () => {
  const owner = await someone();
  const begin = async (i: number) => {
    const { baseId, tableId } = await aTable({}, owner);
    const since = (await changesOf(owner, baseId)).cursor;
    const client = await connectAs(owner, server);
    client.send({ type: "watch", baseId, since });
    // before, while and after the server reads the log
    await wait(i);
    const [made = ""] = await actionsOf(owner).make({ tableId }, [{ Count: i }]);
    const has = (answer: object) => JSON.stringify(answer).includes(made);
    let answer: { [member: string]: unknown } = await client.next("changes");
    while (!has(answer) && answer["changes"]) answer = await client.next("changes");
    // a hint without changes sends the client to the log
    expect(has(answer) || has(await changesOf(owner, baseId, { since }))).toBe(true);
    client.socket.close();
    await client.ended;
  };
  for (let i = 0; i < 20; i++) await begin(i);
});

test("4404: a member who is removed while watching is told, and the connection ends; the others stay", async () => {
  const { owner, baseId, tableId } = await aTable();
  const member = await aMember(baseId, "editor");
  const leaving = await follow(member, baseId);
  const staying = await follow(owner, baseId);
  const { status } = await call(removeCollaborator, {
    as: owner,
    params: { baseId },
    query: { principalId: member.userId, principalType: "user" },
  });
  expect(status).toBe(200);
  expect(await leaving.client.ended).toBe(4404);
  expect(leaving.client.received.at(-1)).toMatchObject({ type: "error", baseId, status: 404 });
  const [made = ""] = await actionsOf(owner).make({ tableId }, [{ Name: "Ada" }]);
  await staying.heard(made);
  expect(leaving.seen.map(({ recordId }) => recordId)).not.toContain(made);
  await staying.close();
});

test("4404: a base that is moved to a space where a viewer has no role is no longer heard by them", async () => {
  const { owner, baseId, spaceId, tableId } = await aTable();
  const member = await aMember(spaceId, "editor");
  const leaving = await follow(member, baseId);
  const [before = ""] = await actionsOf(owner).make({ tableId }, [{ Name: "before" }]);
  // they are known to be allowed for ten seconds from now on
  await leaving.heard(before);
  const other = await aBase(owner);
  const moved = await call(moveBase, { as: owner, params: { baseId }, body: { spaceId: other.spaceId } });
  expect(moved.status).toBe(200);
  const [made = ""] = await actionsOf(owner).make({ tableId }, [{ Name: "after" }]);
  expect(await leaving.client.ended).toBe(4404);
  expect(leaving.seen.map(({ recordId }) => recordId)).not.toContain(made);
});

test("a watch that is refused for its cursor leaves the one before as it was", async () => {
  const { owner, baseId, tableId } = await aTable();
  const viewer = await follow(owner, baseId);
  viewer.client.send({ type: "watch", baseId, since: "junk", tableIds: [`tbl${"A".repeat(16)}`] });
  expect(await viewer.client.next("error")).toMatchObject({ baseId, status: 400 });
  const [made = ""] = await actionsOf(owner).make({ tableId }, [{ Name: "Ada" }]);
  await viewer.heard(made);
  await viewer.close();
});

test("a member who is removed goes on to watch another base", async () => {
  const { owner, baseId } = await aTable();
  const member = await aMember(baseId, "editor");
  const own = await aTable({}, member);
  const both = await follow(member, baseId);
  const since = (await changesOf(member, own.baseId)).cursor;
  both.client.send({ type: "watch", baseId: own.baseId, since });
  await call(removeCollaborator, {
    as: owner,
    params: { baseId },
    query: { principalId: member.userId, principalType: "user" },
  });
  expect(await both.client.next("error")).toMatchObject({ baseId, status: 404 });
  both.client.send({ type: "ping" });
  await both.client.next("pong");
  await both.close();
});

test("4401: the connection of a revoked token hears of nothing more", async () => {
  const { owner, baseId, tableId } = await aTable();
  const member = await aMember(baseId, "editor");
  const viewer = await follow(member, baseId);
  await revoke(member.token);
  // looked up again after ten seconds at most, or when members change
  await aMember(baseId, "viewer");
  expect(await viewer.client.ended).toBe(4401);
  const [made = ""] = await actionsOf(owner).make({ tableId }, [{ Name: "Ada" }]);
  expect(viewer.seen.map(({ recordId }) => recordId)).not.toContain(made);
});

test("a connection that is gone without a word is forgotten with the next hint", async () => {
  const { owner, baseId, tableId } = await aTable();
  const viewer = await follow(owner, baseId);
  const before = await listViewers(baseId, new Date().toISOString());
  expect(before).toHaveLength(1);
  const other = await serveSocket();
  // another gateway does not know the connection, as after a restart
  await actionsOf(owner).make({ tableId }, [{ Name: "Ada" }]);
  await vi.waitFor(async () => expect(await listViewers(baseId, new Date().toISOString())).toEqual([]), 5000);
  await other.close();
  await viewer.close();
  await wait(1);
});
