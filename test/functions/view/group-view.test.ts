import { expect, test } from "vitest";
import { handler as groupView } from "#functions/view/group-view";
import { aFieldId } from "#test/support/makers/ids";
import { aTable } from "#test/support/makers/makers";
import { viewsOf } from "#test/support/makers/views";
import { refusal } from "#test/support/requests/refusal";

const ids = [aFieldId(), aFieldId(), aFieldId(), aFieldId()];
const go = aFieldId();
const { table, ...made } = await aTable({
  fields: [
    ...ids.map((id, i) => ({ type: "singleLineText", id, name: `T${i}` })),
    { type: "button", id: go, options: { label: "Go", color: "teal" } },
  ],
});
const views = viewsOf(made);
const id: string = table.defaultViewId;
const by = (fieldId: string) => ({ fieldId, order: "desc" });

test("200: the view says it; null takes it away", async () => {
  const group = ids.slice(0, 3).map(by);
  expect(await views.ask(groupView, id, { group })).toMatchObject({ status: 200, body: "" });
  expect((await views.get(id)).group).toEqual(group);
  await views.ask(groupView, id, { group: null });
  expect(await views.get(id)).not.toHaveProperty("group");
});

test.each<[string, object, string[]]>([
  ["nothing", {}, ["group"]],
  ["four", { group: ids.map(by) }, ["group"]],
  ["no field", { group: [by("fldNone")] }, ["group[0].fieldId"]],
  ["a button", { group: [by(go)] }, ["group[0].fieldId"]],
  ["more than it may have", { group: [{ ...by(ids[0] ?? ""), x: 1 }] }, ["group[0].x"]],
])("400: %s", async (_, body, paths) => {
  expect(refusal(await views.ask(groupView, id, body))).toEqual({ status: 400, paths });
});
