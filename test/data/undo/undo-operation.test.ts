/* Random operations of a window, undone to the first and redone to the last: after each, both tables are as they were then. */
import { beforeAll, describe, expect, test } from "vitest";
import { handler as createField } from "#functions/field/create-field";
import { handler as createRecords } from "#functions/record/create-records";
import { handler as deleteListedRecords } from "#functions/record/delete-listed-records";
import { handler as listRecords } from "#functions/record/list-records";
import { handler as redoOperation } from "#functions/record/redo-operation";
import { handler as undoOperation } from "#functions/record/undo-operation";
import { handler as updateRecords } from "#functions/record/update-records";
import { handler as orderRows } from "#functions/view/order-rows";
import { checkIndexes } from "#lib/data/indexes/check-index";
import { countItems } from "#lib/store/store";
import { addCounts, aLargeTable, makeIndexes } from "#test/functions/index/support";
import type { Answered } from "#test/functions/record/support/records";
import { seen } from "#test/functions/record/support/undo";
import { settleAll } from "#test/support/events/commits";
import { findDisagreements } from "#test/support/links/check-links";
import { aTable } from "#test/support/makers/makers";
import { type Asking, call } from "#test/support/requests/call";
import { chance } from "#test/support/run/chance";
import { everyOf, isOtherEngine } from "#test/support/run/sample";
import { useOwnStore } from "#test/support/store/own-store";
import { tellNews } from "#test/support/store/record-images";

beforeAll(useOwnStore);

const headers = { "x-window-id": "w" };
const pick = <Of>(list: readonly Of[]): Of => list[Math.floor(chance() * list.length)] as Of;
const some = <Of>(list: readonly Of[], most = 3): Of[] =>
  [...list].sort(() => chance() - 0.5).slice(0, 1 + Math.floor(chance() * most));

async function twoTables() {
  const others = await aTable({ fields: [{ type: "singleLineText", name: "Name" }] });
  const { owner: as } = others;
  const made = await aTable(
    {
      fields: [
        { type: "singleLineText", name: "Name" },
        { type: "number", name: "Key", unique: true },
        { type: "multipleSelect", name: "Tags", options: { choices: [{ name: "a" }, { name: "b" }] } },
      ],
      views: [{ type: "grid" }],
    },
    as,
    others,
  );
  const { tableId } = made;
  const link = (name: string, foreignTableId: string, relationship: string) =>
    call(createField, {
      as,
      params: { tableId },
      body: { type: "link", name, options: { foreignTableId, relationship } },
    });
  await link("One", others.tableId, "manyOne");
  await link("Many", others.tableId, "manyMany");
  await link("Only", others.tableId, "oneOne");
  await link("Friends", tableId, "manyMany");
  const named = (names: string[]) => ({ records: names.map((Name) => ({ fields: { Name } })) });
  const { body } = await call(createRecords, {
    as,
    params: { tableId: others.tableId },
    body: named(["x", "y", "z"]),
  });
  const foreign: string[] = body.records.map(({ id }: Answered) => id);
  const viewId: string = made.table.views[0].id;
  const list = async (params: { tableId: string }, query: Asking["query"] = "") =>
    seen((await call(listRecords, { as, params, query })).body.records).map(withSortedLinks);
  return {
    ...made,
    as,
    foreign,
    viewId,
    state: async () => ({
      rows: await list({ tableId }, { viewId }),
      others: await list({ tableId: others.tableId }),
      disagreements: await findDisagreements([tableId, others.tableId]),
    }),
    countKept: () => countItems({ pk: `OPERATIONS#${tableId}#${as.userId}#w` }),
    /** A call from the window. */
    ask: (endpoint: Parameters<typeof call>[0], asking: Asking = {}) =>
      call(endpoint, { as, headers, ...asking, params: { tableId, ...asking.params } }),
  };
}
/** Links that come back on the other side come last. */
const withSortedLinks = ({ fields, ...record }: ReturnType<typeof seen>[number]) => ({
  ...record,
  fields: Object.fromEntries(
    Object.entries(fields).map(([name, cell]) => [
      name,
      Array.isArray(cell) && typeof cell[0] === "object"
        ? cell.toSorted((a, b) => (a.id < b.id ? -1 : 1))
        : cell,
    ]),
  ),
});

type Two = Awaited<ReturnType<typeof twoTables>>;

const news = async () => {
  await settleAll();
  await tellNews();
};

async function act({ ask, foreign, viewId, state }: Two): Promise<{ status: number }> {
  const ids = (await state()).rows.map(({ id }) => id);
  const links = (of: string[]) => (of.length > 0 && chance() < 0.7 ? some(of).map((id) => ({ id })) : null);
  const one = () => (chance() < 0.5 ? { id: pick(foreign) } : null);
  const cells = () =>
    Object.fromEntries(
      some(
        [
          ["Name", pick(["Ann", "Bob", null])],
          ["Key", pick([1, 2, 3, 4, null])],
          ["Tags", pick([["a"], ["b", "a"], null])],
          ["One", one()],
          ["Many", links(foreign)],
          ["Only", one()],
          ["Friends", links(ids)],
        ] as const,
        6,
      ),
    );
  const order = () => ({ viewId, anchorId: pick(ids), position: pick(["before", "after"]) });
  const placed = () => (ids.length > 0 && chance() < 0.4 ? { order: order() } : {});
  const acts = [
    () =>
      ask(createRecords, {
        body: { records: some([1, 2, 3]).map(() => ({ fields: cells() })), ...placed() },
      }),
    () =>
      ask(updateRecords, {
        body: { records: some(ids).map((id) => ({ id, fields: cells() })), ...placed() },
      }),
    () =>
      ask(updateRecords, {
        body: {
          upsert: { fieldKeys: ["Key"] },
          // links that a created record takes from a changed one cannot be undone in one commit
          records: [1, 4].map((Key) => ({
            fields: { ...cells(), Key, Only: undefined, Friends: undefined },
          })),
          ...placed(),
        },
      }),
    () => ask(deleteListedRecords, { body: { recordIds: some(ids) } }),
    () =>
      ask(orderRows, {
        params: { viewId },
        body: { anchorId: pick(ids), position: pick(["before", "after"]), recordIds: some(ids) },
      }),
  ];
  return (ids.length === 0 ? acts[0] : pick(acts))?.() ?? { status: 0 };
}

test("the entries of an index follow", async () => {
  const made = await aLargeTable();
  const { as, params, viewId } = made;
  const tableId = params.tableId;
  const [first = "", second = ""] = await addCounts(made, [1, 2, 3]);
  await makeIndexes(made);
  const ask = (endpoint: Parameters<typeof call>[0], body?: object) =>
    call(endpoint, { as, params, headers, ...(body && { body }) });
  const counts = async () =>
    (await call(listRecords, { as, params, query: { viewId } })).body.records.map(
      ({ fields }: Answered) => fields["Count"],
    );
  await ask(updateRecords, { records: [{ id: first, fields: { Count: 9 } }] });
  await ask(deleteListedRecords, { recordIds: [second] });
  expect(await counts()).toEqual([9, 3]);
  const turns = [
    [undoOperation, [9, 3, 2]],
    [undoOperation, [3, 2, 1]],
    [redoOperation, [9, 3, 2]],
    [redoOperation, [9, 3]],
  ] as const;
  for (const [endpoint, expected] of turns) {
    await news();
    expect((await ask(endpoint)).body).toEqual({ status: "fulfilled" });
    expect(await counts()).toEqual(expected);
  }
  const reports = await checkIndexes(tableId, async () => {});
  expect(reports).toMatchObject([{ wrong: 0, left: 0 }]);
});

describe("undone and redone", () => {
  // a round is a thousand calls, which on another engine take up to half a minute
  const rounds = everyOf([1, 2, 3, 4, 5, 6], isOtherEngine ? 3 : 1, 0);
  test.each(rounds)("random operations, round %i", async () => {
    const two = await twoTables();
    const states = [await two.state()];
    for (let i = 0; i < 25; i++) {
      const { status } = await act(two);
      expect(status).toBeLessThan(500);
      const now = await two.state();
      expect(now.disagreements).toEqual([]);
      // a row that is moved to where it stands is an operation that no list shows
      if ((await two.countKept()) === states.length) states.push(now);
      else expect(now).toEqual(states.at(-1));
    }
    let at = states.length - 1;
    const turn = async (direction: "undo" | "redo") => {
      await news();
      const { body } = await two.ask(direction === "undo" ? undoOperation : redoOperation);
      const to = at + (direction === "undo" ? -1 : 1);
      if (states[to]) at = to;
      expect({ body, ...(await two.state()) }).toEqual({
        body: { status: states[to] ? "fulfilled" : "empty" },
        ...states[at],
      });
    };
    while (at > 0) await turn("undo");
    await turn("undo");
    while (at < states.length - 1) await turn("redo");
    await turn("redo");
    for (let i = 0; i < 20; i++) await turn(pick(["undo", "redo"] as const));
  });
});
