import { expect, test } from "vitest";
import { handler as getDefaultViewId } from "#functions/table/get-default-view-id";
import { handler as getTable } from "#functions/table/get-table";
import { handler as listTables } from "#functions/table/list-tables";
import { handler as renameTable } from "#functions/table/rename-table";
import { handler as deleteView } from "#functions/view/delete-view";
import { handler as getView } from "#functions/view/get-view";
import { aShareId } from "#test/support/makers/ids";
import { aTable, someone } from "#test/support/makers/makers";
import { viewsOf } from "#test/support/makers/views";
import { call } from "#test/support/requests/call";
import { refusal } from "#test/support/requests/refusal";

const owner = await someone();
const grid = { type: "grid" };

async function tableOf(views: object[]) {
  const made = await aTable({ views }, owner);
  const ids: string[] = made.table.views.map(({ id }: { id: string }) => id);
  return { ...made, ...viewsOf(made), ids, params: { baseId: made.baseId, tableId: made.tableId } };
}

test("200: it is gone, the others stay, and so does the default view", async () => {
  const { ids, ask, list, params } = await tableOf([grid, grid, grid]);
  const [first, second = "", third] = ids;
  expect(await ask(deleteView, second)).toMatchObject({ status: 200, body: "" });
  expect((await list()).map(({ id }) => id)).toEqual([first, third]);
  expect(await ask(getView, second)).toMatchObject({ status: 404, body: { code: "view_not_found" } });
  expect((await ask(deleteView, second)).status).toBe(404);
  expect((await call(getDefaultViewId, { as: owner, params })).body).toEqual({ id: first });
});

test("200: of the default view the next one is it, in the table and in the list; after the last, the one before", async () => {
  const { ids, ask, params } = await tableOf([{ ...grid, order: 9 }, grid, { ...grid, order: 3 }]);
  const defaultView = async () => {
    const { body: table } = await call(getTable, { as: owner, params });
    expect((await call(listTables, { as: owner, params })).body).toEqual([table]);
    expect((await call(getDefaultViewId, { as: owner, params })).body).toEqual({ id: table.defaultViewId });
    return table.defaultViewId as string;
  };
  const [first = "", second = "", third = ""] = ids;
  expect(await defaultView()).toBe(first);
  // 3, 9, 10: the first of them is not the one that stands first
  await ask(deleteView, first);
  expect(await defaultView()).toBe(second);
  await ask(deleteView, second);
  expect(await defaultView()).toBe(third);
  // the copy in the list is in step: whatever changes both finds both
  expect((await call(renameTable, { as: owner, params, body: { name: "A" } })).status).toBe(200);
});

test("200: the address of its share is anybody's again", async () => {
  const shareId = aShareId();
  const { ids, ask, create } = await tableOf([grid, { ...grid, shareId, enableShare: true }]);
  await ask(deleteView, ids[1] ?? "");
  expect((await create({ ...grid, shareId })).shareId).toBe(shareId);
});

test("400: the last one; of all that are deleted at the same time one stays, and is the default", async () => {
  const { ids, ask, list, params } = await tableOf([grid, grid, grid, grid]);
  const answers = await Promise.all(ids.map((id) => ask(deleteView, id)));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 400]);
  const [last] = await list();
  expect((await call(getTable, { as: owner, params })).body.defaultViewId).toBe(last?.id);
  expect(refusal(await ask(deleteView, last?.id ?? ""))).toEqual({ status: 400, paths: [""] });
  expect(await list()).toHaveLength(1);
});
