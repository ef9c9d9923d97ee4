/*
 * Whatever is written, and whichever fields have an index meanwhile: records that are looked up by values are those of a plain model, in natural
 * order, in the rows of a view, in a sort, in pages, and counted.
 *
 * GRIDLESS_INDEX_RUNS sets the number of runs.
 */
import { beforeAll, expect, test } from "vitest";
import { handler as declareIndex } from "#functions/index/declare-index";
import { handler as undeclareIndex } from "#functions/index/undeclare-index";
import { handler as countRecords } from "#functions/record/count-records";
import { handler as createRecords } from "#functions/record/create-records";
import { handler as deleteListedRecords } from "#functions/record/delete-listed-records";
import { handler as listRecords } from "#functions/record/list-records";
import { handler as updateRecords } from "#functions/record/update-records";
import { handler as createView } from "#functions/view/create-view";
import { tendIndexes } from "#lib/data/indexes/tend-indexes";
import { readSchema } from "#lib/data/schema/table-schema";
import { settleAll } from "#test/support/events/commits";
import { runToEnd } from "#test/support/events/jobs";
import { aTable } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";
import { random } from "#test/support/run/chance";
import { useOwnStore } from "#test/support/store/own-store";

beforeAll(useOwnStore);

const runs = Number(globalThis.process.env["GRIDLESS_INDEX_RUNS"] ?? 2);
const rounds = 40;
const pick = <Of>(list: readonly Of[]): Of => list[random(list.length)] as Of;

const choices = ["todo", "doing", "done"].map((name, i) => ({ name, id: `cho0000000${i}`, color: "blue" }));
const formatting = { date: "YYYY-MM-DD", time: "None", timeZone: "UTC" };
const texts = ["ada", "Ada", "ADA", "adä", "ada b", "Straße", "STRASSE", "日本", "a".repeat(120)];
const days = ["2026-11-24", "2026-11-25", "2026-11-26"];

type Cell = string | number | boolean | string[] | undefined;
interface Kind {
  field: { type: string; name: string; options?: object };
  cell: () => Cell;
  /** A condition as the filter says it, and as the model does. */
  condition: () => { item: object; fits: (cell: Cell) => boolean };
}
const isEmpty = () => ({
  item: { operator: "isEmpty", value: null },
  fits: (cell: Cell) => cell === undefined,
});
const oneOf = (...all: Kind["condition"][]) => pick(all)();
const folded = (text: Cell) => String(text).toLowerCase();

const kinds: Kind[] = [
  {
    field: { type: "singleLineText", name: "Text" },
    cell: () => pick(texts),
    condition: () =>
      oneOf(isEmpty, () => {
        const value = pick(texts);
        return {
          item: { operator: "is", value },
          fits: (cell) => cell !== undefined && folded(cell) === folded(value),
        };
      }),
  },
  {
    field: { type: "number", name: "Number" },
    cell: () => pick([0, 1, 2, 2.5, -1]),
    condition: () =>
      oneOf(
        isEmpty,
        () => ({ item: { operator: "is", value: 2 }, fits: (cell) => cell === 2 }),
        () => ({
          item: { operator: "isGreaterEqual", value: 1 },
          fits: (cell) => cell !== undefined && Number(cell) >= 1,
        }),
      ),
  },
  {
    field: { type: "checkbox", name: "Box" },
    cell: () => pick([true, undefined]),
    condition: () => {
      const value = random(2) === 0;
      return { item: { operator: "is", value }, fits: (cell) => (cell === true) === value };
    },
  },
  {
    field: { type: "singleSelect", name: "Choice", options: { choices } },
    cell: () => pick(choices).name,
    condition: () =>
      oneOf(
        isEmpty,
        () => ({ item: { operator: "is", value: "todo" }, fits: (cell) => cell === "todo" }),
        () => ({
          item: { operator: "isAnyOf", value: ["todo", "done"] },
          fits: (cell) => cell === "todo" || cell === "done",
        }),
      ),
  },
  {
    field: { type: "date", name: "Day", options: { formatting } },
    cell: () => `${pick(days)}T0${random(10)}:00:00.000Z`,
    condition: () =>
      oneOf(isEmpty, () => {
        const day = pick(days);
        const value = { mode: "exactDate", exactDate: `${day}T12:00:00.000Z`, timeZone: "UTC" };
        return { item: { operator: "is", value }, fits: (cell) => String(cell).startsWith(day) };
      }),
  },
  {
    field: { type: "multipleSelect", name: "Choices", options: { choices } },
    cell: () =>
      choices
        .filter((_, i) => i === 0 || random(2) === 0)
        .map(({ name }) => name)
        .reverse(),
    condition: () => {
      const value = choices.filter((_, i) => i === 2 || random(2) === 0).map(({ name }) => name);
      const has = (cell: Cell) => value.filter((name) => Array.isArray(cell) && cell.includes(name)).length;
      return oneOf(
        isEmpty,
        () => ({ item: { operator: "hasAnyOf", value }, fits: (cell) => has(cell) > 0 }),
        () => ({ item: { operator: "hasAllOf", value }, fits: (cell) => has(cell) === value.length }),
        () => ({
          item: { operator: "isExactly", value },
          fits: (cell) => has(cell) === value.length && Array.isArray(cell) && cell.length === value.length,
        }),
        () => ({ item: { operator: "hasNoneOf", value }, fits: (cell) => has(cell) === 0 }),
      );
    },
  },
];

async function aWorld() {
  const { owner: as, tableId, baseId, table } = await aTable({ fields: kinds.map(({ field }) => field) });
  const params = { tableId };
  const idOf = (name: string): string =>
    table.fields.find((field: { name: string }) => field.name === name)?.id ?? "";
  const { body: view } = await call(createView, { as, params, body: { name: "Rows", type: "grid" } });
  /** Oldest first. */
  const model = new Map<string, Record<string, Cell>>();
  const cells = () =>
    Object.fromEntries(kinds.map(({ field, cell }) => [field.name, random(4) === 0 ? undefined : cell()]));
  const asSent = (fields: Record<string, Cell>) =>
    Object.fromEntries(Object.entries(fields).map(([name, cell]) => [name, cell ?? null]));

  const declare = () =>
    call(declareIndex, { as, params: { ...params, fieldId: idOf(pick(kinds).field.name) } });
  const make = async () => {
    await tendIndexes(tableId, new Date().toISOString());
    for (const { jobId } of (await readSchema(tableId)).indexes) await runToEnd(jobId, baseId);
    await settleAll();
  };
  const acts: (() => Promise<unknown>)[] = [
    async () => {
      const made = Array.from({ length: 1 + random(30) }, cells);
      const body = { records: made.map((fields) => ({ fields: asSent(fields) })) };
      const { status, body: created } = await call(createRecords, { as, params, body });
      expect(status).toBe(201);
      for (const [i, { id }] of created.records.entries()) model.set(id, made[i] ?? {});
    },
    async () => {
      const some = [...model.keys()].filter(() => random(4) === 0).slice(0, 50);
      const changed = some.map((id) => ({ id, fields: random(2) ? cells() : { Number: pick([1, 2]) } }));
      if (changed.length === 0) return;
      const records = changed.map(({ id, fields }) => ({ id, fields: asSent(fields) }));
      expect((await call(updateRecords, { as, params, body: { records } })).status).toBe(200);
      for (const { id, fields } of changed) model.set(id, { ...model.get(id), ...fields });
    },
    async () => {
      const recordIds = [...model.keys()].filter(() => random(12) === 0);
      if (recordIds.length === 0) return;
      await call(deleteListedRecords, { as, params, body: { recordIds } });
      for (const id of recordIds) model.delete(id);
    },
    declare,
    () => call(undeclareIndex, { as, params: { ...params, fieldId: idOf(pick(kinds).field.name) } }),
    make,
  ];
  return { as, params, viewId: view.id as string, model, acts, declare, make };
}
type World = Awaited<ReturnType<typeof aWorld>>;

/** A random filter, and the ids of the records that match it in the model. */
function aFilter({ model }: World) {
  const some = Array.from({ length: 1 + random(2) }, () => {
    const kind = pick(kinds);
    const isEither = random(4) === 0;
    const each = Array.from({ length: isEither ? 2 : 1 }, () => kind.condition());
    const items = each.map(({ item }) => ({ fieldId: kind.field.name, ...item }));
    const entry = isEither ? { conjunction: "or", filterSet: items } : items[0];
    return {
      entry,
      fits: (fields: Record<string, Cell>) => each.some(({ fits }) => fits(fields[kind.field.name])),
    };
  });
  const filter = JSON.stringify({ conjunction: "and", filterSet: some.map(({ entry }) => entry) });
  const ids = [...model].flatMap(([id, fields]) => (some.every(({ fits }) => fits(fields)) ? [id] : []));
  return { filter, ids };
}

async function readThrough({ as, params }: World, query: Record<string, string>) {
  const found: string[] = [];
  let plans = "";
  for (let cursor: string | null = ""; cursor !== null; ) {
    const { status, headers, body }: Awaited<ReturnType<typeof call>> = await call(listRecords, {
      ...{ as, params },
      query: { ...query, ...(cursor && { cursor }) },
    });
    if (status !== 200) throw new Error(JSON.stringify(body));
    found.push(...body.records.map(({ id }: { id: string }) => id));
    plans += headers["x-gridless-plan"];
    cursor = body.nextCursor;
  }
  return { found, isIndexed: plans.includes("index=") };
}

test(`${runs} runs: what is looked up is what a plain model has`, { timeout: 300_000 }, async () => {
  let indexed = 0;
  for (let run = 0; run < runs; run++) {
    const world = await aWorld();
    const { as, params, viewId, acts, declare, make } = world;
    for (let i = 0; i < 3; i++) await declare();
    await make();
    for (let round = 0; round < rounds; round++) {
      await pick(acts)();
      const { filter, ids } = aFilter(world);
      const take = String(pick([3, 20, 100]));
      const seen = `run ${run}, round ${round}: ${filter}`;
      const natural = await readThrough(world, { filter, take });
      expect(natural.found, seen).toEqual(ids);
      const inRows = await readThrough(world, { filter, take, viewId });
      expect(inRows.found, seen).toEqual(ids);
      const orderBy = JSON.stringify([{ fieldId: pick(kinds).field.name, order: pick(["asc", "desc"]) }]);
      const sorted = await readThrough(world, { filter, take, orderBy });
      expect(sorted.found.toSorted(), seen).toEqual(ids.toSorted());
      const counted = await call(countRecords, { as, params, query: { filter } });
      expect(counted.body, seen).toEqual({ rowCount: ids.length });
      for (const { isIndexed } of [natural, inRows, sorted]) indexed += isIndexed ? 1 : 0;
    }
  }
  console.log(`${runs} runs: ${indexed} lists were looked up`);
  expect(indexed).toBeGreaterThan(0);
});
