import { beforeAll, describe, expect, test } from "vitest";
import { handler as createView } from "#functions/view/create-view";
import { call } from "#test/support/call";
import { refusal } from "#test/support/refusal";
import { type Answered, aSheet, field } from "./support.ts";

type Sheet = Awaited<ReturnType<typeof aSheet>>;

const names = (records: Answered[]) => records.map(({ name }) => name);
const json = (value: unknown) => JSON.stringify(value);
const where = (fieldId: string, operator: string, value: unknown) =>
  json({ conjunction: "and", filterSet: [{ fieldId, operator, value }] });
const by = (...orders: string[]) =>
  json(
    orders.map((order) => ({
      fieldId: order.replace("-", ""),
      order: order.startsWith("-") ? "desc" : "asc",
    })),
  );

let sheet: Sheet;
let ids: Record<string, string>;

/** A view of the sheet with these members; by their names where they name fields. */
async function aView(input: object) {
  const named = json(input).replaceAll(/"\$(\w+)"/g, (_, name) => json(ids[name]));
  const { body } = await call(createView, { as: sheet.owner, params: sheet.params, body: JSON.parse(named) });
  return body.id as string;
}

beforeAll(async () => {
  sheet = await aSheet({
    fields: [
      field("Name", "singleLineText"),
      field("City", "singleSelect", { options: { choices: ["Rome", "Oslo"].map((name) => ({ name })) } }),
      field("Age", "number"),
      field("Who", "user"),
    ],
  });
  ids = Object.fromEntries(
    sheet.table.fields.map(({ name, id }: { name: string; id: string }) => [name, id]),
  );
  const me = { id: sheet.owner.userId, title: "" };
  await sheet.create([
    { Name: "Ada", City: "Rome", Age: 36, Who: me },
    { Name: "Bob", City: "Oslo", Age: 20 },
    { Name: "Cy", Age: 36 },
    { Name: "Dee", City: "Oslo", Age: 7, Who: me },
    { Name: "Eve", City: "Rome" },
  ]);
});

describe("what is asked", () => {
  test.each([
    [{ filter: where("City", "is", "Oslo") }, ["Bob", "Dee"]],
    [{ filter: where("Who", "is", "Me") }, ["Ada", "Dee"]],
    [{ filter: where("Age", "isGreater", 100) }, []],
    [{ orderBy: by("Age") }, ["Eve", "Dee", "Bob", "Ada", "Cy"]],
    [{ orderBy: by("-Age", "-Name") }, ["Cy", "Ada", "Bob", "Dee", "Eve"]],
    [{ orderBy: by("Who", "Name") }, ["Bob", "Cy", "Eve", "Ada", "Dee"]],
    [{ orderBy: by("Age"), skip: "1", take: "2" }, ["Dee", "Bob"]],
    [{ filter: where("City", "is", "Rome"), orderBy: by("-Name") }, ["Eve", "Ada"]],
    [{ groupBy: by("City") }, ["Cy", "Ada", "Eve", "Bob", "Dee"]],
    [{ groupBy: by("-City"), orderBy: by("-Name") }, ["Dee", "Bob", "Eve", "Ada", "Cy"]],
    [{ "search[]": ["oslo", "", "true"] }, ["Bob", "Dee"]],
    [{ "search[]": ["e", "Name", "true"] }, ["Dee", "Eve"]],
  ])("200: %j", async (query, expected) => {
    const { status, body } = await sheet.list(query);
    expect({ status, names: names(body.records) }).toEqual({ status: 200, names: expected });
  });

  test("200: search names the cells that hit, and leaves the others in unless asked to", async () => {
    const { body } = await sheet.list({ search: "RO" });
    const [ada, , , , eve] = body.records;
    expect(body.extra.searchHitIndex).toEqual(
      [ada, eve].map(({ id }) => ({ recordId: id, fieldId: ids["City"] })),
    );
  });

  test("200: selected ones only, by number or sorted, those that match", async () => {
    const all = (await sheet.list()).body.records;
    const selected = [all[4].id, all[0].id, all[1].id, "rec0000000000000000"];
    expect(names((await sheet.list({ "selectedRecordIds[]": selected })).body.records)).toEqual([
      "Ada",
      "Bob",
      "Eve",
    ]);
    const query = {
      "selectedRecordIds[]": selected,
      filter: where("City", "is", "Rome"),
      orderBy: by("-Name"),
    };
    const first = (await sheet.list({ ...query, take: "1" })).body;
    expect(names(first.records)).toEqual(["Eve"]);
    const rest = (await sheet.list({ ...query, cursor: first.nextCursor })).body;
    expect({ names: names(rest.records), next: rest.nextCursor }).toEqual({ names: ["Ada"], next: null });
  });

  test("200: groups with their counts, on each page the same; collapsed ones without their records", async () => {
    const query = { groupBy: by("City", "-Age"), take: "2" };
    const { extra, nextCursor } = (await sheet.list(query)).body;
    const heads = extra.groupPoints.filter(({ type }: { type: number }) => type === 0);
    expect(heads.map(({ depth, value }: Record<string, unknown>) => [depth, value])).toEqual([
      ...[
        [0, null],
        [1, 36],
      ],
      ...[
        [0, "Rome"],
        [1, 36],
        [1, null],
      ],
      ...[
        [0, "Oslo"],
        [1, 20],
        [1, 7],
      ],
    ]);
    expect((await sheet.list({ ...query, cursor: nextCursor })).body.extra).toEqual(extra);
    const [rome] = heads.filter(({ value }: { value: unknown }) => value === "Rome");
    const collapsed = { ...query, take: "100", collapsedGroupIds: json([rome.id]) };
    const { body } = await sheet.list(collapsed);
    expect(names(body.records)).toEqual(["Cy", "Bob", "Dee"]);
    expect(body.extra.groupPoints.find(({ id }: { id?: string }) => id === rome.id).isCollapsed).toBe(true);
  });
});

describe("through a view", () => {
  test("200: its filter, its sort and its hidden fields; ignoreViewQuery leaves the first two aside", async () => {
    const viewId = await aView({
      type: "grid",
      filter: { conjunction: "and", filterSet: [{ fieldId: "$Age", operator: "isNotEmpty", value: null }] },
      sort: { sortObjs: [{ fieldId: "$Age", order: "desc" }] },
    });
    const hiding = await aView({
      type: "grid",
      columnMeta: { [ids["City"] as string]: { order: 1, hidden: true } },
    });
    expect(names((await sheet.list({ viewId })).body.records)).toEqual(["Ada", "Cy", "Bob", "Dee"]);
    expect(names((await sheet.list({ viewId, ignoreViewQuery: "true" })).body.records)).toHaveLength(5);
    expect(names((await sheet.list({ viewId, orderBy: by("Name") })).body.records)).toEqual([
      "Ada",
      "Bob",
      "Cy",
      "Dee",
    ]);
    const query = { viewId, filter: where("City", "is", "Oslo"), orderBy: by("Age") };
    expect(names((await sheet.list(query)).body.records)).toEqual(["Dee", "Bob"]);
    const [ada] = (await sheet.list({ viewId: hiding })).body.records;
    expect(Object.keys(ada.fields)).toEqual(["Name", "Age", "Who"]);
    const [asked] = (await sheet.list({ viewId: hiding, "projection[]": ["City"] })).body.records;
    expect(asked.fields).toEqual({ City: "Rome" });
  });

  test("200: a search that names no fields looks into those that are shown", async () => {
    const viewId = await aView({ type: "grid", columnMeta: { $City: { order: 9, hidden: true } } });
    const found = async (...search: string[]) =>
      names((await sheet.list({ viewId, "search[]": search })).body.records);
    expect(await found("o", "", "true")).toEqual(["Bob"]);
    expect(await found("o", "City", "true")).toEqual(["Ada", "Bob", "Dee", "Eve"]);
  });

  test("404: a view that is none, and one of another table", async () => {
    const other = await aSheet({}, sheet.owner);
    for (const viewId of ["viw0000000000000000", other.table.defaultViewId])
      expect((await sheet.list({ viewId })).status).toBe(404);
  });
});

describe("cursors", () => {
  test.each([
    { orderBy: by("-Age") },
    { filter: where("Age", "isNotEmpty", null) },
    { groupBy: by("City"), orderBy: by("Who") },
  ])("200: follow the order of %j, one record at a time", async (query) => {
    const whole = names((await sheet.list(query)).body.records);
    const found: string[] = [];
    for (let cursor: string | null = ""; cursor !== null; ) {
      const { body } = await sheet.list({ ...query, take: "1", ...(cursor && { cursor }) });
      found.push(...names(body.records));
      cursor = body.nextCursor;
    }
    expect(found).toEqual(whole);
  });

  test("200: of the longest keys there are", async () => {
    const fields = Array.from({ length: 10 }, (_, i) => field(`F${i}`, "longText"));
    const wide = await aSheet({ fields });
    // JSON writes six bytes for each
    const long = `x${"\u0001".repeat(98)}x`;
    await wide.create([1, 2].map(() => Object.fromEntries(fields.map(({ name }) => [name, long]))));
    const query = { orderBy: by(...fields.map(({ name }) => name)), take: "1" };
    const { nextCursor: cursor } = (await wide.list(query)).body;
    const { status, body } = await wide.list({ ...query, cursor });
    expect({ status, numbers: body.records.map((each: Answered) => each.autoNumber) }).toEqual({
      status: 200,
      numbers: [2],
    });
  });

  test("400: of another query", async () => {
    const { nextCursor: cursor } = (await sheet.list({ orderBy: by("Age"), take: "1" })).body;
    for (const query of [{}, { orderBy: by("-Age") }, { orderBy: by("Age"), filter: where("Age", "is", 36) }])
      expect(refusal(await sheet.list({ ...query, cursor }))).toEqual({ status: 400, paths: ["cursor"] });
    // how records are shown may change
    expect((await sheet.list({ orderBy: by("Age"), take: "9", cellFormat: "text", cursor })).status).toBe(
      200,
    );
  });

  test("400: with a place that is none in the list, however well it is made up", async () => {
    const viewId = await aView({ type: "grid" });
    const at = async (query: object, place: unknown) => {
      const { nextCursor } = (await sheet.list({ ...query, take: "1" })).body;
      const [table, tag] = JSON.parse(Buffer.from(nextCursor, "base64url").toString());
      const cursor = Buffer.from(json([table, tag, place])).toString("base64url");
      return refusal(await sheet.list({ ...query, cursor }));
    };
    const [natural, filtered] = [{}, { filter: where("Name", "isNotEmpty", null) }];
    const [byRow, sorted] = [{ viewId }, { orderBy: by("Age") }];
    const made: [object, unknown[]][] = [
      [natural, ["x", -1, 1.5, 1e30, [1], ["x"], null, {}]],
      [filtered, ["x", -1, [1]]],
      [byRow, [1, "", "~~~~~~", "00001", "000001!", "0".repeat(2000), ["000001"]]],
      [sorted, [1, "x", [1], [1, "x"], [null, null], [1, 2, 3], [{}, 1]]],
      [{ ...sorted, ...byRow }, [[1, 2]]],
    ];
    for (const [query, places] of made)
      for (const place of places)
        expect(await at(query, place), json([query, place])).toEqual({ status: 400, paths: ["cursor"] });
  });
});

describe("what is wrong is named", () => {
  test.each([
    [{ viewId: "x" }, ["viewId"]],
    [{ filter: "x" }, ["filter"]],
    [{ filter: "null" }, ["filter"]],
    [{ filter: json({ conjunction: "and" }) }, ["filter.filterSet"]],
    [{ filter: where("Nope", "is", 1) }, ["filter.filterSet[0].fieldId"]],
    [{ filter: where("Age", "contains", "1") }, ["filter.filterSet[0].operator"]],
    [{ filter: where("Age", "is", "1") }, ["filter.filterSet[0].value"]],
    [{ orderBy: "[]x" }, ["orderBy"]],
    [{ orderBy: by("Nope", "Age", "Age") }, ["orderBy[0].fieldId", "orderBy[2].fieldId"]],
    [{ orderBy: json([{ fieldId: "Age", order: "up" }]) }, ["orderBy[0].order"]],
    [{ groupBy: by("Name", "City", "Age", "Who") }, ["groupBy"]],
    [{ groupBy: by("Nope") }, ["groupBy[0].fieldId"]],
    [{ collapsedGroupIds: "{}" }, ["collapsedGroupIds"]],
    [{ "search[]": ["x", "Nope"] }, ["search[1]"]],
    [{ "search[]": ["x", "", "maybe"] }, ["search[2]"]],
    [{ "search[]": ["x", "", "true", "y"] }, ["search"]],
    [{ ignoreViewQuery: "yes" }, ["ignoreViewQuery"]],
    [{ selectedRecordIds: "x" }, ["selectedRecordIds"]],
    [{ "selectedRecordIds[]": ["x"] }, ["selectedRecordIds[0]"]],
  ])("400: %j", async (query, paths) => {
    expect(refusal(await sheet.list(query as Record<string, string>))).toEqual({ status: 400, paths });
  });
});
