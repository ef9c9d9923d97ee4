/* What can be done while the relationship of a link field is being changed, and what remains of a change that something else ends. */
import { beforeAll, expect, test } from "vitest";
import { handler as deleteBasePermanently } from "#functions/base/delete-base-permanently";
import { handler as createField } from "#functions/field/create-field";
import { handler as deleteField } from "#functions/field/delete-field";
import { handler as getField } from "#functions/field/get-field";
import { handler as updateField } from "#functions/field/update-field";
import { handler as deleteListedRecords } from "#functions/record/delete-listed-records";
import { handler as deleteTable } from "#functions/table/delete-table";
import { handler as deletePermanently } from "#functions/table/delete-table-permanently";
import { linked } from "#test/functions/record/links/support";
import { bringBack, recordItems, trashedIn } from "#test/functions/trash/support";
import { itemsWith, jobsOf, leaveTrash, runJobsOf, runToEnd, turn } from "#test/support/events/jobs";
import { findDisagreements } from "#test/support/links/check-links";
import { disagreements, linkTo } from "#test/support/makers/links";
import { aMember, aTable } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";
import { refusal } from "#test/support/requests/refusal";
import { inProcessOnly } from "#test/support/run/target";
import { useOwnStore } from "#test/support/store/own-store";
import { tellNews } from "#test/support/store/record-images";

inProcessOnly("jobs and the stream's reader run here");
beforeAll(useOwnStore);

type World = Awaited<ReturnType<typeof linked>>;
const one = (id: string) => ({ id });

const change = ({ as, films, field }: World, body: object) =>
  call(updateField, { as, params: { tableId: films.tableId, fieldId: field.id }, body });
const get = async ({ as, films, field }: World) =>
  (await call(getField, { as, params: { tableId: films.tableId, fieldId: field.id } })).body;
const remove = ({ as }: World, { tableId }: World["films"], ...recordIds: string[]) =>
  call(deleteListedRecords, { as, params: { tableId }, body: { recordIds } });

/** Two films with Ann and Bob, one without anybody. */
async function castWorld(options: object = {}) {
  const world = await linked(options);
  const { ann, bob, films } = world;
  const cells = [[one(ann), one(bob)], [one(bob)], []];
  const { body } = await world.make(
    films,
    cells.map((Cast, i) => ({ Title: `f${i}`, Cast })),
  );
  const ids: string[] = body.records.map(({ id }: { id: string }) => id);
  return { ...world, ids };
}
const names = async (world: World) =>
  Object.values(await world.cells(world.films)).map(({ Cast }) =>
    [Cast ?? []].flat().map((each) => (each as { title: string }).title),
  );
const agree = async ({ films, people }: World) => {
  expect(await findDisagreements([films.tableId, people.tableId])).toEqual([]);
  expect(await disagreements(films.tableId, people.tableId)).toEqual([]);
};

test("lookups and rollups meanwhile work with the links that the cell shows", async () => {
  const world = await castWorld();
  const { as, films, people, field } = world;
  const lookupOptions = {
    ...{ foreignTableId: people.tableId, linkFieldId: field.id },
    lookupFieldId: people.table.fields[0].id,
  };
  const filter = {
    conjunction: "and",
    filterSet: [{ fieldId: people.table.fields[0].id, operator: "isNotEmpty", value: null }],
  };
  for (const body of [
    { type: "rollup", name: "Count", options: { expression: "countall({values})" }, lookupOptions },
    { type: "rollup", name: "Names", options: { expression: "array_join({values})" }, lookupOptions },
    { type: "singleLineText", isLookup: true, name: "Plain", lookupOptions },
    { type: "singleLineText", isLookup: true, name: "Filtered", lookupOptions: { ...lookupOptions, filter } },
  ])
    expect(await call(createField, { as, params: { tableId: films.tableId }, body })).toMatchObject({
      status: 201,
    });
  expect((await change(world, { options: { relationship: "manyOne" } })).status).toBe(200);
  const check = async () => {
    for (const cells of Object.values(await world.cells(films))) {
      const shown = [cells["Cast"] ?? []].flat().map((each) => (each as { title: string }).title);
      expect(shown.length).toBeLessThan(2);
      expect({ ...cells, Count: cells["Count"] ?? 0 }).toMatchObject({
        Count: shown.length,
        ...(shown.length > 0 && { Names: shown[0], Plain: shown[0], Filtered: shown[0] }),
      });
    }
  };
  await check();
  await runJobsOf(films, people);
  await check();
});

test("409 meanwhile: its cells on both sides, deleting linked records, restoring, another change; all else works", async () => {
  const world = await castWorld();
  const { as, films, people, ids, ann, cid } = world;
  const [first = "", , empty = ""] = ids;
  const [gone] = (await world.make(films, [{ Title: "gone" }])).body.records;
  await remove(world, films, gone.id);
  await tellNews();
  const [item] = await recordItems(world, films.tableId);
  expect((await change(world, { options: { relationship: "manyOne" } })).status).toBe(200);

  const answer = await world.update(first, one(ann));
  expect(refusal(answer).status).toBe(409);
  expect(answer.headers["retry-after"]).toBe("30");
  expect((await world.rename(people, ann, { Films: [] })).status).toBe(409);
  expect((await world.make(films, [{ Title: "new", Cast: one(ann) }])).status).toBe(409);
  for (const [table, id] of [
    [films, first],
    [people, ann],
  ] as const)
    expect((await remove(world, table, id)).status).toBe(409);
  expect((await bringBack(item?.id as string, { as })).status).toBe(409);
  for (const options of [
    { relationship: "oneOne" },
    { isOneWay: true },
    { filterByViewId: films.table.views[0].id },
  ])
    expect((await change(world, { options })).status).toBe(409);

  expect((await change(world, { options: { relationship: "manyOne" } })).status).toBe(200);
  expect((await change(world, { name: "Actor" })).status).toBe(200);
  expect((await change(world, { name: "Cast" })).status).toBe(200);
  expect((await world.rename(people, ann, { Name: "Anna" })).status).toBe(200);
  expect((await world.make(films, [{ Title: "new" }])).status).toBe(201);
  expect((await remove(world, films, empty)).status).toBe(200);
  expect((await remove(world, people, cid)).status).toBe(200);
  expect(await names(world)).toEqual([["Anna"], ["Bob"], []]);

  await runJobsOf(films, people);
  expect(await names(world)).toEqual([["Anna"], ["Bob"], []]);
  await agree(world);
  expect((await bringBack(item?.id as string, { as })).status).toBe(201);
  expect((await world.update(first, one(world.bob))).status).toBe(200);
  expect((await remove(world, people, ann)).status).toBe(200);
  await agree(world);
});

test("200: changed again and again; nothing is left at former places", async () => {
  const world = await castWorld();
  const { films, people, field } = world;
  const steps = [
    { isOneWay: true },
    { relationship: "manyOne" },
    { isOneWay: false },
    { relationship: "manyMany" },
  ];
  for (const options of steps) {
    expect((await change(world, { options })).status).toBe(200);
    await runJobsOf(films, people);
    await agree(world);
  }
  expect(await names(world)).toEqual([["Ann"], ["Bob"], []]);
  const { symmetricFieldId } = (await get(world)).options;
  const items = (await itemsWith(field.id)).filter(({ pk }) => pk.startsWith("LINKS#"));
  expect(items.every(({ pk }) => pk.startsWith(`LINKS#${field.id}.4#`))).toBe(true);
  expect(items).toHaveLength(2);
  const params = { tableId: films.tableId, fieldId: field.id };
  expect((await call(deleteField, { as: world.as, params })).status).toBe(200);
  await leaveTrash(films.tableId);
  await runJobsOf(films, people);
  expect((await itemsWith(field.id, symmetricFieldId)).filter(({ pk }) => pk.startsWith("LINKS#"))).toEqual(
    [],
  );
});

test("200: a link of a table to itself, both ways and back", async () => {
  const made = await linked();
  const { as, films } = made;
  const world = { ...made, people: films };
  const { body: field } = await call(createField, {
    as,
    params: { tableId: films.tableId },
    body: {
      type: "link",
      name: "Sequels",
      options: { foreignTableId: films.tableId, relationship: "oneMany" },
    },
  });
  const [a, b, c] = (
    await world.make(
      films,
      ["a", "b", "c"].map((Title) => ({ Title })),
    )
  ).body.records.map(({ id }: { id: string }) => id);
  await world.rename(films, a, { Sequels: [one(b), one(a)] });
  await world.rename(films, b, { Sequels: [one(c)] });
  for (const options of [
    { relationship: "manyMany" },
    { isOneWay: true },
    { relationship: "oneOne" },
    { isOneWay: false },
  ]) {
    expect((await change({ ...world, field }, { options })).status).toBe(200);
    await runJobsOf(films);
    expect(await findDisagreements([films.tableId, made.people.tableId])).toEqual([]);
  }
  const cells = await world.cells(films);
  expect([cells["a"]?.["Sequels"], cells["b"]?.["Sequels"]]).toEqual([
    { id: b, title: "b" },
    { id: c, title: "c" },
  ]);
});

test("200: titles by another field as well; they follow", async () => {
  const world = await castWorld();
  const { films, people } = world;
  const { body: extra } = await call(createField, {
    as: world.as,
    params: { tableId: people.tableId },
    body: { type: "singleLineText", name: "Nick" },
  });
  await world.rename(people, world.ann, { Nick: "A" });
  const options = { relationship: "manyOne", lookupFieldId: extra.id };
  expect((await change(world, { options })).status).toBe(200);
  await runJobsOf(films, people);
  expect((await world.cells(films))["f0"]?.["Cast"]).toEqual({ id: world.ann, title: "A" });
  expect(await get(world)).not.toHaveProperty("isPending");
  await agree(world);
});

test("400: a notNull field could lose its values; nothing changes", async () => {
  const world = await linked();
  const { as, people, films } = world;
  const empty = await aTable({ name: "Empty", records: [] }, films.owner, films);
  const params = { tableId: empty.tableId };
  const options = { relationship: "manyMany", foreignTableId: people.tableId };
  const { body: field } = await call(createField, {
    as,
    params,
    body: { type: "link", notNull: true, options },
  });
  const there = { ...world, films: empty, field };
  for (const relationship of ["oneMany", "oneOne", "manyOne"])
    expect(refusal(await change(there, { options: { relationship } }))).toEqual({
      status: 400,
      paths: ["options.relationship"],
    });
  expect(await get(there)).toEqual(field);
  expect((await change(there, { options: { isOneWay: true } })).status).toBe(200);
});

test("another base: one-way to two-way needs the right to make fields there", async () => {
  const people = await aTable({ name: "People" });
  const films = await aTable({ name: "Films" }, people.owner);
  const field = await linkTo(films, people, { isOneWay: true });
  const editor = await aMember(films.baseId, "creator");
  const params = { tableId: films.tableId, fieldId: field.id };
  const body = { options: { isOneWay: false } };
  expect(refusal(await call(updateField, { as: editor, params, body }))).toEqual({
    status: 400,
    paths: ["options.foreignTableId"],
  });
  expect((await call(updateField, { as: films.owner, params, body })).status).toBe(200);
  await runJobsOf(films, people);
  expect(await disagreements(films.tableId, people.tableId)).toEqual([]);
});

test.each([false, true])(
  "records deleted before the change come back with what fits; one-way after it: %s",
  async (isOneWay) => {
    const world = await castWorld();
    const { as, films, people, ids } = world;
    await remove(world, films, ids[0] as string);
    await tellNews();
    await change(world, { options: { isOneWay, relationship: isOneWay ? "manyMany" : "oneOne" } });
    await runJobsOf(films, people);
    const [item] = await recordItems(world, films.tableId);
    expect((await bringBack(item?.id as string, { as })).status).toBe(201);
    expect((await names(world))[0]).toEqual(isOneWay ? ["Ann", "Bob"] : ["Ann"]);
    await agree(world);
  },
);

const ends: Record<string, (world: World) => Promise<unknown>> = {
  "the field is deleted": ({ as, films, field }) =>
    call(deleteField, { as, params: { tableId: films.tableId, fieldId: field.id } }),
  "its table is deleted": ({ as, films }) =>
    call(deletePermanently, { as, params: { baseId: films.baseId, tableId: films.tableId } }),
  "the other table is deleted": ({ as, films, people }) =>
    call(deletePermanently, { as, params: { baseId: films.baseId, tableId: people.tableId } }),
};
const shapes = [{ isOneWay: true }, { relationship: "oneMany" }];
test.each(
  Object.keys(ends).flatMap((name) =>
    shapes.flatMap((options) => [0, 1, 2].map((turns) => [name, turns, options] as const)),
  ),
)("%s after %i pieces of the change: no links are left (%o)", async (name, turns, options) => {
  const world = await castWorld({ isOneWay: !("isOneWay" in options) && turns === 1 });
  const { films, people, field } = world;
  expect((await change(world, { options })).status).toBe(200);
  const [job] = await jobsOf(films.tableId);
  for (let i = 0; i < turns; i++) await turn(job as never, films.baseId);
  expect(await ends[name]?.(world)).toMatchObject({ status: 200 });
  await runJobsOf(films, people);
  if (name === "the field is deleted") await leaveTrash(films.tableId);
  await runJobsOf(films, people);
  const { symmetricFieldId: other = field.id } = (await get(world)).options ?? {};
  expect((await itemsWith(field.id, other)).filter(({ pk }) => pk.startsWith("LINKS#"))).toEqual([]);
});

test("deleted when its links are at their new places, before the former ones are cleared: it comes back", async () => {
  const world = await castWorld();
  const { as, films, people, field } = world;
  await change(world, { options: { isOneWay: true } });
  const [job] = await jobsOf(films.tableId);
  await turn(job as never, films.baseId);
  const before = await names(world);
  await call(deleteField, { as, params: { tableId: films.tableId, fieldId: field.id } });
  await runJobsOf(films, people);
  const [item] = await trashedIn({ as }, films.tableId);
  expect((await bringBack(item?.id as string, { as })).status).toBe(201);
  await runJobsOf(films, people);
  expect(await names(world)).toEqual(before);
  await agree(world);
});

test.each([0, 1, 2].flatMap((turns) => [true, false].map((isLater) => [turns, isLater] as const)))(
  "the base is deleted after %i pieces of the change, which goes on later: %s; no links are left",
  async (turns, isLater) => {
    const world = await castWorld();
    const { as, films, people, field } = world;
    expect((await change(world, { options: { isOneWay: true, relationship: "oneMany" } })).status).toBe(200);
    const [job] = await jobsOf(films.tableId);
    for (let i = 0; i < turns; i++) await turn(job as never, films.baseId);
    const { body } = await call(deleteBasePermanently, { as, params: { baseId: films.baseId } });
    if (!isLater) await runJobsOf(films, people);
    await runToEnd(body.jobId, films.baseId);
    await runJobsOf(films, people);
    expect((await itemsWith(field.id)).filter(({ pk }) => pk.startsWith("LINKS#"))).toEqual([]);
  },
);

test("the other table is in the trash meanwhile: the change goes on, and the field has an error until it is restored", async () => {
  const world = await castWorld();
  const { as, films, people } = world;
  await change(world, { options: { relationship: "oneMany" } });
  await call(deleteTable, { as, params: { baseId: films.baseId, tableId: people.tableId } });
  await runJobsOf(films);
  expect(await get(world)).toMatchObject({ hasError: true });
  expect(await get(world)).not.toHaveProperty("isPending");
  expect(await names(world)).toEqual([["Ann", "Bob"], [], []]);
});
