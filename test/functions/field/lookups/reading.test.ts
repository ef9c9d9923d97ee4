/* How lookups read: together, each linked record once, and right when parts of a table are read at the same time. */
import { expect, test } from "vitest";
import { handler as createField } from "#functions/field/create-field";
import { handler as createRecords } from "#functions/record/create-records";
import { handler as listRecords } from "#functions/record/list-records";
import { counterKey } from "#lib/data/records/record-keys";
import { addToNumber } from "#lib/store/store";
import { linkTo, type MadeTable } from "#test/support/makers/links";
import { aTable } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";
import { costOf } from "#test/support/requests/round-trips";

interface Looked {
  link: { id: string };
  foreign: MadeTable;
  /** The field that is looked up; its id. */
  lookupFieldId: string;
  name: string;
}

/** Adds a lookup of a number field; gives its id. */
async function lookUp(
  { owner: as, tableId }: MadeTable,
  { link, foreign, name, lookupFieldId }: Looked,
): Promise<string> {
  const lookupOptions = { foreignTableId: foreign.tableId, linkFieldId: link.id, lookupFieldId };
  const body = { type: "number", name, isLookup: true, lookupOptions };
  const { status, body: field } = await call(createField, { as, params: { tableId }, body });
  if (status !== 201) throw new Error(JSON.stringify(field));
  return field.id;
}

async function add({ owner: as, tableId }: MadeTable, records: object[]): Promise<{ id: string }[]> {
  const params = { tableId };
  const { status, body } = await call(createRecords, { as, params, body: { records } });
  if (status !== 201) throw new Error(JSON.stringify(body));
  return body.records.map(({ id }: { id: string }) => ({ id }));
}

const countOf = ({ table }: MadeTable): string => table.fields[1].id;

test("parts of a table that are read at the same time see what each other's records link", async () => {
  const films = await aTable({ name: "Films" });
  const people = await aTable({ name: "People" }, films.owner, films);
  const link = await linkTo(films, people, { relationship: "manyOne" });
  const id = await lookUp(films, { link, foreign: people, lookupFieldId: countOf(people), name: "Age" });
  const [ada] = await add(people, [{ fields: { Name: "Ada", Count: 36 } }]);
  // numbers above 1,024 are in four partitions more
  await addToNumber(counterKey(films.tableId), 1010);
  await add(
    films,
    Array.from({ length: 40 }, (_, i) => ({ fields: { Name: `${i}`, [link.name]: ada } })),
  );
  const filter = { conjunction: "and", filterSet: [{ fieldId: id, operator: "is", value: 36 }] };
  const query = { filter: JSON.stringify(filter), orderBy: JSON.stringify([{ fieldId: id, order: "asc" }]) };
  const params = { tableId: films.tableId };
  for (let i = 0; i < 5; i++) {
    const { body } = await call(listRecords, { as: films.owner, params, query });
    expect(body.records).toHaveLength(40);
  }
});

test("all lookups of a level are one round trip, over all links and tables; the next level is one more", async () => {
  const films = await aTable({ name: "Films" });
  const [people, studios, towns] = await Promise.all(
    ["People", "Studios", "Towns"].map((name) => aTable({ name }, films.owner, films)),
  );
  if (!people || !studios || !towns) throw new Error("no tables");
  const [town] = await add(towns, [{ fields: { Name: "Rome", Count: 1 } }]);
  const inTown = await linkTo(people, towns, { relationship: "manyOne" });
  const homes = { link: inTown, foreign: towns, lookupFieldId: countOf(towns), name: "Home" };
  const home = await lookUp(people, homes);
  const [ada, bob] = await add(people, [
    { fields: { Name: "Ada", Count: 36, [inTown.name]: town } },
    { fields: { Name: "Bob", Count: 40, [inTown.name]: town } },
  ]);
  const [studio] = await add(studios, [{ fields: { Name: "One", Count: 7 } }]);
  const [cast, director, made] = [
    await linkTo(films, people, { isOneWay: true }),
    await linkTo(films, people, { relationship: "manyOne", isOneWay: true }),
    await linkTo(films, studios, { relationship: "manyOne", isOneWay: true }),
  ];
  const fields = { [cast.name]: [ada, bob], [director.name]: bob, [made.name]: studio };
  await add(
    films,
    Array.from({ length: 3 }, () => ({ fields })),
  );
  const list = async () => {
    const params = { tableId: films.tableId };
    // schemas are in memory after the first call
    await call(listRecords, { as: films.owner, params });
    let answer: Awaited<ReturnType<typeof call>> | undefined;
    const cost = await costOf(async () => {
      answer = await call(listRecords, { as: films.owner, params });
    });
    return { roundTrips: cost.roundTrips, records: answer?.body.records };
  };
  const { roundTrips: without } = await list();
  const lookups: [string, typeof cast, MadeTable, string][] = [
    ["Ages", cast, people, countOf(people)],
    ["Age", director, people, countOf(people)],
    ["Size", made, studios, countOf(studios)],
  ];
  for (const [name, link, foreign, lookupFieldId] of lookups)
    await lookUp(films, { link, foreign, lookupFieldId, name });
  const one = await list();
  expect(one.roundTrips).toBe(without + 1);
  expect(one.records[0].fields).toMatchObject({ Ages: [36, 40], Age: 40, Size: 7 });
  await lookUp(films, { link: cast, foreign: people, lookupFieldId: home, name: "Homes" });
  await lookUp(films, { link: director, foreign: people, lookupFieldId: home, name: "HomeOfOne" });
  const two = await list();
  expect(two.roundTrips).toBe(without + 2);
  expect(two.records[0].fields).toMatchObject({ Homes: [1, 1], HomeOfOne: 1 });
});
