/*
 * The socket with an accident at any request to the store: a ticket opens one connection at most, what a connection watches is whole or not
 * there, and a hint that is sent twice, late or never leads no client past a change.
 */
import type { SQSEvent } from "aws-lambda";
import { expect, test } from "vitest";
import { handler as announceChanges } from "#functions/socket/announce-changes";
import { handler as announcePresence } from "#functions/socket/announce-presence";
import { handler as connect } from "#functions/socket/connect";
import { handler as createTicket } from "#functions/socket/create-ticket";
import { handler as disconnect } from "#functions/socket/disconnect";
import { handler as message } from "#functions/socket/message";
import { findConnection, listViewers } from "#lib/data/sockets/connections";
import { leaveChanges, type MemberItem, memberKey } from "#lib/data/spaces/members";
import type { Consumer } from "#lib/events/consumer";
import { contextOf } from "#lib/local/gateway/context";
import type { BaseId } from "#lib/schemas/basics/ids";
import { postBy } from "#lib/socket/poster";
import type { SocketRoute } from "#lib/socket/socket-route";
import { commit } from "#lib/store/commit";
import { getItem, type Item } from "#lib/store/store";
import { itemsWith } from "#test/support/events/jobs";
import { append, changesOf, readStream } from "#test/support/events/log";
import { type Accident, process, someAccidents } from "#test/support/events/processes";
import { actionsOf } from "#test/support/makers/actions";
import { aMember, aTable, someone } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";
import { aSample, told } from "#test/support/run/points";
import { useOwnStore } from "#test/support/store/own-store";
import { accidents } from "./support.ts";

interface Sent {
  type: string;
  [member: string]: unknown;
}

/** Texts that each connection got, and the codes of those that were ended. A connection that is not open is gone. */
const open = new Map<string, Sent[]>();
const ended = new Map<string, number>();
const failing = new Set<string>();
postBy({
  async post(connection, text) {
    if (failing.has(connection)) throw new Error("the connection is in use");
    open.get(connection)?.push(JSON.parse(text));
    return open.has(connection);
  },
  async close(connection, code) {
    if (open.delete(connection)) ended.set(connection, code);
  },
});

const invoke = async (route: SocketRoute, connectionId: string, more: object = {}): Promise<number> => {
  const requestContext = {
    connectionId,
    requestId: "r",
    routeKey: route.socket.route,
    eventType: "MESSAGE" as const,
  };
  const { statusCode } = await route(
    { isBase64Encoded: false, requestContext, ...more },
    contextOf("r", "socket"),
  );
  return statusCode ?? 0;
};
const connectWith = (connection: string, ticket: string) =>
  invoke(connect, connection, { headers: { "Sec-WebSocket-Protocol": `gridless, ${ticket}` } });
const say = (connection: string, text: object) => invoke(message, connection, { body: JSON.stringify(text) });
const ticketOf = async (as: { token: string }): Promise<string> =>
  (await call(createTicket, { as })).body.ticket;

/** A connection that is open. */
async function aConnection(as: { token: string }, id: string): Promise<string> {
  expect(await connectWith(id, await ticketOf(as))).toBe(200);
  open.set(id, []);
  return id;
}

const itemsOf = async (entity: string): Promise<Item[]> =>
  (await itemsWith("")).filter((item) => item.entity === entity);
const now = () => new Date().toISOString();
/** Nothing is left of a connection: no item, no seat, and it views nothing. */
const expectNothingLeft = async () => {
  for (const entity of ["connection", "socketSeat", "viewer"]) expect(await itemsOf(entity)).toEqual([]);
};

/** Does work with an accident at its n-th request to the store, for each n of a sample, in a store of its own. */
async function everyRequest<Stage>(
  name: string,
  accident: Accident,
  prepare: () => Promise<Stage>,
  work: (stage: Stage) => Promise<unknown>,
  check: (stage: Stage, outcome: { n: number; result: unknown; isKilled: boolean }) => Promise<void>,
): Promise<void> {
  const sample = aSample(3);
  let requests = 0;
  for (let n = sample.first, isMet = true; isMet; n += sample.every) {
    await useOwnStore();
    open.clear();
    ended.clear();
    const stage = await prepare();
    const { result, killed, calls } = await process(
      (_, index) => (index === n ? accident : undefined),
      () => work(stage),
    );
    isMet = calls.length > n;
    requests = Math.max(requests, calls.length);
    await check(stage, { n, result, isKilled: killed });
  }
  expect(requests).toBeGreaterThan(1);
  console.log(`${name}, ${accident}: ${told(sample, requests)}`);
}

test.each(accidents)("a ticket is made or not, and the next one opens a connection: %s", (accident) =>
  everyRequest(
    "ticket",
    accident,
    someone,
    async (as) => (await call(createTicket, { as })).body.ticket,
    async (as, { n, result, isKilled }) => {
      // an accident that the process survives is not seen by the caller
      expect([n, typeof result]).toEqual([n, isKilled ? "undefined" : "string"]);
      if (typeof result === "string") expect(await connectWith("one", result)).toBe(200);
      expect(await connectWith("two", await ticketOf(as))).toBe(200);
    },
  ),
);

test.each(accidents)("a ticket opens one connection, which is whole or not there: %s", (accident) =>
  everyRequest(
    "connect",
    accident,
    async () => {
      const as = await someone();
      return { as, ticket: await ticketOf(as) };
    },
    ({ ticket }) => connectWith("one", ticket),
    async ({ as, ticket }, { n, result, isKilled }) => {
      if (!isKilled) expect([n, result]).toEqual([n, 200]);
      const isThere = (await findConnection("one", now())) !== undefined;
      if (result === 200) expect([n, isThere]).toEqual([n, true]);
      expect(await itemsOf("socketSeat")).toHaveLength(isThere ? 1 : 0);
      // who saw its connection die half-way tries again with the same ticket, which opens no second one
      expect([n, await connectWith("two", ticket)]).toEqual([n, isThere ? 401 : 200]);
      expect(await itemsOf("socketTicket")).toEqual([]);
      expect(await itemsOf("socketSeat")).toHaveLength(1);
      // and then with a new one
      await aConnection(as, "three");
      for (const each of ["one", "two", "three"]) await invoke(disconnect, each);
      await expectNothingLeft();
    },
  ),
);

test("of several that connect with one ticket at the same time at most one is open, whatever happens to their requests", async () => {
  await useOwnStore();
  for (let i = 0; i < 15; i++) {
    const ticket = await ticketOf(await someone());
    const names = [1, 2, 3].map((each) => `${i} ${each}`);
    const outcomes = await Promise.all(
      names.map((name) => process(someAccidents(0.15), () => connectWith(name, ticket))),
    );
    expect(outcomes.filter(({ result }) => result === 200).length).toBeLessThanOrEqual(1);
    const made = await itemsOf("connection");
    expect(made.length).toBeLessThanOrEqual(1);
    expect(await itemsOf("socketSeat")).toHaveLength(made.length);
    for (const name of names) await invoke(disconnect, name);
    await expectNothingLeft();
  }
});

test.each(accidents)("a base is watched or not, and again makes no second viewer: %s", (accident) =>
  everyRequest(
    "watch",
    accident,
    async () => {
      const { owner, baseId } = await aTable();
      await aConnection(owner, "one");
      return { baseId, watch: { type: "watch", baseId, since: (await changesOf(owner, baseId)).cursor } };
    },
    ({ watch }) => say("one", watch),
    async ({ baseId, watch }, { n, isKilled }) => {
      const answers = () => open.get("one")?.filter(({ type }) => type === "changes") ?? [];
      if (!isKilled) expect([n, answers().length]).toEqual([n, 1]);
      const viewers = await listViewers(baseId, now());
      const { baseIds } = (await findConnection("one", now())) ?? {};
      expect([n, baseIds]).toEqual([n, viewers.map((viewer) => viewer.baseId)]);
      // an answer means that hints come from now on
      if (answers().length > 0) expect([n, viewers.length]).toEqual([n, 1]);
      await say("one", watch);
      expect(answers().at(-1)).toMatchObject({ from: watch.since, changes: [], reset: false });
      expect(await listViewers(baseId, now())).toHaveLength(1);
      await invoke(disconnect, "one");
      await expectNothingLeft();
    },
  ),
);

/** Delivers a change of the item with this entity, if there is one, as the queue would at its time. */
async function deliver(consumer: Consumer, entity: string): Promise<void> {
  for (const { pk, sk, version } of await itemsOf(entity)) {
    const change = { kind: "changed", entity, key: { pk, sk }, version };
    await consumer({ Records: [{ messageId: "m", body: JSON.stringify(change) }] } as SQSEvent);
  }
}

const endings: Record<string, (baseId: BaseId) => Promise<unknown>> = {
  unwatch: (baseId) => say("one", { type: "unwatch", baseId }),
  disconnect: () => invoke(disconnect, "one"),
};
test.each(Object.keys(endings).flatMap((ending) => accidents.map((accident) => [ending, accident] as const)))(
  "%s: it views or not, and who leaves is no longer shown: %s",
  (ending, accident) =>
    everyRequest(
      ending,
      accident,
      async () => {
        const { owner, baseId, tableId, table } = await aTable();
        const { cursor } = await changesOf(owner, baseId);
        const here = { type: "here", baseId, tableId, viewId: table.defaultViewId };
        for (const id of ["one", "two"]) {
          await aConnection(owner, id);
          await say(id, { type: "watch", baseId, since: cursor });
          await say(id, here);
        }
        await deliver(announcePresence, "plannedPresence");
        return { baseId };
      },
      ({ baseId }) => endings[ending]?.(baseId) ?? Promise.resolve(),
      async ({ baseId }, { n, isKilled }) => {
        const views = async () => (await listViewers(baseId, now())).map(({ connection }) => connection);
        const isLeft = !(await views()).includes("one");
        if (!isKilled) expect([n, isLeft]).toEqual([n, true]);
        const { baseIds = [] } = (await findConnection("one", now())) ?? {};
        expect([n, baseIds]).toEqual([n, isLeft ? [] : [baseId]]);
        if (ending === "disconnect") open.delete("one");
        await deliver(announcePresence, "plannedPresence");
        const people = () =>
          open
            .get("two")
            ?.filter(({ type }) => type === "presence")
            .at(-1)?.["people"] as object[];
        if (isLeft) expect([n, people().length]).toEqual([n, 1]);
        // again it does no harm
        await endings[ending]?.(baseId);
        await deliver(announcePresence, "plannedPresence");
        expect(await views()).toEqual(["two"]);
        expect(people()).toHaveLength(1);
        for (const each of ["one", "two"]) await invoke(disconnect, each);
        await expectNothingLeft();
      },
    ),
);

/** A base with two who watch it, and what was written since, in the log. */
async function aWatchedBase() {
  const { owner, baseId, tableId } = await aTable();
  const member = await aMember(baseId, "editor");
  let { last } = readStream(0);
  const log = async () => {
    const { records, ...rest } = readStream(last);
    last = rest.last;
    await append(records);
  };
  const { cursor } = await changesOf(owner, baseId);
  for (const [id, as] of [
    ["owner", owner],
    ["member", member],
  ] as const) {
    await aConnection(as, id);
    await say(id, { type: "watch", baseId, since: cursor });
  }
  const write = async (): Promise<string> => {
    const [made = ""] = await actionsOf(owner).make({ tableId }, [{ Name: "Ada" }]);
    await log();
    return made;
  };
  const after = async (since: string) => (await changesOf(owner, baseId, { since })).changes;
  return { owner, member, baseId, cursor, write, log, after };
}

/** The chunks and the planned hint, as their queue delivers them until none fails. */
async function announceAll(): Promise<void> {
  await deliver(announceChanges, "heardChanges");
  await deliver(announceChanges, "plannedHint");
}

test.each(accidents)("a hint is lost or doubled, and never leads past a change: %s", (accident) =>
  everyRequest(
    "hint",
    accident,
    async () => {
      const stage = await aWatchedBase();
      // the first hint has no place before it
      await stage.write();
      await announceAll();
      const made = [await stage.write(), await stage.write()];
      return { ...stage, made };
    },
    () => announceAll().catch(() => {}),
    async ({ cursor, write, after, made }, { n }) => {
      const third = await write();
      await announceAll();
      const all = await after(cursor);
      expect(all.map(({ recordId }) => recordId)).toEqual(expect.arrayContaining([...made, third]));
      for (const texts of open.values()) {
        for (const hint of texts.filter(({ type }) => type === "changes")) {
          const [before, later] = [await after(String(hint["from"])), await after(String(hint["cursor"]))];
          if (hint["changes"]) expect([n, [...(hint["changes"] as object[]), ...later]]).toEqual([n, before]);
        }
        // after all of them, no client waits for something of which no hint told
        expect([n, await after(String(texts.at(-1)?.["cursor"]))]).toEqual([n, []]);
      }
      expect(open.size).toBe(2);
    },
  ),
);

test("the first viewer comes while the dispatcher appends, and hears of it", async () => {
  await useOwnStore();
  const { owner, baseId, tableId } = await aTable();
  const { cursor } = await changesOf(owner, baseId);
  await aConnection(owner, "one");
  const { last } = readStream(0);
  const [made = ""] = await actionsOf(owner).make({ tableId }, [{ Name: "Ada" }]);
  // it has read that the base has no viewer, and writes the chunk after the log was read for the answer
  await process(
    async ({ command }) => {
      if (command.startsWith("Put")) await say("one", { type: "watch", baseId, since: cursor });
      return undefined;
    },
    () => append(readStream(last).records),
  );
  expect(await itemsOf("heardChanges")).toHaveLength(1);
  expect(open.get("one")?.slice(0, 1)).toMatchObject([{ type: "changes", changes: [] }]);
  await announceAll();
  expect(JSON.stringify(open.get("one")?.at(-1))).toContain(made);
});

test("a hint that cannot be sent is lost for that client alone, and the next one says that something is missing", async () => {
  await useOwnStore();
  const { write, after } = await aWatchedBase();
  await write();
  await announceAll();
  const hintsOf = (id: string) => open.get(id)?.filter(({ type }) => type === "changes") ?? [];
  const known = String(hintsOf("member").at(-1)?.["cursor"]);
  failing.add("member");
  const lost = await write();
  await announceAll();
  failing.clear();
  expect(JSON.stringify(hintsOf("owner"))).toContain(lost);
  expect(JSON.stringify(hintsOf("member"))).not.toContain(lost);
  await write();
  await announceAll();
  const [former, next] = hintsOf("owner").slice(-2);
  expect(next?.["from"]).toBe(former?.["cursor"]);
  expect(hintsOf("member").at(-1)).toEqual(next);
  expect(next?.["from"]).not.toBe(known);
  expect((await after(known)).map(({ recordId }) => recordId)).toContain(lost);
});

test.each(accidents)("who left the base hears of nothing that is written afterwards: %s", (accident) =>
  everyRequest(
    "leaving",
    accident,
    async () => {
      const stage = await aWatchedBase();
      const { baseId, member, write, log } = stage;
      await write();
      await announceAll();
      const item = await getItem<MemberItem>(memberKey(`BASE#${baseId}`, member.userId));
      await commit(leaveChanges(item as MemberItem));
      await log();
      return { ...stage, made: await write() };
    },
    () => announceAll().catch(() => {}),
    async ({ baseId, made }, { n }) => {
      const texts = open.get("member") ?? [];
      await announceAll();
      expect([n, ended.get("member")]).toEqual([n, 4404]);
      expect(JSON.stringify(texts)).not.toContain(made);
      // API Gateway tells of the end, and again does no harm
      await invoke(disconnect, "member");
      expect(await findConnection("member", now())).toBeUndefined();
      expect((await listViewers(baseId, now())).map(({ connection }) => connection)).toEqual(["owner"]);
      expect(JSON.stringify(open.get("owner"))).toContain(made);
    },
  ),
);
