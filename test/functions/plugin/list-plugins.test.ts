import { expect, test } from "vitest";
import { handler as listPlugins } from "#functions/plugin/list-plugins";
import { someone } from "#test/support/makers/makers";
import { aPlugin } from "#test/support/makers/plugins";
import { call } from "#test/support/requests/call";

test("200: one's own, the oldest first, without a word of their secrets; nobody else's, published or not", async () => {
  const [owner, other] = [await someone(), await someone()];
  const first = await aPlugin(owner, { name: "First" });
  const second = await aPlugin(owner, { name: "Second", status: "published" });
  await aPlugin(other, { status: "published" });
  const { status, body } = await call(listPlugins, { as: owner });
  expect(status).toBe(200);
  expect(body.map(({ id }: { id: string }) => id)).toEqual([first.id, second.id]);
  expect(body[1].status).toBe("published");
  for (const { secret } of [first, second]) expect(JSON.stringify(body)).not.toContain(secret.slice(-10));
});

test("200: none", async () => {
  expect((await call(listPlugins, { as: await someone() })).body).toEqual([]);
});
