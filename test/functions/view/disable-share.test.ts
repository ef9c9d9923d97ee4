import { expect, test } from "vitest";
import { handler as disableShare } from "#functions/view/disable-share";
import { handler as enableShare } from "#functions/view/enable-share";
import { aTable } from "#test/support/makers/makers";
import { viewsOf } from "#test/support/makers/views";
import { refusal } from "#test/support/requests/refusal";

const views = viewsOf(await aTable());

test("201: it has no address any more, which is anybody's; what the share may do is kept for the next one", async () => {
  const { id } = await views.create({ type: "grid", shareMeta: { allowCopy: true, password: "secret" } });
  const { shareId } = (await views.ask(enableShare, id)).body;
  expect(await views.ask(disableShare, id)).toMatchObject({ status: 201, body: "" });
  const view = await views.get(id);
  expect(view).not.toHaveProperty("shareId");
  expect(view).not.toHaveProperty("enableShare");
  expect(view.shareMeta).toEqual({ allowCopy: true, includeRecords: true, password: "********" });
  await views.create({ type: "grid", shareId });
  expect((await views.ask(enableShare, id)).body.shareId).not.toBe(shareId);
});

test("400: it is not shared, also when it has an address to be shared at", async () => {
  for (const shareId of [undefined, `shr${crypto.randomUUID()}`]) {
    const before = await views.create({ type: "grid", shareId });
    expect(refusal(await views.ask(disableShare, before.id))).toEqual({ status: 400, paths: [""] });
    expect(await views.get(before.id)).toEqual(before);
  }
});
