import { expect, test } from "vitest";
import { handler as updateShareMeta } from "#functions/view/update-share-meta";
import { isPassword } from "#lib/data/identity/passwords";
import { type ViewItem, viewKey } from "#lib/data/schema/table-schema";
import type { ViewId } from "#lib/schemas/basics/ids";
import { getItem } from "#lib/store/store";
import { aTable } from "#test/support/makers/makers";
import { viewsOf } from "#test/support/makers/views";
import { refusal } from "#test/support/requests/refusal";
import { inProcessOnly } from "#test/support/run/target";

const made = await aTable();
const views = viewsOf(made);
const put = (id: string, body: unknown) => views.ask(updateShareMeta, id, body);

test("200: it takes the place of what was said before", async () => {
  const { id } = await views.create({ type: "form", shareMeta: { allowCopy: true, includeRecords: true } });
  const shareMeta = { submit: { allow: true, requireLogin: true }, includeHiddenField: true };
  expect(await put(id, shareMeta)).toMatchObject({ status: 200, body: "" });
  expect((await views.get(id)).shareMeta).toEqual(shareMeta);
  await put(id, {});
  expect((await views.get(id)).shareMeta).toEqual({});
});

test("a password is never shown; the stars leave it as it is, and without it there is none", async () => {
  inProcessOnly("the test looks into the store");
  const { id } = await views.create({ type: "grid" });
  const hashOf = async () => {
    const item = await getItem<ViewItem>(viewKey(made.tableId, id as ViewId));
    expect(JSON.stringify(item)).not.toMatch(/first one|another/);
    return item?.passwordHash;
  };
  await put(id, { password: "first one" });
  expect((await views.get(id)).shareMeta).toEqual({ password: "********" });
  const first = await hashOf();
  expect(await isPassword("first one", first)).toBe(true);
  await put(id, { allowCopy: true, password: "********" });
  expect((await views.get(id)).shareMeta).toEqual({ allowCopy: true, password: "********" });
  expect(await hashOf()).toBe(first);
  await put(id, { password: "another" });
  expect(await isPassword("another", await hashOf())).toBe(true);
  await put(id, { allowCopy: true });
  expect((await views.get(id)).shareMeta).toEqual({ allowCopy: true });
  expect(await hashOf()).toBeUndefined();
});

test.each<[string, unknown, string[]]>([
  ["a short password", { password: "ab" }, ["password"]],
  ["the stars where there is no password", { password: "********" }, ["password"]],
  ["what nobody knows", { allowEdit: true, submit: { x: 1 } }, ["submit.x", "allowEdit"]],
  ["text for yes", { allowCopy: "true" }, ["allowCopy"]],
])("400: %s; nothing is changed", async (_, body, paths) => {
  const before = await views.create({ type: "form", shareMeta: { allowCopy: true } });
  expect(refusal(await put(before.id, body))).toEqual({ status: 400, paths });
  expect(await views.get(before.id)).toEqual(before);
});
