/* Requests and data that try to make `expand` show too little, too much, or something of another record. */
import { beforeAll, expect, test } from "vitest";
import { handler as createField } from "#functions/field/create-field";
import { handler as getRecord } from "#functions/record/get-record";
import { handler as listRecords } from "#functions/record/list-records";
import { handler as listByBody } from "#functions/record/list-records-by-body";
import { limits } from "#lib/schemas/basics/limits";
import { linkedTables } from "#test/support/makers/linked-tables";
import { aTable } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";
import { useOwnStore } from "#test/support/store/own-store";

beforeAll(useOwnStore);

interface Shown {
  id: string;
  name: string;
  expanded?: Record<string, Shown[]>;
}

const namesOf = (records: Shown[]) => records?.map(({ name }) => name);

type World = Awaited<ReturnType<typeof linkedTables>>;

const list = ({ as, films }: Pick<World, "as" | "films">, body: object) =>
  call(listByBody, { as, params: { tableId: films.tableId }, body });

const text = (name: string) => ({ type: "singleLineText", name });

/** A link field of one table to another one. */
const link = async ({ as }: World, from: { tableId: string }, to: { tableId: string }, name: string) => {
  const options = { foreignTableId: to.tableId, relationship: "manyOne", isOneWay: true };
  const params = { tableId: from.tableId };
  return (await call(createField, { as, params, body: { type: "link", name, options } })).body;
};

test("400: a field that is named by its name and by its id", async () => {
  const world = await linkedTables();
  const { id } = world.field;
  const twice = { Cast: { take: 1 }, [id]: {} };
  const { status, body } = await list(world, { expand: twice });
  expect([status, body.data?.issues]).toEqual([
    400,
    [{ path: `expand.${id}`, message: expect.stringContaining('the same field as "Cast"') }],
  ]);
});

test("400: a key __proto__ is not left out silently; by its id such a field is shown, and one called constructor by its name", async () => {
  const world = await linkedTables();
  const { as, films, people, make, ann } = world;
  const proto = await link(world, films, people, "__proto__");
  await link(world, films, people, "constructor");
  await make(films, [{ Title: "Up", [proto.id]: { id: ann }, constructor: { id: ann } }]);
  const params = { tableId: films.tableId };
  const sent = {
    "expand.__proto__": '{"__proto__":{}}',
    "expand.Cast.expand.__proto__": '{"Cast":{"expand":{"__proto__":{}}}}',
  };
  for (const [at, expand] of Object.entries(sent)) {
    const answers = [
      await call(listRecords, { as, params, query: { expand } }),
      await list(world, { expand: JSON.parse(expand) }),
    ];
    for (const { status, body } of answers)
      expect([status, body.data?.issues]).toEqual([
        400,
        [{ path: at, message: expect.stringContaining("by its id") }],
      ]);
  }
  const { status, body } = await list(world, {
    expand: { [proto.id]: { fields: [] }, constructor: { fields: [] } },
  });
  const shown = [{ id: ann, name: "Ann", fields: {} }];
  expect(status).toBe(200);
  expect(Object.entries(body.records[0].expanded)).toEqual([
    ["__proto__", shown],
    ["constructor", shown],
  ]);
});

test("400: few records that are shown beside very many others", async () => {
  const world = await linkedTables();
  const { as, films, people, make } = world;
  const names = ["Name", ...Array.from({ length: 8 }, (_, i) => `Text ${i}`)];
  const agencies = await aTable({ name: "Agencies", fields: names.map(text), records: [] }, as, people);
  for (const name of ["Agency", "Former"]) await link(world, people, agencies, name);
  const fields = { ...Object.fromEntries(names.map((name) => [name, "x".repeat(45_000)])), Name: "Top" };
  const { body: top } = await make(agencies, [fields]);
  const agency = { id: top.records[0].id };
  const { body: made } = await make(
    people,
    Array.from({ length: 800 }, (_, i) => ({ Name: `p${i}`, Agency: agency, Former: agency })),
  );
  const cast = made.records.map(({ id }: Shown) => ({ id }));
  const { body: both } = await make(films, [
    { Title: "Up", Cast: cast.slice(0, 5) },
    { Title: "Her", Cast: cast },
  ]);
  const how = { projection: ["Title"], expand: { Cast: { expand: { Agency: {}, Former: {} } } } };
  const first = await list(world, how);
  expect([first.status, namesOf(first.body.records)]).toEqual([200, ["Up"]]);
  expect(first.body.records[0].expanded.Cast[4].expanded.Former).toEqual([
    { ...agency, name: "Top", fields },
  ]);
  // a text with all that the second film shows would have more characters than a text can have
  const refused = [
    await list(world, { ...how, cursor: first.body.nextCursor }),
    await call(getRecord, {
      as,
      params: { tableId: films.tableId, recordId: both.records[1].id },
      query: { projection: how.projection, expand: JSON.stringify(how.expand) },
    }),
  ];
  for (const { status, body } of refused)
    expect([status, body.data?.issues[0].path]).toEqual([400, "expand"]);
}, 120_000);

test("200: each of several cells with more links than records keep shows as many as it should", async () => {
  const world = await linkedTables();
  const { films, people, make } = world;
  const most = limits.linksKept + 1;
  const { body: made } = await make(
    people,
    Array.from({ length: most + 20 }, (_, i) => ({ Name: `p${i}` })),
  );
  const cast = made.records.map(({ id }: Shown) => ({ id }));
  const titles = ["a", "b", "c"];
  await make(
    films,
    titles.map((Title) => ({ Title, Cast: cast })),
  );
  for (const take of [most - 1, most]) {
    const { status, body } = await list(world, { expand: { Cast: { fields: [], take } } });
    expect(status).toBe(200);
    const ids = body.records.map(({ expanded }: Shown) => expanded?.["Cast"]?.map(({ id }) => ({ id })));
    expect(ids).toEqual(titles.map(() => cast.slice(0, take)));
  }
});
