import { expect, test } from "vitest";
import { handler as updateOptions } from "#functions/view/update-view-options";
import { aFieldId } from "#test/support/makers/ids";
import { aTable } from "#test/support/makers/makers";
import { aPlugin } from "#test/support/makers/plugins";
import { viewsOf } from "#test/support/makers/views";
import { refusal } from "#test/support/requests/refusal";

const [title, due, files] = [aFieldId(), aFieldId(), aFieldId()];
const { owner, tableId } = await aTable({
  fields: [
    { type: "singleLineText", id: title },
    { type: "date", id: due },
    { type: "attachment", id: files },
  ],
});
const views = viewsOf({ owner, tableId });
const patch = (id: string, options: unknown) => views.ask(updateOptions, id, { options });

test("200: members that are sent take the place of the view's, the rest stay", async () => {
  const { id } = await views.create({ type: "grid", options: { rowHeight: "tall", frozenColumnCount: 2 } });
  const answer = await patch(id, { rowHeight: "short", fieldNameDisplayLines: 3 });
  expect(answer).toMatchObject({ status: 200, body: "" });
  const options = { rowHeight: "short", frozenColumnCount: 2, fieldNameDisplayLines: 3 };
  expect((await views.get(id)).options).toEqual(options);
  expect((await patch(id, {})).status).toBe(200);
  expect((await views.get(id)).options).toEqual(options);
});

test("200: of a view that has none yet", async () => {
  const { id } = await views.create({ type: "form" });
  await patch(id, { submitLabel: "Send" });
  expect((await views.get(id)).options).toEqual({ submitLabel: "Send" });
});

test("200: a field, and none", async () => {
  const gallery = await views.create({ type: "gallery" });
  expect(gallery.options).toEqual({ coverFieldId: files });
  await patch(gallery.id, { coverFieldId: null });
  expect((await views.get(gallery.id)).options).toEqual({ coverFieldId: null });
  const { id } = await views.create({ type: "calendar" });
  const colorConfig = { type: "field", fieldId: title };
  await patch(id, { colorConfig });
  expect((await views.get(id)).options).toEqual({ startDateFieldId: due, colorConfig });
});

test("200: two members that two change at the same time are both there", async () => {
  const { id } = await views.create({ type: "grid" });
  const both = { rowHeight: "tall", fieldNameDisplayLines: 2 };
  await Promise.all(Object.entries(both).map(([name, value]) => patch(id, { [name]: value })));
  expect((await views.get(id)).options).toEqual(both);
});

test.each<[string, object, unknown, string[]]>([
  [
    "what the type does not know",
    { type: "kanban" },
    { rowHeight: "tall", x: 1 },
    ["options.rowHeight", "options.x"],
  ],
  ["a value that is none", { type: "grid" }, { rowHeight: "huge" }, ["options.rowHeight"]],
  ["no field", { type: "kanban" }, { stackFieldId: "fldNone" }, ["options.stackFieldId"]],
  ["a field that does not fit", { type: "gallery" }, { coverFieldId: title }, ["options.coverFieldId"]],
  ["no options", { type: "grid" }, undefined, ["options"]],
  ["a list", { type: "grid" }, [], ["options"]],
])("400: %s; the view stays as it is", async (_, made, options, paths) => {
  const before = await views.create(made);
  expect(refusal(await patch(before.id, options))).toEqual({ status: 400, paths });
  expect(await views.get(before.id)).toEqual(before);
});

test("a view of a plugin stays one of that plugin", async () => {
  const [{ id: pluginId }, other] = [await aPlugin(owner), await aPlugin(owner)];
  const view = await views.create({ type: "plugin", options: { pluginId } });
  expect(refusal(await patch(view.id, { pluginId: other.id }))).toEqual({
    status: 400,
    paths: ["options.pluginId"],
  });
  await patch(view.id, { pluginId, pluginLogo: "/logo.png" });
  expect(await views.get(view.id)).toMatchObject({
    pluginId,
    options: { ...view.options, pluginLogo: "/logo.png" },
  });
});
