import { expect, test } from "vitest";
import { noUser } from "#test/support/makers/ids";
import { someone } from "#test/support/makers/makers";
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

test.each([
  ["take", "0"],
  ["take", "1001"],
  ["take", "x"],
  ["cursor", "x"],
  ["cursor", noUser()],
  ["skip", "1"],
])("400: %s=%s", async (key, value) => {
  const { list, owner } = await aPlace("space");
  expect(refusal(await list(owner, { [key]: value }))).toEqual({ status: 400, paths: [key] });
});

test("404: for a stranger", async () => {
  const { list } = await aPlace("space");
  expect((await list(await someone())).status).toBe(404);
});
