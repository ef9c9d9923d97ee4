import { expect, test } from "vitest";
import { handler as createPlugin } from "#functions/plugin/create-plugin";
import { handler as getPlugin } from "#functions/plugin/get-plugin";
import { handler as listPlugins } from "#functions/plugin/list-plugins";
import { someone } from "#test/support/makers/makers";
import { issuer } from "#test/support/makers/oauth";
import { aPlugin, aPluginInput } from "#test/support/makers/plugins";
import { call } from "#test/support/requests/call";
import { refusal } from "#test/support/requests/refusal";

const owner = await someone();
const create = (input: object) => call(createPlugin, { as: owner, body: { ...aPluginInput, ...input } });

test("201: with all members; its secret is shown only here", async () => {
  const input = {
    name: " Gantt ",
    description: "Bars",
    detailDesc: "# Bars",
    logo: "https://gantt.example.com/l.png",
    url: "https://gantt.example.com/",
    helpUrl: "https://gantt.example.com/help",
    positions: ["view", "dashboard", "view"],
    i18n: { en: { title: "Gantt", description: "Bars" }, "zh-Hans": { title: "甘特图" } },
    config: { view: { width: 100 } },
    autoCreateMember: true,
  };
  const { status, body } = await create(input);
  const { autoCreateMember: _, ...described } = input;
  const shown = {
    ...described,
    name: "Gantt",
    positions: ["view", "dashboard"],
    status: "developing",
    id: expect.stringMatching(/^plg[0-9A-Za-z]{16}$/),
    createdTime: expect.stringMatching(/\.\d{3}Z$/),
    lastModifiedTime: body.createdTime,
    pluginUser: {
      id: expect.stringMatching(/^plu[0-9A-Za-z]{16}$/),
      name: "Gantt",
      email: `${body.pluginUser.id.toLowerCase()}@plugin.invalid`,
    },
  };
  expect({ status, body }).toEqual({
    status: 201,
    body: { ...shown, secret: expect.stringMatching(/^[0-9a-z]{40}$/) },
  });
  const got = await call(getPlugin, { as: owner, params: { pluginId: body.id } });
  expect(got.body).toEqual({ ...shown, secret: "*".repeat(30) + body.secret.slice(-10) });
  const listed = await call(listPlugins, { as: owner });
  expect(listed.body.find(({ id }: { id: string }) => id === body.id)).toEqual(shown);
});

test("201: members left out or null are absent, but for i18n, which is empty", async () => {
  const { status, body } = await create({ description: null, url: null, i18n: null, config: null });
  expect(status).toBe(201);
  expect(Object.keys(body).sort()).toEqual([
    ...["createdTime", "i18n", "id", "lastModifiedTime", "logo", "name", "positions", "secret", "status"],
  ]);
  expect(body.i18n).toEqual({});
});

test.each([
  ["logo.svg", `${issuer}/logo.svg`],
  ["/api/attachments/logo.svg", `${issuer}/api/attachments/logo.svg`],
  ["javascript:alert(1)", `${issuer}/javascript:alert(1)`],
  ["HTTPS://a.example/l.png", "HTTPS://a.example/l.png"],
])("201: the logo %s is shown as %s", async (logo, shown) => {
  const { status, body } = await create({ logo });
  expect([status, body.logo]).toEqual([201, shown]);
});

test("201: i18n is any map of language to texts, numbers and booleans, answered as sent", async () => {
  const i18n = { "any language": { title: "A", "": "empty", size: 1.5, isNew: true }, __proto: {} };
  const { status, body } = await create({ i18n });
  expect([status, JSON.stringify(body.i18n)]).toEqual([201, JSON.stringify(i18n)]);
  const got = await call(getPlugin, { as: owner, params: { pluginId: body.id } });
  expect(got.body.i18n).toEqual(i18n);
});

test("201: the config is stored as it was sent, for any JSON", async () => {
  let deep: unknown = 1;
  for (let i = 0; i < 40; i++) deep = { in: deep };
  const config = JSON.parse(
    `{"big":1e300,"small":1e-300,"":{"\\u0001":[]},"long":12345678901234567890,"deep":${JSON.stringify(deep)}}`,
  );
  const { status, body } = await create({ config });
  expect([status, JSON.stringify(body.config)]).toEqual([201, JSON.stringify(config)]);
  const got = await call(getPlugin, { as: owner, params: { pluginId: body.id } });
  expect(JSON.stringify(got.body.config)).toBe(JSON.stringify(config));
});

test.each<[string, object, string[]]>([
  ["no name", { name: undefined }, ["name"]],
  ["a name of 21", { name: "x".repeat(21) }, ["name"]],
  ["no positions", { positions: [] }, ["positions"]],
  ["an unknown position", { positions: ["view", "moon"] }, ["positions[1]"]],
  ["no logo", { logo: undefined }, ["logo"]],
  ["an empty logo", { logo: " " }, ["logo"]],
  ["addresses with scripts", { url: "data:text/html,x", helpUrl: "x" }, ["url", "helpUrl"]],
  [
    "texts too long",
    { description: "x".repeat(151), detailDesc: "x".repeat(3001) },
    ["description", "detailDesc"],
  ],
  ["a translation with a list", { i18n: { en: { titles: ["a"] } } }, ["i18n.en.titles"]],
  ["texts of more than 10 KB", { i18n: { en: { title: "é".repeat(6000) } } }, ["i18n"]],
  ["a config too large", { config: { x: "y".repeat(11_000) } }, ["config"]],
])("400: %s", async (_, input, paths) => {
  const refused = refusal(await create(input));
  expect({ ...refused, paths: refused.paths.toSorted() }).toEqual({ status: 400, paths: paths.toSorted() });
});

test("400: one more than a user may have", async () => {
  const busy = await someone();
  for (let i = 0; i < 5; i++) await Promise.all(Array.from({ length: 10 }, () => aPlugin(busy)));
  const answer = await call(createPlugin, { as: busy, body: aPluginInput });
  expect(refusal(answer)).toEqual({ status: 400, paths: [""] });
});
