/* When what a connection stands for ends, it hears of nothing more: an idle one is closed at the latest by its next ping. */
import { afterEach, describe, expect, test, vi } from "vitest";
import { handler as getTempToken } from "#functions/auth/get-temp-token";
import { handler as signOut } from "#functions/auth/sign-out";
import { handler as removeCollaborator } from "#functions/base/remove-base-collaborator";
import { handler as revokeOwnToken } from "#functions/oauth/revoke-own-token";
import { listViewers } from "#lib/data/sockets/connections";
import { leaveChanges, type MemberItem, memberKey } from "#lib/data/spaces/members";
import type { BaseId } from "#lib/schemas/basics/ids";
import { commit } from "#lib/store/commit";
import { getItem } from "#lib/store/store";
import { changesOf } from "#test/support/events/log";
import { actionsOf } from "#test/support/makers/actions";
import { anApplication, anAppToken } from "#test/support/makers/applications";
import { aBase, aMember, aSession, aTable, type Someone, someone } from "#test/support/makers/makers";
import { type Asker, call } from "#test/support/requests/call";
import { revoke } from "#test/support/requests/credentials";
import { startPump } from "#test/support/sockets/pump";
import { connectAs, type SocketClient, useSocketServer } from "#test/support/sockets/socket-server";

const server = useSocketServer();
afterEach(() => vi.restoreAllMocks());

interface Access {
  /** With what a member connects. */
  as: Asker;
  end(): Promise<unknown>;
  code: number;
  status: number;
}

/** What a connection may stand for, and how it ends. */
const accesses: Record<string, (member: Someone, baseId: BaseId) => Promise<Access>> = {
  "a token that is revoked": async (member) => ({
    ...{ as: member, code: 4401, status: 401 },
    end: () => revoke(member.token),
  }),
  "a sign-in that ends": async (member) => {
    const signedIn = await aSession(member.userId);
    const { body } = await call(getTempToken, { signedIn });
    return {
      ...{ as: { token: body.accessToken }, code: 4401, status: 401 },
      end: () => call(signOut, { signedIn }),
    };
  },
  "a session of a page that is signed out": async (member) => {
    const signedIn = await aSession(member.userId);
    return { ...{ as: signedIn, code: 4401, status: 401 }, end: () => call(signOut, { signedIn }) };
  },
  "an application that is no longer allowed": async (member) => {
    const { clientId } = await anApplication(member, { scopes: ["record|read"] });
    const as = { token: await anAppToken({ clientId }, member.userId, ["record|read"]) };
    return {
      ...{ as, code: 4401, status: 401 },
      end: () => call(revokeOwnToken, { as, params: { clientId } }),
    };
  },
  "a membership that ends": async (member, baseId) => ({
    ...{ as: member, code: 4404, status: 404 },
    // in the store alone, as if nothing of it had reached the log
    end: async () => {
      const item = await getItem<MemberItem>(memberKey(`BASE#${baseId}`, member.userId));
      await commit(leaveChanges(item as MemberItem));
    },
  }),
};

async function watch(as: Asker, baseId: BaseId): Promise<SocketClient> {
  const client = await connectAs(as, server);
  client.send({ type: "watch", baseId, since: (await changesOf(as, baseId)).cursor });
  await client.next("changes");
  return client;
}

/** Of all in this process; viewers are looked up again after ten seconds. */
function letTimePass(milliseconds: number): void {
  const now = performance.now.bind(performance);
  vi.spyOn(performance, "now").mockImplementation(() => now() + milliseconds);
}

describe.each(Object.entries(accesses))("%s", (_, accessOf) => {
  test("the connection hears of nothing after ten seconds at most; others do", async () => {
    const pump = startPump();
    const { owner, baseId, tableId } = await aTable();
    const { as, end, code, status } = await accessOf(await aMember(baseId, "editor"), baseId);
    const [leaving, staying] = [await watch(as, baseId), await watch(owner, baseId)];
    await actionsOf(owner).make({ tableId }, [{ Name: "before" }]);
    await Promise.all([leaving.next("changes"), staying.next("changes")]);

    await end();
    letTimePass(10_001);
    const [made = ""] = await actionsOf(owner).make({ tableId }, [{ Name: "after" }]);
    const wasTold = ({ received }: SocketClient) => JSON.stringify(received).includes(made);
    while (!wasTold(staying)) await staying.next("changes");
    expect(await leaving.ended).toBe(code);
    expect(leaving.received.at(-1)).toMatchObject({ type: "error", status });
    expect(wasTold(leaving)).toBe(false);
    staying.socket.close();
    await staying.ended;
    await pump.stop();
  });

  test("an idle connection is closed by its next ping, and the base has no viewer", async () => {
    const { baseId } = await aBase(await someone());
    const { as, end, code, status } = await accessOf(await aMember(baseId, "editor"), baseId);
    const client = await watch(as, baseId);
    await end();
    client.send({ type: "ping" });
    expect(await client.ended).toBe(code);
    expect(client.received.at(-1)).toMatchObject({ type: "error", status });
    expect(await listViewers(baseId, new Date().toISOString())).toEqual([]);
  });
});

test("the next ping ends what may no longer be read, and keeps what may", async () => {
  const { baseId } = await aBase(await someone());
  const member = await aMember(baseId, "editor");
  const own = await aBase(member);
  const client = await watch(member, baseId);
  client.send({ type: "watch", baseId: own.baseId, since: (await changesOf(member, own.baseId)).cursor });
  await client.next("changes");
  const membership = await accesses["a membership that ends"]?.(member, baseId);
  await membership?.end();
  client.send({ type: "ping" });
  await client.next("pong");
  expect(client.received).toContainEqual(expect.objectContaining({ type: "error", baseId, status: 404 }));
  const now = new Date().toISOString();
  expect(await listViewers(baseId, now)).toEqual([]);
  expect(await listViewers(own.baseId, now)).toHaveLength(1);
  client.socket.close();
  await client.ended;
});

test("who is removed from the base is no longer shown in its views", async () => {
  const pump = startPump();
  const { owner, baseId, tableId, table } = await aTable();
  const member = await aMember(baseId, "viewer");
  const [staying, leaving] = [await watch(owner, baseId), await watch(member, baseId)];
  const here = { type: "here", baseId, tableId, viewId: table.defaultViewId };
  for (const client of [staying, leaving]) client.send(here);
  const shown = async () => (await staying.next("presence"))["people"] as object[];
  while ((await shown()).length < 2);
  await call(removeCollaborator, {
    as: owner,
    params: { baseId },
    query: { principalId: member.userId, principalType: "user" },
  });
  let people = await shown();
  while (people.length > 1) people = await shown();
  expect(people).toMatchObject([{ userId: owner.userId }]);
  expect(await leaving.ended).toBe(4404);
  staying.socket.close();
  await staying.ended;
  await pump.stop();
}, 30_000);
