import { expect, test } from "vitest";
import { handler as getTable } from "#functions/table/get-table";
import { handler as listTables } from "#functions/table/list-tables";
import { handler as orderTable } from "#functions/table/order-table";
import { noTable } from "#test/support/makers/ids";
import { aBase, aTable, someone } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";
import { moves } from "#test/support/requests/moves";
import { refusal } from "#test/support/requests/refusal";
import { chance } from "#test/support/run/chance";

const owner = await someone();

/** A base with some tables, and a plain array of their ids that is moved the same way. */
async function tablesInOrder(orders: (number | undefined)[]) {
  const place = await aBase(owner);
  const { baseId } = place;
  const ids: string[] = [];
  for (const order of orders) ids.push((await aTable({ order }, owner, place)).tableId);
  const list = async () => {
    const { body } = await call(listTables, { as: owner, params: { baseId } });
    return body.map(({ id }: { id: string }) => id) as string[];
  };
  const order = (id: string, anchorId: string, position: string) =>
    call(orderTable, { as: owner, params: { baseId, tableId: id }, body: { anchorId, position } });
  return { baseId, ids, list, order, move: moves(await list(), order) };
}
const five = Array(5).fill(undefined);

test.each([
  [0, 4, "after"],
  [4, 0, "before"],
  [1, 3, "before"],
  [3, 1, "after"],
  [2, 1, "before"],
  [2, 1, "after"],
] as const)("200: the %dth to the %dth, %s it", async (from, to, position) => {
  const { list, move } = await tablesInOrder(five);
  expect(await move(from, to, position)).toEqual(await list());
});

test("200: a single read returns the same order as the list", async () => {
  const { baseId, list, move } = await tablesInOrder(five);
  await move(4, 1, "before");
  const { body } = await call(listTables, { as: owner, params: { baseId } });
  expect(await list()).toHaveLength(5);
  for (const table of body)
    expect((await call(getTable, { as: owner, params: { baseId, tableId: table.id } })).body).toEqual(table);
});

/** Many calls at once, on a machine that has other work. */
test("200: repeatedly between the same two tables, until the numbers between them are used up", async () => {
  const { list, move } = await tablesInOrder(five);
  for (let i = 0; i < 120; i++) {
    const expected = await move(3, 1, "after");
    if (i % 10 === 9) expect(await list()).toEqual(expected);
  }
});

test("200: among tables with the same order", async () => {
  const { list, move } = await tablesInOrder([7, 7, 7, 7, 7, 7]);
  for (const [from, to, position] of [
    [5, 0, "before"],
    [0, 3, "after"],
    [4, 2, "before"],
    [1, 5, "after"],
  ] as const)
    expect(await move(from, to, position)).toEqual(await list());
});

test("200: at random, also at the limits of an order", async () => {
  const { list, move } = await tablesInOrder([-1e12, -1e12, 0, 1e-100, 1e-6, 1e12, 1e12]);
  for (let i = 0; i < 60; i++) {
    const [from, to] = [Math.floor(chance() * 7), Math.floor(chance() * 6)];
    const expected = await move(from, to < from ? to : to + 1, chance() < 0.5 ? "before" : "after");
    if (i % 5 === 4) expect(await list()).toEqual(expected);
  }
});

test("200: concurrent moves lose no table, and each table has its own order", async () => {
  const { baseId, ids, order } = await tablesInOrder(five);
  const answers = await Promise.all(ids.slice(1).map((id) => order(id, ids[0] ?? "", "after")));
  expect(answers.map(({ status }) => status)).toEqual(Array(4).fill(200));
  const { body } = await call(listTables, { as: owner, params: { baseId } });
  expect(body[0].id).toBe(ids[0]);
  expect(new Set(body.map((table: { order: number }) => table.order)).size).toBe(5);
});

test.each([
  ["nothing", {}, ["anchorId", "position"]],
  ["an anchor that is not an id", { anchorId: "nope", position: "after" }, ["anchorId"]],
  ["an unknown position", { anchorId: noTable(), position: "between" }, ["position"]],
])("400: %s", async (_, body, paths) => {
  const { baseId, tableId } = await aTable({}, owner);
  const answer = await call(orderTable, { as: owner, params: { baseId, tableId }, body });
  expect(refusal(answer)).toEqual({ status: 400, paths });
});

test("404: an unknown anchor, one of another base, or the table itself", async () => {
  const { ids, order } = await tablesInOrder([undefined]);
  const other = await aTable({}, owner);
  const [own = ""] = ids;
  for (const anchor of [noTable(), other.tableId, own])
    expect(refusal(await order(own, anchor, "after"))).toEqual({ status: 404, paths: ["anchorId"] });
});
