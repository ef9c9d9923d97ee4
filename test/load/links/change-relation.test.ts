/*
 * The relationship of a link field is changed, twice at once, while others link, unlink, rename, delete and restore; then its job runs,
 * also twice at once, while they go on. In the end both sides agree. GRIDLESS_RACES sets the number of trials.
 */
import { beforeAll, expect, test, vi } from "vitest";
import { handler as updateField } from "#functions/field/update-field";
import { handler as deleteListedRecords } from "#functions/record/delete-listed-records";
import { relationships } from "#lib/engine/field-types/shared/links";
import { idsOf, linked } from "#test/functions/record/links/support";
import { bringBack, recordItems } from "#test/functions/trash/support";
import { settleAll } from "#test/support/events/commits";
import { jobOf, jobsOf, runJobsOf, turn } from "#test/support/events/jobs";
import { process as aProcess } from "#test/support/events/processes";
import { findDisagreements } from "#test/support/links/check-links";
import { disagreements } from "#test/support/makers/links";
import { call } from "#test/support/requests/call";
import { chance } from "#test/support/run/chance";
import { isWhole } from "#test/support/run/sample";
import { useOwnStore } from "#test/support/store/own-store";
import { tellNews } from "#test/support/store/record-images";
import { calmDown, together } from "./together.ts";

beforeAll(useOwnStore);

const trials = (isWhole ? 5 : 2) * Number(process.env["GRIDLESS_RACES"] ?? 4);
type World = Awaited<ReturnType<typeof aWorld>>;

const oneOf = <Value>(values: readonly Value[]) => values[Math.floor(chance() * values.length)] as Value;
const anyState = () => ({ relationship: oneOf(relationships), isOneWay: chance() < 0.5 });

async function aWorld(state: ReturnType<typeof anyState>) {
  const world = await linked(state);
  const films = idsOf(
    await world.make(
      world.films,
      ["a", "b", "c", "d"].map((Title) => ({ Title })),
    ),
  ) as string[];
  const people = [world.ann, world.bob, world.cid];
  return { ...world, ids: { films, people } };
}

const change = ({ as, films, field }: World, options: object) =>
  call(updateField, { as, params: { tableId: films.tableId, fieldId: field.id }, body: { options } });
const remove = ({ as }: World, { tableId }: World["films"], ...recordIds: string[]) =>
  call(deleteListedRecords, { as, params: { tableId }, body: { recordIds } });

/** One cell in the shape of one relationship or the other; it may be refused. */
function link(world: World) {
  const some = world.ids.people.filter(() => chance() < 0.5).map((id) => ({ id }));
  return world.update(oneOf(world.ids.films), chance() < 0.5 ? some : (some[0] ?? null));
}

/** Some other call on the records of both tables. */
function disturb(world: World): Promise<unknown> {
  const { films, people, ids } = world;
  return oneOf([
    () => link(world),
    () => link(world),
    () => world.rename(films, oneOf(ids.films), { Title: `T${chance()}` }),
    () => world.rename(people, oneOf(ids.people), { Name: `N${chance()}` }),
    () => remove(world, films, oneOf(ids.films)),
    () => remove(world, people, oneOf(ids.people)),
    () => restoreOne(world),
  ])();
}

async function restoreOne(world: World): Promise<unknown> {
  await tellNews();
  const items = await recordItems(world, oneOf([world.films, world.people]).tableId);
  return items[0] && bringBack(items[0].id, world);
}

const disturbances = (world: World, count: number) =>
  Array.from({ length: count }, () => () => disturb(world));

/** Runs the pieces of the job, with others at the same time, until only clearing is left. */
async function move(world: World, job: Parameters<typeof jobOf>[0]): Promise<void> {
  const { baseId } = world.films;
  const isMoving = async () => {
    const { state, at = {} } = await jobOf(job, baseId);
    const isClearing = "stage" in at && at.stage === "clear";
    return state !== "done" && state !== "failed" && !isClearing;
  };
  const piece = () => isMoving().then((isIn) => (isIn ? turn(job, baseId).catch(() => {}) : undefined));
  // goes on long after the others
  const slow = aProcess(
    () => new Promise((resolve) => setTimeout(resolve, chance() * 60)).then(() => undefined),
    piece,
  );
  while (await isMoving()) await together(piece, piece, ...disturbances(world, 3));
  await together(...disturbances(world, 3));
  await slow;
}

test("whatever happens meanwhile, both sides agree", { timeout: 60_000 + trials * 4000 }, async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  let changed = 0;
  for (let i = 0; i < trials; i++) {
    const [from, to, other] = [anyState(), anyState(), anyState()];
    const world = await aWorld(from);
    const { films, people } = world;
    for (let k = 0; k < 4; k++) await link(world);
    const both = [() => change(world, to), () => change(world, other)];
    await together(...both, ...disturbances(world, 4));
    await settleAll();
    for (const job of await jobsOf(films.tableId)) {
      await move(world, job);
      changed++;
    }
    await settleAll();
    await runJobsOf(films, people);
    await calmDown();
    const tables = [films.tableId, people.tableId] as const;
    const told = JSON.stringify({ from, to, other });
    expect([told, ...(await findDisagreements([...tables]))]).toEqual([told]);
    expect([told, ...(await disagreements(...tables))]).toEqual([told]);
  }
  expect(changed).toBeGreaterThan(0);
});
