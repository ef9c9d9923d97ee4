import { expect, test } from "vitest";
import { noUser } from "#test/support/makers/ids";
import { aMember, someone } from "#test/support/makers/makers";
import { aPlace } from "#test/support/makers/members";
import { refusal } from "#test/support/requests/refusal";

test("200: the members with role, name and e-mail address, in the order in which they joined", async () => {
  const { owner, member, list } = await aPlace("space");
  const viewer = await member("viewer");
  const { status, body } = await list(viewer);
  const time = expect.stringMatching(/^2.+Z$/);
  const shown = (each: typeof owner, role: string) => ({
    type: "user",
    userId: each.userId,
    userName: each.name,
    email: each.email,
    role,
    avatar: null,
    createdTime: time,
    resourceType: "space",
  });
  expect({ status, body }).toEqual({
    status: 200,
    body: {
      collaborators: [shown(owner, "owner"), shown(viewer, "viewer")],
      total: 2,
      uniqTotal: 2,
      nextCursor: null,
    },
  });
});

test("200: pages give each member once, also if some leave meanwhile", async () => {
  const { owner, member, list, remove } = await aPlace("space");
  const people = [owner];
  for (let i = 0; i < 6; i++) people.push(await member("viewer"));
  const first = await list(owner, { take: "3" });
  expect(first.body).toMatchObject({ total: 7, uniqTotal: 7 });
  // the member at the cursor leaves too
  await remove(people[2] as typeof owner);
  const second = await list(owner, { take: "3", cursor: first.body.nextCursor });
  const third = await list(owner, { take: "3", cursor: second.body.nextCursor });
  const ids = [first, second, third].map(({ body }) =>
    body.collaborators.map(({ userId }: { userId: string }) => userId),
  );
  expect(ids.map(({ length }) => length)).toEqual([3, 3, 1]);
  expect(new Set(ids.flat())).toEqual(new Set(people.map(({ userId }) => userId)));
  expect(third.body.nextCursor).toBe(null);
});

test("200: searched by name or address, skipped, reversed; total and uniqTotal count what matches", async () => {
  const { owner, member, list } = await aPlace("space");
  const [one, other] = [await member("viewer"), await member("editor")];
  const ids = ({ body }: Awaited<ReturnType<typeof list>>) =>
    body.collaborators.map(({ userId }: { userId: string }) => userId);
  expect(ids(await list(owner, { orderBy: "desc", includeSystem: "true", type: "user" }))).toEqual(
    [other, one, owner].map(({ userId }) => userId),
  );
  expect(ids(await list(owner, { skip: "1", take: "1" }))).toEqual([one.userId]);
  const found = await list(owner, { search: other.email.toUpperCase() });
  expect(ids(found)).toEqual([other.userId]);
  expect(found.body).toMatchObject({ total: 1, uniqTotal: 1, nextCursor: null });
  expect(ids(await list(owner, { search: one.name.slice(1) }))).toEqual([one.userId]);
  expect((await list(owner, { type: "department" })).body).toEqual({
    ...{ collaborators: [], total: 0, uniqTotal: 0, nextCursor: null },
  });
  // a cursor goes on in the same direction
  const first = await list(owner, { orderBy: "desc", take: "1" });
  expect(ids(await list(owner, { orderBy: "desc", cursor: first.body.nextCursor }))).toEqual([
    one.userId,
    owner.userId,
  ]);
});

test("200: includeBase also lists the members of the bases, with their base", async () => {
  const { owner, baseId, list } = await aPlace("space");
  const guest = await aMember(baseId, "viewer");
  const { body } = await list(owner, { includeBase: "true" });
  expect(body).toMatchObject({ total: 2, uniqTotal: 2 });
  expect(body.collaborators).toMatchObject([
    { userId: owner.userId, resourceType: "space" },
    { userId: guest.userId, resourceType: "base", base: { id: baseId, name: "Base" } },
  ]);
  expect(body.collaborators[0]).not.toHaveProperty("base");
  const first = await list(owner, { includeBase: "true", take: "1" });
  const next = await list(owner, { includeBase: "true", cursor: first.body.nextCursor });
  expect(next.body.collaborators).toMatchObject([{ userId: guest.userId }]);
});

test.each([
  ["take", "0"],
  ["take", "1001"],
  ["take", "x"],
  ["cursor", "x"],
  ["cursor", noUser()],
  ["skip", "-1"],
  ["orderBy", "newest"],
  ["type", "team"],
])("400: %s=%s", async (key, value) => {
  const { list, owner } = await aPlace("space");
  expect(refusal(await list(owner, { [key]: value }))).toEqual({ status: 400, paths: [key] });
});

test("404: for a stranger", async () => {
  const { list } = await aPlace("space");
  expect((await list(await someone())).status).toBe(404);
});
