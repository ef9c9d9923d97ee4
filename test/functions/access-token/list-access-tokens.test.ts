import { expect, test } from "vitest";
import { handler as listTokens } from "#functions/access-token/list-access-tokens";
import { handler as deleteBase } from "#functions/base/delete-base";
import * as tokens from "#lib/data/identity/tokens";
import { aBase, aMember, aSession } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";
import { nextMillisecond } from "#test/support/run/next-millisecond";
import { disturbed } from "#test/support/store/faults";
import { aPerson } from "./support.ts";

const idsOf = (list: { id: string }[]) => list.map(({ id }) => id);

test("200: newest first, without texts and without tokens of other users", async () => {
  const [me, other] = await Promise.all([aPerson(), aPerson()]);
  const first = await me.made({ name: "First" });
  const second = await me.made({ name: "Second" });
  await other.made();
  const { status, body } = await me.list();
  const shown = [second, first].map(({ token: _, ...rest }) => rest);
  // the last is the one that the fixture created
  expect({ status, body }).toEqual({
    status: 200,
    body: [...shown, expect.objectContaining({ name: "Test" })],
  });
});

test("200: spaces and bases that were deleted or lost are left out; the lists stay", async () => {
  const me = await aPerson();
  const gone = await aBase(me.person);
  const guest = await aMember(gone.baseId, "viewer");
  const signedIn = await aSession(guest.userId);
  const reach = { spaceIds: [gone.spaceId], baseIds: [gone.baseId] };
  const expiredTime = "2999-01-01T00:00:00.000Z";
  await nextMillisecond();
  await tokens.create(
    { userId: guest.userId, name: "Guest", scopes: [], reach, expiredTime },
    new Date().toISOString(),
  );
  const made = await me.made({
    hasFullAccess: false,
    baseIds: [me.baseId, gone.baseId],
    spaceIds: [me.spaceId],
  });
  const guests = async () => (await call(listTokens, { signedIn })).body[0];
  // the guest has no role in the space
  expect(await guests()).toMatchObject({ baseIds: [gone.baseId], spaceIds: [] });

  await call(deleteBase, { as: me.person, params: { baseId: gone.baseId } });
  const expected = { spaceIds: [me.spaceId], baseIds: [me.baseId] };
  expect((await me.list()).body[0]).toMatchObject({ id: made.id, ...expected });
  expect((await me.get(made.id)).body).toMatchObject(expected);
  expect((await guests()).baseIds).toEqual([]);
});

test("200: an expired token is listed for 30 more days", async () => {
  const me = await aPerson();
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
  const grant = { userId: me.person.userId, name: "Old", scopes: [], reach: null };
  const { item: late } = await tokens.create({ ...grant, expiredTime: daysAgo(29) }, daysAgo(40));
  const { item: gone } = await tokens.create({ ...grant, expiredTime: daysAgo(31) }, daysAgo(40));
  const ids = idsOf((await me.list()).body);
  expect(ids).toContain(late.id);
  expect(ids).not.toContain(gone.id);
  expect((await me.get(gone.id)).status).toBe(404);
});

test("200: a token that is refreshed while the list is read is not missing", async () => {
  const me = await aPerson();
  const [first, second] = [await me.made(), await me.made()];
  let listed: Awaited<ReturnType<typeof me.list>> | undefined;
  let refreshed = false;
  await disturbed(
    async ({ command, input }) => {
      // between reading the entries and the tokens
      if (command !== "BatchGetItem" || refreshed || !JSON.stringify(input).includes("TOKEN#"))
        return undefined;
      refreshed = true;
      await me.refresh(first.id);
      return undefined;
    },
    async () => {
      listed = await me.list();
    },
  );
  expect(refreshed).toBe(true);
  expect(idsOf(listed?.body).slice(0, 2)).toEqual([second.id, first.id]);
});
