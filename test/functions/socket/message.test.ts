import { describe, expect, test } from "vitest";
import { handler as listChanges } from "#functions/change/list-changes";
import { handler as deleteField } from "#functions/field/delete-field";
import { handler as deleteTable } from "#functions/table/delete-table";
import { leaveChanges, type MemberItem, memberKey } from "#lib/data/spaces/members";
import type { BaseId } from "#lib/schemas/basics/ids";
import { limits } from "#lib/schemas/basics/limits";
import { commit } from "#lib/store/commit";
import { getItem } from "#lib/store/store";
import { cursorOfNow } from "#test/support/events/log";
import { aBase, aMember, aTable, aToken, someone } from "#test/support/makers/makers";
import { type Asker, call } from "#test/support/requests/call";
import { revoke } from "#test/support/requests/credentials";
import { connectAs, useSocketServer } from "#test/support/sockets/socket-server";

const server = useSocketServer();

const unknownBase = "bse4mSa1Cw6nZ8tQ0Yh";

describe("a text that is refused is answered with an error, and the connection stays", () => {
  test.each<[string, unknown, RegExp]>([
    ["no JSON", "{", /send JSON/],
    ["nothing", "", /send JSON/],
    ["null", "null", /must be/],
    ["a list", [], /must be/],
    ["no type", {}, /type/],
    ["an unknown type", { type: "write" }, /watch, unwatch, here or ping/],
    ["a member too many", { type: "ping", more: 1 }, /more/],
    ["no base", { type: "watch", since: "x" }, /baseId/],
    ["a wrong base", { type: "watch", baseId: "1", since: "x" }, /baseId/],
    ["no cursor", { type: "watch", baseId: unknownBase }, /since/],
    ["a wrong table", { type: "watch", baseId: unknownBase, since: "x", tableIds: ["t"] }, /tableIds\[0\]/],
    ["__proto__", '{"type":"ping","__proto__":{"a":1}}', /__proto__/],
  ])("%s", async (_, sent, message) => {
    const client = await connectAs(await someone(), server);
    client.send(sent);
    const answer = await client.next("error");
    expect(answer).toMatchObject({ status: 400, message: expect.stringMatching(message) });
    client.send({ type: "ping" });
    await client.next("pong");
    client.socket.close();
  });

  test("bytes that are JSON are read as such, others are refused", async () => {
    const client = await connectAs(await someone(), server);
    client.socket.send(Buffer.from('{"type":"ping"}'), { binary: true });
    await client.next("pong");
    client.socket.send(Buffer.from([0xff, 0xfe]), { binary: true });
    expect(await client.next("error")).toMatchObject({ status: 400 });
    client.socket.close();
  });
});

test("a text above the limit ends the connection", async () => {
  const client = await connectAs(await someone(), server);
  client.send(`{"type":"ping"${" ".repeat(limits.socketTextBytes)}}`);
  expect(await client.ended).toBe(1009);
});

test("4429: a connection that sends far too many texts is ended", async () => {
  const client = await connectAs(await someone(), server);
  for (let i = 0; i < 4 * limits.socketTextsAtOnce; i++) client.send({ type: "ping" });
  expect(await client.ended).toBe(4429);
  expect(client.received.filter(({ type }) => type === "pong").length).toBeGreaterThanOrEqual(
    limits.socketTextsAtOnce,
  );
  expect(client.received.at(-1)).toMatchObject({
    ...{ type: "error", status: 429 },
    message: expect.stringContaining("the limit is 50 at once, then 5 a second"),
  });
});

test("404, 403: a base that is not there, one of others, one that the token does not name, one that the token may not read: as calls say it", async () => {
  const owner = await someone();
  const { baseId } = await aBase(owner);
  const other = await aBase(owner);
  const watch = { type: "watch", baseId, since: await cursorOfNow(owner, baseId) };
  const elsewhere = await aToken(owner.userId, { reach: { spaceIds: [], baseIds: [other.baseId] } });
  const blind = await aToken(owner.userId, { scopes: ["base|read"] });
  for (const [as, status] of [
    [await someone(), 404],
    [{ token: elsewhere }, 404],
    [{ token: blind }, 403],
  ] as const) {
    const client = await connectAs(as, server);
    for (const each of [baseId, unknownBase]) {
      client.send({ ...watch, baseId: each });
      const { body } = await call(listChanges, { as, params: { baseId: each } });
      expect(await client.next("error")).toEqual({
        ...{ type: "error", baseId: each },
        ...{ status: body.status, message: body.message },
      });
      expect(body.status).toBe(each === unknownBase ? 404 : status);
    }
    client.socket.close();
  }
});

test("a connection watches several bases, twice the same one, and at most so many", async () => {
  const owner = await someone();
  const client = await connectAs(owner, server);
  const bases = await Promise.all(
    Array.from({ length: limits.basesPerSocket + 1 }, async () => (await aBase(owner)).baseId),
  );
  const watch = async (baseId: (typeof bases)[number]) =>
    client.send({ type: "watch", baseId, since: await cursorOfNow(owner, baseId) });
  const [first, ...rest] = bases as [(typeof bases)[number], ...typeof bases];
  const last = rest.pop() as typeof first;
  for (const baseId of [first, first, ...rest]) {
    await watch(baseId);
    expect(await client.next("changes")).toMatchObject({ baseId, reset: false });
  }
  await watch(last);
  expect(await client.next("error")).toMatchObject({ baseId: last, status: 400 });
  client.send({ type: "unwatch", baseId: first });
  await watch(last);
  expect(await client.next("changes")).toMatchObject({ baseId: last });
  client.socket.close();
});

test("4401: after its token was revoked, the next text ends the connection", async () => {
  const person = await someone();
  const client = await connectAs(person, server);
  await revoke(person.token);
  client.send({ type: "ping" });
  expect(await client.next("error")).toMatchObject({ status: 401 });
  expect(await client.ended).toBe(4401);
});

describe("presence", () => {
  const join = async (as: Asker, baseId: BaseId) => {
    const client = await connectAs(as, server);
    client.send({ type: "watch", baseId, since: await cursorOfNow(as, baseId) });
    await client.next("changes");
    return client;
  };
  const placeOf = ({ baseId, tableId, table }: Awaited<ReturnType<typeof aTable>>) => ({
    ...{ type: "here", baseId, tableId },
    viewId: table.defaultViewId as string,
  });

  test("400: without watching the base", async () => {
    const made = await aTable();
    const { owner, baseId } = made;
    const client = await connectAs(owner, server);
    client.send(placeOf(made));
    expect(await client.next("error")).toMatchObject({ baseId, status: 400 });
    client.socket.close();
  });

  test("400: a table, view, record or field that is not there, or is deleted; nothing is shown", async () => {
    const made = await aTable({ records: [{ fields: {} }] });
    const { owner, baseId, spaceId, table } = made;
    const [recordId, fieldId] = [table.records[0].id, table.fields[0].id];
    const other = await aTable({ records: [{ fields: {} }] }, owner, { baseId, spaceId });
    const strange = await aTable({}, owner);
    const trashed = await aTable({}, owner, { baseId, spaceId });
    await call(deleteTable, { as: owner, params: { baseId, tableId: trashed.tableId } });
    const deletedId = table.fields[1].id;
    await call(deleteField, { as: owner, params: { tableId: made.tableId, fieldId: deletedId } });
    const client = await join(owner, baseId);
    const here = placeOf(made);
    const refused: [string, object][] = [
      ["tableId", { tableId: "tblOtherOtherOtherO" }],
      ["tableId", { tableId: strange.tableId }],
      ["tableId", { tableId: trashed.tableId, viewId: trashed.table.defaultViewId }],
      ["viewId", { viewId: other.table.defaultViewId }],
      ["viewId", { viewId: "viwOtherOtherOtherO", recordId }],
      ["recordId", { recordId: `rec${"9".repeat(16)}`, fieldId }],
      ["fieldId", { recordId, fieldId: other.table.fields[0].id }],
      ["fieldId", { fieldId: deletedId }],
    ];
    for (const [path, wrong] of refused) {
      client.send({ ...here, ...wrong });
      const message = expect.stringMatching(new RegExp(`: ${path}: is not in this base`));
      expect(await client.next("error")).toMatchObject({ baseId, status: 400, message });
    }
    client.send({ ...here, recordId, fieldId });
    expect(await client.next("presence")).toMatchObject({ people: [{ recordId, fieldId }] });
    expect(client.received.filter(({ type }) => type === "presence")).toHaveLength(1);
    client.socket.close();
  });

  test("two people in a view see each other, and not who is in another view or base", async () => {
    const made = await aTable();
    const { owner, baseId, spaceId } = made;
    const member = await aMember(baseId, "viewer");
    const one = await join(owner, baseId);
    one.send(placeOf(made));
    const alone = await one.next("presence");
    const { viewId } = placeOf(made);
    expect(alone).toMatchObject({ baseId, viewId, people: [{ userId: owner.userId }] });
    const other = await aTable({}, owner);
    const away = await join(owner, other.baseId);
    away.send(placeOf(other));
    expect((await away.next("presence"))["people"]).toHaveLength(1);
    const elsewhere = await join(member, baseId);
    elsewhere.send(placeOf(await aTable({ name: "Other" }, owner, { baseId, spaceId })));
    expect((await elsewhere.next("presence"))["people"]).toMatchObject([{ userId: member.userId }]);
    for (const { socket } of [one, away, elsewhere]) socket.close();
  });
});

test("404: a member who was removed may not watch again", async () => {
  const owner = await someone();
  const { baseId } = await aBase(owner);
  const member = await aMember(baseId, "editor");
  const client = await connectAs(member, server);
  const watch = { type: "watch", baseId, since: await cursorOfNow(owner, baseId) };
  client.send(watch);
  await client.next("changes");
  const item = await getItem<MemberItem>(memberKey(`BASE#${baseId}`, member.userId));
  await commit(leaveChanges(item as MemberItem));
  client.send(watch);
  expect(await client.next("error")).toMatchObject({ baseId, status: 404 });
  client.socket.close();
});
