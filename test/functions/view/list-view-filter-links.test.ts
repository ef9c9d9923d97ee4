import { expect, test } from "vitest";
import { handler as createView } from "#functions/view/create-view";
import { handler as listViewFilterLinks } from "#functions/view/list-view-filter-links";
import { aMember, aTable, aToken } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";

test("200: none, as no filter names linked records; 404: a view of another table; 403 without record|read", async () => {
  const { owner, tableId, table, baseId } = await aTable({
    fields: [{ type: "singleLineText", name: "Name" }],
  });
  const filterSet = [{ fieldId: table.fields[0].id, operator: "is", value: "rec4mSa1Cw6nZ8tQ0Yh" }];
  const view = await call(createView, {
    ...{ as: owner, params: { tableId }, body: { type: "grid", filter: { conjunction: "and", filterSet } } },
  });
  const params = { tableId, viewId: view.body.id };
  const ask = (as: { token: string }, asked = params) => call(listViewFilterLinks, { as, params: asked });
  expect(await ask(await aMember(baseId, "viewer"))).toMatchObject({ status: 200, body: [] });
  const other = await aTable({}, owner);
  expect((await ask(owner, { ...params, tableId: other.tableId })).body.code).toBe("view_not_found");
  expect((await ask({ token: await aToken(owner.userId, { scopes: ["view|read"] }) })).status).toBe(403);
});
