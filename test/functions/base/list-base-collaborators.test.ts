import { expect, test } from "vitest";
import { joinChanges } from "#lib/data/spaces/members";
import { commit } from "#lib/store/commit";
import { aMember } from "#test/support/makers/makers";
import { aPlace } from "#test/support/makers/members";
import { nextMillisecond } from "#test/support/run/next-millisecond";

test("200: members of the base and of its space, a member of both once, with the stronger role", async () => {
  const { owner, baseId, spaceId, member, list } = await aPlace("base");
  const [raised, same, weaker] = [
    await aMember(spaceId, "viewer"),
    await aMember(spaceId, "editor"),
    await aMember(spaceId, "creator"),
  ];
  const ofBase = await member("editor");
  await nextMillisecond();
  const now = new Date().toISOString();
  for (const [{ userId }, role] of [
    [raised, "creator"],
    [same, "editor"],
    [weaker, "viewer"],
  ] as const)
    await commit(joinChanges(`BASE#${baseId}`, userId, role, now));
  const { status, body } = await list(ofBase);
  const seen = body.collaborators.map((each: Record<string, string>) => [
    each["userId"],
    `${each["role"]} of the ${each["resourceType"]}`,
  ]);
  expect(status).toBe(200);
  expect(Object.fromEntries(seen)).toEqual({
    [owner.userId]: "owner of the space",
    [raised.userId]: "creator of the base",
    [same.userId]: "editor of the base",
    [weaker.userId]: "creator of the space",
    [ofBase.userId]: "editor of the base",
  });
  expect(body).toMatchObject({ total: 5, uniqTotal: 5, nextCursor: null });
});

test("200: page by page", async () => {
  const { baseId, owner, member, list } = await aPlace("base");
  await commit(joinChanges(`BASE#${baseId}`, owner.userId, "viewer", new Date().toISOString()));
  const other = await member("viewer");
  const first = await list(owner, { take: "1" });
  const second = await list(owner, { take: "1", cursor: first.body.nextCursor });
  const people = [first, second].map(({ body }) => body.collaborators[0].userId);
  expect(people).toEqual([owner.userId, other.userId]);
  expect(second.body.nextCursor).toBe(null);
});
