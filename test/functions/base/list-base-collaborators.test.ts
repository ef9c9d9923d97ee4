import { expect, test } from "vitest";
import { joinChanges } from "#lib/data/spaces/members";
import { commit } from "#lib/store/commit";
import { aMember } from "#test/support/makers/makers";
import { aPlace } from "#test/support/makers/members";
import { nextMillisecond } from "#test/support/run/next-millisecond";

test("200: members of the base and of its space; a member of both is listed twice and counted once", async () => {
  const { owner, baseId, spaceId, member, list } = await aPlace("base");
  const ofSpace = await aMember(spaceId, "viewer");
  const ofBase = await member("editor");
  await nextMillisecond();
  await commit(joinChanges(`BASE#${baseId}`, ofSpace.userId, "creator", new Date().toISOString()));
  const { status, body } = await list(ofBase);
  const seen = body.collaborators.map((each: Record<string, string>) => [
    each["userId"],
    each["role"],
    each["resourceType"],
  ]);
  expect({ status, seen }).toEqual({
    status: 200,
    seen: [
      [owner.userId, "owner", "space"],
      [ofSpace.userId, "viewer", "space"],
      [ofBase.userId, "editor", "base"],
      [ofSpace.userId, "creator", "base"],
    ],
  });
  expect(body).toMatchObject({ total: 4, uniqTotal: 3, nextCursor: null });
});

test("200: page by page, also between the two entries of one user", async () => {
  const { baseId, owner, list } = await aPlace("base");
  await commit(joinChanges(`BASE#${baseId}`, owner.userId, "viewer", new Date().toISOString()));
  const first = await list(owner, { take: "1" });
  const second = await list(owner, { take: "1", cursor: first.body.nextCursor });
  const types = [first, second].map(({ body }) => body.collaborators[0].resourceType);
  expect(types).toEqual(["space", "base"]);
  expect(second.body.nextCursor).toBe(null);
});
