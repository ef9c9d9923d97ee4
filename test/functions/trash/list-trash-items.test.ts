import { beforeAll, expect, test } from "vitest";
import { handler as listTrashItems } from "#functions/trash/list-trash-items";
import { showTrash } from "#lib/data/trash/trash";
import type { TrashItem } from "#lib/schemas/tables/trash";
import { aMember, aTable, someone } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";
import { inProcessOnly } from "#test/support/run/target";
import { useOwnStore } from "#test/support/store/own-store";
import { aTableOf, bringBack } from "./support.ts";

inProcessOnly("the stream's reader runs here");

beforeAll(useOwnStore);

test("200: what each call deleted, the newest first, page after page, while others delete and bring back", async () => {
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

test("200: pages that others have emptied by bringing back are passed over", async () => {
  const made = await aTableOf(50);
  for (const id of made.ids) await made.remove(id);
  const { owner: as, tableId } = made;
  const first = (await call(listTrashItems, { as, query: { tableId } })).body;
  for (const { id } of first.items) await bringBack(id, { as });
  const again = (await call(listTrashItems, { as, query: { tableId } })).body;
  expect(again.items).toHaveLength(20);
  expect(again.items[0].resourceIds).toEqual([made.ids[29]]);
});

test("what is older than thirty days is not there any more, though the store may have it yet", async () => {
  const deletion = { pk: "TRASH#tbl4mSa1Cw6nZ8tQ0Yh", sk: "8230218999999", entity: "deletion", version: 1 };
  const item = {
    ...deletion,
    name: "n",
    deletedBy: "usr4mSa1Cw6nZ8tQ0Yh",
    deletedTime: "2026-01-01T00:00:00.000Z",
  };
  const shownAt = (now: string) =>
    showTrash([{ ...item, records: {} } as never], undefined, now).items.length;
  expect(shownAt("2026-01-30T23:59:59.000Z")).toBe(1);
  expect(shownAt("2026-01-31T00:00:01.000Z")).toBe(0);
});

test("400 for a cursor of another table or none, 404 for strangers, 403 for viewers", async () => {
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
