import { expect, test } from "vitest";
import { handler as getField } from "#functions/field/get-field";
import { noField } from "#test/support/makers/ids";
import { aMember, aTable, someone } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";

const { owner, baseId, tableId, table } = await aTable();
const other = await aTable({}, owner);
const get = (fieldId: string, as = owner) => call(getField, { as, params: { tableId, fieldId } });

test("200: each field as it was answered when it was made", async () => {
  for (const field of table.fields) expect(await get(field.id)).toMatchObject({ status: 200, body: field });
});

test("200: what the caller may do with its cells follows from his role", async () => {
  const id = table.fields[1].id;
  for (const [role, recordCreate] of [
    ["editor", true],
    ["viewer", false],
  ] as const)
    expect((await get(id, await aMember(baseId, role))).body).toMatchObject({
      recordRead: true,
      recordCreate,
    });
});

test.each([
  ["a field that was never made", noField()],
  ["an id that is none", "Name"],
  ["a field of another table", other.table.fields[0].id],
])("404: %s", async (_, id) => {
  const { status, body } = await get(id);
  expect({ status, body }).toEqual({
    status: 404,
    body: { status: 404, code: "not_found", message: `There is no field ${id}, or you have no access to it` },
  });
});

test("404: to who has no role the table is not there", async () => {
  const { body } = await get(table.fields[0].id, await someone());
  expect(body.message).toBe(`There is no table ${tableId}, or you have no access to it`);
});
