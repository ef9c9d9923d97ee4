import { expect, test } from "vitest";
import { handler as listFields } from "#functions/field/list-fields";
import type { Role } from "#lib/schemas/role";
import { call } from "#test/support/call";
import { aMember, aTable } from "#test/support/makers";

const types = [
  ...["singleLineText", "longText", "number", "checkbox", "rating", "date", "singleSelect", "multipleSelect"],
  ...["user", "autoNumber", "createdTime", "lastModifiedTime", "createdBy", "lastModifiedBy"],
];
const { owner, baseId, tableId, table } = await aTable({ fields: types.map((type) => ({ type })) });
const list = (as = owner) => call(listFields, { as, params: { tableId } });

test("200: in the order they were made in, as they were answered then", async () => {
  const { status, body } = await list();
  expect({ status, body }).toEqual({ status: 200, body: table.fields });
  expect(body.map(({ type }: { type: string }) => type)).toEqual(types);
  expect(body.map(({ name }: { name: string }) => name)).toEqual([
    ...["Label", "Notes", "Number", "Done", "Rating", "Date", "Select", "Tags", "Collaborator"],
    ...["ID", "Created Time", "Last Modified Time", "Created by", "Last modified by"],
  ]);
});

test("200: members that are not so are absent", async () => {
  const [primary, ...rest] = (await list()).body;
  expect(primary).toMatchObject({ isPrimary: true });
  for (const field of rest) expect(field).not.toHaveProperty("isPrimary");
  const computed = rest.filter(({ isComputed }: { isComputed?: true }) => isComputed);
  expect(computed.map(({ type }: { type: string }) => type)).toEqual(types.slice(9));
  for (const field of [primary, ...rest]) {
    for (const member of ["unique", "notNull", "description"]) expect(field).not.toHaveProperty(member);
    expect(field.isMultipleCellValue).toBe(field.type === "multipleSelect" ? true : undefined);
  }
});

test.each<[Role, boolean]>([
  ["owner", true],
  ["creator", true],
  ["editor", true],
  ["commenter", false],
  ["viewer", false],
])("200: a %s may fill fields that are not computed: %s", async (role, mayFill) => {
  const { body } = await list(await aMember(baseId, role));
  for (const { type, isComputed, recordRead, recordCreate } of body)
    expect({ type, recordRead, recordCreate }).toEqual({
      ...{ type, recordRead: true },
      recordCreate: mayFill && !isComputed,
    });
});

test("400: a query is not known here", async () => {
  const { status, body } = await call(listFields, { as: owner, params: { tableId }, query: { viewId: "x" } });
  expect({ status, path: body.data.issues[0].path }).toEqual({ status: 400, path: "viewId" });
});
