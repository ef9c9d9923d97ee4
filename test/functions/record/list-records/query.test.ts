import { beforeAll, describe, expect, test } from "vitest";
import { aLookedAtSheet, by, json, names, where } from "#test/functions/record/support/queries";
import { aSheet, field } from "#test/functions/record/support/records";
import { refusal } from "#test/support/requests/refusal";

let sheet: Awaited<ReturnType<typeof aLookedAtSheet>>;

beforeAll(async () => {
  sheet = await aLookedAtSheet();
});

describe("queries", () => {
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
    [{ filterByTql: "{City} = 'Oslo'" }, ["Bob", "Dee"]],
    [{ filterByTql: "{City} IN ('Rome') AND {Name} != 'Ada'", filter: where("City", "is", "Oslo") }, ["Eve"]],
  ])("200: %j", async (query, expected) => {
    const { status, body } = await sheet.list(query);
    expect({ status, names: names(body.records) }).toEqual({ status: 200, names: expected });
  });

  test.each([
    "filter=null&orderBy=null&groupBy=null&collapsedGroupIds=null",
    "filter=[]&orderBy=",
    "filter=&groupBy=&collapsedGroupIds=",
    "filter={}&orderBy=[]&groupBy=[]&collapsedGroupIds=[]",
    'filter={"conjunction":"and","filterSet":[]}',
  ])("200: as without a query, and with the same cursors: %s", async (query) => {
    const { body } = await sheet.list(`take=2&${query}`);
    expect(names(body.records)).toEqual(["Ada", "Bob"]);
    expect(body).not.toHaveProperty("extra");
    expect(body.nextCursor).toBe((await sheet.list("take=2")).body.nextCursor);
  });

  test("200: a date as text is a day of the field's time zone, also where noon in UTC is the next day", async () => {
    const options = { formatting: { date: "YYYY-MM-DD", time: "None", timeZone: "Pacific/Auckland" } };
    const dated = await aSheet({
      fields: [field("Name", "singleLineText"), field("When", "date", { options })],
    });
    await dated.create([
      { Name: "last second", When: "2024-03-01T10:59:59.000Z" },
      { Name: "first", When: "2024-02-29T11:00:00.000Z" },
      { Name: "next day", When: "2024-03-01T11:00:00.000Z" },
    ]);
    const listed = async (filterByTql: string) => names((await dated.list({ filterByTql })).body.records);
    expect(await listed("{When} = '2024-03-01'")).toEqual(["last second", "first"]);
    expect(await listed("{When} > '2024-03-01'")).toEqual(["next day"]);
    expect(await listed("{When} = '2024-03-02T00:30'")).toEqual(["next day"]);
    expect((await dated.list({ filterByTql: "{When} = '2024-02-30'" })).status).toBe(400);
  });

  test("200: a search names the cells that match, and keeps the other records unless asked to hide them", async () => {
    const { body } = await sheet.list({ search: "RO" });
    const [ada, , , , eve] = body.records;
    expect(body.extra.searchHitIndex).toEqual(
      [ada, eve].map(({ id }) => ({ recordId: id, fieldId: sheet.ids["City"] })),
    );
  });

  test("200: selected records only, by number or sorted, if they match", async () => {
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

  test("200: groups with their counts, the same on each page; collapsed groups without their records", async () => {
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
  test("200: its filter, sort and hidden fields; ignoreViewQuery ignores filter and sort", async () => {
    const viewId = await sheet.aView({
      type: "grid",
      filter: { conjunction: "and", filterSet: [{ fieldId: "$Age", operator: "isNotEmpty", value: null }] },
      sort: { sortObjs: [{ fieldId: "$Age", order: "desc" }] },
    });
    const hiding = await sheet.aView({
      type: "grid",
      columnMeta: { [sheet.ids["City"] as string]: { order: 1, hidden: true } },
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

  test("200: a search without fields searches the visible ones", async () => {
    const viewId = await sheet.aView({ type: "grid", columnMeta: { $City: { order: 9, hidden: true } } });
    const found = async (...search: string[]) =>
      names((await sheet.list({ viewId, "search[]": search })).body.records);
    expect(await found("o", "", "true")).toEqual(["Bob"]);
    expect(await found("o", "City", "true")).toEqual(["Ada", "Bob", "Dee", "Eve"]);
  });

  test("404: an unknown view, and one of another table", async () => {
    const other = await aSheet({}, sheet.owner);
    for (const viewId of ["viw0000000000000000", other.table.defaultViewId])
      expect((await sheet.list({ viewId })).status).toBe(404);
  });
});

describe("errors", () => {
  test.each([
    [{ viewId: "x" }, ["viewId"]],
    [{ filter: "x" }, ["filter"]],
    [{ filter: "5" }, ["filter"]],
    [{ filterByTql: "{City} = 5 AND {Nope} = 1 AND {Age} > 'x'" }, Array(3).fill("filterByTql")],
    [{ filterByTql: "City" }, ["filterByTql"]],
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
    [{ selectedRecordIds: "x" }, ["selectedRecordIds[0]"]],
    [{ "selectedRecordIds[]": ["x"] }, ["selectedRecordIds[0]"]],
  ])("400: %j", async (query, paths) => {
    expect(refusal(await sheet.list(query as Record<string, string>))).toEqual({ status: 400, paths });
  });
});
