import { expect, test } from "vitest";
import { handler as getBase } from "#functions/base/get-base";
import { handler as listBases } from "#functions/base/list-bases";
import { handler as updateBaseCollaborator } from "#functions/base/update-base-collaborator";
import { handler as createRecords } from "#functions/record/create-records";
import { roles as allRoles, type Role } from "#lib/schemas/basics/role";
import { aMember, aTable } from "#test/support/makers/makers";
import { aPlace } from "#test/support/makers/members";
import { call } from "#test/support/requests/call";
import { refusal } from "#test/support/requests/refusal";

test("200: the role changes from the next request on, wherever it is shown", async () => {
  const { baseId, member, setRole, params } = await aPlace("base");
  const as = await member("editor");
  expect((await setRole(as, "creator")).status).toBe(200);
  expect((await call(getBase, { as, params })).body).toMatchObject({ role: "creator" });
  expect((await call(listBases, { as })).body).toMatchObject([{ id: baseId, role: "creator" }]);
});

test("a member made a viewer cannot create records", async () => {
  const { owner, baseId, tableId } = await aTable();
  const as = await aMember(baseId, "editor");
  const create = async () =>
    (await call(createRecords, { as, params: { tableId }, body: { records: [{ fields: {} }] } })).status;
  expect(await create()).toBe(201);
  const body = { userId: as.userId, role: "viewer" };
  await call(updateBaseCollaborator, { as: owner, params: { baseId }, body });
  expect(await create()).toBe(403);
});

test.each(allRoles)(
  "a creator may make a %s a viewer, unless that is above a creator",
  async (role: Role) => {
    const { member, setRole, roles } = await aPlace("base");
    const [as, other] = [await member("creator"), await member(role)];
    const { status } = await setRole(other, "viewer", as);
    expect(status).toBe(role === "owner" ? 403 : 200);
    expect(await roles()).toMatchObject({ [other.userId]: role === "owner" ? "owner" : "viewer" });
  },
);

test.each(allRoles)(
  "a creator may make a viewer a %s, unless that is above a creator",
  async (role: Role) => {
    const { member, setRole, roles } = await aPlace("base");
    const [as, other] = [await member("creator"), await member("viewer")];
    const { status } = await setRole(other, role, as);
    expect(status).toBe(role === "owner" ? 403 : 200);
    expect(await roles()).toMatchObject({ [other.userId]: role === "owner" ? "viewer" : role });
  },
);

test("200: the last owner of a base may be lowered, since its space has one", async () => {
  const { member, setRole } = await aPlace("base");
  const as = await member("owner");
  expect((await setRole(as, "viewer", as)).status).toBe(200);
});

test("404: for a member of the space only, the message says where to change them", async () => {
  const { owner, setRole } = await aPlace("base");
  const answer = await setRole(owner, "viewer");
  expect(refusal(answer)).toEqual({ status: 404, paths: ["userId"] });
  expect(answer.body.message).toContain("change members of its space in the space");
});

test("200: principalId and principalType in place of userId", async () => {
  const { member, update, roles } = await aPlace("base");
  const { userId: principalId } = await member("viewer");
  expect((await update({ principalId, principalType: "user", role: "editor" })).status).toBe(200);
  expect(await roles()).toMatchObject({ [principalId]: "editor" });
});

test.each<[string, object, string]>([
  ["neither name", { userId: undefined }, "userId"],
  ["two different people", { principalId: "usr4mSa1Cw6nZ8tQ0Yh" }, "principalId"],
  ["a department", { principalType: "department" }, "principalType"],
])("400: %s", async (_, sent, path) => {
  const { owner, update } = await aPlace("base");
  const answer = await update({ userId: owner.userId, role: "editor", ...sent });
  expect(refusal(answer)).toEqual({ status: 400, paths: [path] });
});

test.each([
  ["creator", "viewer"],
  ["editor", "commenter"],
  ["commenter", "viewer"],
])("200: a %s may lower the own role to %s, and not raise it or change others", async (role, lower) => {
  const { member, setRole, roles } = await aPlace("base");
  const [as, other] = [await member(role as Role), await member("viewer")];
  expect((await setRole(as, "owner", as)).status).toBe(403);
  expect((await setRole(as, lower, as)).status).toBe(200);
  expect(await roles()).toMatchObject({ [as.userId]: lower });
  expect((await setRole(as, role, as)).status).toBe(403);
  expect((await setRole(other, lower, as)).status).toBe(403);
});
