import { expect, test } from "vitest";
import { handler as listBaseUsers } from "#functions/base/list-base-users";
import { aBase, aMember, someone } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";
import { refusal } from "#test/support/requests/refusal";

const owner = await someone("Owner");
const { baseId, spaceId } = await aBase(owner);
const params = { baseId };
const inSpace = await aMember(spaceId, "viewer");
const inBase = await aMember(baseId, "viewer");
const list = (query: Record<string, string> = {}, as = inBase) => call(listBaseUsers, { as, params, query });
const shown = ({ userId: id, name, email }: typeof owner) => ({ id, name, email, avatar: null });

test("200: the members of the base and of its space, in the order in which they joined", async () => {
  const { status, body } = await list();
  expect({ status, body }).toEqual({
    status: 200,
    body: { users: [owner, inSpace, inBase].map(shown), total: 3, nextCursor: null },
  });
});

test("200: searched, skipped, reversed and in pages", async () => {
  expect((await list({ search: inSpace.email.slice(0, 20).toUpperCase() })).body).toEqual({
    users: [shown(inSpace)],
    total: 1,
    nextCursor: null,
  });
  const reversed = await list({ orderBy: "desc", skip: "1", take: "1", includeSystem: "true" });
  expect(reversed.body).toMatchObject({ users: [shown(inSpace)], total: 3 });
  const next = await list({ orderBy: "desc", cursor: reversed.body.nextCursor });
  expect(next.body).toMatchObject({ users: [shown(owner)], nextCursor: null });
});

test("400: a type; 404: for a stranger", async () => {
  expect(refusal(await list({ type: "user" }))).toEqual({ status: 400, paths: ["type"] });
  expect((await list({}, await someone())).status).toBe(404);
});
