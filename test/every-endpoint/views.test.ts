/* What holds for each endpoint that changes a view, tested from its definition alone. */
import { describe, expect, test } from "vitest";
import { handler as listViews } from "#functions/view/list-views";
import { handler as lockView } from "#functions/view/lock-view";
import { find } from "#lib/data/schema/table-schema";
import type { TableId } from "#lib/schemas/basics/ids";
import { aMember, aTable, type Someone } from "#test/support/makers/makers";
import { aWorld, exampleFor, paramsFor } from "#test/support/makers/world";
import { call } from "#test/support/requests/call";
import { ask, endpointsWith } from "#test/support/requests/each-endpoint";
import { inProcessOnly } from "#test/support/run/target";

inProcessOnly("the tests here look at the version of a schema in the store");

const inView = endpointsWith(
  ({ method, path }) => method !== "GET" && path.startsWith("/table/{tableId}/view/{viewId}"),
);
const world = await aWorld();
const editor = await aMember(world.baseId, "editor");

/** The world with a table of its own, which is made quicker than a world. */
async function aTableOfViews() {
  const views = [{ type: "grid" }, { type: "kanban" }, { type: "form", enableShare: true }];
  const { tableId, table } = await aTable({ views }, world.owner, world);
  const [first, second, shared] = table.views;
  const params = { ...world.params, tableId: tableId as string, viewId: first.id as string };
  const ids = { ...world.ids, fld: table.fields[0].id, viw: second.id };
  return { ...world, params, ids, sharedViewId: shared.id as string };
}

interface ShownView {
  id: string;
  lastModifiedBy: string;
}

describe.each(inView)("$title", ({ operation, handler }) => {
  const { definition } = handler;

  async function prepared() {
    const own = await aTableOfViews();
    const { tableId, viewId = "" } = paramsFor(definition, own);
    const params = { tableId: tableId as TableId, viewId };
    const send = async (as: Someone, id: string = params.tableId) =>
      ask(handler, {
        as,
        params: { ...params, tableId: id },
        ...(definition.body && { body: exampleFor(definition.body, own) }),
      });
    const list = async () => (await call(listViews, { as: own.owner, params })).body as ShownView[];
    return { params, send, list, owner: own.owner };
  }

  test("403: of a locked view, which stays as it is", async ({ skip }) => {
    skip(["lockView", "duplicateView"].includes(operation), "it unlocks, or leaves the view as it is");
    const { params, send, list, owner } = await prepared();
    await call(lockView, { as: owner, params, body: { isLocked: true } });
    const before = await list();
    const { status, body } = await send(owner);
    expect({ status, code: body.code }).toEqual({ status: 403, code: "restricted_resource" });
    expect(await list()).toEqual(before);
  });

  test("404: of a view of another table", async () => {
    const { send, owner } = await prepared();
    const { status, body } = await send(owner, world.params["tableId"]);
    expect({ status, code: body.code }).toEqual({ status: 404, code: "view_not_found" });
  });

  test("it is said who did it, and whoever kept the views hears that they are others", async ({ skip }) => {
    skip(operation === "orderRows", "where rows stand is no part of the view");
    const { params, send, list } = await prepared();
    const [table, views] = [await find(params.tableId), await list()];
    expect([200, 201]).toContain((await send(editor)).status);
    expect(await find(params.tableId)).toMatchObject({ schemaVersion: Number(table?.schemaVersion) + 1 });
    const changed = (await list()).filter((view) => view.lastModifiedBy === editor.userId);
    expect(changed).toHaveLength(operation === "deleteView" ? 0 : 1);
    if (operation !== "duplicateView") for (const { id } of changed) expect(id).toBe(params.viewId);
    expect(await list()).not.toEqual(views);
  });
});
