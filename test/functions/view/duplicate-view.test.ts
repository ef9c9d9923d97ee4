import { expect, test } from "vitest";
import { handler as unpublishPlugin } from "#functions/plugin/unpublish-plugin";
import { handler as duplicateView } from "#functions/view/duplicate-view";
import { allScopes } from "#lib/schemas/identity/scopes";
import { aFieldId, aShareId } from "#test/support/makers/ids";
import { aTable, aToken, someone } from "#test/support/makers/makers";
import { aPlugin } from "#test/support/makers/plugins";
import { viewsOf } from "#test/support/makers/views";
import { call } from "#test/support/requests/call";
import { refusal } from "#test/support/requests/refusal";

const [title, due] = [aFieldId(), aFieldId()];
const { owner, tableId } = await aTable({
  fields: [
    { type: "singleLineText", id: title },
    { type: "date", id: due },
  ],
});
const views = viewsOf({ owner, tableId });

test("201: it shows the same, comes last, and has no share and no lock", async () => {
  const shows = {
    type: "calendar",
    description: "Why",
    options: { startDateFieldId: due, titleFieldId: null },
    filter: { conjunction: "and", filterSet: [{ fieldId: title, operator: "is", value: "x" }] },
    group: [{ fieldId: due, order: "desc" }],
    columnMeta: { [title]: { order: 3, visible: true }, [due]: { order: 1 } },
  };
  const source = await views.create({
    ...shows,
    name: "Plan",
    order: -7,
    isLocked: true,
    enableShare: true,
    shareId: aShareId(),
    sort: { sortObjs: [{ fieldId: title, order: "asc" }], manualSort: true },
    shareMeta: { allowCopy: true, password: "secret" },
  });
  const { status, body: copy } = await views.ask(duplicateView, source.id);
  expect(status).toBe(201);
  const { id, createdTime, lastModifiedTime, ...rest } = copy;
  expect(rest).toEqual({
    ...shows,
    name: "Plan 2",
    order: expect.any(Number),
    // manual positions belong to the other view
    sort: { sortObjs: [{ fieldId: title, order: "asc" }] },
    createdBy: owner.userId,
    lastModifiedBy: owner.userId,
  });
  expect(id).not.toBe(source.id);
  expect(createdTime).toBe(lastModifiedTime);
  expect(await views.get(id)).toEqual(copy);
  expect((await views.list()).at(-1)).toEqual(copy);
  expect(await views.get(source.id)).toEqual(source);
});

test("201: a view with few members; concurrent copies have different names", async () => {
  const source = await views.create({ type: "grid", name: "Bare" });
  const answers = await Promise.all(Array.from({ length: 5 }, () => views.ask(duplicateView, source.id)));
  const names = answers.map(({ body }) => body.name);
  expect(names.toSorted()).toEqual(["Bare 2", "Bare 3", "Bare 4", "Bare 5", "Bare 6"]);
  const { id, name, order, createdTime, lastModifiedTime, ...rest } = answers[0]?.body ?? {};
  expect(source).toMatchObject(rest);
});

test("201: a plugin view installs the plugin again; 404 if the caller may no longer use it", async () => {
  const maker = await someone();
  const { id: pluginId } = await aPlugin(maker, { status: "published" });
  const source = await views.create({ type: "plugin", options: { pluginId } });
  const { body: copy } = await views.ask(duplicateView, source.id);
  expect(copy).toMatchObject({ pluginId, options: { pluginId } });
  expect(copy.options.pluginInstallId).not.toBe(source.options?.["pluginInstallId"]);
  await call(unpublishPlugin, { as: maker, params: { pluginId } });
  expect(refusal(await views.ask(duplicateView, source.id))).toEqual({
    status: 404,
    paths: ["options.pluginId"],
  });
});

test("400: the table has two hundred views", async () => {
  const full = await aTable({ views: Array(200).fill({ type: "form" }) }, owner);
  const answer = await viewsOf(full).ask(duplicateView, full.table.defaultViewId);
  expect(refusal(answer)).toEqual({ status: 400, paths: [""] });
});

test("403: a token that may create views but not read them", async () => {
  const { id } = await views.create({ type: "grid" });
  const token = await aToken(owner.userId, { scopes: allScopes.filter((scope) => scope !== "view|read") });
  const { status } = await call(duplicateView, { as: { token }, params: { tableId, viewId: id } });
  expect(status).toBe(403);
});
