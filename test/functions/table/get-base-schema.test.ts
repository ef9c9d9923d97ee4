import { expect, test } from "vitest";
import { handler as createField } from "#functions/field/create-field";
import { handler as listFields } from "#functions/field/list-fields";
import { handler as getBaseSchema } from "#functions/table/get-base-schema";
import { handler as listTables } from "#functions/table/list-tables";
import { handler as listViews } from "#functions/view/list-views";
import { linkTo, twoTables } from "#test/support/makers/links";
import { aMember, aTable, aToken } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";

const schemaOf = (as: { token: string }, baseId: string) => call(getBaseSchema, { as, params: { baseId } });

test("200: all tables in their order, with the fields and views that their lists answer", async () => {
  const { films, people } = await twoTables();
  const { owner: as, baseId } = films;
  await linkTo(films, people);
  const { status, body } = await schemaOf(as, baseId);
  expect(status).toBe(200);
  const heads = (await call(listTables, { as, params: { baseId } })).body;
  const listed = await Promise.all(
    heads.map(async (head: { id: string }) => {
      const params = { tableId: head.id };
      const fields = (await call(listFields, { as, params })).body;
      return { ...head, fields, views: (await call(listViews, { as, params })).body };
    }),
  );
  expect(body).toEqual({ tables: listed });
});

test("200: the ETag changes with the schema, and only with it", async () => {
  const { owner: as, baseId, tableId } = await aTable();
  const tagOf = async () => (await schemaOf(as, baseId)).headers["etag"];
  const before = await tagOf();
  expect(before).toMatch(/^".+"$/);
  expect(await tagOf()).toBe(before);
  await call(createField, { as, params: { tableId }, body: { type: "number" } });
  expect(await tagOf()).not.toBe(before);
});

test("200: without view|read no views; a viewer sees that they may not write; 403 and 404", async () => {
  const { owner, baseId } = await aTable();
  const token = await aToken(owner.userId, { scopes: ["table|read", "field|read"] });
  const [table] = (await schemaOf({ token }, baseId)).body.tables;
  expect(table).not.toHaveProperty("views");
  const viewer = await aMember(baseId, "viewer");
  const seen = (await schemaOf(viewer, baseId)).body.tables[0];
  expect(seen.fields.every(({ recordCreate }: { recordCreate: boolean }) => !recordCreate)).toBe(true);
  const tablesOnly = await aToken(owner.userId, { scopes: ["table|read"] });
  expect((await schemaOf({ token: tablesOnly }, baseId)).status).toBe(403);
  const elsewhere = await aTable();
  expect((await schemaOf(elsewhere.owner, baseId)).status).toBe(404);
});
