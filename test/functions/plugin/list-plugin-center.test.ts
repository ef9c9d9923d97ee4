import { expect, test } from "vitest";
import { handler as listPluginCenter } from "#functions/plugin/list-plugin-center";
import { someone } from "#test/support/makers/makers";
import { aPlugin } from "#test/support/makers/plugins";
import { call } from "#test/support/requests/call";
import { refusal } from "#test/support/requests/refusal";

const idsIn = ({ body }: { body: { id: string }[] }) => body.map(({ id }) => id);

test("200: published ones and one's own, each once, with who made it; nothing that is being made by others", async () => {
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
  expect(JSON.stringify(answer.body)).not.toContain("@");

  const panels = { positions: '["panel","dashboard"]', "ids[]": all };
  expect(idsIn(await call(listPluginCenter, { as: me, query: panels }))).toEqual([ownPublished.id]);
});

test.each<[string, Record<string, string>, string]>([
  ["no JSON", { positions: "view" }, "positions"],
  ["a position there is none of", { positions: '["moon"]' }, "positions[0]"],
  ["an id that is none", { "ids[]": "plg" }, "ids[0]"],
])("400: %s", async (_, query, path) => {
  const answer = await call(listPluginCenter, { as: await someone(), query });
  expect(refusal(answer)).toEqual({ status: 400, paths: [path] });
});
