import { expect, test } from "vitest";
import { handler as lockView } from "#functions/view/lock-view";
import { handler as orderView } from "#functions/view/order-view";
import { noView } from "#test/support/makers/ids";
import { aTable, someone } from "#test/support/makers/makers";
import { viewsOf } from "#test/support/makers/views";
import { moves } from "#test/support/requests/moves";
import { refusal } from "#test/support/requests/refusal";

const owner = await someone();

/** A table of some views, and what a plain array of their ids becomes by the same moves. */
async function viewsInOrder(orders: number[]) {
  const made = await aTable({ views: orders.map((order) => ({ type: "grid", order })) }, owner);
  const views = viewsOf(made);
  const list = async () => (await views.list()).map(({ id }) => id as string);
  const order = (id: string, anchorId: string, position: string) =>
    views.ask(orderView, id, { anchorId, position });
  return { made, views, list, order, move: moves(await list(), order) };
}

test("200: before and after others, the first, the last", async () => {
  const { list, move } = await viewsInOrder([0, 1, 2, 3, 4]);
  for (const [from, to, position] of [
    [0, 4, "after"],
    [4, 0, "before"],
    [1, 3, "before"],
    [3, 1, "after"],
    [2, 1, "after"],
  ] as const)
    expect(await move(from, to, position)).toEqual(await list());
});

test("200: among views at one place, always between the same two: those that have to move, move", async () => {
  const { list, move } = await viewsInOrder([7, 7, 7, 7]);
  for (let i = 0; i < 24; i++) {
    const expected = await move(3, 1, "after");
    if (i % 8 === 7) expect(await list()).toEqual(expected);
  }
});

test("200: beside a locked view, which may have to make room", async () => {
  const { views, list, move } = await viewsInOrder([7, 7, 7]);
  for (const id of (await list()).slice(0, 2)) await views.ask(lockView, id, { isLocked: true });
  expect(await move(2, 0, "after")).toEqual(await list());
});

test("200: moved by several at the same time, all are there, each at a place of its own", async () => {
  const { views, list, order } = await viewsInOrder([0, 1, 2, 3, 4]);
  const [first = "", ...others] = await list();
  const answers = await Promise.all(others.map((id) => order(id, first, "after")));
  expect(answers.map(({ status }) => status)).toEqual(Array(4).fill(200));
  expect((await list()).toSorted()).toEqual([first, ...others].toSorted());
  expect(new Set((await views.list()).map((view) => view.order)).size).toBe(5);
});

test("400: nothing; an anchor that is no id; a position that is none", async () => {
  const { made, order, views } = await viewsInOrder([0]);
  const id = made.table.defaultViewId;
  expect(refusal(await views.ask(orderView, id, {})).paths).toEqual(["anchorId", "position"]);
  expect(refusal(await order(id, "nope", "after"))).toEqual({ status: 400, paths: ["anchorId"] });
  expect(refusal(await order(id, noView(), "between"))).toEqual({ status: 400, paths: ["position"] });
});

test("404: an anchor that is not there, of another table, or the view itself", async () => {
  const { made, order } = await viewsInOrder([0, 1]);
  const other = await viewsInOrder([0]);
  const own = made.table.defaultViewId;
  for (const anchor of [noView(), other.made.table.defaultViewId, own])
    expect(refusal(await order(own, anchor, "after"))).toEqual({ status: 404, paths: ["anchorId"] });
});
