import { expect, test } from "vitest";
import { handler as getTable } from "#functions/table/get-table";
import { handler as setTableIcon } from "#functions/table/set-table-icon";
import { aTable } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";
import { refusal } from "#test/support/requests/refusal";

const { owner, baseId, tableId } = await aTable();
const params = { baseId, tableId };
const set = (body: unknown) => call(setTableIcon, { as: owner, params, body });
const get = async () => (await call(getTable, { as: owner, params })).body;

test.each(["📦", "👩🏽‍🚀", "🇩🇪🇫🇷", "❤️", "1️⃣"])("200: %s", async (icon) => {
  expect(await set({ icon })).toMatchObject({ status: 200, body: "" });
  expect((await get()).icon).toBe(icon);
});

test("200: null takes it away", async () => {
  await set({ icon: "📦" });
  expect((await set({ icon: null })).status).toBe(200);
  expect(await get()).not.toHaveProperty("icon");
});

test.each([
  ["nothing", {}],
  ["no emoji", { icon: "" }],
  ["a letter among them", { icon: "📦a" }],
  ["a digit", { icon: "1" }],
  ["256 characters of it", { icon: "📦".repeat(256) }],
])("400: %s", async (_, body) => {
  expect(refusal(await set(body))).toMatchObject({ status: 400, paths: ["icon"] });
});
