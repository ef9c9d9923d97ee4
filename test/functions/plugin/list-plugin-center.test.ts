import { expect, test } from "vitest";
import { handler as listPluginCenter } from "#functions/plugin/list-plugin-center";
import { someone } from "#test/support/makers/makers";
import { aPlugin } from "#test/support/makers/plugins";
import { call } from "#test/support/requests/call";
import { refusal } from "#test/support/requests/refusal";

const idsIn = ({ body }: { body: { id: string }[] }) => body.map(({ id }) => id);

test("200: published ones and the caller's own, each once, with its maker; no unpublished ones of others", async () => {
  const [me, other] = [await someone(), await someone()];
  const own = await aPlugin(me);
  const ownPublished = await aPlugin(me, { status: "published", positions: ["panel"] });
  const published = await aPlugin(other, { status: "published" });
  const hidden = [await aPlugin(other), await aPlugin(other, { status: "reviewing" })];
  const all = [own, ownPublished, published, ...hidden].map(({ id }) => id);
  const answer = await call(listPluginCenter, { as: me, query: { "ids[]": all } });
  expect(answer.status).toBe(200);
  expect(idsIn(answer).sort()).toEqual([own.id, ownPublished.id, published.id].sort());
  const shown = answer.body.find(({ id }: { id: string }) => id === published.id);
  expect(shown).toMatchObject({ status: "published", createdBy: { id: other.userId, name: other.name } });
  expect(Object.keys(shown)).not.toContain("positions");
  // an address is private, but for one's own
  expect(shown.createdBy).not.toHaveProperty("email");
  const mine = answer.body.find(({ id }: { id: string }) => id === own.id);
  expect(mine.createdBy.email).toBe(me.email);

  const panels = { positions: '["panel","dashboard"]', "ids[]": all };
  expect(idsIn(await call(listPluginCenter, { as: me, query: panels }))).toEqual([ownPublished.id]);
});

test.each<[string, Record<string, string>, string]>([
  ["invalid JSON", { positions: "view" }, "positions"],
  ["an unknown position", { positions: '["moon"]' }, "positions[0]"],
  ["an invalid id", { "ids[]": "plg" }, "ids[0]"],
])("400: %s", async (_, query, path) => {
  const answer = await call(listPluginCenter, { as: await someone(), query });
  expect(refusal(answer)).toEqual({ status: 400, paths: [path] });
});
