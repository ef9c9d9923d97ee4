/* Linked records beside the cells that link them. */
import { beforeAll, describe, expect, test } from "vitest";
import { handler as createField } from "#functions/field/create-field";
import { handler as createRecords } from "#functions/record/create-records";
import { handler as getRecord } from "#functions/record/get-record";
import { handler as listRecords } from "#functions/record/list-records";
import { handler as listByBody } from "#functions/record/list-records-by-body";
import { limits } from "#lib/schemas/basics/limits";
import { linkedTables } from "#test/support/makers/linked-tables";
import { aMember, aTable } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";
import { costOf } from "#test/support/requests/round-trips";
import { random } from "#test/support/run/chance";
import { inProcessOnly } from "#test/support/run/target";
import { useOwnStore } from "#test/support/store/own-store";

beforeAll(useOwnStore);

type World = Awaited<ReturnType<typeof linkedTables>>;
type Shown = {
  id: string;
  name: string;
  fields: Record<string, unknown>;
  expanded?: Record<string, Shown[]>;
};

const list = ({ as, films }: Pick<World, "as" | "films">, body: object) =>
  call(listByBody, { as, params: { tableId: films.tableId }, body });

/** Films with a cast, and agencies that the people of the cast link to. */
async function threeTables() {
  const world = await linkedTables();
  const { as, people } = world;
  const agencies = await aTable(
    { name: "Agencies", fields: [text("Name"), text("City")], records: [] },
    as,
    people,
  );
  const options = { foreignTableId: agencies.tableId, relationship: "manyOne" };
  const params = { tableId: people.tableId };
  const { body: agency } = await call(createField, {
    as,
    params,
    body: { type: "link", name: "Agency", options },
  });
  const add = async ({ tableId }: { tableId: string }, records: object[]): Promise<Shown[]> => {
    const sent = { records: records.map((fields) => ({ fields })) };
    return (await call(createRecords, { as, params: { tableId }, body: sent })).body.records;
  };
  return { ...world, agencies, agency, add };
}

const text = (name: string) => ({ type: "singleLineText", name });

test("200: the records of a link cell in its order, on each way to read records", async () => {
  const world = await linkedTables();
  const { as, films, make, ann, bob } = world;
  const { body: made } = await make(films, [
    { Title: "Up", Cast: [{ id: bob }, { id: ann }] },
    { Title: "Her" },
  ]);
  const expand = { Cast: { fields: ["Name"] } };
  const cast = [
    { id: bob, name: "Bob", fields: { Name: "Bob" } },
    { id: ann, name: "Ann", fields: { Name: "Ann" } },
  ];
  const params = { tableId: films.tableId };
  const query = { expand: JSON.stringify(expand) };
  const pages = [
    await list(world, { expand }),
    await list(world, { expand, orderBy: [{ fieldId: "Title", order: "desc" }] }),
    await list(world, { expand, filterByTql: "{Title} IS NOT NULL" }),
    await list(world, { expand, viewId: films.table.views[0].id }),
    await call(listRecords, { as, params, query }),
  ];
  for (const { status, body } of pages) {
    expect(status).toBe(200);
    expect(body.records.map(({ expanded }: Shown) => expanded)).toEqual([{ Cast: cast }, { Cast: [] }]);
  }
  const one = await call(getRecord, { as, params: { ...params, recordId: made.records[0].id }, query });
  expect(one.body).toMatchObject({ name: "Up", expanded: { Cast: cast } });
});

test("200: two levels, the same keys as the request, and the names of records whose primary field is left out", async () => {
  const world = await threeTables();
  const { people, films, agencies, agency, field, add } = world;
  const [top] = await add(agencies, [{ Name: "Top", City: "Bern" }]);
  const [dan] = await add(people, [{ Name: "Dan", Agency: { id: top?.id } }]);
  await add(films, [
    { Title: "Up", Cast: [{ id: dan?.id }] },
    { Title: "Her", Cast: [{ id: dan?.id }] },
  ]);
  const city = agencies.table.fields[1].id;
  const { status, body } = await list(world, {
    fieldKeyType: "id",
    projection: [films.table.fields[0].id],
    expand: { [field.id]: { fields: [], expand: { [agency.id]: { fields: [city] } } } },
  });
  expect(status).toBe(200);
  const shown = { id: top?.id, name: "Top", fields: { [city]: "Bern" } };
  for (const record of body.records)
    expect(record.expanded).toEqual({
      [field.id]: [{ id: dan?.id, name: "Dan", fields: {}, expanded: { [agency.id]: [shown] } }],
    });
});

test("200: the first ones with `take`; a record that is deleted meanwhile is left out", async () => {
  const world = await linkedTables();
  const { films, make, ann, bob, cid } = world;
  await make(films, [{ Title: "Up", Cast: [{ id: cid }, { id: ann }, { id: bob }] }]);
  const { body } = await list(world, { expand: { Cast: { take: 2 } } });
  expect(body.records[0].expanded.Cast.map(({ name }: Shown) => name)).toEqual(["Cid", "Ann"]);
  expect(body.records[0].fields.Cast).toHaveLength(3);
});

test("200: links that a record does not keep itself", async () => {
  const world = await threeTables();
  const { people, films, add } = world;
  const count = limits.linksKept + 50;
  const made = await add(
    people,
    Array.from({ length: count }, (_, i) => ({ Name: `p${i}` })),
  );
  await add(films, [{ Title: "Up", Cast: made.map(({ id }) => ({ id })) }]);
  const { body } = await list(world, { expand: { Cast: { fields: ["Name"] } } });
  expect(body.records[0].expanded.Cast.map(({ name }: Shown) => name)).toEqual(made.map(({ name }) => name));
});

test("pages end before the record that shows too many, and together they show all", async () => {
  inProcessOnly("thousands are written at once");
  const world = await threeTables();
  const { people, films, add } = world;
  const each = 900;
  const titles = Array.from({ length: 8 }, (_, i) => `film ${i}`);
  for (const title of titles) {
    const cast = await add(
      people,
      Array.from({ length: each }, (_, i) => ({ Name: `${title} p${i}` })),
    );
    await add(films, [{ Title: title, Cast: cast.map(({ id }) => ({ id })) }]);
  }
  const seen: Shown[] = [];
  const sizes: number[] = [];
  for (let cursor: string | null = ""; cursor !== null; ) {
    const { status, body } = await list(world, {
      expand: { Cast: { fields: ["Name"] } },
      ...(cursor && { cursor }),
    });
    expect(status).toBe(200);
    seen.push(...body.records);
    sizes.push(body.records.length);
    cursor = body.nextCursor;
  }
  expect(sizes).toEqual([5, 3]);
  expect(seen.map(({ name }) => name)).toEqual(titles);
  for (const { name, expanded } of seen)
    expect(expanded?.["Cast"]?.map((each) => each.name)).toEqual(
      Array.from({ length: each }, (_, i) => `${name} p${i}`),
    );
});

test("400: a single record that shows more than one answer may", async () => {
  const world = await threeTables();
  const { people, films, add } = world;
  const cast: Shown[] = [];
  for (let call = 0; call < 3; call++)
    cast.push(
      ...(await add(
        people,
        Array.from({ length: 40 }, (_, i) => ({ Name: `${"x".repeat(45_000)}${i}` })),
      )),
    );
  await add(films, [{ Title: "Up", Cast: cast.map(({ id }) => ({ id })) }]);
  const { status, body } = await list(world, { expand: { Cast: {} } });
  expect(status).toBe(400);
  expect(body.data.issues).toEqual([
    { path: "expand", message: expect.stringContaining("ask for fewer with take") },
  ]);
  expect((await list(world, { expand: { Cast: { take: 2 } } })).status).toBe(200);
});

describe("refusals name the place", () => {
  test.each<[string, object, number, string, string]>([
    ["an unknown field", { Casts: {} }, 404, "expand.Casts", 'did you mean "Cast"'],
    ["a field without links", { Title: {} }, 400, "expand.Title", "must be a link field"],
    [
      "an unknown field of the linked table",
      { Cast: { fields: ["Nam"] } },
      404,
      "expand.Cast.fields[0]",
      '"Name"',
    ],
    [
      "an unknown field inside",
      { Cast: { expand: { Nope: {} } } },
      404,
      "expand.Cast.expand.Nope",
      "not a field",
    ],
    [
      "a third level",
      { Cast: { expand: { Films: { expand: {} } } } },
      400,
      "expand.Cast.expand.Films.expand",
      "is unknown",
    ],
    ["a take of nothing", { Cast: { take: 0 } }, 400, "expand.Cast.take", ""],
    ["no object", { Cast: ["Name"] }, 400, "expand.Cast", "object"],
  ])("%s", async (_, expand, status, path, says) => {
    const world = await linkedTables();
    const answer = await list(world, { expand });
    expect(answer.status).toBe(status);
    expect(answer.body.data.issues).toEqual([{ path, message: expect.stringContaining(says) }]);
  });
});

test("records of another base only for those who may read there", async () => {
  const world = await linkedTables({ isOneWay: true }, undefined, { inOtherBase: true });
  const { films, make, ann, people } = world;
  await make(films, [{ Title: "Up", Cast: [{ id: ann }] }]);
  const expand = { Cast: { fields: ["Name"] } };
  expect((await list(world, { expand })).body.records[0].expanded.Cast[0].name).toBe("Ann");
  const other = await aMember(films.baseId, "editor");
  const refused = await list({ as: other, films }, { expand });
  expect([refused.status, refused.body.data.issues[0].path]).toEqual([404, "expand.Cast"]);
  expect(JSON.stringify(refused.body)).not.toContain(people.tableId);
  expect((await list({ as: other, films }, {})).status).toBe(200);
});

test("one round trip more for the tables, and one for the records, each of them once", async () => {
  const world = await linkedTables();
  const { films, make, ann, bob } = world;
  const cast = [{ id: ann }, { id: bob }];
  await make(
    films,
    Array.from({ length: 50 }, (_, i) => ({ Title: `${i}`, Cast: cast })),
  );
  const expand = { Cast: { fields: ["Name"] } };
  // the first call reads schemas, which are kept
  await list(world, { expand });
  const plain = await costOf(() => list(world, {}));
  const expanded = await costOf(() => list(world, { expand }));
  expect(expanded).toEqual({
    ...plain,
    roundTrips: plain.roundTrips + 2,
    requests: plain.requests + 2,
    read: plain.read + 3,
  });
});

test("all pages of random tables are those of a plain model", async () => {
  const world = await threeTables();
  const { people, films, agencies, add } = world;
  const some = <Each>(all: Each[]) => all.filter(() => random(3) === 0);
  const tops = await add(
    agencies,
    ["a", "b", "c"].map((Name) => ({ Name })),
  );
  const persons = await add(
    people,
    Array.from({ length: 40 }, (_, i) => ({
      Name: `p${i}`,
      ...(i % 3 > 0 && { Agency: { id: tops[i % 3]?.id } }),
    })),
  );
  const made = await add(
    films,
    Array.from({ length: 30 }, (_, i) => ({ Title: `f${i}`, Cast: some(persons).map(({ id }) => ({ id })) })),
  );
  const take = 1 + random(10);
  const { body } = await list(world, {
    expand: { Cast: { take, expand: { Agency: { fields: ["Name"] } } } },
  });
  const personOf = new Map(persons.map((each) => [each.id, each]));
  for (const [i, { fields }] of made.entries()) {
    const cast = ((fields["Cast"] ?? []) as { id: string }[]).slice(0, take);
    const expected = cast.map(({ id }) => {
      const agency = personOf.get(id)?.fields["Agency"] as { id: string; title: string } | undefined;
      const inside = agency ? [{ id: agency.id, name: agency.title, fields: { Name: agency.title } }] : [];
      return { id, name: personOf.get(id)?.name, inside };
    });
    const got = body.records[i].expanded.Cast.map(({ id, name, expanded }: Shown) => ({
      id,
      name,
      inside: expanded?.["Agency"],
    }));
    expect(got).toEqual(expected);
  }
});
