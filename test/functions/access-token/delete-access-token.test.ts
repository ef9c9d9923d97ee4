import { expect, test } from "vitest";
import { newAccessTokenId } from "#lib/schemas/basics/ids";
import { aPerson, plain, statusWith } from "./support.ts";

const me = await aPerson();

test("200: it stops working at once, and is not listed any more", async () => {
  const { id, token } = await me.made();
  const other = await me.made();
  expect(await statusWith(token, me.baseId)).toBe(200);
  expect(await me.remove(id)).toMatchObject({ status: 200 });
  expect([await statusWith(token, me.baseId), await statusWith(other.token, me.baseId)]).toEqual([401, 200]);
  expect((await me.list()).body.map((each: { id: string }) => each.id)).not.toContain(id);
  expect([(await me.get(id)).status, (await me.remove(id)).status]).toEqual([404, 404]);
});

test("404: one of somebody else is like one that is not there, and goes on working", async () => {
  const other = await aPerson();
  const { id, token } = await other.made();
  const nowhere = newAccessTokenId();
  const [theirs, none] = [await me.remove(id), await me.remove(nowhere)];
  expect([theirs.status, none.status]).toEqual([404, 404]);
  expect(theirs.body.message).toBe(none.body.message.replace(nowhere, id));
  expect(await statusWith(token, other.baseId)).toBe(200);
});

test("whatever else is done with it at the same moment: it is gone, and none of its texts works", async () => {
  for (let round = 0; round < 8; round++) {
    const { id, token } = await me.made();
    const [removed, again, refreshed] = await Promise.all([
      me.remove(id),
      me.remove(id),
      me.refresh(id),
      me.update(id, { ...plain, name: "B" }),
      statusWith(token, me.baseId),
    ]);
    expect([removed.status, again.status].sort()).toEqual([200, 404]);
    expect((await me.get(id)).status).toBe(404);
    expect((await me.list()).body.map((each: { id: string }) => each.id)).not.toContain(id);
    const texts = [token, ...(refreshed.status === 200 ? [refreshed.body.token] : [])];
    for (const text of texts) expect(await statusWith(text, me.baseId)).toBe(401);
  }
});
