import { expect, test } from "vitest";
import { handler as listFieldFilterLinks } from "#functions/field/list-field-filter-links";
import { aMember, aTable, aToken } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";

test("200: none, as there are no link fields; 404: a field of another table; 403 without record|read", async () => {
  const { owner, tableId, table, baseId } = await aTable({
    fields: [{ type: "singleLineText", name: "Name" }],
  });
  const params = { tableId, fieldId: table.fields[0].id };
  const ask = (as: { token: string }, asked = params) => call(listFieldFilterLinks, { as, params: asked });
  expect(await ask(await aMember(baseId, "viewer"))).toMatchObject({ status: 200, body: [] });
  const other = await aTable({ fields: [{ type: "singleLineText", name: "Name" }] }, owner);
  expect((await ask(owner, { ...params, tableId: other.tableId })).status).toBe(404);
  expect((await ask({ token: await aToken(owner.userId, { scopes: ["field|read"] }) })).status).toBe(403);
});
