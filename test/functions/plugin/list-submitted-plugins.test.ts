import { expect, test } from "vitest";
import { handler as listSubmittedPlugins } from "#functions/plugin/list-submitted-plugins";
import { someone } from "#test/support/makers/makers";
import { anAdministrator, aPlugin } from "#test/support/makers/plugins";
import { call } from "#test/support/requests/call";

test("200: an administrator sees what waits for review; 403: nobody else does", async () => {
  const owner = await someone();
  const waiting = await aPlugin(owner, { status: "reviewing" });
  const others = [await aPlugin(owner), await aPlugin(owner, { status: "published" })];
  const { status, body } = await call(listSubmittedPlugins, { as: await anAdministrator() });
  const ids = body.map(({ id }: { id: string }) => id);
  expect({ status, listed: ids.includes(waiting.id) }).toEqual({ status: 200, listed: true });
  for (const { id } of others) expect(ids).not.toContain(id);
  expect((await call(listSubmittedPlugins, { as: owner })).status).toBe(403);
});
