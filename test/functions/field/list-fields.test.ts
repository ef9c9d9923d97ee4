import { describe, expect, test } from "vitest";
import { handler as listFields } from "#functions/field/list-fields";
import type { Role } from "#lib/schemas/basics/role";
import { aFieldId } from "#test/support/makers/ids";
import { aMember, aTable } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";
import { refusal } from "#test/support/requests/refusal";

const types = [
  ...["singleLineText", "longText", "number", "checkbox", "rating", "date", "singleSelect", "multipleSelect"],
  ...["user", "autoNumber", "createdTime", "lastModifiedTime", "createdBy", "lastModifiedBy"],
];
const { owner, baseId, tableId, table } = await aTable({ fields: types.map((type) => ({ type })) });
const list = (as = owner) => call(listFields, { as, params: { tableId } });

test("200: in the order of creation, as they were returned then", async () => {
  const { status, body } = await list();
  expect({ status, body }).toEqual({ status: 200, body: table.fields });
  expect(body.map(({ type }: { type: string }) => type)).toEqual(types);
  expect(body.map(({ name }: { name: string }) => name)).toEqual([
    ...["Label", "Notes", "Number", "Done", "Rating", "Date", "Select", "Tags", "Collaborator"],
    ...["ID", "Created Time", "Last Modified Time", "Created by", "Last modified by"],
  ]);
});

test("200: members that are false are absent", async () => {
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
])("200: a %s may write fields that are not computed: %s", async (role, mayFill) => {
  const { body } = await list(await aMember(baseId, role));
  for (const { type, isComputed, recordRead, recordCreate } of body)
    expect({ type, recordRead, recordCreate }).toEqual({
      type,
      recordRead: true,
      recordCreate: mayFill && !isComputed,
    });
});

describe("with a view", async () => {
  const ids = [aFieldId(), aFieldId(), aFieldId()] as const;
  const [title, count, due] = ids;
  const fields = ["singleLineText", "number", "date"].map((type, i) => ({ type, id: ids[i] }));
  const views = [
    {
      type: "grid",
      name: "hides one, and has another order",
      columnMeta: { [title]: { order: 2 }, [count]: { order: 1, hidden: true }, [due]: { order: 0 } },
    },
    { type: "kanban", name: "shows only what says so", columnMeta: { [due]: { order: 1, visible: true } } },
    {
      type: "form",
      name: "without its primary field",
      columnMeta: { [title]: { order: 0, visible: false }, [count]: { order: 1, visible: true } },
    },
    { type: "form", name: "says nothing" },
  ];
  const made = await aTable({ fields, views }, owner);
  const idOf = (i: number): string => made.table.views[i].id;
  const asked = (query: Record<string, string> | string) =>
    call(listFields, { as: owner, params: { tableId: made.tableId }, query });
  const shown = async (query: Record<string, string> | string) =>
    (await asked(query)).body.map(({ id }: { id: string }) => id);

  test.each([
    [0, [due, title]],
    [1, [title, due]],
    [2, [count, due]],
    [3, [title, count, due]],
  ])("200: view %i", async (i, expected) => {
    expect(await shown({ viewId: idOf(i) })).toEqual(expected);
    expect(await shown({ viewId: idOf(i), filterHidden: "true" })).toEqual(expected);
    const all = i === 0 ? [due, count, title] : [title, count, due];
    expect(await shown({ viewId: idOf(i), filterHidden: "false" })).toEqual(all);
  });

  test("200: only the fields of a projection; without a view no field is hidden", async () => {
    const projection = `projection[]=${due}&projection[]=${count}`;
    expect(await shown(projection)).toEqual([count, due]);
    expect(await shown(`${projection}&filterHidden=true`)).toEqual([count, due]);
    expect(await shown(`${projection}&viewId=${idOf(0)}`)).toEqual([due]);
    expect(await shown(`${projection}&viewId=${idOf(0)}&filterHidden=false`)).toEqual([due, count]);
  });

  test("404: a view of another table, an unknown field", async () => {
    const other = await asked({ viewId: table.defaultViewId });
    expect(other).toMatchObject({ status: 404, body: { code: "view_not_found" } });
    const answer = await asked(`projection[]=${count}&projection[]=${aFieldId()}`);
    expect(refusal(answer)).toEqual({ status: 404, paths: ["projection[1]"] });
  });

  test("400: invalid ids, not a boolean", async () => {
    const query = { viewId: "x", projection: "x", filterHidden: "no" };
    expect(refusal(await asked(query))).toEqual({
      status: 400,
      paths: ["viewId", "filterHidden", "projection[0]"],
    });
  });
});
