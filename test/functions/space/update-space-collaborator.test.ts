import { expect, test } from "vitest";
import { handler as createRecords } from "#functions/record/create-records";
import { handler as getSpace } from "#functions/space/get-space";
import { handler as listSpaces } from "#functions/space/list-spaces";
import { handler as updateSpaceCollaborator } from "#functions/space/update-space-collaborator";
import type { Role } from "#lib/schemas/basics/role";
import { noUser } from "#test/support/makers/ids";
import { aMember, aTable, someone } from "#test/support/makers/makers";
import { aPlace } from "#test/support/makers/members";
import { call } from "#test/support/requests/call";
import { refusal } from "#test/support/requests/refusal";

test("200: the role changes from the next request on, wherever it is shown", async () => {
  const { spaceId, member, setRole, params } = await aPlace("space");
  const as = await member("editor");
  const { status, body } = await setRole(as, "commenter");
  expect({ status, body }).toEqual({ status: 200, body: "" });
  expect((await call(getSpace, { as, params })).body).toMatchObject({ role: "commenter" });
  expect((await call(listSpaces, { as })).body).toMatchObject([{ id: spaceId, role: "commenter" }]);
});

test("a member made a viewer cannot create records", async () => {
  const { owner, spaceId, tableId } = await aTable();
  const as = await aMember(spaceId, "editor");
  const create = async () =>
    (await call(createRecords, { as, params: { tableId }, body: { records: [{ fields: {} }] } })).status;
  expect(await create()).toBe(201);
  await call(updateSpaceCollaborator, {
    as: owner,
    params: { spaceId },
    body: { userId: as.userId, role: "viewer" },
  });
  expect(await create()).toBe(403);
});

test("400: the last owner stays owner, and is told what to do; with another owner it works", async () => {
  const { owner, member, setRole, roles } = await aPlace("space");
  const creator = await member("creator");
  const { status, body } = await setRole(owner, "editor");
  expect(status).toBe(400);
  expect(body.message).toContain("make another member owner first");
  expect((await setRole(owner, "owner")).status).toBe(200);
  expect((await setRole(creator, "owner")).status).toBe(200);
  expect((await setRole(owner, "editor")).status).toBe(200);
  expect(await roles()).toEqual({ [owner.userId]: "editor", [creator.userId]: "owner" });
});

test("of owners who lower each other concurrently one is left", async () => {
  for (let i = 0; i < 20; i++) {
    const { owner, member, setRole, roles } = await aPlace("space");
    const people = [owner, await member("owner"), ...(i % 2 ? [await member("owner")] : [])];
    const answers = await Promise.all(
      people.map((as, k) => setRole(people[(k + 1) % people.length] as typeof owner, "viewer", as)),
    );
    const statuses = answers.map(({ status }) => status);
    expect(statuses.every((status) => [200, 400, 403, 409].includes(status))).toBe(true);
    const owners = Object.values(await roles()).filter((role) => role === "owner");
    expect({ i, statuses, owners: owners.length }).toEqual({
      i,
      statuses,
      owners: people.length - statuses.filter((status) => status === 200).length,
    });
    expect(owners.length).toBeGreaterThan(0);
  }
}, 60_000);

test.each<[Role, number]>([
  ["creator", 403],
  ["editor", 403],
  ["viewer", 403],
])("403: a %s changes the role of no other member", async (role, expected) => {
  const { member, setRole, roles } = await aPlace("space");
  const [as, other] = [await member(role), await member("viewer")];
  expect((await setRole(other, "editor", as)).status).toBe(expected);
  expect(await roles()).toMatchObject({ [other.userId]: "viewer", [as.userId]: role });
});

test("404: a user who is not a member, or an unknown user, by the path in the body", async () => {
  const { setRole } = await aPlace("space");
  for (const userId of [noUser(), (await someone()).userId])
    expect(refusal(await setRole({ userId }, "editor"))).toEqual({ status: 404, paths: ["userId"] });
});

test.each([
  ["no role", { userId: noUser() }, ["role"]],
  ["an unknown role", { userId: noUser(), role: "king" }, ["role"]],
  ["all of it wrong", { userId: "x", role: 1 }, ["userId", "role"]],
])("400: %s", async (_, body, paths) => {
  const { update } = await aPlace("space");
  expect(refusal(await update(body))).toEqual({ status: 400, paths });
});

test("200: principalId and principalType in place of userId", async () => {
  const { member, update, roles } = await aPlace("space");
  const { userId: principalId } = await member("viewer");
  expect((await update({ principalId, principalType: "user", role: "editor" })).status).toBe(200);
  expect(await roles()).toMatchObject({ [principalId]: "editor" });
});

test.each<[string, object, string]>([
  ["neither name", { userId: undefined }, "userId"],
  ["two different people", { principalId: "usr4mSa1Cw6nZ8tQ0Yh" }, "principalId"],
  ["a department", { principalType: "department" }, "principalType"],
])("400: %s", async (_, sent, path) => {
  const { owner, update } = await aPlace("space");
  const answer = await update({ userId: owner.userId, role: "editor", ...sent });
  expect(refusal(answer)).toEqual({ status: 400, paths: [path] });
});

test.each([
  ["creator", "viewer"],
  ["editor", "commenter"],
  ["commenter", "viewer"],
])("200: a %s may lower the own role to %s, and not raise it or change others", async (role, lower) => {
  const { member, setRole, roles } = await aPlace("space");
  const [as, other] = [await member(role as Role), await member("viewer")];
  expect((await setRole(as, "owner", as)).status).toBe(403);
  expect((await setRole(as, lower, as)).status).toBe(200);
  expect(await roles()).toMatchObject({ [as.userId]: lower });
  expect((await setRole(as, role, as)).status).toBe(403);
  expect((await setRole(other, lower, as)).status).toBe(403);
});
