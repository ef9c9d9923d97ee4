import { expect, test } from "vitest";
import { handler as sortView } from "#functions/view/sort-view";
import { aFieldId } from "#test/support/makers/ids";
import { aTable } from "#test/support/makers/makers";
import { viewsOf } from "#test/support/makers/views";
import { refusal } from "#test/support/requests/refusal";

const [title, go] = [aFieldId(), aFieldId()];
const { table, ...made } = await aTable({
  fields: [
    { type: "singleLineText", id: title },
    { type: "button", id: go, options: { label: "Go", color: "teal" } },
  ],
});
const views = viewsOf(made);
const id: string = table.defaultViewId;
const by = (fieldId: string) => ({ fieldId, order: "asc" });

test("200: the view says it; null takes it away", async () => {
  const sort = { sortObjs: [by(title)], manualSort: false };
  expect(await views.ask(sortView, id, { sort })).toMatchObject({ status: 200, body: "" });
  expect((await views.get(id)).sort).toEqual(sort);
  await views.ask(sortView, id, { sort: null });
  expect(await views.get(id)).not.toHaveProperty("sort");
});

test.each<[string, object, string[]]>([
  ["nothing", {}, ["sort"]],
  ["no list", { sort: {} }, ["sort.sortObjs"]],
  ["no field", { sort: { sortObjs: [by(title), by("fldNone")] } }, ["sort.sortObjs[1].fieldId"]],
  ["a button", { sort: { sortObjs: [by(go)] } }, ["sort.sortObjs[0].fieldId"]],
  ["a field twice", { sort: { sortObjs: [by(title), by(title)] } }, ["sort.sortObjs[1].fieldId"]],
  [
    "an order that is none",
    { sort: { sortObjs: [{ fieldId: title, order: "up" }] } },
    ["sort.sortObjs[0].order"],
  ],
  ["more than it may have", { sort: { sortObjs: [], x: 1 } }, ["sort.x"]],
])("400: %s", async (_, body, paths) => {
  expect(refusal(await views.ask(sortView, id, body))).toEqual({ status: 400, paths });
});
