import { beforeAll, expect, test } from "vitest";
import { handler as deleteField } from "#functions/field/delete-field";
import { handler as listTrashItems } from "#functions/trash/list-trash-items";
import { handler as deleteView } from "#functions/view/delete-view";
import { pageOfTrash } from "#lib/data/trash/trash";
import type { TrashItem } from "#lib/schemas/tables/trash";
import { aMember, aTable, someone } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";
import { refusal } from "#test/support/requests/refusal";
import { inProcessOnly } from "#test/support/run/target";
import { useOwnStore } from "#test/support/store/own-store";
import { aTableOf, bringBack, trashTable, uniqueFields } from "./support.ts";

inProcessOnly("the stream's reader runs here");

beforeAll(useOwnStore);

test("200: the deletions of each call, the newest first, page after page, with concurrent deletions and restores", async () => {
  const made = await aTableOf(60);
  const { owner: as, tableId, ids } = made;
  for (const id of ids.slice(0, 45)) await made.remove(id);
  const seen: TrashItem[] = [];
  let pages = 0;
  let page = { items: [] as TrashItem[], nextCursor: null as string | null };
  do {
    const query = { tableId, ...(page.nextCursor && { cursor: page.nextCursor }) };
    page = (await call(listTrashItems, { as, query })).body;
    expect(page.items.length).toBeLessThanOrEqual(20);
    seen.push(...page.items);
    await made.remove(ids[50 + pages++] as string);
    await bringBack(seen.at(-1)?.id as string, { as });
  } while (page.nextCursor);
  expect(seen.flatMap(({ resourceIds }) => resourceIds)).toEqual(ids.slice(0, 45).toReversed());
  const times = seen.map(({ deletedTime }) => deletedTime);
  expect(times).toEqual(times.toSorted().toReversed());
});

test("200: pages with only restored deletions are skipped", async () => {
  const made = await aTableOf(50);
  for (const id of made.ids) await made.remove(id);
  const { owner: as, tableId } = made;
  const first = (await call(listTrashItems, { as, query: { tableId } })).body;
  for (const { id } of first.items) await bringBack(id, { as });
  const again = (await call(listTrashItems, { as, query: { tableId } })).body;
  expect(again.items).toHaveLength(20);
  expect(again.items[0].resourceIds).toEqual([made.ids[29]]);
});

test("200: with the names of what was deleted, and of the people, as the published client reads them", async () => {
  const select = { name: "Mood", type: "singleSelect", options: { choices: [{ name: "good" }] } };
  const made = await aTableOf(2, {
    fields: [...uniqueFields, select],
    views: [{ type: "grid" }, { type: "form" }],
  });
  const { owner: as, tableId, baseId, ids, table } = made;
  const fieldId: string = table.fields[3].id;
  const viewId: string = table.views[1].id;
  await made.remove(...ids);
  await call(deleteField, { as, params: { tableId, fieldId } });
  await call(deleteView, { as, params: { tableId, viewId } });
  const query = { resourceId: tableId, resourceType: "table" };
  const { body } = await call(listTrashItems, { as, query });
  expect(body.trashItems.map(({ resourceType }: TrashItem) => resourceType)).toEqual([
    "view",
    "field",
    "record",
  ]);
  expect(body.items).toEqual(body.trashItems);
  const [first = "", second = ""] = ids.toSorted();
  expect(body.trashItems[2]).toMatchObject({ resourceId: first, resourceIds: [first, second] });
  expect(body.resourceMap).toEqual({
    [viewId]: { id: viewId, name: table.views[1].name, type: "form" },
    [fieldId]: { id: fieldId, name: "Mood", type: "singleSelect", isLookup: false, options: ["good"] },
    [first]: { id: first, name: "n0" },
    [second]: { id: second, name: "" },
  });
  const { userId, name, email } = as;
  expect(body.userMap).toEqual({ [userId]: { id: userId, name, email, avatar: null } });
  await trashTable({ as }, { baseId, tableId });
  const tables = await call(listTrashItems, { as, query: { resourceId: baseId } });
  expect(tables.body.resourceMap).toEqual({ [tableId]: { id: tableId, name: table.name } });
});

test("400: a holder of another type, two holders, and none", async () => {
  const { owner: as, tableId, baseId } = await aTableOf(1);
  const refused = async (query: Record<string, string>) => refusal(await call(listTrashItems, { as, query }));
  expect(await refused({ resourceId: tableId, resourceType: "base" })).toEqual({
    status: 400,
    paths: ["resourceType"],
  });
  expect(await refused({ resourceId: baseId, resourceType: "table" })).toEqual({
    status: 400,
    paths: ["resourceType"],
  });
  expect(await refused({ resourceId: tableId, tableId })).toEqual({ status: 400, paths: ["tableId"] });
  expect(await refused({})).toEqual({ status: 400, paths: ["tableId"] });
});

test("deletions older than thirty days are not listed, even if the store still has them", async () => {
  const deletion = { pk: "TRASH#tbl4mSa1Cw6nZ8tQ0Yh", sk: "8230218999999", entity: "deletion", version: 1 };
  const item = {
    ...deletion,
    name: "n",
    deletedBy: "usr4mSa1Cw6nZ8tQ0Yh",
    deletedTime: "2026-01-01T00:00:00.000Z",
  };
  const shownAt = (now: string) =>
    pageOfTrash([{ ...item, records: {} } as never], undefined, now).shown.length;
  expect(shownAt("2026-01-30T23:59:59.000Z")).toBe(1);
  expect(shownAt("2026-01-31T00:00:01.000Z")).toBe(0);
});

test("400 for a cursor of another table or an invalid one, 404 for strangers, 403 for viewers", async () => {
  const made = await aTableOf(1);
  await made.remove(...made.ids);
  const [item] = await made.items();
  const other = await aTable({}, made.owner);
  const statusFor = async (as: { token: string }, query: Record<string, string>) =>
    (await call(listTrashItems, { as, query })).status;
  const { owner, tableId, baseId } = made;
  expect(await statusFor(owner, { tableId: other.tableId, cursor: item?.id as string })).toBe(400);
  expect(await statusFor(owner, { tableId, cursor: "nonsense" })).toBe(400);
  expect(await statusFor(owner, {})).toBe(400);
  expect(await statusFor(owner, { tableId: "nonsense" })).toBe(404);
  expect(await statusFor(await someone(), { tableId })).toBe(404);
  expect(await statusFor(await aMember(baseId, "viewer"), { tableId })).toBe(403);
  expect(await statusFor(await aMember(baseId, "editor"), { tableId })).toBe(200);
});
