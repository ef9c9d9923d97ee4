/* Link fields that are brought to another table: by one conversion, or by way of a text. */
import { beforeAll, expect, test } from "vitest";
import { handler as convertField } from "#functions/field/convert-field";
import { handler as createField } from "#functions/field/create-field";
import { handler as previewConversion } from "#functions/field/preview-conversion";
import { handler as updateField } from "#functions/field/update-field";
import { handler as updateRecord } from "#functions/record/update-record";
import { handler as createView } from "#functions/view/create-view";
import { handler as getView } from "#functions/view/get-view";
import { idsOf, linked } from "#test/functions/record/links/support";
import { runJobsOf } from "#test/support/events/jobs";
import { findDisagreements } from "#test/support/links/check-links";
import { disagreements, fieldsOf } from "#test/support/makers/links";
import { aTable } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";
import { inProcessOnly } from "#test/support/run/target";
import { useOwnStore } from "#test/support/store/own-store";

inProcessOnly("jobs run here");
beforeAll(useOwnStore);

type World = Awaited<ReturnType<typeof linked>>;

const relationships = ["manyMany", "manyOne", "oneMany", "oneOne"].flatMap((relationship) =>
  [false, true].map((isOneWay) => ({ relationship, isOneWay })),
);
const holdsMany = (relationship: string) => relationship.endsWith("Many");

/** Films: one has Ann (and Bob), one has Cid. */
async function filmsWithCast(options: { relationship: string; isOneWay: boolean }) {
  const world = await linked(options);
  const { films, make, ann, bob, cid } = world;
  const cellOf = (...ids: string[]) =>
    holdsMany(options.relationship) ? ids.map((id) => ({ id })) : { id: ids[0] };
  const ids = idsOf(
    await make(films, [
      { Title: "f", Cast: cellOf(ann, bob) },
      { Title: "g", Cast: cellOf(cid) },
      { Title: "h" },
    ]),
  );
  return { ...world, ids };
}

const at = ({ as, films, field }: World) => ({
  as,
  params: { tableId: films.tableId, fieldId: field.id },
});
const titlesIn = async (world: World) =>
  Object.values(await world.cells(world.films)).map((cells) =>
    [cells[world.field.name] ?? []].flat().map((each) => (each as { title: string }).title),
  );
async function agree(...tables: { tableId: string }[]) {
  const ids = tables.map(({ tableId }) => tableId) as never[];
  expect(await findDisagreements(ids)).toEqual([]);
  expect(await disagreements(...ids)).toEqual([]);
}

test.each(relationships)(
  "200: a link that became text and is a link again keeps its links on both sides, whenever the job runs ($relationship, one-way: $isOneWay)",
  async (options) => {
    const world = await filmsWithCast(options);
    const { films, people } = world;
    const before = await titlesIn(world);
    for (const isRunBetween of [false, true, false]) {
      expect((await call(convertField, { ...at(world), body: { type: "longText" } })).status).toBe(200);
      if (isRunBetween) await runJobsOf(films, people);
      const body = { type: "link", options: { ...options, foreignTableId: people.tableId } };
      expect((await call(convertField, { ...at(world), body })).status).toBe(200);
      expect(await titlesIn(world)).toEqual(before);
      await agree(films, people);
      await runJobsOf(films, people);
      await agree(films, people);
      expect(await titlesIn(world)).toEqual(before);
    }
  },
);

/** Another table for the links: it has an Ann and a Bob of its own, no Cid. */
async function others({ as, people }: World) {
  const made = await aTable(
    {
      name: "Others",
      fields: [{ type: "singleLineText", name: "Name" }],
      records: [{ fields: { Name: "Bob" } }, { fields: { Name: "Ann" } }],
    },
    as as never,
    people as never,
  );
  const [bob, ann] = made.table.records.map(({ id }: { id: string }) => id);
  return { ...made, ann, bob };
}

test.each(relationships)(
  "200: a link shows another table: by titles, on both sides, and back ($relationship, one-way: $isOneWay)",
  async (options) => {
    const world = await filmsWithCast(options);
    const { films, people, field } = world;
    const all = await titlesIn(world);
    const other = await others(world);
    const body = { type: "link", options: { foreignTableId: other.tableId } };
    const { body: preview } = await call(previewConversion, { ...at(world), body });
    expect(preview).toMatchObject({ records: 3, cells: 2, emptied: 1, changed: 0 });
    expect(preview.examples[0]).toMatchObject({ before: "Cid", after: null });
    const { status, body: link } = await call(convertField, { ...at(world), body });
    expect([status, link.id, link.name]).toEqual([200, field.id, "Cast"]);
    expect(link.options).toMatchObject({ ...options, foreignTableId: other.tableId });
    expect(link.options).not.toHaveProperty("storage");
    const left = all.map((titles) => titles.filter((title) => title !== "Cid"));
    expect(await titlesIn(world)).toEqual(left);
    const cell = (await world.cells(films))["f"]?.["Cast"];
    expect([cell].flat()[0]).toEqual({ id: other.ann, title: "Ann" });
    await agree(films, people, other);
    await runJobsOf(films, people, other);
    await agree(films, people, other);
    expect(await titlesIn(world)).toEqual(left);
    expect((await fieldsOf(people)).map(({ type }) => type)).toEqual(["singleLineText"]);
    expect((await fieldsOf(other)).filter(({ type }) => type === "link")).toHaveLength(
      options.isOneWay ? 0 : 1,
    );
    const back = { type: "link", options: { ...link.options, foreignTableId: people.tableId } };
    expect((await call(convertField, { ...at(world), body: back })).status).toBe(200);
    expect(await titlesIn(world)).toEqual(left);
    await agree(films, people, other);
    await runJobsOf(films, people, other);
    await agree(films, people, other);
  },
);

test("200: records without a cell can be linked from the other side, after a text or a link became this link", async () => {
  for (const relationship of ["manyMany", "manyOne", "oneOne"]) {
    const world = await filmsWithCast({ relationship, isOneWay: false });
    const { films, people, as, ids } = world;
    const other = await others(world);
    const options = { relationship, foreignTableId: other.tableId };
    for (const isByText of [true, false]) {
      if (isByText) await call(convertField, { ...at(world), body: { type: "longText" } });
      const to = isByText ? people : other;
      const body = { type: "link", options: { ...options, foreignTableId: to.tableId } };
      expect((await call(convertField, { ...at(world), body })).status).toBe(200);
      const back = (await fieldsOf(to)).find(({ type }) => type === "link");
      const link = relationship === "oneOne" ? { id: ids[2] } : [{ id: ids[2] }];
      const made = await world.make(to, [{ Name: "Dan", [back?.name ?? ""]: link }]);
      expect(made.status).toBe(201);
      expect([(await world.cells(films))["h"]?.["Cast"]].flat()).toMatchObject([{ title: "Dan" }]);
      await agree(films, people, other);
      await call(updateRecord, {
        as,
        params: { tableId: films.tableId, recordId: ids[2] },
        body: { record: { fields: { Cast: null } } },
      });
    }
  }
});

test("200: links of the table to itself lead to another table, and links to others to the table itself", async () => {
  for (const relationship of ["manyMany", "oneMany"]) {
    const world = await filmsWithCast({ relationship, isOneWay: false });
    const { films, people } = world;
    await world.make(films, [{ Title: "Ann" }, { Title: "Bob" }]);
    const self = { type: "link", options: { foreignTableId: "self" } };
    expect((await call(convertField, { ...at(world), body: self })).status).toBe(200);
    expect((await titlesIn(world)).slice(0, 3)).toEqual([["Ann", "Bob"], [], []]);
    expect((await fieldsOf(films)).filter(({ type }) => type === "link")).toHaveLength(2);
    await agree(films, people);
    await runJobsOf(films, people);
    await agree(films, people);
    const body = { type: "link", options: { foreignTableId: people.tableId } };
    expect((await call(convertField, { ...at(world), body })).status).toBe(200);
    expect((await titlesIn(world)).slice(0, 3)).toEqual([["Ann", "Bob"], [], []]);
    expect((await fieldsOf(films)).filter(({ type }) => type === "link")).toHaveLength(1);
    await agree(films, people);
    await runJobsOf(films, people);
    await agree(films, people);
  }
});

test("200: what was made of the former table ends and comes back with it: lookups, filters by records, columns of shared forms", async () => {
  const world = await filmsWithCast({ relationship: "manyMany", isOneWay: false });
  const { as, films, people, field, ann } = world;
  const other = await others(world);
  const [name] = await fieldsOf(people);
  const add = async (body: object) =>
    (await call(createField, { as, params: { tableId: films.tableId }, body })).body;
  const lookupOptions = { foreignTableId: people.tableId, linkFieldId: field.id, lookupFieldId: name?.id };
  const lookup = await add({ type: "singleLineText", isLookup: true, name: "Names", lookupOptions });
  const filter = (...filterSet: object[]) => ({ conjunction: "and", filterSet });
  const byRecord = { fieldId: field.id, operator: "hasNoneOf", value: [ann, "Bob"] };
  const byTitle = { fieldId: field.id, operator: "contains", value: "Ann" };
  const view = async (body: object) =>
    (await call(createView, { as, params: { tableId: films.tableId }, body })).body;
  const kept = await view({ type: "grid", filter: filter(byRecord, byTitle) });
  const shared = await view({
    type: "grid",
    filter: filter({ ...byRecord, value: [ann] }),
    enableShare: true,
  });
  const form = await view({
    type: "form",
    enableShare: true,
    columnMeta: { [field.id]: { order: 1, visible: true } },
  });
  const get = async ({ id }: { id: string }) =>
    (await call(getView, { as, params: { tableId: films.tableId, viewId: id } })).body;
  const body = { type: "link", options: { foreignTableId: other.tableId } };
  const { body: preview } = await call(previewConversion, { ...at(world), body });
  expect([...preview.changedViews].sort()).toEqual([kept.id, shared.id].sort());
  expect(preview.endedShares).toEqual(shared.enableShare ? [shared.id] : undefined);
  expect((await call(convertField, { ...at(world), body })).status).toBe(200);
  expect((await get(kept)).filter).toEqual(filter({ ...byRecord, value: ["Bob"] }, byTitle));
  expect(await get(shared)).not.toHaveProperty("filter");
  expect(await get(shared)).not.toHaveProperty("enableShare");
  expect((await get(form)).columnMeta[field.id]).toMatchObject({ visible: false });
  const found = async () => (await fieldsOf(films)).find(({ id }) => id === lookup.id);
  expect(await found()).toMatchObject({ hasError: true });
  expect((await world.cells(films))["f"]).not.toHaveProperty("Names");
  const back = { type: "link", options: { foreignTableId: people.tableId } };
  expect((await call(convertField, { ...at(world), body: back })).status).toBe(200);
  expect(await found()).not.toHaveProperty("hasError");
  expect((await world.cells(films))["f"]).toMatchObject({ Names: ["Ann", "Bob"] });
});

test("200: a shared form hides a text that becomes a link of the table to itself", async () => {
  const { as, films } = await linked();
  const { tableId } = films;
  const text = { type: "singleLineText", name: "Next" };
  const { id: fieldId } = (await call(createField, { as, params: { tableId }, body: text })).body;
  const body = { type: "form", enableShare: true, columnMeta: { [fieldId]: { order: 1, visible: true } } };
  const { body: form } = await call(createView, { as, params: { tableId }, body });
  const options = { relationship: "manyMany", foreignTableId: tableId };
  const params = { tableId, fieldId };
  expect((await call(convertField, { as, params, body: { type: "link", options } })).status).toBe(200);
  const { columnMeta } = (await call(getView, { as, params: { tableId, viewId: form.id } })).body;
  const links = (await fieldsOf(films)).filter(
    ({ options: each }) => (each as { foreignTableId?: string }).foreignTableId === tableId,
  );
  expect(links).toHaveLength(2);
  for (const { id } of links) expect(columnMeta[id]).toMatchObject({ visible: false });
});

test("200: a filter of the field on the other side that names the link does not stop its conversion", async () => {
  for (const body of [{ type: "longText" }, "others"] as const) {
    const world = await filmsWithCast({ relationship: "manyMany", isOneWay: false });
    const { as, films, people, field, ann } = world;
    const other = await others(world);
    const back = (await fieldsOf(people)).find(({ type }) => type === "link");
    const item = { fieldId: field.id, operator: "hasAnyOf", value: [ann] };
    const options = { filter: { conjunction: "and", filterSet: [item] } };
    const params = { tableId: people.tableId, fieldId: back?.id as string };
    expect((await call(updateField, { as, params, body: { options } })).status).toBe(200);
    const into = body === "others" ? { type: "link", options: { foreignTableId: other.tableId } } : body;
    expect((await call(convertField, { ...at(world), body: into })).status).toBe(200);
    await agree(films, people, other);
    await runJobsOf(films, people, other);
    await agree(films, people, other);
  }
});

test("400: a link that must not be empty, to a table where a title is missing; 200: all links of a cell are found by their titles", async () => {
  const world = await linked();
  const { as, films, people } = world;
  const names = Array.from({ length: 120 }, (_, i) => ({ Name: `p${i}` }));
  const ids = idsOf(await world.make(people, names));
  await world.make(films, [{ Title: "f", Cast: ids.map((id) => ({ id })) }]);
  const other = await aTable(
    { name: "Others", fields: [{ type: "singleLineText", name: "Name" }], records: [] },
    as as never,
    people as never,
  );
  await world.make(other, names);
  const options = { foreignTableId: other.tableId };
  const body = { type: "link", options };
  expect((await call(previewConversion, { ...at(world), body })).body).toMatchObject({
    cells: 1,
    changed: 0,
  });
  await world.make(films, [{ Title: "g" }]);
  const refused = await call(convertField, { ...at(world), body: { ...body, notNull: true } });
  expect([refused.status, refused.body.message]).toEqual([400, expect.stringContaining("would be empty")]);
  expect((await call(convertField, { ...at(world), body })).status).toBe(200);
  expect((await world.cells(films))["f"]?.["Cast"]).toHaveLength(120);
  await agree(films, people, other);
});
