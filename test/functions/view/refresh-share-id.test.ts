import { expect, test } from "vitest";
import { handler as enableShare } from "#functions/view/enable-share";
import { handler as refreshShareId } from "#functions/view/refresh-share-id";
import { aTable } from "#test/support/makers/makers";
import { viewsOf } from "#test/support/makers/views";
import { refusal } from "#test/support/requests/refusal";

const views = viewsOf(await aTable());
const { id } = await views.create({ type: "grid" });

test("400: the view is not shared", async () => {
  expect(refusal(await views.ask(refreshShareId, id))).toEqual({ status: 400, paths: [""] });
});

test("201: another share id, and all else stays; the previous one is free", async () => {
  const old = (await views.ask(enableShare, id)).body.shareId as string;
  const before = await views.get(id);
  const { status, body } = await views.ask(refreshShareId, id);
  expect({ status, shareId: body.shareId }).toEqual({
    status: 201,
    shareId: expect.stringMatching(/^shr[0-9A-Za-z]{16}$/),
  });
  expect(body.shareId).not.toBe(old);
  expect(body.url).toMatch(new RegExp(`^https?://.+/share/${body.shareId}$`));
  const after = await views.get(id);
  expect(after).toEqual({ ...before, shareId: body.shareId, lastModifiedTime: after.lastModifiedTime });
  expect((await views.create({ type: "grid", shareId: old })).shareId).toBe(old);
  await expect(views.create({ type: "grid", shareId: body.shareId })).rejects.toThrow("shareId");
});

test("201: concurrent calls each return an id, and the view has the last one", async () => {
  const answers = await Promise.all(Array.from({ length: 4 }, () => views.ask(refreshShareId, id)));
  const ids = answers.map(({ body }) => body.shareId);
  expect(new Set(ids).size).toBe(4);
  const { shareId } = await views.get(id);
  expect(ids).toContain(shareId);
  const free = ids.filter((each) => each !== shareId);
  for (const each of free) expect((await views.create({ type: "grid", shareId: each })).shareId).toBe(each);
});
