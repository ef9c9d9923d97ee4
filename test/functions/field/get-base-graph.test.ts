import { expect, test } from "vitest";
import { handler as createField } from "#functions/field/create-field";
import { handler as getBaseGraph } from "#functions/field/get-base-graph";
import { aBase, aMember, aTable, someone } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";

type As = { token: string };

async function aGraph() {
  const as = await someone();
  const place = await aBase(as);
  const people = await aTable(
    {
      name: "People",
      fields: [
        { type: "singleLineText", name: "Name" },
        { type: "number", name: "Fee" },
      ],
    },
    as,
    place,
  );
  const films = await aTable(
    { name: "Films", fields: [{ type: "singleLineText", name: "Title" }] },
    as,
    place,
  );
  const make = async (tableId: string, body: object, asked: As = as): Promise<string> => {
    const { status, body: field } = await call(createField, { as: asked, params: { tableId }, body });
    if (status !== 201) throw new Error(JSON.stringify(field));
    return field.id;
  };
  const [name, fee] = people.table.fields.map(({ id }: { id: string }) => id);
  const cast = await make(films.tableId, {
    type: "link",
    name: "Cast",
    options: { foreignTableId: people.tableId, relationship: "manyMany", isOneWay: true },
  });
  const looked = { foreignTableId: people.tableId, linkFieldId: cast };
  const fees = await make(films.tableId, {
    type: "number",
    name: "Fees",
    isLookup: true,
    lookupOptions: { ...looked, lookupFieldId: fee },
  });
  const sum = await make(films.tableId, {
    type: "rollup",
    name: "Sum",
    options: { expression: "sum({values})" },
    lookupOptions: { ...looked, lookupFieldId: fee },
  });
  const cost = await make(films.tableId, {
    type: "formula",
    name: "Cost",
    options: { expression: `{${sum}} * 2 + COUNT({${fees}})` },
  });
  const graph = (query: Record<string, string> = {}, asked: As = as) =>
    call(getBaseGraph, { as: asked, params: { baseId: place.baseId }, query });
  return { as, ...place, people, films, make, ids: { name, fee, cast, fees, sum, cost }, graph };
}

test("shows fields as nodes, and what is computed from what", async () => {
  const { graph, ids, people, films } = await aGraph();
  const { status, body } = await graph();
  expect(status).toBe(200);
  expect(body.tables).toEqual([
    { id: people.tableId, name: "People" },
    { id: films.tableId, name: "Films" },
  ]);
  expect(body.nodes).toContainEqual({
    ...{ id: ids.fees, tableId: films.tableId, name: "Fees", type: "number", isLookup: true },
  });
  expect(body.edges).toEqual([
    { from: ids.name, to: ids.cast, kind: "title" },
    { from: ids.fee, to: ids.fees, kind: "lookup" },
    { from: ids.cast, to: ids.fees, kind: "link" },
    { from: ids.fee, to: ids.sum, kind: "rollup" },
    { from: ids.cast, to: ids.sum, kind: "link" },
    { from: ids.sum, to: ids.cost, kind: "formula" },
    { from: ids.fees, to: ids.cost, kind: "formula" },
  ]);
  expect(body).not.toHaveProperty("reached");
});

test("says what a change of a field reaches, each field after all that it depends on", async () => {
  const { graph, ids } = await aGraph();
  const reached = async (fieldId: string) => (await graph({ fieldId })).body.reached;
  expect(await reached(ids.fee)).toEqual([ids.fees, ids.sum, ids.cost]);
  expect(await reached(ids.name)).toEqual([ids.cast, ids.fees, ids.sum, ids.cost]);
  expect(await reached(ids.cost)).toEqual([]);
  expect(await graph({ fieldId: "fld0000000000000000" })).toMatchObject({
    status: 400,
    body: { data: { issues: [{ path: "fieldId", message: "is not a field of this base" }] } },
  });
});

test("tells nothing of fields in another base, not even to who may read there", async () => {
  const { as, graph, make, films, baseId } = await aGraph();
  const other = await aTable({ name: "Secret" }, as);
  const link = await make(films.tableId, {
    type: "link",
    name: "Elsewhere",
    options: {
      baseId: other.baseId,
      foreignTableId: other.tableId,
      relationship: "manyOne",
      isOneWay: true,
    },
  });
  const viewer = await aMember(baseId, "viewer");
  for (const each of [as, viewer]) {
    const { status, body } = await graph({}, each);
    expect(status).toBe(200);
    expect(body.edges).toContainEqual({ to: link, kind: "title" });
    expect(JSON.stringify(body)).not.toContain(other.tableId);
    expect(JSON.stringify(body)).not.toContain(other.table.fields[0].id);
  }
});
