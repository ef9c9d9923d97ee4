/*
 * Lookups, rollups and formulas over random links of three tables, while 8 clients write, with lost answers and processes that die. When all is quiet, each computed cell that
 * answers show is what a plain model works out from the written cells; so are filters and orders by them.
 *
 * Links carry what lookups show from the second round on. While clients write, each call sees what was written before it.
 *
 * GRIDLESS_COMPUTED_RUNS sets the number of runs, GRIDLESS_SEED the seed of the first one.
 */
import { beforeAll, expect, test, vi } from "vitest";
import { handler as deleteField } from "#functions/field/delete-field";
import { handler as listFields } from "#functions/field/list-fields";
import { handler as updateField } from "#functions/field/update-field";
import { handler as settleNotes } from "#functions/link/settle-notes";
import { handler as createRecords } from "#functions/record/create-records";
import { handler as deleteListedRecords } from "#functions/record/delete-listed-records";
import { handler as listRecords } from "#functions/record/list-records";
import { handler as updateRecords } from "#functions/record/update-records";
import { handler as restore } from "#functions/trash/restore-trash-item";
import type { TableId } from "#lib/schemas/basics/ids";
import { recordItems } from "#test/functions/trash/support";
import { runJobsOf } from "#test/support/events/jobs";
import { process, someAccidents } from "#test/support/events/processes";
import { carry, findCarrying } from "#test/support/links/carried";
import { call } from "#test/support/requests/call";
import { seedOfRun } from "#test/support/run/chance";
import { useOwnStore } from "#test/support/store/own-store";
import { tellNews } from "#test/support/store/record-images";
import { cellOf, isBroken, isUnsure, type Rows, type Spec } from "./computed-model.ts";
import { aComputedWorld, type ComputedWorld, type Dice, diceOf, pick } from "./computed-world.ts";
import { calmDown } from "./together.ts";

beforeAll(useOwnStore);

const runs = Number(globalThis.process.env["GRIDLESS_COMPUTED_RUNS"] ?? 2);
const firstSeed = seedOfRun();
const clients = 8;
const actsEach = 6;

type Ids = [string[], string[], string[]];

/** Cells that people write, with links to records that there may be. */
function someCells(dice: Dice, { plain, links }: ComputedWorld, at: number, ids: Ids) {
  const values = [
    `n${dice(50)}`,
    dice(9),
    `2026-0${1 + dice(9)}-01T00:00:00.000Z`,
    pick(dice, ["red", "blue"]),
  ];
  const cells: Record<string, unknown> = {};
  for (const [i, { id }] of plain.filter(({ table }) => table === at).entries())
    if (dice(3) > 0) cells[id] = dice(6) === 0 ? null : values[i];
  for (const { spec, to } of links.filter(({ spec }) => spec.table === at)) {
    if (dice(2) === 0) continue;
    const some = new Set([pick(dice, ids[to] as string[]), pick(dice, ids[to] as string[])]);
    const others = [...some].flatMap((id) => (id ? [{ id }] : []));
    cells[spec.id] = spec.isList ? others : (others[0] ?? null);
  }
  return cells;
}

async function act(dice: Dice, world: ComputedWorld, ids: Ids): Promise<void> {
  const { as, tableIds, plain } = world;
  const at = dice(3);
  const params = { tableId: tableIds[at] as string };
  const known = ids[at] as string[];
  const kind = known.length < 3 ? 0 : dice(20);
  const write = { fieldKeyType: "id", typecast: true };
  if (kind < 5) {
    const records = [0, 1].map(() => ({ fields: someCells(dice, world, at, ids) }));
    const { status, body } = await call(createRecords, { as, params, body: { ...write, records } });
    expect(status).toBeLessThan(500);
    if (status === 201) known.push(...body.records.map(({ id }: { id: string }) => id));
  } else if (kind < 14) {
    const records = [{ id: pick(dice, known), fields: someCells(dice, world, at, ids) }];
    const { status } = await call(updateRecords, { as, params, body: { ...write, records } });
    expect(status).toBeLessThan(500);
  } else if (kind < 16)
    await call(deleteListedRecords, { as, params, body: { recordIds: [pick(dice, known)] } });
  else if (kind < 18) {
    const item = (await recordItems({ as }, params.tableId))[0];
    if (item) await call(restore, { as, params: { trashId: item.id } });
  } else {
    const field = pick(
      dice,
      plain.filter(({ table, type }) => table === at && type === "singleSelect"),
    );
    // it may have been deleted
    if (!field) return;
    const fields = (await call(listFields, { as, params })).body;
    const { options } = fields.find(({ id }: Spec) => id === field.id);
    const choices = options.choices.map((choice: object, i: number) =>
      i === 0 ? { ...choice, name: `x${dice(99)}` } : choice,
    );
    const body = kind === 18 ? { options: { ...options, choices } } : { name: `Pick ${dice(99)}` };
    await call(updateField, { as, params: { ...params, fieldId: field.id }, body });
  }
}

async function list({ as, tableIds }: ComputedWorld, at: number, query: Record<string, string> = {}) {
  const params = { tableId: tableIds[at] as string };
  const answer = await call(listRecords, {
    as,
    params,
    query: { fieldKeyType: "id", take: "1000", ...query },
  });
  expect(answer).toMatchObject({ status: 200 });
  return answer.body.records as { id: string; fields: Record<string, unknown> }[];
}

const readAll = (world: ComputedWorld) =>
  Promise.all(
    [0, 1, 2].map(
      async (at): Promise<Rows> => new Map((await list(world, at)).map(({ id, fields }) => [id, fields])),
    ),
  );

/** Each computed cell, and filters and orders by it, as the model has them. Gives the number of filled cells. */
async function expectModel(world: ComputedWorld, told: object, gone: ReadonlySet<string>): Promise<number> {
  const tables = await readAll(world);
  let filled = 0;
  for (const field of world.made) {
    const rows = tables[field.table] as Rows;
    const ids = [...rows.keys()];
    const broken = isBroken(field, gone);
    if (isUnsure(field, gone)) continue;
    const wanted = new Map(ids.map((id) => [id, broken ? undefined : cellOf(field, id, tables)]));
    const shown = ids.map((id) => rows.get(id)?.[field.id]);
    expect({ told, field, cells: shown }).toEqual({ told, field, cells: ids.map((id) => wanted.get(id)) });
    filled += shown.filter((cell) => cell !== undefined).length;
    const found = async (operator: string, value: unknown = null) => {
      const filterSet = [{ fieldId: field.id, operator, value }];
      const filter = JSON.stringify({ conjunction: "and", filterSet });
      return (await list(world, field.table, { filter })).map(({ id }) => id);
    };
    const where = (is: (cell: unknown) => boolean) => ids.filter((id) => is(wanted.get(id)));
    expect({ told, field, found: await found("isEmpty") }).toEqual({
      told,
      field,
      // what cannot be computed is not known to be empty
      found: broken ? [] : where((cell) => cell === undefined),
    });
    if (broken || field.kind !== "number") continue;
    const isAbove = (cell: unknown) => [cell ?? []].flat().some((each) => Number(each) > 4);
    expect({ told, field, found: await found("isGreater", 4) }).toEqual({
      told,
      field,
      found: where(isAbove),
    });
    if (field.isList) continue;
    const orderBy = JSON.stringify([{ fieldId: field.id, order: "asc" }]);
    const order = ids.toSorted(
      (a, b) =>
        Number(wanted.get(a) ?? -Infinity) - Number(wanted.get(b) ?? -Infinity) ||
        ids.indexOf(a) - ids.indexOf(b),
    );
    expect({ told, field, order: (await list(world, field.table, { orderBy })).map(({ id }) => id) }).toEqual(
      { told, field, order },
    );
  }
  return filled;
}

const accidents = someAccidents(0.02);

/** Follows what is left, as the schedule does later. */
async function settleLater(): Promise<void> {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 300_000 });
  try {
    await settleNotes();
  } finally {
    vi.useRealTimers();
  }
}

test(`${runs} runs: computed cells are those of a plain model`, { timeout: runs * 90_000 }, async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  vi.stubEnv("GRIDLESS_SETTLE_SECONDS", "0");
  let filled = 0;
  let carried = 0;
  for (let seed = firstSeed; seed < firstSeed + runs; seed++) {
    const dice = diceOf(seed);
    const world = await aComputedWorld(dice);
    const ids: Ids = [[], [], []];
    const gone = new Set<string>();
    for (let round = 0; round < 3; round++) {
      await Promise.all(
        Array.from({ length: clients }, async (_, i) => {
          const own = diceOf(seed * 100 + round * 10 + i);
          for (let k = 0; k < actsEach; k++)
            await process(accidents, () => act(own, world, ids)).catch(() => {});
        }),
      );
      // one who follows dies too
      await process(accidents, settleLater).catch(() => {});
      await tellNews();
      await calmDown();
      filled += await expectModel(world, { seed, round }, gone);
      const carrying = await findCarrying(...(world.tableIds as TableId[]));
      expect({ seed, round, ...carrying }).toMatchObject({ seed, round, wrong: [], marked: [] });
      carried += carrying.count - carrying.missing.length;
      if (round === 0) await carry(...world.tables);
      if (round !== 1) continue;
      // something that others look up is deleted
      const used = world.made.flatMap(({ made }) =>
        made && made.by !== "formula" && made.source.type !== "singleLineText" ? [made.source] : [],
      );
      const { id, table } = pick(dice, used);
      const tableId = world.tableIds[table] as string;
      await call(deleteField, { as: world.as, params: { tableId, fieldId: id } });
      gone.add(id);
      world.made = world.made.filter((each) => each.id !== id);
      world.plain = world.plain.filter((each) => each.id !== id);
      await runJobsOf(...world.tables);
    }
  }
  expect(filled).toBeGreaterThan(runs * 20);
  expect(carried).toBeGreaterThan(runs);
});
