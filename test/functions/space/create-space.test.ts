import { expect, test } from "vitest";
import { handler as createBase } from "#functions/base/create-base";
import { handler as createSpace } from "#functions/space/create-space";
import { handler as getSpace } from "#functions/space/get-space";
import { limits } from "#lib/schemas/basics/limits";
import { aMember, aToken, someone } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";
import { refusal } from "#test/support/requests/refusal";

test("201: the caller owns the new space, and can make a base in it", async () => {
  const as = await someone();
  const { status, body: space } = await call(createSpace, { as, body: { name: " Sales " } });
  expect({ status, space }).toEqual({
    status: 201,
    space: { id: expect.stringMatching(/^spc[0-9A-Za-z]{16}$/), name: "Sales", role: "owner" },
  });
  expect((await call(getSpace, { as, params: { spaceId: space.id } })).body).toEqual(space);
  expect((await call(createBase, { as, body: { spaceId: space.id } })).status).toBe(201);
});

test("201: without a name it is Space, then Space 2 and 3, of each person's own", async () => {
  const [ada, bob] = [await someone(), await someone()];
  const nameOf = async (as = ada) => (await call(createSpace, { as, body: {} })).body.name;
  expect([await nameOf(), await nameOf(), await nameOf()]).toEqual(["Space", "Space 2", "Space 3"]);
  const { body } = await call(createSpace, { as: bob, body: { name: "Other" } });
  await aMember(body.id, "editor");
  expect(await nameOf(bob)).toBe("Space");
});

test("201: of many that get no name at once each has one of its own; names that are given may repeat", async () => {
  const as = await someone();
  const answers = await Promise.all([1, 2, 3, 4, 5].map(() => call(createSpace, { as, body: {} })));
  expect(answers.map(({ body }) => body.name).sort()).toEqual(
    ["Space", "Space 2", "Space 3", "Space 4", "Space 5"].sort(),
  );
  const twin = await call(createSpace, { as, body: { name: "Space 2" } });
  expect(twin.body.name).toBe("Space 2");
});

test("400: more spaces than one person may own, however many are made at once", async () => {
  const as = await someone();
  for (let i = 0; i < limits.spacesPerPerson - 2; i++) await call(createSpace, { as, body: { name: "x" } });
  const answers = await Promise.all([1, 2, 3, 4].map(() => call(createSpace, { as, body: { name: "x" } })));
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 400, 400]);
  const { message } = answers.find(({ status }) => status === 400)?.body ?? {};
  expect(message).toContain("you own 100 spaces, the limit is 100");
}, 60_000);

test.each([
  ["an empty name", { name: " " }],
  ["no text", { name: 1 }],
  ["256 characters", { name: "x".repeat(256) }],
])("400: %s", async (_, body) => {
  expect(refusal(await call(createSpace, { as: await someone(), body }))).toEqual({
    status: 400,
    paths: ["name"],
  });
});

test("201: a token that names places may too, and then does not reach what it made", async () => {
  const { userId } = await someone();
  const as = { token: await aToken(userId, { reach: { spaceIds: [], baseIds: [] } }) };
  const { status, body } = await call(createSpace, { as, body: {} });
  expect(status).toBe(201);
  expect((await call(getSpace, { as, params: { spaceId: body.id } })).status).toBe(404);
});
