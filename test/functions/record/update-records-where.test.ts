import { describe, expect, test } from "vitest";
import { type Answered, field } from "#test/functions/record/support/records";
import { aTableToFilter, idsOf, only } from "#test/functions/record/support/where";
import { aMember, aToken, someone } from "#test/support/makers/makers";
import { refusal } from "#test/support/requests/refusal";

const fields = [
  field("Name", "singleLineText"),
  field("No", "number"),
  field("Seen", "checkbox"),
  field("Code", "singleLineText", { unique: true }),
  field("Must", "singleLineText", { notNull: true }),
];

/** Records a, b, c and d, with the numbers 0 to 3. */
async function four() {
  const table = await aTableToFilter({ fields, records: [] });
  const cells = ["a", "b", "c", "d"].map((Name, No) => ({ Name, No, Code: Name, Must: Name }));
  const { body } = await table.create(cells);
  return { ...table, made: body.records as Answered[], ids: idsOf(body.records) };
}

describe("200", () => {
  test("each record that the filter finds gets the values, the others stay", async () => {
    const { updateWhere, cells, ids } = await four();
    const { status, body } = await updateWhere({
      filter: only("No", "isGreater", 1),
      fields: { Name: "new", Seen: true },
    });
    expect({ status, body }).toEqual({
      status: 200,
      body: { matched: 2, updated: 2, recordIds: ids.slice(2) },
    });
    expect(await cells("Name")).toEqual(["a", "b", "new", "new"]);
    expect(await cells("Seen")).toEqual([undefined, undefined, true, true]);
  });

  test("the cell that the filter reads may change; records that have the values already are not written", async () => {
    const { updateWhere, cells, records } = await four();
    const change = { filter: only("No", "isLess", 3), fields: { No: 2 } };
    expect((await updateWhere(change)).body).toMatchObject({ matched: 3, updated: 2 });
    expect(await cells("No")).toEqual([2, 2, 2, 3]);
    expect((await records())[2]).not.toHaveProperty("lastModifiedTime");
    expect((await updateWhere(change)).body).toMatchObject({ matched: 3, updated: 0 });
  });

  test("as text, through a view, with ids of fields, and with typecast", async () => {
    const { updateWhere, cells, fieldIds } = await withViewAndIds();
    const tql = { filterByTql: "{No} >= 2", fields: { Name: "tql" } };
    expect((await updateWhere(tql)).body.matched).toBe(2);
    const { views, no, name } = fieldIds;
    const byId = { fieldKeyType: "id", filter: only(no, "isNot", 9), fields: { [name]: "id" } };
    expect((await updateWhere({ ...byId, viewId: views[1] })).body.matched).toBe(1);
    expect(await cells("Name")).toEqual(["id", "b", "tql", "tql"]);
    expect(
      (await updateWhere({ all: true, viewId: views[1], fields: { Name: "of the view" } })).body,
    ).toMatchObject({
      matched: 1,
    });
    const all = {
      all: true,
      viewId: views[1],
      ignoreViewQuery: true,
      typecast: true,
      fields: { No: "1,200.5" },
    };
    expect((await updateWhere(all)).body).toMatchObject({ matched: 4, updated: 4 });
    expect(await cells("No")).toEqual([1200.5, 1200.5, 1200.5, 1200.5]);
    expect(await cells("Name")).toEqual(["of the view", "b", "tql", "tql"]);
  });

  test("dryRun writes nothing, and answers what the call would do", async () => {
    const { updateWhere, records, made, ids } = await four();
    const body = { filter: only("No", "isLess", 2), fields: { No: 1 }, dryRun: true };
    expect((await updateWhere(body)).body).toEqual({
      matched: 2,
      updated: 1,
      recordIds: ids.slice(0, 2),
      dryRun: true,
    });
    expect(await records()).toEqual(made);
  });

  test("no record is found: nothing is written", async () => {
    const { updateWhere, records, made } = await four();
    const body = { filter: only("No", "isGreater", 9), fields: { No: 1 } };
    expect((await updateWhere(body)).body).toEqual({ matched: 0, updated: 0, recordIds: [] });
    expect(await records()).toEqual(made);
  });

  test("with an Idempotency-Key: a retry gets the same answer, and what matches since is left alone", async () => {
    const { updateWhere, create, cells } = await four();
    const body = { filter: only("No", "isGreater", 1), fields: { Name: "new" } };
    const headers = { "idempotency-key": "one" };
    const first = await updateWhere(body, { headers });
    await create([{ Name: "e", No: 7, Must: "e" }]);
    const again = await updateWhere(body, { headers });
    expect([again.status, again.body]).toEqual([200, first.body]);
    expect(await cells("Name")).toEqual(["a", "b", "new", "new", "e"]);
  });

  test("it is undone and redone by its key", async () => {
    const { updateWhere, cells, undo, redo } = await four();
    await updateWhere({ all: true, fields: { Name: "x" } }, { headers: { "idempotency-key": "one" } });
    expect((await undo("one")).body).toEqual({ status: "fulfilled" });
    expect(await cells("Name")).toEqual(["a", "b", "c", "d"]);
    expect((await redo("one")).body).toEqual({ status: "fulfilled" });
    expect(await cells("Name")).toEqual(["x", "x", "x", "x"]);
  });
});

async function withViewAndIds() {
  const table = await four();
  const { handler: createView } = await import("#functions/view/create-view");
  const { handler: listFields } = await import("#functions/field/list-fields");
  const { call } = await import("#test/support/requests/call");
  const ask = { as: table.owner, params: table.params };
  const all = (await call(listFields, { ...ask, query: "" })).body as { id: string; name: string }[];
  const idOf = (name: string) => all.find((each) => each.name === name)?.id ?? "";
  const filter = only(idOf("No"), "is", 0);
  const views = [];
  for (const input of [{ type: "grid" }, { type: "grid", filter }])
    views.push((await call(createView, { ...ask, body: { name: "v", ...input } })).body.id as string);
  return { ...table, fieldIds: { views, no: idOf("No"), name: idOf("Name") } };
}

describe("412", () => {
  test("more records than expect.max: nothing is written, and the answer says how many", async () => {
    const { updateWhere, records, made } = await four();
    const body = { filter: only("No", "isLess", 3), fields: { Name: "x" } };
    expect(await updateWhere({ ...body, expect: { max: 2 } })).toMatchObject({
      status: 412,
      body: { code: "too_many_matched", data: { matched: 3, max: 2 } },
    });
    expect((await updateWhere({ ...body, expect: { max: 2 }, dryRun: true })).status).toBe(412);
    expect(await records()).toEqual(made);
    expect((await updateWhere({ ...body, expect: { max: 3 } })).body.updated).toBe(3);
  });
});

describe("400", () => {
  const refused: [what: string, body: object, paths: string[]][] = [
    ["no filter", {}, ["filter"]],
    ["an empty one", { filter: {} }, ["filter"]],
    ["null", { filter: null }, ["filter"]],
    ["one without items", { filter: { conjunction: "and", filterSet: [] } }, ["filter"]],
    ["an empty text", { filterByTql: " " }, ["filter"]],
    ["all: false", { all: false }, ["all"]],
    ["a filter beside all", { all: true, filter: only("No", "is", 1) }, ["all"]],
    ["two filters", { filterByTql: "{No} = 1", filter: only("No", "is", 1) }, ["filterByTql"]],
    ["an unknown member", { where: only("No", "is", 1) }, ["where", "filter"]],
    ["an unknown field", { filter: only("Nope", "is", 1) }, ["filter.filterSet[0].fieldId"]],
    ["an unknown operator", { filter: only("No", "contains", 1) }, ["filter.filterSet[0].operator"]],
    ["a value of another type", { filter: only("No", "is", "one") }, ["filter.filterSet[0].value"]],
    ["an item that a list leaves out", { filter: only("No", "is", null) }, ["filter.filterSet[0].value"]],
    ["expect without a number", { filter: only("No", "is", 1), expect: { max: "2" } }, ["expect.max"]],
    [
      "expect with another member",
      { filter: only("No", "is", 1), expect: { min: 2 } },
      ["expect.max", "expect.min"],
    ],
  ];
  test.each(refused)("%s", async (_, body, paths) => {
    const { updateWhere, deleteWhere, records, made } = await four();
    const answers = [await updateWhere({ fields: { Name: "x" }, ...body }), await deleteWhere(body)];
    for (const answer of answers) expect(refusal(answer)).toEqual({ status: 400, paths: paths });
    expect(await records()).toEqual(made);
  });

  test("deep in a filter: an item without a value, a group without items; a checkbox takes null", async () => {
    const { updateWhere } = await four();
    const inside = { conjunction: "or", filterSet: [{ fieldId: "Name", operator: "contains", value: null }] };
    const group = { conjunction: "or", filterSet: [] };
    const filterSet = [{ fieldId: "Seen", operator: "is", value: null }, inside, group];
    const body = { filter: { conjunction: "and", filterSet }, fields: { Name: "x" } };
    expect(refusal(await updateWhere(body))).toEqual({
      status: 400,
      paths: ["filter.filterSet[1].filterSet[0].value", "filter.filterSet[2].filterSet"],
    });
    const alone = { ...body, filter: only("Seen", "is", null) };
    expect((await updateWhere(alone)).body).toMatchObject({ matched: 4, updated: 4 });
  });

  test("values that do not fit are named once, also if no record is found; an unknown field is a 404", async () => {
    const { updateWhere, records, made } = await four();
    for (const filter of [only("No", "isLess", 9), only("No", "isGreater", 9)]) {
      const wrong = await updateWhere({ filter, fields: { No: "x", Must: null } });
      expect(refusal(wrong)).toEqual({ status: 400, paths: ["fields.No", "fields.Must"] });
      expect(refusal(await updateWhere({ filter, fields: { Nope: 1 } }))).toEqual({
        status: 404,
        paths: ["fields.Nope"],
      });
      expect(refusal(await updateWhere({ filter }))).toEqual({ status: 400, paths: ["fields"] });
      expect(refusal(await updateWhere({ filter, fields: {} }))).toEqual({ status: 400, paths: ["fields"] });
    }
    expect(await records()).toEqual(made);
  });

  test("a unique value for several records, or one that another has", async () => {
    const { updateWhere, records, made } = await four();
    const all = await updateWhere({ all: true, fields: { Code: "z" } });
    expect(refusal(all)).toEqual({ status: 400, paths: ["fields.Code"] });
    expect(all.body.data.issues[0].message).toBe("must be unique, and the filter finds 4 records");
    const one = { filter: only("No", "is", 3), fields: { Code: "a" } };
    expect(refusal(await updateWhere(one))).toEqual({ status: 400, paths: ["fields.Code"] });
    expect(await records()).toEqual(made);
    expect((await updateWhere({ ...one, fields: { Code: "z" } })).body.updated).toBe(1);
    expect((await updateWhere({ all: true, fields: { Code: null } })).body.updated).toBe(4);
  });
});

describe("who may", () => {
  test("403: a viewer, and a token that may not read; 404: a stranger", async () => {
    const { updateWhere, deleteWhere, owner, baseId, records, made } = await four();
    const body = { all: true };
    const fields = { Name: "x" };
    for (const [as, status] of [
      [await aMember(baseId, "viewer"), 403],
      [{ ...owner, token: await aToken(owner.userId, { scopes: ["record|update", "record|delete"] }) }, 403],
      [await someone(), 404],
    ] as const) {
      expect((await updateWhere({ ...body, fields }, { as })).status).toBe(status);
      expect((await deleteWhere(body, { as })).status).toBe(status);
    }
    expect(await records()).toEqual(made);
  });
});
