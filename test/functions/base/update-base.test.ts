import { expect, test } from "vitest";
import { handler as getBase } from "#functions/base/get-base";
import { handler as updateBase } from "#functions/base/update-base";
import { handler as createTable } from "#functions/table/create-table";
import { handler as listTables } from "#functions/table/list-tables";
import { aBase, someone } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";
import { refusal } from "#test/support/requests/refusal";

const owner = await someone();
const aFreshBase = async () => {
  const { baseId } = await aBase(owner);
  const update = (body: unknown) => call(updateBase, { as: owner, params: { baseId }, body });
  const get = async () => (await call(getBase, { as: owner, params: { baseId } })).body;
  return { baseId, update, get };
};

test("200: name and icon, each alone; null removes the icon", async () => {
  const { update, get } = await aFreshBase();
  expect((await update({ icon: "📦" })).body).toMatchObject({ name: "Base", icon: "📦" });
  expect((await update({ name: " Sales " })).body).toMatchObject({ name: "Sales", icon: "📦" });
  expect((await update({})).body).toMatchObject({ name: "Sales", icon: "📦" });
  const { status, body } = await update({ icon: null });
  expect(status).toBe(200);
  expect(body.icon).toBeNull();
  expect(await get()).toEqual(body);
});

test("200: concurrent changes are not lost, nor are tables made meanwhile", async () => {
  const { baseId, update, get } = await aFreshBase();
  const params = { baseId };
  const answers = await Promise.all([
    ...Array.from({ length: 5 }, () => update({ name: "Both" })),
    ...Array.from({ length: 5 }, () => update({ icon: "🚀" })),
    ...Array.from({ length: 5 }, () => call(createTable, { as: owner, params, body: { records: [] } })),
  ]);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 201]));
  expect(await get()).toMatchObject({ name: "Both", icon: "🚀" });
  expect((await call(listTables, { as: owner, params })).body).toHaveLength(5);
});

test.each([
  ["an empty name", { name: "" }, ["name"]],
  ["no name", { name: null }, ["name"]],
  ["an icon that is not an emoji", { icon: "box" }, ["icon"]],
  ["256 characters", { name: "x".repeat(256) }, ["name"]],
])("400: %s", async (_, body, paths) => {
  const { update, get } = await aFreshBase();
  expect(refusal(await update(body))).toEqual({ status: 400, paths });
  expect(await get()).toMatchObject({ name: "Base" });
});
