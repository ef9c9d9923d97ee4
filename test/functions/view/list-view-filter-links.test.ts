import { expect, test } from "vitest";
import { handler as createView } from "#functions/view/create-view";
import { handler as listViewFilterLinks } from "#functions/view/list-view-filter-links";
import { linkedTables } from "#test/support/makers/linked-tables";
import { aMember, aTable, aToken } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";

test("200: none, if no filter names linked records; 404: a view of another table; 403 without record|read", async () => {
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

test("200: the records that the filter names by id, with titles; none of a base that the caller may not read", async () => {
  const { films, field, ann, cid, as } = await linkedTables({}, undefined, { inOtherBase: true });
  const item = (operator: string, value: unknown) => ({ fieldId: field.id, operator, value });
  const gone = "rec00000900000000Az";
  const filterSet = [
    item("hasAnyOf", [cid, gone, "Bob"]),
    { conjunction: "or", filterSet: [item("hasNoneOf", [ann, cid]), item("contains", ann)] },
  ];
  const body = { type: "grid", filter: { conjunction: "and", filterSet } };
  const view = await call(createView, { as, params: { tableId: films.tableId }, body });
  expect(view.status).toBe(201);
  const params = { tableId: films.tableId, viewId: view.body.id };
  const { foreignTableId: tableId } = field.options;
  expect(await call(listViewFilterLinks, { as, params })).toMatchObject({
    status: 200,
    body: [
      {
        tableId,
        records: [
          { id: cid, title: "Cid" },
          { id: ann, title: "Ann" },
        ],
      },
    ],
  });
  const reader = await aMember(films.baseId, "viewer");
  expect(await call(listViewFilterLinks, { as: reader, params })).toMatchObject({ status: 200, body: [] });
});
