/* What else follows when the relationship of a link field is changed: large cells, filters of views, history. */
import { beforeAll, expect, test } from "vitest";
import { handler as updateField } from "#functions/field/update-field";
import { handler as listRecordHistory } from "#functions/record/list-record-history";
import { handler as listRecords } from "#functions/record/list-records";
import { handler as createView } from "#functions/view/create-view";
import { idsOf, linked } from "#test/functions/record/links/support";
import { runJobsOf } from "#test/support/events/jobs";
import { findDisagreements } from "#test/support/links/check-links";
import { call } from "#test/support/requests/call";
import { inProcessOnly } from "#test/support/run/target";
import { useOwnStore } from "#test/support/store/own-store";
import { tellNews } from "#test/support/store/record-images";

inProcessOnly("jobs and the stream's reader run here");
beforeAll(useOwnStore);

type World = Awaited<ReturnType<typeof linked>>;

async function change({ as, films, people, field }: World, options: object) {
  const params = { tableId: films.tableId, fieldId: field.id };
  expect((await call(updateField, { as, params, body: { options } })).status).toBe(200);
  await runJobsOf(films, people);
  expect(await findDisagreements([films.tableId, people.tableId])).toEqual([]);
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
