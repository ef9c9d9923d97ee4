import { expect, test } from "vitest";
import { newAccessTokenId } from "#lib/schemas/basics/ids";
import { aPerson, statusWith } from "./support.ts";

const me = await aPerson();

test("200: as it was created, without its text; with the time of its last use", async () => {
  const { token, ...made } = await me.made();
  expect(await me.get(made.id)).toMatchObject({ status: 200, body: made });
  expect((await me.get(made.id)).body).toEqual(made);
  await statusWith(token, me.baseId);
  expect((await me.get(made.id)).body.lastUsedTime).toMatch(/^\d{4}-.*Z$/);
});

test("404: a token of another user is not found", async () => {
  const { id } = await (await aPerson()).made();
  const nowhere = newAccessTokenId();
  const [theirs, none, malformed] = [await me.get(id), await me.get(nowhere), await me.get("nope")];
  expect([theirs, none, malformed].map(({ status }) => status)).toEqual([404, 404, 404]);
  expect(theirs.body.message).toBe(none.body.message.replace(nowhere, id));
  expect(malformed.body.message).toBe("There is no access token nope, or you have no access to it");
  expect(malformed.body.message).toBe(none.body.message.replace(nowhere, "nope"));
});
