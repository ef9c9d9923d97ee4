import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { counterKey, orderOf, recordKey, rowKey } from "#lib/data/records/record-keys";
import { buildRecord, type RecordItem, takePositionChange } from "#lib/data/records/records";
import { findGap, planMove } from "#lib/data/rows/place-rows";
import { readByHand } from "#lib/data/rows/row-order";
import { endOf, type Position, positionOf, type Side, slotOf } from "#lib/engine/values/positions";
import { newTableId, newUserId, newViewId, type RecordId } from "#lib/schemas/basics/ids";
import { change, commit, insert, removeKey, retryOnConflict } from "#lib/store/commit";
import { addToNumber, getItems, readAll, getItem as readItem } from "#lib/store/store";
import { settleAll } from "#test/support/events/commits";
import { costOf } from "#test/support/requests/round-trips";
import { chance } from "#test/support/run/chance";

const me = newUserId();
const now = "2026-01-01T00:00:00.000Z";

/** A table with `count` records, without a schema, and a view; and operations that change its order. */
async function aView(count: number, first = 1) {
  const tableId = newTableId();
  const view = { id: newViewId() };
  const ids: RecordId[] = [];
  const create = async (many: number): Promise<RecordId[]> => {
    const highest = await addToNumber(counterKey(tableId), many);
    const made = Array.from({ length: many }, (_, i) =>
      buildRecord(tableId, highest - many + 1 + i, {}, me, now),
    );
    for (let i = 0; i < many; i += 100) await commit(made.slice(i, i + 100).map(insert));
    ids.push(...made.map(({ id }) => id));
    return made.map(({ id }) => id);
  };
  const find = (id: RecordId) => readItem<RecordItem>(recordKey(tableId, id));
  const move = (moving: RecordId[], anchorId: RecordId, side: Side): Promise<void> =>
    retryOnConflict(async (attempt) => {
      const target = { tableId, viewId: view.id, anchorId, side };
      const [found, records] = await Promise.all([
        findGap(target, moving.length, attempt),
        Promise.all(moving.map(find)),
      ]);
      const there = records.flatMap((record) => record ?? []);
      if (!found || there.length < moving.length) return;
      const { of, changes } = planMove(found, there);
      const edits = there.flatMap((record) => {
        const place = of(record);
        return place ? [change(record, place)] : [];
      });
      if (edits.length > 0) await commit([...edits, ...changes]);
    });
  const remove = (id: RecordId): Promise<void> =>
    retryOnConflict(async () => {
      const record = await find(id);
      const position = record?.moved?.[view.id];
      if (!record) return;
      await commit([
        { op: "delete", key: record, before: record },
        ...(position ? [removeKey(rowKey(view.id, position))] : []),
      ]);
    });
  /** All rows, by pages of this size, each with its own reader. */
  const list = async (
    take: number,
    meanwhile: () => Promise<unknown> = async () => {},
  ): Promise<RecordId[]> => {
    const listed: RecordId[] = [];
    for (let at: Position = "", pages = 0; ; pages++) {
      const reader = readByHand(tableId, view, at);
      const page: RecordItem[] = [];
      while (page.length < take && !reader.ended()) page.push(...(await reader.read(take - page.length)));
      listed.push(...page.map(({ id }) => id));
      if (reader.ended()) return listed;
      at = reader.at();
      if (pages > 500) throw new Error("the pages do not end");
      await meanwhile();
    }
  };
  /** Puts a row at exactly this position. */
  const put = async (id: RecordId, position: Position) => {
    const record = (await find(id)) as RecordItem;
    await commit([
      change(record, { moved: { [view.id]: position } }),
      takePositionChange({ viewId: view.id, position }, id),
    ]);
  };
  if (first > 1) await addToNumber(counterKey(tableId), first - 1);
  if (count > 0) await create(count);
  /** The stored positions, sorted. */
  const stored = async (): Promise<RecordId[]> => {
    const records = (await getItems(ids.map((id) => recordKey(tableId, id)))) as RecordItem[];
    const places = new Map(records.map((record) => [record.id, positionOf(record, view)]));
    return [...places.keys()].sort((a, b) => ((places.get(a) ?? "") < (places.get(b) ?? "") ? -1 : 1));
  };
  return { tableId, view, ids, create, move, put, remove, list, stored };
}

const at = <Each>(list: Each[], i: number) => list[i % list.length] as Each;

test("after any creations, moves and deletions, pages of any size equal a plain list", async () => {
  const step = fc.oneof(
    {
      weight: 2,
      arbitrary: fc.record({ what: fc.constant("create" as const), many: fc.integer({ min: 1, max: 3 }) }),
    },
    {
      weight: 7,
      arbitrary: fc.record({
        what: fc.constant("move" as const),
        from: fc.nat(99),
        many: fc.integer({ min: 1, max: 3 }),
        to: fc.nat(99),
        side: fc.constantFrom<Side>("before", "after"),
      }),
    },
    { weight: 1, arbitrary: fc.record({ what: fc.constant("remove" as const), which: fc.nat(99) }) },
  );
  // one table has one part, the other grows to four
  const first = fc.constantFrom(1, 1015);
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 8, maxLength: 20 }),
      fc.integer({ min: 1, max: 9 }),
      first,
      async (steps, take, first) => {
        const view = await aView(14, first);
        let model = [...view.ids];
        for (const step of steps) {
          if (step.what === "create") model.push(...(await view.create(step.many)));
          else if (model.length < 2) continue;
          else if (step.what === "remove") {
            const id = at(model, step.which);
            await view.remove(id);
            model = model.filter((each) => each !== id);
          } else {
            const anchor = at(model, step.to);
            const chosen = Array.from({ length: step.many }, (_, i) => at(model, step.from + i));
            const moving = [...new Set(chosen)].filter((id) => id !== anchor);
            if (moving.length === 0) continue;
            await view.move(moving, anchor, step.side);
            model = model.filter((id) => !moving.includes(id));
            model.splice(model.indexOf(anchor) + (step.side === "after" ? 1 : 0), 0, ...moving);
          }
        }
        expect(await view.list(take)).toEqual(model);
        expect(await view.list(100)).toEqual(model);
      },
    ),
    { numRuns: 8 },
  );
});

test("during concurrent creations, moves and deletions, unchanged rows come exactly once and in order", async () => {
  const view = await aView(60, 1000);
  const { ids } = view;
  // some were moved before, and some stay where they always were
  await view.move(ids.slice(50, 54), ids[3] as RecordId, "after");
  await view.move(ids.slice(6, 9), ids[30] as RecordId, "before");
  const restless = ids.slice(36, 50);
  const staying = (await view.list(100)).filter((id) => !restless.includes(id));
  expect(staying.slice(3, 9)).toEqual([ids[3], ...ids.slice(50, 54), ids[4]]);
  const any = () => at(staying, Math.floor(chance() * staying.length));
  const client = async (own: RecordId[]) => {
    for (let i = 0; i < 8; i++) {
      await view.move(own, any(), i % 2 ? "before" : "after");
      const [made] = await view.create(1);
      if (!made) continue;
      await view.move([made], any(), "after");
      await view.remove(made);
    }
  };
  // many rows at once, by a staged commit, so that readers meet intents
  const many = async () => {
    for (let i = 0; i < 2; i++)
      await view.move([...restless.slice(8), ...(await view.create(50))], any(), "after");
  };
  let busy = 4;
  const clients = [
    client(restless.slice(0, 1)),
    client(restless.slice(1, 3)),
    client(restless.slice(3, 8)),
    many(),
  ].map((work) => work.finally(() => busy--));
  const isStaying = new Set(staying);
  for (let i = 0; i < 3 || busy > 0; i++) {
    const listed = await view.list(5 + (i % 9) * 5);
    expect(listed.filter((id) => isStaying.has(id))).toEqual(staying);
  }
  await Promise.all(clients);
  await settleAll();
  expect(await view.list(40)).toEqual(await view.stored());
  // each position is also stored in its record
  const places = await readAll({ pk: orderOf(view.view.id) });
  const records = (await getItems(view.ids.map((id) => recordKey(view.tableId, id)))) as RecordItem[];
  const said = records.flatMap(({ id, moved }) => (moved ? [[moved[view.view.id], id]] : []));
  expect(places.map(({ sk, recordId }) => [sk, recordId])).toEqual(said.sort());
});

describe("a page costs", () => {
  const rounds = async (view: Awaited<ReturnType<typeof aView>>, after: Position, wanted: number) => {
    const reader = readByHand(view.tableId, view.view, after);
    let rows: RecordItem[] = [];
    const { roundTrips, requests } = await costOf(async () => {
      rows = await reader.read(wanted);
    });
    return { roundTrips, requests, rows: rows.length };
  };

  test("one round trip if rows were moved within the page, two if they come from elsewhere", async () => {
    const view = await aView(300);
    const { ids } = view;
    expect(await rounds(view, "", 50)).toEqual({ roundTrips: 1, requests: 3, rows: 50 });
    await view.move(ids.slice(10, 20), ids[30] as RecordId, "after");
    expect(await rounds(view, "", 50)).toEqual({ roundTrips: 1, requests: 3, rows: 50 });
    await view.move(ids.slice(200, 205), ids[30] as RecordId, "after");
    expect(await rounds(view, "", 50)).toEqual({ roundTrips: 2, requests: 4, rows: 50 });
  });

  test("nothing for rows below the frozen number, which all have stored positions", async () => {
    const view = await aView(200);
    const { ids, view: own } = view;
    const last = ids.at(-1) as RecordId;
    await view.move(ids.slice(0, -1).reverse(), last, "before");
    await settleAll();
    Object.assign(own, { frozen: 199 });
    const model = [...ids.slice(0, -1).reverse(), last];
    expect(await view.list(70)).toEqual(model);
    // the first page reads positions and their records only
    expect(await rounds(view, "", 50)).toEqual({ roundTrips: 2, requests: 2, rows: 50 });
    expect(await rounds(view, endOf(199), 50)).toEqual({ roundTrips: 1, requests: 3, rows: 1 });
  });
});

describe("repeated moves to the same place", () => {
  const narrow = (end: string) => `${slotOf(1)}a0${"0".repeat(194)}${end}`;

  test("respace the rows before a key becomes too long, also concurrently", async () => {
    const view = await aView(30);
    const [r0 = "", r1 = "", r2 = "", r3 = "", ...others] = view.ids;
    for (const [id, end] of [
      [r1, "V"],
      [r2, "W"],
      [r3, "X"],
    ] as const)
      await view.put(id as RecordId, narrow(end));
    const moving = others.slice(0, 12);
    await Promise.all(
      moving.map((id, i) => view.move([id], (i % 2 ? r1 : r2) as RecordId, i % 2 ? "after" : "before")),
    );
    const listed = await view.list(100);
    expect([listed[0], listed[1], listed[14], listed[15]]).toEqual([r0, r1, r2, r3]);
    expect(new Set(listed.slice(2, 14))).toEqual(new Set(moving));
    expect(listed.slice(16)).toEqual(others.slice(12));
    const places = await readAll({ pk: orderOf(view.view.id), to: "z" });
    expect(places).toHaveLength(15);
    expect(Math.max(...places.map(({ sk }) => sk.length))).toBeLessThan(30);
    // rows are there now, with their new keys
    await view.move(others.slice(12, 13) as RecordId[], r1 as RecordId, "before");
    expect((await view.list(100)).slice(0, 3)).toEqual([r0, others[12], r1]);
  });
});
