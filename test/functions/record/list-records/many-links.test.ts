/* Queries look at all links of a cell, also at those that its record does not keep. */
import { beforeAll, describe, expect, test } from "vitest";
import { handler as aggregateRecords } from "#functions/aggregation/aggregate-records";
import { handler as countSearchHits } from "#functions/aggregation/count-search-hits";
import { handler as listGroupPoints } from "#functions/aggregation/list-group-points";
import { handler as listSearchHits } from "#functions/aggregation/list-search-hits";
import { handler as createField } from "#functions/field/create-field";
import { handler as countRecords } from "#functions/record/count-records";
import { handler as listRecords } from "#functions/record/list-records";
import { handler as countSharedRecords } from "#functions/share/count-shared-records";
import { handler as listSharedRecords } from "#functions/share/list-shared-records";
import { handler as createView } from "#functions/view/create-view";
import { handler as enableShare } from "#functions/view/enable-share";
import { limits } from "#lib/schemas/basics/limits";
import { calmDown } from "#test/load/links/together";
import { linkedTables } from "#test/support/makers/linked-tables";
import { call } from "#test/support/requests/call";
import { refusal } from "#test/support/requests/refusal";
import { inProcessOnly } from "#test/support/run/target";

inProcessOnly("follows links at once, and changes a limit");

const idsOf = ({ body }: { body: { records: { id: string }[] } }) => body.records.map(({ id }) => id);
const json = (value: unknown) => JSON.stringify(value);

/** Films that link to the first so many of 301 people. */
async function theFilms() {
  const sheet = await linkedTables();
  const { films, people, make, field, as } = sheet;
  const names = Array.from({ length: 301 }, (_, i) => ({ Name: `p${String(i).padStart(3, "0")}` }));
  const ids = idsOf(await make(people, names));
  const cell = (count: number) => ids.slice(0, count).map((id) => ({ id }));
  const counts = { F100: 100, F101: 101, F300: 300, F301: 301, F2: 2, F0: 0 };
  await make(
    films,
    Object.entries(counts).map(([Title, count]) => ({ Title, ...(count > 0 && { Cast: cell(count) }) })),
  );
  await calmDown();
  const params = { tableId: films.tableId };
  const addField = async (sent: object, tableId = films.tableId) => {
    const { status, body } = await call(createField, { as, params: { tableId }, body: sent });
    if (status !== 201) throw new Error(JSON.stringify(body));
    return body as { id: string };
  };
  const filter = (operator: string, value: unknown, fieldId: string = field.id) =>
    json({ conjunction: "and", filterSet: [{ fieldId, operator, value }] });
  const list = async (query: Record<string, string>) => {
    const { body } = await call(listRecords, { as, params, query });
    return (body.records as { name: string }[]).map(({ name }) => name);
  };
  return { ...sheet, ids, params, filter, list, addField };
}

describe("filters", () => {
  let sheet: Awaited<ReturnType<typeof theFilms>>;
  beforeAll(async () => {
    sheet = await theFilms();
  });

  test("the 101st and the 301st link are found, and never by what excludes them", async () => {
    const { list, filter, ids } = sheet;
    const found = (operator: string, value: unknown) => list({ filter: filter(operator, value) });
    const rest = (some: string[]) =>
      ["F100", "F101", "F300", "F301", "F2", "F0"].filter((each) => !some.includes(each));
    for (const [i, some] of [
      [99, ["F100", "F101", "F300", "F301"]],
      [100, ["F101", "F300", "F301"]],
      [299, ["F300", "F301"]],
      [300, ["F301"]],
    ] as const) {
      const name = `p${String(i).padStart(3, "0")}`;
      expect(await found("hasAnyOf", [ids[i]])).toEqual(some);
      expect(await found("hasAllOf", [ids[0], ids[i]])).toEqual(some);
      expect(await found("hasNoneOf", [ids[i]])).toEqual(rest([...some]));
      expect(await found("contains", name)).toEqual(some);
      expect(await found("doesNotContain", name)).toEqual(rest([...some]));
    }
  });

  test("isExactly compares whole cells; isEmpty and isNotEmpty are as before", async () => {
    const { list, filter, ids } = sheet;
    const found = (operator: string, value: unknown) => list({ filter: filter(operator, value) });
    expect(await found("isExactly", ids.slice(0, 100))).toEqual(["F100"]);
    expect(await found("isNotExactly", ids.slice(0, 100))).toEqual(["F101", "F300", "F301", "F2", "F0"]);
    expect(await found("isExactly", ids.slice(0, 101))).toEqual(["F101"]);
    expect(await found("isEmpty", null)).toEqual(["F0"]);
    expect(await found("isNotEmpty", null)).toEqual(["F100", "F101", "F300", "F301", "F2"]);
  });

  test("with an order, groups, counts and statistics", async () => {
    const { as, params, filter, list, ids, field } = sheet;
    const query = { filter: filter("hasNoneOf", [ids[100]]) };
    expect(await list({ ...query, orderBy: json([{ fieldId: "Title", order: "desc" }]) })).toEqual([
      "F2",
      "F100",
      "F0",
    ]);
    expect((await call(countRecords, { as, params, query })).body).toEqual({ rowCount: 3 });
    const groupBy = json([{ fieldId: "Title", order: "asc" }]);
    const { body: points } = await call(listGroupPoints, { as, params, query: { ...query, groupBy } });
    expect(points.filter(({ value }: { value?: string }) => value).length).toBe(3);
    const statistics = { ...query, field: json({ [field.id]: ["empty"] }), fieldKeyType: "id" };
    const { body } = await call(aggregateRecords, { as, params, query: statistics });
    expect(body.aggregations[0].value).toBe(1);
  });

  test("search finds the 301st title, with its hits and their places", async () => {
    const { as, params, list, field } = sheet;
    const search = { "search[]": ["p300", field.id, "true"] };
    const { body } = await call(listRecords, { as, params, query: search });
    expect(body.records.map(({ name }: { name: string }) => name)).toEqual(["F301"]);
    expect(body.extra.searchHitIndex.length).toBe(1);
    expect(await list({ search: "p1000" })).toEqual(["F100", "F101", "F300", "F301", "F2", "F0"]);
    const counted = await call(countSearchHits, { as, params, query: { search: "p300" } });
    expect(counted.body.count).toBe(1);
    const hits = await call(listSearchHits, { as, params, query: { search: "p300" } });
    expect(hits.body.map(({ index }: { index: number }) => index)).toEqual([4]);
  });

  test("a formula over the links works with all of them: filtered, sorted, grouped", async () => {
    const { as, params, addField, filter, list } = sheet;
    const { id } = await addField({
      ...{ type: "formula", name: "Length" },
      options: { expression: `LEN(ARRAY_JOIN({${sheet.field.id}}))` },
    });
    const { body } = await call(listRecords, { as, params, query: { fieldKeyType: "id" } });
    const lengths = new Map<string, number>(
      body.records.map((record: { name: string; fields: Record<string, number> }) => [
        record.name,
        record.fields[id],
      ]),
    );
    expect(lengths.get("F301")).toBeGreaterThan(lengths.get("F300") as number);
    expect(await list({ filter: filter("isGreater", lengths.get("F300"), id) })).toEqual(["F301"]);
    expect(await list({ orderBy: json([{ fieldId: id, order: "desc" }]) })).toEqual([
      "F301",
      "F300",
      "F101",
      "F100",
      "F2",
      "F0",
    ]);
    const groupBy = json([{ fieldId: id, order: "desc" }]);
    const points = await call(listGroupPoints, { as, params, query: { groupBy } });
    const values = points.body.flatMap(({ value }: { value?: unknown }) => value ?? []);
    expect(values[0]).toBe(lengths.get("F301"));
  });

  test("a shared view with such a filter shows what the view shows", async () => {
    const { as, params, filter, ids } = sheet;
    const body = { type: "grid", name: "Without", filter: JSON.parse(filter("hasNoneOf", [ids[100]])) };
    const { id: viewId } = (await call(createView, { as, params, body })).body;
    const { shareId } = (await call(enableShare, { as, params: { ...params, viewId } })).body;
    const share = { params: { shareId } };
    const { records } = (await call(listSharedRecords, share)).body;
    expect(records.map(({ name }: { name: string }) => name)).toEqual(["F100", "F2", "F0"]);
    expect((await call(countSharedRecords, share)).body).toEqual({ rowCount: 3 });
  });

  test("a lookup with a filter by links looks at all of them", async () => {
    const { as, people, films, field, filter, addField, ids } = sheet;
    const back = field.options.symmetricFieldId;
    const lookup = await addField(
      {
        ...{ type: "singleLineText", name: "Films without p100", isLookup: true },
        lookupOptions: {
          ...{ foreignTableId: films.tableId, linkFieldId: back, lookupFieldId: await primaryOf(films) },
          filter: JSON.parse(filter("hasNoneOf", [ids[100]])),
        },
      },
      people.tableId,
    );
    const query = { fieldKeyType: "id", skip: "3", take: "1" };
    const { body } = await call(listRecords, { as, params: { tableId: people.tableId }, query });
    expect([...body.records[0].fields[lookup.id]].sort()).toEqual(["F100", "F2"]);
  });

  const primaryOf = async ({ tableId }: { tableId: string }) => {
    const { handler: listFields } = await import("#functions/field/list-fields");
    const { body } = await call(listFields, { as: sheet.as, params: { tableId } });
    return body.find(({ isPrimary }: { isPrimary?: true }) => isPrimary).id as string;
  };
});

test("more such links than one call can read are refused, with what to do", async () => {
  const was = limits.recordsLookedUp;
  const { list: _, as, params, filter, ids } = await theFilms();
  const query = { filter: filter("hasNoneOf", [ids[300]]) };
  expect((await call(listRecords, { as, params, query })).status).toBe(200);
  Object.assign(limits, { recordsLookedUp: 701 });
  try {
    const refused = await call(listRecords, { as, params, query });
    expect(refusal(refused).status).toBe(400);
    expect(JSON.stringify(refused.body)).toContain("filter and search by other fields");
    // what only asks whether a cell is empty needs none of them
    const empty = await call(listRecords, { as, params, query: { filter: filter("isEmpty", null) } });
    expect(empty.status).toBe(200);
  } finally {
    Object.assign(limits, { recordsLookedUp: was });
  }
});
