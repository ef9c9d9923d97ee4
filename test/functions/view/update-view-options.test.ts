import { expect, test } from "vitest";
import { handler as getSharedView } from "#functions/share/get-shared-view";
import { handler as updateOptions } from "#functions/view/update-view-options";
import { publicOrigin } from "#lib/schemas/basics/public-origin";
import { aFieldId, aShareId } from "#test/support/makers/ids";
import { aTable } from "#test/support/makers/makers";
import { aPlugin } from "#test/support/makers/plugins";
import { viewsOf } from "#test/support/makers/views";
import { call } from "#test/support/requests/call";
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

test("200: members that are sent replace those of the view, the rest stay", async () => {
  const { id } = await views.create({ type: "grid", options: { rowHeight: "tall", frozenColumnCount: 2 } });
  const answer = await patch(id, { rowHeight: "short", fieldNameDisplayLines: 3 });
  expect(answer).toMatchObject({ status: 200, body: "" });
  const options = { rowHeight: "short", frozenColumnCount: 2, fieldNameDisplayLines: 3 };
  expect((await views.get(id)).options).toEqual(options);
  expect((await patch(id, {})).status).toBe(200);
  expect((await views.get(id)).options).toEqual(options);
});

test("200: of a view without options", async () => {
  const { id } = await views.create({ type: "form" });
  await patch(id, { submitLabel: "Send" });
  expect((await views.get(id)).options).toEqual({ submitLabel: "Send" });
});

test("200: an option that names a field is set and removed", async () => {
  const gallery = await views.create({ type: "gallery" });
  expect(gallery.options).toEqual({ coverFieldId: files });
  await patch(gallery.id, { coverFieldId: null });
  expect((await views.get(gallery.id)).options).toEqual({ coverFieldId: null });
  const { id } = await views.create({ type: "calendar" });
  const colorConfig = { type: "field", fieldId: title };
  await patch(id, { colorConfig });
  expect((await views.get(id)).options).toEqual({ startDateFieldId: due, colorConfig });
});

test("200: two concurrent changes of different members are both applied", async () => {
  const { id } = await views.create({ type: "grid" });
  const both = { rowHeight: "tall", fieldNameDisplayLines: 2 };
  await Promise.all(Object.entries(both).map(([name, value]) => patch(id, { [name]: value })));
  expect((await views.get(id)).options).toEqual(both);
});

test.each<[string, object, unknown, string[]]>([
  [
    "a member that the type does not have",
    { type: "kanban" },
    { rowHeight: "tall", x: 1 },
    ["options.rowHeight", "options.x"],
  ],
  ["an unknown value", { type: "grid" }, { rowHeight: "huge" }, ["options.rowHeight"]],
  ["no field", { type: "kanban" }, { stackFieldId: "fldNone" }, ["options.stackFieldId"]],
  ["a field of another type", { type: "gallery" }, { coverFieldId: title }, ["options.coverFieldId"]],
  ["no options", { type: "grid" }, undefined, ["options"]],
  ["a list", { type: "grid" }, [], ["options"]],
])("400: %s; the view does not change", async (_, made, options, paths) => {
  const before = await views.create(made);
  expect(refusal(await patch(before.id, options))).toEqual({ status: 400, paths });
  expect(await views.get(before.id)).toEqual(before);
});

test("a plugin view keeps its plugin", async () => {
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

test("200, 201: answers show the images of a form by their full addresses, also in its share", async () => {
  const sent = { coverUrl: "/files/cover.png", logoUrl: "logo.png", submitLabel: "Send" };
  const origin = publicOrigin();
  const shown = {
    coverUrl: `${origin}/files/cover.png`,
    logoUrl: `${origin}/logo.png`,
    submitLabel: "Send",
  };
  const shareId = aShareId();
  const made = await views.create({ type: "form", options: sent, enableShare: true, shareId });
  expect(made.options).toEqual(shown);
  const { id } = await views.create({ type: "form" });
  await views.ask(updateOptions, id, { options: sent });
  expect((await views.get(id)).options).toEqual(shown);
  await views.ask(updateOptions, id, { options: { coverUrl: "https://a.example/x.png", logoUrl: "" } });
  expect((await views.get(id)).options).toMatchObject({ coverUrl: "https://a.example/x.png", logoUrl: "" });
  const { body } = await call(getSharedView, { params: { shareId } });
  expect(body.view.options).toEqual(shown);
});
