/* Positions of rows in a view: set when records are created or updated, and kept when they are deleted and restored. */
import { beforeAll, describe, expect, test } from "vitest";
import { handler as listTrashItems } from "#functions/trash/list-trash-items";
import { handler as restoreTrashItem } from "#functions/trash/restore-trash-item";
import { handler as lockView } from "#functions/view/lock-view";
import { type Answered, aSheet, field } from "#test/functions/record/support/records";
import { settleAll } from "#test/support/events/commits";
import { call } from "#test/support/requests/call";
import { refusal } from "#test/support/requests/refusal";
import { useOwnStore } from "#test/support/store/own-store";
import { tellNews } from "#test/support/store/record-images";
import { idsInOrder, placesIn, rowsOf } from "#test/support/store/rows";

beforeAll(useOwnStore);

const fields = [field("Name", "singleLineText"), field("Key", "number", { unique: true })];

/** A sheet with r0, r1 … and the names of its rows in the order of its second view. */
async function aView(count: number) {
  const sheet = await aSheet({ fields, views: [{ type: "grid" }, { type: "grid" }] });
  const viewId: string = sheet.table.views[1].id;
  const cells = Array.from({ length: count }, (_, i) => ({ Name: `r${i}`, Key: i }));
  const { body } = await sheet.create(cells);
  const ids: string[] = body.records.map(({ id }: Answered) => id);
  const [nameField] = sheet.table.fields;
  return {
    ...sheet,
    viewId,
    ids,
    beside: (i: number, position: string) => ({ viewId, anchorId: ids[i], position }),
    names: async (of = viewId) => (await rowsOf(sheet.tableId, of)).map(({ cells }) => cells[nameField.id]),
  };
}

describe("order", () => {
  test("201: new records are placed next to another one, in sequence; in other views they come last", async () => {
    const { create, beside, names, table } = await aView(3);
    await create([{ Name: "a" }, { Name: "b" }], { order: beside(1, "before") });
    await create([{ Name: "c" }], { order: beside(1, "before") });
    await create([{ Name: "d" }], { order: beside(0, "before") });
    await create([{ Name: "last" }]);
    expect(await names()).toEqual(["d", "r0", "a", "b", "c", "r1", "r2", "last"]);
    expect(await names(table.views[0].id)).toEqual(["r0", "r1", "r2", "a", "b", "c", "d", "last"]);
  });

  test("201: more than a hundred, which readers see all at once", async () => {
    const { create, beside, names, viewId } = await aView(2);
    const many = Array.from({ length: 120 }, (_, i) => ({ Name: `n${i}` }));
    await create(many, { order: beside(0, "after") });
    const expected = ["r0", ...many.map(({ Name }) => Name), "r1"];
    expect(await names()).toEqual(expected);
    await settleAll();
    expect(await names()).toEqual(expected);
    expect(await placesIn(viewId)).toHaveLength(120);
  });

  test("200: an updated record, and one whose only change is its position", async () => {
    const { update, get, beside, names, ids } = await aView(4);
    const [, , , last = ""] = ids;
    const before = await get(last);
    const moved = await update(last, {}, { order: beside(0, "after") });
    expect(moved.body).toEqual(before.body);
    expect(moved.headers["etag"]).toBe(before.headers["etag"]);
    expect(await names()).toEqual(["r0", "r3", "r1", "r2"]);
    const edited = await update(last, { Name: "x" }, { order: beside(2, "after") });
    expect(edited.headers["etag"]).toBe((await get(last)).headers["etag"]);
    expect(edited.headers["etag"]).not.toBe(before.headers["etag"]);
    expect(await names()).toEqual(["r0", "r1", "r2", "x"]);
  });

  test("200: updated records, and those that an upsert finds or creates, in the order sent", async () => {
    const { updateMany, upsert, beside, names, ids, viewId } = await aView(4);
    const [r0 = "", , , r3 = ""] = ids;
    const changed = [
      { id: r3, fields: {} },
      { id: r0, fields: { Name: "x" } },
    ];
    await updateMany(changed, { order: beside(1, "after") });
    expect(await names()).toEqual(["r1", "r3", "x", "r2"]);
    const sent = [{ Key: 9, Name: "new" }, { Key: 0 }, { Key: 2 }];
    await upsert(["Key"], sent, { order: beside(2, "before") });
    // the anchor stays in place
    expect(await names()).toEqual(["r1", "r3", "new", "x", "r2"]);
    expect(await placesIn(viewId)).toHaveLength(3);
  });

  test("201: a copy", async () => {
    const { duplicate, beside, names, ids } = await aView(3);
    const copied = await duplicate(ids[2] as string, beside(0, "before"));
    expect(copied.status).toBe(201);
    await duplicate(ids[0] as string);
    expect(await names()).toEqual(["r2", "r0", "r1", "r2", "r0"]);
  });

  test("400, 403, 404: errors are named, and nothing is moved", async () => {
    const sheet = await aView(2);
    const { ids, owner, params, viewId, names } = sheet;
    const anchorId = ids[0];
    const nowhere = { viewId: "viw0000000000000000", anchorId: "rec0000990000000000", position: "after" };
    const sends = [
      (order: object) => sheet.create([{ Name: "n" }], { order }),
      (order: object) => sheet.update(ids[1] as string, { Name: "n" }, { order }),
      (order: object) => sheet.updateMany([{ id: ids[1] as string, fields: { Name: "n" } }], { order }),
      (order: object) => sheet.upsert(["Key"], [{ Key: 1, Name: "n" }], { order }),
    ];
    for (const send of sends) {
      expect(refusal(await send({ viewId, position: "middle", to: 1 }))).toEqual({
        status: 400,
        paths: ["order.anchorId", "order.position", "order.to"],
      });
      expect(refusal(await send(nowhere))).toEqual({
        status: 404,
        paths: ["order.viewId", "order.anchorId"],
      });
    }
    const copy = (place: object) => sheet.duplicate(ids[1] as string, place);
    expect(refusal(await copy({ viewId }))).toEqual({ status: 400, paths: ["anchorId", "position"] });
    expect(refusal(await copy(nowhere))).toEqual({ status: 404, paths: ["viewId", "anchorId"] });
    await call(lockView, { as: owner, params: { ...params, viewId }, body: { isLocked: true } });
    for (const send of [...sends, copy]) {
      const order = { viewId, anchorId, position: "before" };
      expect((await send(order)).body.code).toBe("restricted_resource");
    }
    expect(await names()).toEqual(["r0", "r1"]);
  });
});

describe("deleted records", () => {
  test("keep their positions; a restored record returns to its position, or to its original one if that is taken", async () => {
    const { update, removeMany, create, beside, names, ids, viewId, tableId, owner, baseId } = await aView(5);
    const [, , r2 = "", r3 = "", r4 = ""] = ids;
    await update(r4, {}, { order: beside(0, "after") });
    await update(r3, {}, { order: beside(0, "after") });
    await update(r2, {}, { order: beside(1, "after") });
    expect(await names()).toEqual(["r0", "r3", "r4", "r1", "r2"]);
    await removeMany([r4, r2]);
    expect(await names()).toEqual(["r0", "r3", "r1"]);
    expect((await placesIn(viewId)).map(([, id]) => id)).toEqual([r3]);
    // the same position
    await create([{ Name: "n" }], { order: beside(1, "after") });
    await tellNews();
    const { body } = await call(listTrashItems, { as: owner, query: { tableId } });
    const params = { trashId: body.items[0].id };
    const restored = await call(restoreTrashItem, { as: owner, params });
    expect([restored.status, baseId]).toEqual([201, baseId]);
    expect(await names()).toEqual(["r0", "r3", "r4", "r1", "n", "r2"]);
    const placed = await placesIn(viewId);
    expect(placed).toHaveLength(3);
    expect(await idsInOrder(tableId, viewId)).toContain(r2);
  });
});
