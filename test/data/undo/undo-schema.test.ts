/* Undoing and redoing what calls did to fields and views. */
import { beforeAll, describe, expect, test } from "vitest";
import { handler as createField } from "#functions/field/create-field";
import { handler as deleteField } from "#functions/field/delete-field";
import { handler as deleteFields } from "#functions/field/delete-fields";
import { handler as duplicateField } from "#functions/field/duplicate-field";
import { handler as listFields } from "#functions/field/list-fields";
import { handler as updateField } from "#functions/field/update-field";
import { handler as redoOperation } from "#functions/record/redo-operation";
import { handler as undoOperation } from "#functions/record/undo-operation";
import { handler as updateRecord } from "#functions/record/update-record";
import { handler as restoreTrashItem } from "#functions/trash/restore-trash-item";
import { handler as createView } from "#functions/view/create-view";
import { handler as deleteView } from "#functions/view/delete-view";
import { handler as describeView } from "#functions/view/describe-view";
import { handler as duplicateView } from "#functions/view/duplicate-view";
import { handler as filterView } from "#functions/view/filter-view";
import { handler as groupView } from "#functions/view/group-view";
import { handler as listViews } from "#functions/view/list-views";
import { handler as lockView } from "#functions/view/lock-view";
import { handler as orderView } from "#functions/view/order-view";
import { handler as renameView } from "#functions/view/rename-view";
import { handler as sortView } from "#functions/view/sort-view";
import { handler as updateViewColumns } from "#functions/view/update-view-columns";
import { handler as updateViewOptions } from "#functions/view/update-view-options";
import { empty, failed, fulfilled, withThree } from "#test/functions/record/support/undo";
import { trashedIn } from "#test/functions/trash/support";
import { aMember, aToken } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";
import { refusal } from "#test/support/requests/refusal";
import { disturbed } from "#test/support/store/faults";
import { useOwnStore } from "#test/support/store/own-store";

beforeAll(useOwnStore);

type Member = Record<string, unknown>;

/** Three records, two views, a formula and a lookup-free link; every call comes from the window. */
async function aWorld() {
  const window = await withThree({
    views: [
      { type: "grid", name: "First" },
      { type: "grid", name: "Second" },
    ],
  });
  const { ask, owner: as, params, table, state } = window;
  const [name, key, tags] = table.fields.map(({ id }: { id: string }) => id) as [string, string, string];
  const call1 = (endpoint: Parameters<typeof call>[0]) => call(endpoint, { as, params });
  const without = (each: Member) => {
    const { lastModifiedTime: _, lastModifiedBy: __, ...rest } = each;
    return rest;
  };
  return {
    ...window,
    ...{ name, key, tags, first: table.views[0].id as string, second: table.views[1].id as string },
    ask,
    /** All that a caller sees of the table. */
    all: async () => ({
      records: await state(),
      fields: ((await call1(listFields)).body as Member[]).toSorted((a, b) =>
        String(a["id"]) < String(b["id"]) ? -1 : 1,
      ),
      views: ((await call1(listViews)).body as Member[])
        .map(without)
        .toSorted((a, b) => (String(a["id"]) < String(b["id"]) ? -1 : 1)),
    }),
  };
}
type World = Awaited<ReturnType<typeof aWorld>>;

const filterOf = (fieldId: string, value: unknown, operator = "is") => ({
  conjunction: "and",
  filterSet: [{ fieldId, operator, value }],
});
const sortOf = (fieldId: string) => ({ sortObjs: [{ fieldId, order: "desc" }] });
const choicesIn = async ({ all, tags }: World) => {
  const { fields } = await all();
  const { options = {} } = fields.find(({ id }) => id === tags) ?? {};
  return (options as { choices: object[] }).choices;
};

describe("undoes and redoes what a window did", () => {
  type Act = (world: World) => Promise<{ status: number }>;
  const acts: [string, Act, Act?][] = [
    ["a created field", ({ ask }) => ask(createField, { body: { type: "number", name: "New" } })],
    [
      "a created formula",
      ({ ask, key }) =>
        ask(createField, { body: { type: "formula", name: "F", options: { expression: `{${key}} * 2` } } }),
    ],
    [
      "a duplicated field with its cells",
      ({ ask, tags: fieldId }) => ask(duplicateField, { params: { fieldId }, body: { name: "Copy" } }),
    ],
    ["a deleted field", ({ ask, key: fieldId }) => ask(deleteField, { params: { fieldId } })],
    [
      "deleted fields",
      ({ ask, key, tags }) => ask(deleteFields, { query: { fieldIds: [key, tags] as never } }),
    ],
    [
      "a renamed field",
      ({ ask, key: fieldId }) =>
        ask(updateField, { params: { fieldId }, body: { name: "K", description: "d", dbFieldName: "kk" } }),
    ],
    [
      "other options",
      ({ ask, key: fieldId }) =>
        ask(updateField, {
          params: { fieldId },
          body: { options: { formatting: { type: "percent", precision: 1 } } },
        }),
    ],
    [
      "a renamed choice",
      async (world) => {
        const [a, b] = (await choicesIn(world)) as [object, object];
        const options = { choices: [{ ...a, name: "alpha" }, b] };
        return world.ask(updateField, { params: { fieldId: world.tags }, body: { options } });
      },
    ],
    [
      "a removed choice, which cells and a filter had",
      async (world) => {
        const { tags: fieldId } = world;
        const [, b] = (await choicesIn(world)) as [object, object];
        return world.ask(updateField, { params: { fieldId }, body: { options: { choices: [b] } } });
      },
      ({ tags: fieldId, first: viewId, owner: as, params }) => {
        const filter = filterOf(fieldId, ["a"], "hasAnyOf");
        return call(filterView, { as, params: { ...params, viewId }, body: { filter } });
      },
    ],
    ["a created view", ({ ask }) => ask(createView, { body: { type: "kanban", name: "New" } })],
    ["a duplicated view", ({ ask, first: viewId }) => ask(duplicateView, { params: { viewId } })],
    ["a deleted view", ({ ask, second: viewId }) => ask(deleteView, { params: { viewId } })],
    [
      "a filter",
      ({ ask, first: viewId, name }) =>
        ask(filterView, { params: { viewId }, body: { filter: filterOf(name, "a") } }),
    ],
    [
      "a sort",
      ({ ask, first: viewId, key }) => ask(sortView, { params: { viewId }, body: { sort: sortOf(key) } }),
    ],
    [
      "a group",
      ({ ask, first: viewId, key: fieldId }) =>
        ask(groupView, { params: { viewId }, body: { group: [{ fieldId, order: "asc" }] } }),
    ],
    [
      "columns",
      ({ ask, first: viewId, key, tags }) =>
        ask(updateViewColumns, {
          params: { viewId },
          body: [
            { fieldId: key, columnMeta: { width: 300 } },
            { fieldId: tags, columnMeta: { hidden: true } },
          ],
        }),
    ],
    [
      "options of a view",
      ({ ask, first: viewId }) =>
        ask(updateViewOptions, { params: { viewId }, body: { options: { rowHeight: "tall" } } }),
    ],
    [
      "the name of a view",
      ({ ask, first: viewId }) => ask(renameView, { params: { viewId }, body: { name: "Other" } }),
    ],
    [
      "the description of a view",
      ({ ask, first: viewId }) => ask(describeView, { params: { viewId }, body: { description: "d" } }),
    ],
    ["a lock", ({ ask, first: viewId }) => ask(lockView, { params: { viewId }, body: { isLocked: true } })],
    [
      "the place of a view",
      ({ ask, first: viewId, second }) =>
        ask(orderView, { params: { viewId }, body: { anchorId: second, position: "after" } }),
    ],
  ];
  test.each(acts)("%s", async (_, act, prepare) => {
    const world = await aWorld();
    const { all, undo, redo } = world;
    await prepare?.(world);
    const before = await all();
    expect((await act(world)).status).toBeLessThan(300);
    const after = await all();
    expect(after).not.toEqual(before);
    for (const _again of [1, 2]) {
      expect(await undo()).toMatchObject(fulfilled);
      expect(await all()).toEqual(before);
      expect(await undo()).toMatchObject(empty);
      expect(await redo()).toMatchObject(fulfilled);
      expect(await all()).toEqual(after);
      expect(await redo()).toMatchObject(empty);
    }
  });

  test("operations on records, fields and views, in their order", async () => {
    const { all, ask, undo, redo, ids, key, first: viewId } = await aWorld();
    const states = [await all()];
    const [recordId = ""] = ids;
    for (const act of [
      () => ask(updateRecord, { params: { recordId }, body: { record: { fields: { Key: 50 } } } }),
      () => ask(updateField, { params: { fieldId: key }, body: { name: "Number" } }),
      () => ask(sortView, { params: { viewId }, body: { sort: sortOf(key) } }),
      () => ask(deleteField, { params: { fieldId: key } }),
      () => ask(createField, { body: { type: "checkbox", name: "Done" } }),
      () => ask(updateRecord, { params: { recordId }, body: { record: { fields: { Done: true } } } }),
    ]) {
      expect((await act()).status).toBeLessThan(300);
      states.push(await all());
    }
    for (const state of states.slice(0, -1).reverse()) {
      expect(await undo()).toMatchObject(fulfilled);
      expect(await all()).toEqual(state);
    }
    for (const state of states.slice(1)) {
      expect(await redo()).toMatchObject(fulfilled);
      expect(await all()).toEqual(state);
    }
  });
});

describe("failed, and nothing is written", () => {
  const others = async (world: World, endpoint: Parameters<typeof call>[0], asking: object) => {
    const { params, ...rest } = asking as { params: object };
    const answer = await call(endpoint, { as: world.owner, params: { ...world.params, ...params }, ...rest });
    expect(answer.status).toBeLessThan(300);
  };

  test("a member that was changed since, by its name", async () => {
    const world = await aWorld();
    const { ask, undo, all, key: fieldId, first: viewId } = world;
    await ask(updateField, { params: { fieldId }, body: { name: "K" } });
    await others(world, updateField, { params: { fieldId }, body: { name: "Q" } });
    const before = await all();
    expect(await undo()).toMatchObject(failed('name of "Q" was changed since'));
    await ask(filterView, { params: { viewId }, body: { filter: filterOf(fieldId, 1) } });
    await others(world, filterView, { params: { viewId }, body: { filter: filterOf(fieldId, 2) } });
    expect(await undo()).toMatchObject(failed('filter of the view "First" was changed since'));
    await others(world, filterView, { params: { viewId }, body: { filter: null } });
    expect(await all()).toEqual(before);
    const columns = (width: number) => [{ fieldId, columnMeta: { width } }];
    await ask(updateViewColumns, { params: { viewId }, body: columns(200) });
    await others(world, updateViewColumns, { params: { viewId }, body: columns(250) });
    expect(await undo()).toMatchObject(failed('Q of the view "First" was changed since'));
  });

  test("fields and views that are gone, or were restored since", async () => {
    const world = await aWorld();
    const { ask, undo, key, tags, first, second, params, owner: as } = world;
    const made = await ask(createField, { body: { type: "number", name: "New" } });
    await others(world, deleteField, { params: { fieldId: made.body.id } });
    expect(await undo()).toMatchObject(failed("a field that it made was deleted since"));
    await ask(renameView, { params: { viewId: second }, body: { name: "Gone" } });
    await others(world, deleteView, { params: { viewId: second } });
    expect(await undo()).toMatchObject(failed(`the view ${second} was deleted since`));
    await ask(updateField, { params: { fieldId: tags }, body: { name: "T" } });
    await others(world, deleteField, { params: { fieldId: tags } });
    expect((await undo()).body.errorMessage).toContain("was deleted since");
    await ask(deleteField, { params: { fieldId: key } });
    const [item] = await trashedIn({ as }, params.tableId);
    await others(world, restoreTrashItem, { params: { trashId: item?.id } });
    expect(await undo()).toMatchObject(failed("what it deleted was restored from the trash since"));
    await ask(filterView, { params: { viewId: first }, body: { filter: filterOf(key, 3) } });
    await others(world, deleteField, { params: { fieldId: key } });
    // the filter went with the field
    expect((await undo()).body.status).toBe("failed");
  });
});

test("403: undoing wants the scopes of the opposite call; a locked view", async () => {
  const world = await aWorld();
  const { ask, undo, owner, baseId, first: viewId } = world;
  await ask(createField, { body: { type: "number", name: "New" } });
  const token = await aToken(owner.userId, { scopes: ["record|update", "record|read"] });
  expect(refusal(await undo({ as: { token } })).status).toBe(403);
  expect(await undo()).toMatchObject(fulfilled);
  const editor = await aMember(baseId, "editor");
  const headers = { "idempotency-key": "made" };
  await ask(createView, { body: { type: "grid", name: "New" }, headers });
  expect(await undo({ as: editor })).toMatchObject(empty);
  await ask(renameView, { params: { viewId }, body: { name: "Locked" } });
  await call(lockView, { as: owner, params: { ...world.params, viewId }, body: { isLocked: true } });
  expect(refusal(await undo()).status).toBe(403);
});

test("by the key of the call", async () => {
  const { ask, undo, redo, all, key: fieldId, first: viewId } = await aWorld();
  for (const [endpoint, asking] of [
    [createField, { body: { type: "number", name: "New" } }],
    [createView, { body: { type: "grid", name: "New" } }],
    [updateField, { params: { fieldId }, body: { name: "K" } }],
    [filterView, { params: { viewId }, body: { filter: filterOf(fieldId, 1) } }],
  ] as const) {
    const before = await all();
    const idempotencyKey = crypto.randomUUID();
    const headers = { "idempotency-key": idempotencyKey, "x-window-id": "" };
    expect((await ask(endpoint, { ...asking, headers })).status).toBeLessThan(300);
    const after = await all();
    expect(await undo({ query: { idempotencyKey } })).toMatchObject(fulfilled);
    expect(await all()).toEqual(before);
    expect(await undo({ query: { idempotencyKey } })).toMatchObject(empty);
    expect(await redo({ query: { idempotencyKey } })).toMatchObject(fulfilled);
    expect(await all()).toEqual(after);
  }
});

test.each<[string, (world: World) => Promise<{ status: number }>]>([
  ["a created field", ({ ask }) => ask(createField, { body: { type: "number", name: "New" } })],
  ["a deleted field", ({ ask, key: fieldId }) => ask(deleteField, { params: { fieldId } })],
  [
    "a renamed field",
    ({ ask, key: fieldId }) => ask(updateField, { params: { fieldId }, body: { name: "K" } }),
  ],
  ["a created view", ({ ask }) => ask(createView, { body: { type: "grid", name: "New" } })],
  ["a deleted view", ({ ask, second: viewId }) => ask(deleteView, { params: { viewId } })],
  [
    "a renamed view",
    ({ ask, second: viewId }) => ask(renameView, { params: { viewId }, body: { name: "V" } }),
  ],
])("of two at once one takes the next operation: %s", async (_, act) => {
  const world = await aWorld();
  const { ask, undo, redo, all, first: viewId, owner: as, params } = world;
  const before = await all();
  await ask(describeView, { params: { viewId }, body: { description: "d" } });
  expect((await act(world)).status).toBeLessThan(300);
  const after = await all();
  for (const [turn, endpoint, state] of [
    [undo, undoOperation, before],
    [redo, redoOperation, after],
  ] as const) {
    let other: Promise<unknown> | undefined;
    await disturbed(
      async ({ command }) => {
        if (command !== "TransactWriteItems" || other) return undefined;
        other = ask(endpoint);
        expect(await other).toMatchObject(fulfilled);
        return undefined;
      },
      async () => expect(await turn()).toMatchObject(fulfilled),
    );
    expect(await all()).toEqual(state);
    expect(await turn()).toMatchObject(empty);
  }
  // one by its key too: it is done once
  const headers = { "idempotency-key": crypto.randomUUID() };
  const [a, b] = await Promise.all(
    [1, 2].map(() => call(undoOperation, { as, params, headers: { ...headers, "x-window-id": "w1" } })),
  );
  expect([a?.body, b?.body]).toEqual([fulfilled.body, fulfilled.body]);
  expect(await undo()).toMatchObject(fulfilled);
  expect(await undo()).toMatchObject(empty);
  expect(await all()).toEqual(before);
});
