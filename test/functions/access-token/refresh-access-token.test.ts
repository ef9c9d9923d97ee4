import { expect, test } from "vitest";
import * as tokens from "#lib/data/identity/tokens";
import { newAccessTokenId } from "#lib/schemas/basics/ids";
import { refusal } from "#test/support/requests/refusal";
import { aPerson, plain, statusWith } from "./support.ts";

const me = await aPerson();
const { baseId } = me;

test("200: another text for the same token; the one before it is dead at once", async () => {
  const { token, ...made } = await me.made({ description: "Every night" });
  await statusWith(token, baseId);
  const { status, body } = await me.refresh(made.id);
  const { token: renewed, lastUsedTime, ...shown } = body;
  expect({ status, shown }).toEqual({ status: 200, shown: made });
  expect(lastUsedTime).toBeTruthy();
  expect(renewed).toMatch(new RegExp(`^gridless_${made.id}_[0-9A-Za-z]{50}$`));
  expect([await statusWith(token, baseId), await statusWith(renewed, baseId)]).toEqual([401, 200]);
  expect((await me.list()).body.filter(({ id }: { id: string }) => id === made.id)).toHaveLength(1);
});

test("200: good until another time, if one is sent", async () => {
  const { id } = await me.made();
  expect((await me.refresh(id, { expiredTime: "2998-05-01" })).body.expiredTime).toBe(
    "2998-05-01T23:59:59.999Z",
  );
  expect((await me.get(id)).body.expiredTime).toBe("2998-05-01T23:59:59.999Z");
});

test("an expired one lives again with a new time only", async () => {
  const grant = { userId: me.person.userId, name: "Old", scopes: ["base|read"], reach: null };
  const { item, token } = await tokens.create(
    { ...grant, expiredTime: new Date(Date.now() - 1000).toISOString() },
    new Date().toISOString(),
  );
  expect(refusal(await me.refresh(item.id))).toEqual({ status: 400, paths: ["expiredTime"] });
  const { body } = await me.refresh(item.id, { expiredTime: "2999-01-01" });
  expect([await statusWith(token, baseId), await statusWith(body.token, baseId)]).toEqual([401, 200]);
});

test.each([
  ["yesterday", { expiredTime: "2020-01-01" }],
  ["null", { expiredTime: null }],
  ["no time", { expiredTime: "soon" }],
])("400: %s, and the text stays good", async (_, body) => {
  const { id, token } = await me.made();
  expect(refusal(await me.refresh(id, body))).toEqual({ status: 400, paths: ["expiredTime"] });
  expect(await statusWith(token, baseId)).toBe(200);
});

test("404: one of somebody else is like one that is not there, and goes on working", async () => {
  const other = await aPerson();
  const { id, token } = await other.made();
  const nowhere = newAccessTokenId();
  const [theirs, none] = [await me.refresh(id), await me.refresh(nowhere)];
  expect([theirs.status, none.status]).toEqual([404, 404]);
  expect(theirs.body.message).toBe(none.body.message.replace(nowhere, id));
  expect(await statusWith(token, other.baseId)).toBe(200);
});

test("twins: of all the texts one is good in the end, and no other change is lost", async () => {
  const { id, token } = await me.made();
  const [updated, ...refreshed] = await Promise.all([
    me.update(id, { ...plain, name: "Renamed" }),
    ...Array.from({ length: 4 }, () => me.refresh(id)),
  ]);
  expect([updated, ...refreshed].map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  const texts = [token, ...refreshed.map(({ body }) => body.token)];
  const statuses = await Promise.all(texts.map((text) => statusWith(text, baseId)));
  expect(statuses.sort()).toEqual([200, 401, 401, 401, 401]);
  expect((await me.get(id)).body).toMatchObject({ id, name: "Renamed" });
});
