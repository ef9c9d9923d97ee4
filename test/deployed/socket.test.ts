/* The socket through a WebSocket API, with the permissions of its functions, the stream and the queues. */
import {
  ApiGatewayManagementApiClient,
  type ApiGatewayManagementApiServiceException,
  PostToConnectionCommand,
} from "@aws-sdk/client-apigatewaymanagementapi";
import { expect, test } from "vitest";
import { handler as createTicket } from "#functions/socket/create-ticket";
import { knownToken } from "#lib/data/identity/token-text";
import { addViewer, findConnection, insertConnection, listViewers } from "#lib/data/sockets/connections";
import { findTicket, createTicket as makeTicket, type TicketItem } from "#lib/data/sockets/tickets";
import { changesOf } from "#test/support/events/log";
import { actionsOf } from "#test/support/makers/actions";
import { aMember, aTable, someone } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";
import { revoke } from "#test/support/requests/credentials";
import { baseUrl } from "#test/support/run/target";
import { connectWith } from "#test/support/sockets/socket-server";
import { clientOptionsOf, environments } from "./functions.ts";

/** Connects to the emulator, which has other addresses than AWS. */
async function connect(as: { token: string }) {
  const { url, ticket } = (await call(createTicket, { as })).body;
  const [, api, stage] = /^wss:\/\/([^.]+)\.execute-api\.[^/]+\/(\w+)$/.exec(url) ?? [];
  const address = `${baseUrl()?.replace(/^http(.*)\/_aws\/.*$/, "ws$1")}/_aws/execute-api/${api}/${stage}`;
  const protocols = ["gridless", ticket];
  return { address, protocols, client: await connectWith(address, { protocols }) };
}

const until = async (isSo: () => Promise<boolean>) => {
  while (!(await isSo())) await new Promise((go) => setTimeout(go, 200));
};

test("connect, watch, write, hint; a ticket opens one connection; a connection that ended is forgotten", async () => {
  const { owner, baseId, tableId, table } = await aTable();
  const member = await aMember(baseId, "viewer");
  const { address, protocols, client } = await connect(member);
  await expect(connectWith(address, { protocols })).rejects.toThrow();
  client.send({ type: "ping" });
  await client.next("pong");
  client.send("{");
  expect(await client.next("error")).toMatchObject({ status: 400 });

  const { cursor } = await changesOf(member, baseId);
  client.send({ type: "watch", baseId, since: cursor });
  expect(await client.next("changes")).toMatchObject({ baseId, from: cursor, reset: false });
  const [recordId = ""] = await actionsOf(owner).make({ tableId }, [{ Name: "Ada" }]);
  expect(await client.next("changes")).toMatchObject({ baseId, more: false, reset: false });
  const { changes } = await changesOf(member, baseId, { since: cursor });
  expect(changes.map((each) => each.recordId)).toContain(recordId);

  client.send({ type: "here", baseId, tableId, viewId: table.defaultViewId, recordId });
  expect((await client.next("presence"))["people"]).toMatchObject([{ userId: member.userId, recordId }]);

  client.socket.close();
  await until(async () => (await listViewers(baseId, new Date().toISOString())).length === 0);
}, 120_000);

test("404: a base of others", async () => {
  const { baseId } = await aTable();
  const { client } = await connect(await someone());
  client.send({ type: "watch", baseId, since: "x" });
  expect(await client.next("error")).toMatchObject({ baseId, status: 404 });
  client.socket.close();
});

test("the connection of a token that was revoked is ended", async () => {
  const person = await someone();
  const { client } = await connect(person);
  await revoke(person.token);
  client.send({ type: "ping" });
  await client.ended;
  expect(client.received).not.toContainEqual({ type: "pong" });
});

test("a connection that is gone without a word is forgotten with the next hint", async () => {
  const { owner, baseId, tableId } = await aTable();
  const { cursor } = await changesOf(owner, baseId);
  const { client } = await connect(owner);
  client.send({ type: "watch", baseId, since: cursor });
  await client.next("changes");
  const now = new Date().toISOString();
  const gone = `gone-${owner.userId}`;
  const ticket = await findTicket(await makeTicket(knownToken(owner.token), now), now);
  await insertConnection({ id: gone, userId: owner.userId }, ticket as TicketItem, now);
  expect(await addViewer(gone, baseId, undefined)).toBe(true);
  await actionsOf(owner).make({ tableId }, [{ Name: "Ada" }]);
  await until(async () => (await findConnection(gone, now)) === undefined);
  expect((await listViewers(baseId, now)).map(({ connection }) => connection)).not.toContain(gone);
  await client.next("changes");
  client.socket.close();
}, 120_000);

test.runIf(process.platform === "linux")(
  "only functions that send texts may send any, and only through the socket of their stack",
  async () => {
    const { owner, baseId, tableId, table } = await aTable();
    const { cursor } = await changesOf(owner, baseId);
    const { client } = await connect(owner);
    client.send({ type: "watch", baseId, since: cursor });
    await client.next("changes");
    const [{ connection = "" } = {}] = await listViewers(baseId, new Date().toISOString());
    // what starts the functions of both queues
    client.send({ type: "here", baseId, tableId, viewId: table.defaultViewId });
    client.send({ type: "unwatch", baseId });
    client.send({ type: "watch", baseId, since: cursor });
    await actionsOf(owner).make({ tableId }, [{ Name: "Ada" }]);

    const environmentOf = async (operation: string): Promise<Record<string, string>> => {
      await until(async () => environments().has(operation));
      return environments().get(operation) ?? {};
    };
    const { GRIDLESS_CONNECTIONS: endpoint = "" } = await environmentOf("message");
    const post = async (operation: string, ConnectionId: string, at = endpoint): Promise<number> => {
      const options = clientOptionsOf(await environmentOf(operation));
      const posting = new PostToConnectionCommand({ ConnectionId, Data: Buffer.from('{"type":"test"}') });
      const sent = new ApiGatewayManagementApiClient({ ...options, endpoint: at }).send(posting);
      const { $metadata } = await sent.catch((error: ApiGatewayManagementApiServiceException) => error);
      return $metadata.httpStatusCode ?? 0;
    };
    for (const operation of ["message", "announceChanges", "announcePresence"]) {
      expect([operation, await post(operation, connection)]).toEqual([operation, 200]);
      await client.next("test");
      expect([operation, await post(operation, "gone")]).toEqual([operation, 410]);
      const elsewhere = endpoint.replace(/[^/]+$/, "other");
      expect([operation, await post(operation, connection, elsewhere)]).toEqual([operation, 403]);
    }
    for (const operation of ["connect", "createTicket", "listChanges"])
      expect([operation, await post(operation, connection)]).toEqual([operation, 403]);
    expect(client.received.filter(({ type }) => type === "test")).toHaveLength(3);
    client.socket.close();
  },
  120_000,
);
