import { expect, test } from "vitest";
import { handler as enableShare } from "#functions/view/enable-share";
import { getItem } from "#lib/store/store";
import { aShareId } from "#test/support/makers/ids";
import { aTable } from "#test/support/makers/makers";
import { viewsOf } from "#test/support/makers/views";
import { refusal } from "#test/support/requests/refusal";
import { inProcessOnly } from "#test/support/run/target";

const made = await aTable();
const views = viewsOf(made);

test.each([
  ["grid", { includeRecords: true }],
  ["kanban", { includeRecords: true }],
  ["gallery", { includeRecords: true }],
  ["calendar", { includeRecords: true }],
  ["form", { submit: { allow: true } }],
])("201: a %s gets a share id and the permissions of its type", async (type, shareMeta) => {
  const view = await views.create({ type });
  const { status, body } = await views.ask(enableShare, view.id);
  expect({ status, body }).toEqual({
    status: 201,
    body: {
      shareId: expect.stringMatching(/^shr[0-9A-Za-z]{16}$/),
      url: expect.stringMatching(/^https?:\/\/.*\/share\/shr[0-9A-Za-z]{16}$/),
    },
  });
  expect(body.url.endsWith(`/share/${body.shareId}`)).toBe(true);
  const shared = await views.get(view.id);
  const { lastModifiedTime } = shared;
  // each column of a form says whether strangers are asked for it
  const columns = Object.entries(view.columnMeta as Record<string, object>);
  const columnMeta = Object.fromEntries(
    columns.map(([id, column]) => [id, type === "form" ? { ...column, visible: true } : column]),
  );
  expect(shared).toEqual({
    ...view,
    shareId: body.shareId,
    enableShare: true,
    shareMeta,
    columnMeta,
    lastModifiedTime,
  });
});

test("201: the previous shareMeta stays", async () => {
  const said = { allowCopy: true, includeRecords: false, password: "secret" };
  const grid = await views.create({ type: "grid", shareMeta: said });
  await views.ask(enableShare, grid.id);
  expect((await views.get(grid.id)).shareMeta).toEqual({ ...said, password: "********" });
  const form = await views.create({ type: "form", shareMeta: { submit: { requireLogin: true } } });
  await views.ask(enableShare, form.id);
  expect((await views.get(form.id)).shareMeta).toEqual({ submit: { allow: true, requireLogin: true } });
});

test("201: a view created with a share id keeps it; others get one", async () => {
  const shareId = aShareId();
  const { id } = await views.create({ type: "grid", shareId });
  expect((await views.ask(enableShare, id)).body).toMatchObject({ shareId });
  const bare = await views.create({ type: "grid", enableShare: true });
  expect((await views.ask(enableShare, bare.id)).body.shareId).toMatch(/^shr/);
});

test("the share id leads to this view only", async () => {
  inProcessOnly("the test looks into the store");
  const { id } = await views.create({ type: "grid" });
  const { shareId } = (await views.ask(enableShare, id)).body;
  expect(await getItem({ pk: `SHARE#${shareId}`, sk: "SHARE" })).toMatchObject({
    entity: "share",
    tableId: made.tableId,
    viewId: id,
  });
  await expect(views.create({ type: "grid", shareId })).rejects.toThrow("shareId");
});

test("400: the view is already shared; of five concurrent calls one succeeds", async () => {
  const { id } = await views.create({ type: "grid" });
  const answers = await Promise.all(Array.from({ length: 5 }, () => views.ask(enableShare, id)));
  const [done, ...refused] = answers.toSorted((a, b) => a.status - b.status);
  expect(done).toMatchObject({ status: 201, body: { shareId: (await views.get(id)).shareId } });
  for (const answer of refused) expect(refusal(answer)).toEqual({ status: 400, paths: [""] });
});
