/* Records that are equal in the order of a list, and cursors given when they stood in the order of their rows. */
import { beforeAll, describe, expect, test } from "vitest";
import { handler as listHits } from "#functions/aggregation/list-search-hits";
import { handler as orderRows } from "#functions/view/order-rows";
import { slotOf } from "#lib/engine/values/positions";
import { aLookedAtSheet, by, json, names } from "#test/functions/record/support/queries";
import { call } from "#test/support/requests/call";
import { idsInOrder } from "#test/support/store/rows";

let sheet: Awaited<ReturnType<typeof aLookedAtSheet>>;
/** A view of which the rows stand as Eve Dee Cy Bob Ada. */
let viewId: string;

beforeAll(async () => {
  sheet = await aLookedAtSheet();
  viewId = await sheet.aView({ type: "grid" });
  const ids: string[] = (await sheet.list({})).body.records.map(({ id }: { id: string }) => id);
  const body = { anchorId: ids[0], position: "before", recordIds: ids.toReversed().slice(0, 4) };
  await call(orderRows, { as: sheet.owner, params: { ...sheet.params, viewId }, body });
  expect(await idsInOrder(sheet.tableId, viewId)).toEqual(ids.toReversed());
});

const listed = async (query: Parameters<typeof sheet.list>[0]) =>
  names((await sheet.list(query)).body.records);

/** The list from a cursor on, one record at a time. */
async function walk(query: Record<string, string>, first: string | null): Promise<string[]> {
  const found: string[] = [];
  for (let cursor = first; cursor !== null; ) {
    const { body } = await sheet.list({ ...query, take: "1", cursor });
    found.push(...names(body.records));
    cursor = body.nextCursor;
  }
  return found;
}

/** A cursor of this query with another place, as one was given before. */
async function cursorAt(query: Record<string, string>, place: unknown): Promise<string> {
  const { nextCursor } = (await sheet.list({ ...query, take: "1" })).body;
  const parts = JSON.parse(Buffer.from(nextCursor, "base64url").toString());
  return Buffer.from(json(parts.with(2, place))).toString("base64url");
}

describe("equal records come by their numbers", () => {
  test("in both directions, also in a view of which the rows were moved", async () => {
    expect(await listed({ viewId })).toEqual(["Eve", "Dee", "Cy", "Bob", "Ada"]);
    for (const query of [{}, { viewId }]) {
      expect(await listed({ ...query, orderBy: by("City") })).toEqual(["Cy", "Ada", "Eve", "Bob", "Dee"]);
      expect(await listed({ ...query, orderBy: by("-City") })).toEqual(["Bob", "Dee", "Ada", "Eve", "Cy"]);
      expect(await listed({ ...query, groupBy: by("City") })).toEqual(["Cy", "Ada", "Eve", "Bob", "Dee"]);
    }
  });

  test("by the view's own sort too, page by page", async () => {
    const sorting = await sheet.aView({
      type: "grid",
      sort: { sortObjs: [{ fieldId: "$City", order: "desc" }] },
    });
    const { nextCursor } = (await sheet.list({ viewId: sorting, take: "1" })).body;
    expect(await walk({ viewId: sorting }, nextCursor)).toEqual(["Dee", "Ada", "Eve", "Cy"]);
  });
});

describe("cursors given before", () => {
  test("of a list of the table", async () => {
    const byAge = { orderBy: by("Age", "-Name") };
    expect(await listed(byAge)).toEqual(["Eve", "Dee", "Bob", "Cy", "Ada"]);
    expect(await walk(byAge, await cursorAt(byAge, [20, "Bob", 2]))).toEqual(["Cy", "Ada"]);
    expect(await walk(byAge, await cursorAt(byAge, [null, "Eve", 5]))).toEqual(["Dee", "Bob", "Cy", "Ada"]);
    const byCity = { orderBy: by("City") };
    // the place of a choice
    expect(await walk(byCity, await cursorAt(byCity, [0, 1]))).toEqual(["Eve", "Bob", "Dee"]);
    const byPerson = { orderBy: by("-Who") };
    expect(await walk(byPerson, await cursorAt(byPerson, [null, 2]))).toEqual(["Cy", "Eve"]);
  });

  test("of a view: the list goes on in the order in which it was begun, once and whole", async () => {
    const query = { viewId, orderBy: by("-City") };
    const moved = await sheet.list({ viewId, take: "1" });
    const [, , place] = JSON.parse(Buffer.from(moved.body.nextCursor, "base64url").toString());
    // Oslo was Dee, Bob; Rome was Eve, Ada: after Eve, whose row was moved
    expect(await walk(query, await cursorAt(query, [0, place]))).toEqual(["Ada", "Cy"]);
    expect(await walk(query, await cursorAt(query, [1, slotOf(0)]))).toEqual([
      "Dee",
      "Bob",
      "Eve",
      "Ada",
      "Cy",
    ]);
    expect(await walk(query, await cursorAt(query, [null, slotOf(1)]))).toEqual([]);
  });

  test("of the hits of a search", async () => {
    const query = { viewId, orderBy: by("-City"), search: "e", take: "1" };
    const hits = (more: object = {}) =>
      call(listHits, { as: sheet.owner, params: sheet.params, query: { ...query, ...more } });
    const first = await hits();
    const cursor = first.headers["x-next-cursor"] as string;
    const parts = JSON.parse(Buffer.from(cursor, "base64url").toString());
    const before = Buffer.from(json(parts.with(2, [1, 2]))).toString("base64url");
    expect((await hits({ cursor: before })).status).toBe(400);
    const atRow = Buffer.from(json(parts.with(2, [1, slotOf(0)]))).toString("base64url");
    expect((await hits({ cursor: atRow })).body).toHaveLength(1);
  });
});
