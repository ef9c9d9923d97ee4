import { expect, test } from "vitest";
import { handler as getView } from "#functions/view/get-view";
import { noView } from "#test/support/makers/ids";
import { aMember, aTable, someone } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";

const { owner, baseId, tableId, table } = await aTable();
const other = await aTable({}, owner);
const get = (viewId: string, as = owner) => call(getView, { as, params: { tableId, viewId } });

test("200: the view as it was made", async () => {
  expect(await get(table.defaultViewId)).toMatchObject({ status: 200, body: table.views[0] });
  const viewer = await aMember(baseId, "viewer");
  expect((await get(table.defaultViewId, viewer)).body).toEqual(table.views[0]);
});

test.each([
  ["a view that was never made", noView()],
  ["an id that is none", "nope"],
  ["an id with a percent", "viw%2F..%2Fx"],
  ["a view of another table", other.table.defaultViewId],
])("404: %s", async (_, id) => {
  const { status, body } = await get(id);
  expect({ status, body }).toEqual({
    status: 404,
    body: {
      status: 404,
      code: "view_not_found",
      message: `There is no view ${id}, or you have no access to it`,
    },
  });
});

test("404: to who has no role the table is not there, whatever the view", async () => {
  const stranger = await someone();
  for (const id of [table.defaultViewId, noView(), "nope"])
    expect((await get(id, stranger)).body).toEqual({
      status: 404,
      code: "not_found",
      message: `There is no table ${tableId}, or you have no access to it`,
    });
});
