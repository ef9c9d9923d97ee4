import { expect, test, vi } from "vitest";
import { listViewers } from "#lib/data/sockets/connections";
import { forgetConnection } from "#lib/socket/forget-connection";
import { cursorOfNow } from "#test/support/events/log";
import { aBase, someone } from "#test/support/makers/makers";
import { connectAs, useSocketServer } from "#test/support/sockets/socket-server";

const server = useSocketServer();

const viewersOf = async (baseId: never) =>
  (await listViewers(baseId, new Date().toISOString())).map(({ connection }) => connection);

test("after the end of a connection the base has no viewer, and a second end does nothing", async () => {
  const as = await someone();
  const { baseId } = await aBase(as);
  const client = await connectAs(as, server);
  client.send({ type: "watch", baseId, since: await cursorOfNow(as, baseId) });
  await client.next("changes");
  const [connection = "", ...others] = await viewersOf(baseId as never);
  expect(others).toEqual([]);
  client.socket.terminate();
  await vi.waitFor(async () => expect(await viewersOf(baseId as never)).toEqual([]));
  await forgetConnection(connection);
  expect(await viewersOf(baseId as never)).toEqual([]);
});
