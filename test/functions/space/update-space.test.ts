import { expect, test } from "vitest";
import { handler as createSpace } from "#functions/space/create-space";
import { handler as getSpace } from "#functions/space/get-space";
import { handler as updateSpace } from "#functions/space/update-space";
import { type Role, roles } from "#lib/schemas/basics/role";
import { aMember, someone } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";
import { refusal } from "#test/support/requests/refusal";

const owner = await someone();
async function aSpace() {
  const { body } = await call(createSpace, { as: owner, body: { name: "Old" } });
  const params = { spaceId: body.id };
  const update = (body: unknown, as = owner) => call(updateSpace, { as, params, body });
  const get = async () => (await call(getSpace, { as: owner, params })).body;
  return { spaceId: body.id, update, get };
}

test("200: the name; left out it stays", async () => {
  const { spaceId, update, get } = await aSpace();
  const { status, body } = await update({ name: " New " });
  expect({ status, body }).toEqual({ status: 200, body: { id: spaceId, name: "New", role: "owner" } });
  expect((await update({})).body).toEqual(body);
  expect(await get()).toEqual(body);
});

test("200: two at once, and one of them is what it is then", async () => {
  const { update, get } = await aSpace();
  const answers = await Promise.all(["A", "B", "C", "D"].map((name) => update({ name })));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect(answers.map(({ body }) => body.name)).toEqual(["A", "B", "C", "D"]);
  expect(["A", "B", "C", "D"]).toContain((await get()).name);
});

test.each([[""], [null], [1], ["x".repeat(256)]])("400: the name %j", async (name) => {
  const { update, get } = await aSpace();
  expect(refusal(await update({ name }))).toEqual({ status: 400, paths: ["name"] });
  expect((await get()).name).toBe("Old");
});

test.each(roles)("as %s of the space: an owner may, nobody else", async (role: Role) => {
  const { spaceId, update } = await aSpace();
  const { status } = await update({ name: "New" }, await aMember(spaceId, role));
  expect(status).toBe(role === "owner" ? 200 : 403);
});
