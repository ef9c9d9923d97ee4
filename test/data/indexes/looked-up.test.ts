/* Indexes over lookups in odd cases. */
import { beforeEach, expect, test, vi } from "vitest";
import { handler as convertField } from "#functions/field/convert-field";
import { handler as createField } from "#functions/field/create-field";
import { handler as duplicateField } from "#functions/field/duplicate-field";
import { handler as updateRecords } from "#functions/record/update-records";
import { checkIndexes } from "#lib/data/indexes/check-index";
import { liveIndexes } from "#lib/data/indexes/live-indexes";
import { tendIndexes } from "#lib/data/indexes/tend-indexes";
import { tendCarrying } from "#lib/data/link-fields/tend-carrying";
import { readSchema } from "#lib/data/schema/table-schema";
import { jobsOf, runToEnd } from "#test/support/events/jobs";
import { compareLists, countIndexReads } from "#test/support/indexes/compare-lists";
import { aLinkedWorld, type LinkedWorld, makeAll } from "#test/support/indexes/linked-world";
import { call } from "#test/support/requests/call";
import { disturbed } from "#test/support/store/faults";

beforeEach(() => {
  vi.stubEnv("GRIDLESS_SETTLE_SECONDS", "0");
});

async function addField({ as }: LinkedWorld, side: LinkedWorld["films"], body: object) {
  const answer = await call(createField, { as, params: side.params, body });
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
  return answer.body as { id: string };
}

const compare = async (side: LinkedWorld["films"]) =>
  countIndexReads(async () =>
    compareLists({ as: side.as, tableId: side.tableId, fields: await side.fields() }, await side.views()),
  );

test("a followed lookup beside names of people", async () => {
  const world = await aLinkedWorld();
  const { films, people, as } = world;
  await addField(world, films, { type: "createdBy", name: "By" });
  await films.addView("both", { sort: ["By", "Sizes"] });
  const ids = await people.make([1, 2, 3].map((Size) => ({ Name: `p${Size}`, Size })));
  await films.make([0, 1, 2, 0].map((i) => ({ Name: `f${i}`, Cast: [{ id: ids[i] }] })));
  await films.grow();
  await makeAll(world);
  expect(await compare(films)).toBeGreaterThan(0);
  await call(updateRecords, {
    as,
    params: people.params,
    body: { records: [{ id: ids[0], fields: { Size: 9 } }] },
  });
  await makeAll(world);
  for (const report of await checkIndexes(films.tableId, async () => {}))
    expect(report).toMatchObject({ wrong: 0 });
  expect(await compare(films)).toBeGreaterThan(0);
});

test("a lookup with a filter that says today has no index", async () => {
  const world = await aLinkedWorld();
  const { films, people } = world;
  const due = await addField(world, people, { type: "date", name: "Due" });
  const cast = await films.field("Cast");
  const size = await people.field("Size");
  const filter = {
    conjunction: "and",
    filterSet: [{ fieldId: due.id, operator: "isBefore", value: { mode: "today", timeZone: "utc" } }],
  };
  await addField(world, films, {
    ...{ type: "number", name: "Over", isLookup: true },
    lookupOptions: { foreignTableId: people.tableId, linkFieldId: cast.id, lookupFieldId: size.id, filter },
  });
  await films.addView("over", { sort: ["Over"] });
  const ids = await people.make(
    [1, 2, 3, 4].map((Size) => ({
      Name: `p${Size}`,
      Size,
      Due: new Date(Date.now() + (Size - 2.5) * 86_400_000 * 3).toISOString(),
    })),
  );
  await films.make([0, 1, 2, 3].map((i) => ({ Name: `f${i}`, Cast: [{ id: ids[i] }] })));
  await films.grow();
  await makeAll(world);
  expect(liveIndexes(await readSchema(films.tableId as never)).length).toBe(0);
  await compare(films);
});

test("records that are followed while an index is made do not wait in it", async () => {
  const world = await aLinkedWorld();
  const { films, people } = world;
  const ids = await people.make([1, 2, 3].map((Size) => ({ Name: `p${Size}`, Size })));
  await films.make(Array.from({ length: 120 }, (_, i) => ({ Name: `f${i}`, Cast: [{ id: ids[i % 3] }] })));
  await films.addView("sizes", { sort: ["Sizes"] });
  await films.grow();
  const now = new Date().toISOString();
  for (const { tableId } of [films, people]) await tendCarrying(tableId, now);
  await tendIndexes(films.tableId, now);
  const [index] = await films.indexes();
  let following: Promise<void> | undefined;
  const follow = async () => {
    for (const id of await jobsOf(films.tableId)) if (id !== index?.jobId) await runToEnd(id, films.baseId);
  };
  // all entries of the job are late
  await disturbed(
    async ({ input }) => {
      if (
        /"sk":"waits\w+------"/.test(JSON.stringify(input)) &&
        JSON.stringify(input).includes("PutRequest")
      ) {
        following ??= follow();
        await following;
      }
      return undefined;
    },
    () => runToEnd(index?.jobId as never, films.baseId),
  );
  expect(following).toBeDefined();
  expect((await films.indexes()).map(({ state }) => state)).toEqual(["ready"]);
  expect(await compare(films)).toBeGreaterThan(0);
});

test("a text becomes a link: the order of last changes is right", async () => {
  const world = await aLinkedWorld();
  const { films, people, as } = world;
  for (const side of [films, people]) {
    await addField(world, side, { type: "lastModifiedTime", name: "Changed" });
    await side.addView("changed", { sort: ["Changed"] }, "desc");
  }
  const text = await addField(world, films, { type: "singleLineText", name: "Text" });
  await people.make([1, 2, 3, 4].map((Size) => ({ Name: `p${Size}`, Size })));
  await films.make(
    [0, 1, 2, 3, 4, 5].map((i) => ({ Name: `f${i}`, ...(i % 2 && { Text: `p${(i * 2) % 5}` }) })),
  );
  await films.grow();
  await people.grow();
  await makeAll(world);
  for (const side of [films, people]) expect(await compare(side)).toBeGreaterThan(0);
  const params = { ...films.params, fieldId: text.id };
  const body = { type: "link", options: { relationship: "oneOne", foreignTableId: people.tableId } };
  expect((await call(convertField, { as, params, body })).status).toBe(200);
  for (const side of [films, people]) await compare(side);
  await makeAll(world);
  for (const side of [films, people]) {
    expect(await compare(side)).toBeGreaterThan(0);
    for (const report of await checkIndexes(side.tableId, async () => {}))
      expect(report).toMatchObject({ wrong: 0 });
  }
});

test("a link field is duplicated: the order of last changes is right", async () => {
  const world = await aLinkedWorld();
  const { films, people, as } = world;
  await addField(world, films, { type: "lastModifiedTime", name: "Changed" });
  await films.addView("changed", { sort: ["Changed"] }, "desc");
  const ids = await people.make([1, 2, 3, 4].map((Size) => ({ Name: `p${Size}`, Size })));
  await films.make(
    [0, 1, 2, 3, 4, 5].map((i) => ({ Name: `f${i}`, ...(i % 2 && { Cast: [{ id: ids[i % 4] }] }) })),
  );
  await films.grow();
  await makeAll(world);
  expect(await compare(films)).toBeGreaterThan(0);
  const params = { ...films.params, fieldId: (await films.field("Cast")).id };
  expect((await call(duplicateField, { as, params, body: { name: "Copy" } })).status).toBe(201);
  await compare(films);
  await makeAll(world);
  expect(await compare(films)).toBeGreaterThan(0);
  for (const report of await checkIndexes(films.tableId, async () => {}))
    expect(report).toMatchObject({ wrong: 0 });
});

test("records of one table look each other up", async () => {
  const world = await aLinkedWorld();
  const { films, as } = world;
  const own = { relationship: "oneOne", foreignTableId: films.tableId };
  const next = await addField(world, films, { type: "link", name: "Next", options: own });
  await addField(world, films, {
    ...{ type: "number", name: "Size of next", isLookup: true },
    lookupOptions: {
      foreignTableId: films.tableId,
      linkFieldId: next.id,
      lookupFieldId: (await films.field("Size")).id,
    },
  });
  for (const name of ["Next", "Size of next"]) {
    await films.addView(name, { sort: [name] });
    await films.addView(`Groups of ${name}`, { group: [name] });
  }
  const rows = await films.make([5, 4, 3, 2, 1].map((Size) => ({ Name: `f${Size}`, Size })));
  await films.grow();
  const update = async (i: number, fields: object) => {
    const body = { records: [{ id: rows[i], fields }] };
    expect((await call(updateRecords, { as, params: films.params, body })).status).toBe(200);
    await compare(films);
  };
  await update(0, { Next: { id: rows[1] } });
  await makeAll(world);
  expect(await compare(films)).toBeGreaterThan(0);
  await update(1, { Next: { id: rows[2] } });
  await update(1, { Name: "other", Size: 70 });
  await update(2, { Next: { id: rows[3] }, Size: 0, Name: "a" });
  await update(0, { Next: { id: rows[4] } });
  await makeAll(world);
  expect(await compare(films)).toBeGreaterThan(0);
  for (const report of await checkIndexes(films.tableId, async () => {}))
    expect(report).toMatchObject({ wrong: 0 });
});
