/*
 * A link field is deleted and restored, by two at once, while others link, unlink, rename, delete and restore records, or empty the trash.
 * In the end both sides agree. GRIDLESS_RACES sets the number of trials.
 */
import { beforeAll, expect, test, vi } from "vitest";
import { handler as deleteField } from "#functions/field/delete-field";
import { handler as deleteListedRecords } from "#functions/record/delete-listed-records";
import { handler as resetTrashItems } from "#functions/trash/reset-trash-items";
import { readSchema } from "#lib/data/schema/table-schema";
import { relationships } from "#lib/engine/field-types/shared/links";
import { idsOf, linked } from "#test/functions/record/links/support";
import { bringBack, recordItems, trashedIn } from "#test/functions/trash/support";
import { settleAll } from "#test/support/events/commits";
import { itemsWith, runJobsOf } from "#test/support/events/jobs";
import { findDisagreements } from "#test/support/links/check-links";
import { disagreements, fieldsOf } from "#test/support/makers/links";
import { call } from "#test/support/requests/call";
import { chance } from "#test/support/run/chance";
import { isWhole } from "#test/support/run/sample";
import { useOwnStore } from "#test/support/store/own-store";
import { tellNews } from "#test/support/store/record-images";
import { calmDown, together } from "./together.ts";

beforeAll(useOwnStore);

const trials = (isWhole ? 4 : 2) * Number(process.env["GRIDLESS_RACES"] ?? 4);
type World = Awaited<ReturnType<typeof aWorld>>;

const oneOf = <Value>(values: readonly Value[]) => values[Math.floor(chance() * values.length)] as Value;
const anyState = () => ({ relationship: oneOf(relationships), isOneWay: chance() < 0.5 });

async function aWorld(state: ReturnType<typeof anyState>) {
  const world = await linked(state);
  const titles = ["a", "b", "c", "d"].map((Title) => ({ Title }));
  const films = idsOf(await world.make(world.films, titles)) as string[];
  return { ...world, state, ids: { films, people: [world.ann, world.bob, world.cid] } };
}

const dropField = ({ as, films, people, field }: World) => {
  const { symmetricFieldId } = field.options;
  const isThere = !symmetricFieldId || chance() < 0.5;
  const params = isThere
    ? { tableId: films.tableId, fieldId: field.id }
    : { tableId: people.tableId, fieldId: symmetricFieldId };
  return call(deleteField, { as, params });
};
const restoreField = async (world: World) => {
  for (const { tableId } of [world.films, world.people]) {
    const item = (await trashedIn(world, tableId)).find(({ resourceType }) => resourceType === "field");
    if (item) return bringBack(item.id, world);
  }
  return undefined;
};
const empty = ({ as, films, people }: World) =>
  call(resetTrashItems, { as, query: { resourceId: oneOf([films, people]).tableId } });
const remove = ({ as }: World, { tableId }: World["films"], ...recordIds: string[]) =>
  call(deleteListedRecords, { as, params: { tableId }, body: { recordIds } });

function link(world: World) {
  const some = world.ids.people.filter(() => chance() < 0.5).map((id) => ({ id }));
  const isMany = /Many$/.test(world.state.relationship);
  return world.update(oneOf(world.ids.films), isMany ? some : (some[0] ?? null));
}

async function restoreRecord(world: World): Promise<unknown> {
  await tellNews();
  const items = await recordItems(world, oneOf([world.films, world.people]).tableId);
  return items[0] && bringBack(items[0].id, world);
}

/** Some call on the records of both tables; without the field, linking is refused. */
function disturb(world: World): Promise<unknown> {
  const { films, people, ids } = world;
  return oneOf([
    () => link(world),
    () => link(world),
    () => world.rename(films, oneOf(ids.films), { Title: `T${chance()}` }),
    () => world.rename(people, oneOf(ids.people), { Name: `N${chance()}` }),
    () => remove(world, films, oneOf(ids.films)),
    () => remove(world, people, oneOf(ids.people)),
    () => restoreRecord(world),
  ])();
}

const disturbances = (world: World, count: number) =>
  Array.from({ length: count }, () => () => disturb(world));

/** In the end: without the field its links agree too, as they may come back. */
async function expectAgreement(world: World, told: unknown): Promise<void> {
  const { films, people } = world;
  await settleAll();
  await runJobsOf(films, people);
  await calmDown();
  await runJobsOf(films, people);
  const tables = [films.tableId, people.tableId] as const;
  expect([told, ...(await findDisagreements([...tables]))]).toEqual([told]);
  expect([told, ...(await disagreements(...tables))]).toEqual([told]);
}

const isThere = async ({ films, field }: World) => (await fieldsOf(films)).some(({ id }) => id === field.id);

test("deleted and restored, again and again", { timeout: 60_000 + trials * 4000 }, async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  let restored = 0;
  for (let i = 0; i < trials; i++) {
    const world = await aWorld(anyState());
    for (let k = 0; k < 4; k++) await link(world);
    for (let k = 0; k < 3; k++) {
      await together(() => dropField(world), ...disturbances(world, 4));
      await together(...disturbances(world, 2));
      await together(
        () => restoreField(world),
        () => restoreField(world),
        ...disturbances(world, 4),
      );
      if (k === 1) await expectAgreement(world, [world.state, "between"]);
      if (await isThere(world)) restored++;
    }
    await expectAgreement(world, world.state);
  }
  expect(restored).toBeGreaterThan(0);
});

test("restored while the trash is emptied: it is back, or nothing is left of it", {
  timeout: 60_000 + trials * 4000,
}, async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  for (let i = 0; i < trials; i++) {
    const world = await aWorld(anyState());
    const { films, people, field } = world;
    for (let k = 0; k < 4; k++) await link(world);
    await dropField(world);
    await together(
      () => restoreField(world),
      () => empty(world),
      ...disturbances(world, 2),
    );
    await together(
      () => runJobsOf(films, people),
      () => restoreField(world),
    );
    await expectAgreement(world, world.state);
    const [here, there] = await Promise.all([readSchema(films.tableId), readSchema(people.tableId)]);
    const isKept = [...here.clearing, ...there.clearing].some(({ kept }) => kept);
    if (isKept || (await isThere(world))) continue;
    const { symmetricFieldId: other = field.id } = field.options;
    const left = await itemsWith(`LINKS#${field.id}`, `LINKS#${other}`);
    expect([world.state, left, here.clearing, there.clearing]).toEqual([world.state, [], [], []]);
    expect([here.goneDependents, there.goneDependents]).toEqual([[], []]);
  }
});
