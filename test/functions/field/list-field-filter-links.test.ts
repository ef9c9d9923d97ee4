import { expect, test } from "vitest";
import { handler as createField } from "#functions/field/create-field";
import { handler as listFieldFilterLinks } from "#functions/field/list-field-filter-links";
import { handler as renameRecord } from "#functions/record/update-record";
import { linkedTables } from "#test/support/makers/linked-tables";
import { aMember, aTable, aToken } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";

test("200: none for a field without filter; 404: a field of another table; 403 without record|read", async () => {
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

test("200: the records that the filter names by id, with the titles they have now; none of a base that the caller may not read", async () => {
  // people are linked from films of another base, and to each other: only to those who are in Up
  const { as, people, films, field, make, ann } = await linkedTables({}, undefined, { inOtherBase: true });
  const { body } = await make(films, [{ Title: "Up", Cast: [{ id: ann }] }]);
  const up = body.records[0].id;
  const gone = "rec00000900000000Az";
  const item = { fieldId: field.options.symmetricFieldId, operator: "hasAnyOf", value: [up, gone] };
  const filter = { conjunction: "and", filterSet: [item] };
  const options = { foreignTableId: people.tableId, relationship: "manyOne", isOneWay: true, filter };
  const made = { as, params: { tableId: people.tableId }, body: { type: "link", name: "Friend", options } };
  const friend = await call(createField, made);
  expect(friend.status).toBe(201);
  const title = { record: { fields: { Title: "Up!" } } };
  await call(renameRecord, { as, params: { tableId: films.tableId, recordId: up }, body: title });

  const params = { tableId: people.tableId, fieldId: friend.body.id };
  expect(await call(listFieldFilterLinks, { as, params })).toMatchObject({
    status: 200,
    body: [{ tableId: films.tableId, records: [{ id: up, title: "Up!" }] }],
  });
  const narrow = { token: await aToken(as.userId, { reach: { spaceIds: [], baseIds: [people.baseId] } }) };
  for (const other of [await aMember(people.baseId, "editor"), narrow])
    expect(await call(listFieldFilterLinks, { as: other, params })).toMatchObject({ status: 200, body: [] });
});
