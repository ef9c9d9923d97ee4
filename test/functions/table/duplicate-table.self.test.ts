/* A copied table keeps the links between its records: as links between the copies. */
import { describe, expect, test } from "vitest";
import { handler as listFields } from "#functions/field/list-fields";
import { handler as createRecords } from "#functions/record/create-records";
import { handler as listRecords } from "#functions/record/list-records";
import { handler as updateRecord } from "#functions/record/update-record";
import { handler as duplicateTable } from "#functions/table/duplicate-table";
import { relationships } from "#lib/engine/field-types/shared/links";
import { findDisagreements } from "#test/support/links/check-links";
import { actionsOf, aLinkNamed, overLink } from "#test/support/makers/actions";
import { aTable } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";

const holdsMany = (relationship: string) => relationship === "manyMany" || relationship === "oneMany";
type Fields = Record<string, unknown>;

/** Four records that link each other and themselves, with a lookup and a rollup over the links. */
async function aTree(relationship: string, isOneWay: boolean) {
  const made = await aTable({
    fields: [
      { type: "singleLineText", name: "N" },
      { type: "number", name: "X" },
    ],
    records: [],
  });
  const { owner: as, tableId } = made;
  const { add, find } = actionsOf(as);
  const [name, number] = await Promise.all([find(made, "N"), find(made, "X")]);
  const next = await add(made, aLinkNamed("Next", made, { relationship, isOneWay }));
  await add(made, {
    type: "singleLineText",
    isLookup: true,
    name: "Names",
    ...overLink(next, made, name.id),
  });
  await add(made, {
    ...{ type: "rollup", name: "Sum", options: { expression: "sum({values})" } },
    ...overLink(next, made, number.id),
  });
  const { body } = await call(createRecords, {
    ...{ as, params: { tableId } },
    body: { records: ["a", "b", "c", "d"].map((N, X) => ({ fields: { N, X } })) },
  });
  const ids = body.records.map(({ id }: { id: string }) => id);
  const link = async (from: number, ...to: number[]) => {
    const cell = to.map((i) => ({ id: ids[i] }));
    const fields = { Next: holdsMany(relationship) ? cell : cell[0] };
    const params = { tableId, recordId: ids[from] };
    expect((await call(updateRecord, { as, params, body: { record: { fields } } })).status).toBe(200);
  };
  if (relationship === "manyMany") {
    await link(0, 2, 1);
    await link(1, 2, 0);
    await link(3, 3);
  } else if (relationship === "oneMany") {
    await link(0, 2, 1);
    await link(3, 3);
  } else {
    await link(0, 1);
    await link(1, 2);
    await link(3, 3);
  }
  return made;
}

/** The cells of all records by names, with titles in place of ids. */
async function shown(as: { token: string }, tableId: string): Promise<Fields[]> {
  const { body } = await call(listRecords, { as, params: { tableId } });
  const plain = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(plain);
    return typeof value === "object" && value !== null ? (value as { title: string }).title : value;
  };
  return body.records.map(({ fields }: { fields: Fields }) =>
    Object.fromEntries(Object.entries(fields).map(([key, value]) => [key, plain(value)])),
  );
}

const kinds = relationships.flatMap((relationship) =>
  [false, true].map((isOneWay) => ({ relationship, isOneWay })),
);

describe.each(kinds)("$relationship, one-way: $isOneWay", ({ relationship, isOneWay }) => {
  test.each([true, false])("links to the table itself, with records: %s", async (includeRecords) => {
    const { owner: as, baseId, tableId } = await aTree(relationship, isOneWay);
    const answer = await call(duplicateTable, {
      ...{ as, params: { baseId, tableId } },
      body: { name: "Copy", includeRecords },
    });
    expect(answer.status).toBe(201);
    const { id: copyId, fieldMap } = answer.body;
    const fieldsOf = async (id: string) => (await call(listFields, { as, params: { tableId: id } })).body;
    const [from, to] = [await fieldsOf(tableId), await fieldsOf(copyId)];
    expect(to.map(({ name }: { name: string }) => name)).toEqual(
      from.map(({ name }: { name: string }) => name),
    );
    for (const [i, { type, isLookup, options }] of from.entries()) {
      if (type !== "link" || isLookup) continue;
      const { symmetricFieldId, relationship: kind } = options;
      expect(to[i].options).toMatchObject({ foreignTableId: copyId, relationship: kind });
      expect(to[i].options.symmetricFieldId).toBe(symmetricFieldId && fieldMap[symmetricFieldId]);
    }
    expect(answer.body.fields).toEqual(to);
    const originals = await shown(as, tableId);
    expect(originals.some(({ Next }) => Next)).toBe(true);
    expect(await shown(as, copyId)).toEqual(includeRecords ? originals : []);
    expect(await findDisagreements([tableId, copyId])).toEqual([]);
    // the two fields go on together, and the original stays as it is
    if (!includeRecords) return;
    const { body } = await call(listRecords, { as, params: { tableId: copyId } });
    const params = { tableId: copyId, recordId: body.records[0].id };
    expect(
      (await call(updateRecord, { as, params, body: { record: { fields: { Next: null } } } })).status,
    ).toBe(200);
    expect(await findDisagreements([tableId, copyId])).toEqual([]);
    expect(await shown(as, tableId)).toEqual(originals);
  });
});
