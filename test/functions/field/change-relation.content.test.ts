/* What else follows when the relationship of a link field is changed: large cells, filters of views, history. */
import { beforeAll, expect, test } from "vitest";
import { handler as createField } from "#functions/field/create-field";
import { handler as getField } from "#functions/field/get-field";
import { handler as updateField } from "#functions/field/update-field";
import { handler as listRecordHistory } from "#functions/record/list-record-history";
import { handler as listRecords } from "#functions/record/list-records";
import { handler as createView } from "#functions/view/create-view";
import { idsOf, linked } from "#test/functions/record/links/support";
import { runJobsOf } from "#test/support/events/jobs";
import { findDisagreements } from "#test/support/links/check-links";
import { aTable } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";
import { inProcessOnly } from "#test/support/run/target";
import { useOwnStore } from "#test/support/store/own-store";
import { tellNews } from "#test/support/store/record-images";

inProcessOnly("jobs and the stream's reader run here");
beforeAll(useOwnStore);

type World = Awaited<ReturnType<typeof linked>>;

type Changed = Pick<World, "as" | "field"> &
  Record<"films" | "people", Pick<World["films"], "tableId" | "baseId">>;

/** `others` are the tables that are linked with these. */
async function change({ as, films, people, field }: Changed, options: object, ...others: Changed["films"][]) {
  const params = { tableId: films.tableId, fieldId: field.id };
  expect((await call(updateField, { as, params, body: { options } })).status).toBe(200);
  const tables = [films, people, ...others];
  await runJobsOf(...tables);
  const tableIds = [...new Set(tables.map(({ tableId }) => tableId))];
  expect(await findDisagreements(tableIds)).toEqual([]);
}
const one = (id: string) => ({ id });

test("a person in 250 films, a film with 250 people: in their order, then the first one", async () => {
  const world = await linked();
  const { films, people, ann, field } = world;
  const names = Array.from({ length: 250 }, (_, i) => `n${i}`);
  const all = idsOf(
    await world.make(
      people,
      names.map((Name) => ({ Name })),
    ),
  ) as string[];
  // lists show the first hundred records
  await world.make(films, [{ Title: "big", Cast: all.toReversed().map(one) }]);
  await world.make(
    films,
    names.map((Title) => ({ Title, Cast: [one(ann)] })),
  );
  for (const options of [{ isOneWay: true }, { isOneWay: false }]) {
    await change(world, options);
    expect((await world.cells(films))["big"]?.["Cast"]).toEqual(
      names.toReversed().map((title) => ({ id: all[names.indexOf(title)], title })),
    );
    const shown = (await world.cells(people))["Ann"]?.["Films"];
    expect(shown ?? field.id).toEqual(options.isOneWay ? field.id : expect.objectContaining({ length: 250 }));
  }
  await change(world, { relationship: "oneOne" });
  const { big, n0, n1 } = await world.cells(films);
  expect([big?.["Cast"], n0?.["Cast"], n1?.["Cast"]]).toEqual([
    { id: all[249], title: "n249" },
    { id: ann, title: "Ann" },
    undefined,
  ]);
}, 60_000);

test("filters of views go on to choose the same records, whatever their operators", async () => {
  const world = await linked();
  const { as, films, ann, bob } = world;
  const cells = { a: [one(ann)], b: [one(bob)], ab: [one(ann), one(bob)], none: [] };
  await world.make(
    films,
    Object.entries(cells).map(([Title, Cast]) => ({ Title, Cast })),
  );
  const views = new Map<string, string>();
  const operators = {
    hasAnyOf: [ann],
    hasAllOf: [ann, bob],
    isExactly: [bob],
    isNotExactly: [bob],
    hasNoneOf: [ann],
  };
  const params = { tableId: films.tableId };
  for (const [operator, value] of Object.entries(operators)) {
    const filter = { conjunction: "and", filterSet: [{ fieldId: world.field.id, operator, value }] };
    const { body } = await call(createView, { as, params, body: { name: operator, type: "grid", filter } });
    views.set(operator, body.id);
  }
  const chosen = async () => {
    const found: Record<string, string[]> = {};
    for (const [operator, viewId] of views) {
      const { body } = await call(listRecords, { as, params, query: { viewId } });
      found[operator] = body.records.map(({ name }: { name: string }) => name);
    }
    return found;
  };
  const before = await chosen();
  expect(before).toEqual({
    hasAnyOf: ["a", "ab"],
    hasAllOf: ["ab"],
    isExactly: ["b"],
    isNotExactly: ["a", "ab", "none"],
    hasNoneOf: ["b", "none"],
  });
  await change(world, { relationship: "manyOne" });
  // "ab" has Ann only
  expect(await chosen()).toEqual({ ...before, hasAllOf: [] });
});

test("the history of a record says which links it has lost, and who changed the field", async () => {
  const world = await linked();
  const { as, films, people, ann, bob } = world;
  const [film = ""] = idsOf(await world.make(films, [{ Title: "f", Cast: [one(ann), one(bob)] }]));
  await change(world, { relationship: "manyOne" });
  await tellNews();
  const historyOf = async ({ tableId }: { tableId: string }, recordId: string) =>
    (await call(listRecordHistory, { as, params: { tableId, recordId } })).body.historyList;
  const [lost] = await historyOf(films, film);
  expect([lost.before.data, lost.after.data]).toEqual([
    [
      { id: ann, title: "Ann" },
      { id: bob, title: "Bob" },
    ],
    { id: ann, title: "Ann" },
  ]);
  expect(lost.after.meta.options).not.toHaveProperty("storage");
  expect(lost.createdBy).toBe(films.owner.userId);
  expect(await historyOf(people, bob)).not.toEqual([]);
});

test("formulas and lookups over both fields, and titles by a formula, follow", async () => {
  const world = await linked();
  const { as, films, people, field, ann, bob } = world;
  const add = async ({ tableId }: { tableId: string }, body: object) => {
    const answer = await call(createField, { as, params: { tableId }, body });
    expect(answer).toMatchObject({ status: 201 });
    return answer.body;
  };
  const other = field.options.symmetricFieldId;
  const text = await add(films, { type: "formula", name: "Text", options: { expression: `{${field.id}}` } });
  const [nameId, titleId] = [people.table.fields[0].id, films.table.fields[0].id];
  await add(films, {
    ...{ type: "singleLineText", name: "Names", isLookup: true },
    lookupOptions: { linkFieldId: field.id, foreignTableId: people.tableId, lookupFieldId: nameId },
  });
  const there = await add(people, { type: "formula", name: "Text", options: { expression: `{${other}}` } });
  const found = await add(people, {
    ...{ type: "singleLineText", name: "Titles", isLookup: true },
    lookupOptions: { linkFieldId: other, foreignTableId: films.tableId, lookupFieldId: titleId },
  });
  const shows = await aTable({ name: "Shows", records: [] }, films.owner, films);
  const link = await add(shows, {
    ...{ type: "link", name: "Film" },
    options: { relationship: "manyOne", foreignTableId: films.tableId, lookupFieldId: text.id },
  });
  const [film = ""] = idsOf(await world.make(films, [{ Title: "f", Cast: [one(ann), one(bob)] }]));
  await world.make(shows, [{ Name: "s", [link.name]: one(film) }]);
  const shown = async () => (await world.cells(shows))["s"]?.["Film"];
  expect(await shown()).toEqual({ id: film, title: "Ann, Bob" });

  await change(world, { relationship: "oneOne" }, shows);
  expect(await shown()).toEqual({ id: film, title: "Ann" });
  expect((await world.cells(films))["f"]).toMatchObject({ Text: "Ann", Names: "Ann" });
  expect((await world.cells(people))["Ann"]).toMatchObject({ Text: "f", Titles: "f" });
  const read = async ({ tableId }: { tableId: string }, fieldId: string) =>
    (await call(getField, { as, params: { tableId, fieldId } })).body;
  expect(await read(people, there.id)).not.toHaveProperty("isMultipleCellValue");
  expect(await read(people, found.id)).not.toHaveProperty("isMultipleCellValue");

  await change(world, { isOneWay: true }, shows);
  expect(await read(people, there.id)).toMatchObject({ hasError: true });
  expect(await read(people, found.id)).toMatchObject({ hasError: true });
  expect((await world.cells(films))["f"]).toMatchObject({ Text: "Ann", Names: "Ann" });
});

test("formulas over both fields of a table that links to itself", async () => {
  const { as, films, make, ...world } = await linked();
  const add = async (body: object) =>
    (await call(createField, { as, params: { tableId: films.tableId }, body })).body;
  const options = { relationship: "manyMany", foreignTableId: films.tableId };
  const field = await add({ type: "link", name: "Sequels", options });
  const other = field.options.symmetricFieldId;
  await add({ type: "formula", name: "Mine", options: { expression: `{${field.id}}` } });
  const theirs = await add({ type: "formula", name: "Theirs", options: { expression: `{${other}}` } });
  const [a = "", b = ""] = idsOf(await make(films, [{ Title: "a" }, { Title: "b" }]));
  await world.rename(films, a, { Sequels: [one(a), one(b)] });
  const self = { ...world, as, films, make, people: films, field };
  await change(self, { relationship: "manyOne" }, world.people);
  expect((await world.cells(films))["a"]).toMatchObject({ Mine: "a", Theirs: ["a"] });
  await change(self, { isOneWay: true }, world.people);
  expect((await world.cells(films))["a"]).toMatchObject({ Mine: "a" });
  const params = { tableId: films.tableId, fieldId: theirs.id };
  expect((await call(getField, { as, params })).body).toMatchObject({ hasError: true });
});
