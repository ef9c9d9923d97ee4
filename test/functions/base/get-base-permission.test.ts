import { expect, test } from "vitest";
import { handler as getBasePermission } from "#functions/base/get-base-permission";
import { roleMay } from "#lib/access/roles";
import { roles } from "#lib/schemas/basics/role";
import { allScopes } from "#lib/schemas/identity/scopes";
import { aBase, aMember, aToken, someone } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";

const { baseId } = await aBase(await someone());
const get = async (as: { token: string }) => (await call(getBasePermission, { as, params: { baseId } })).body;

test.each(roles)("200: what a %s may, and nothing about spaces", async (role) => {
  const body = await get(await aMember(baseId, role));
  expect(body).toMatchObject({ "base|read": true, "record|create": roleMay(role, "record|create") });
  for (const [scope, may] of Object.entries(body))
    expect({ scope, may }).toEqual({ scope, may: roleMay(role, scope) });
  const about = allScopes.filter((scope) => /^(base|table|view|field|record|automation|table_)/.test(scope));
  expect(Object.keys(body).sort()).toEqual(about.filter((scope) => scope !== "base|create").sort());
});

test("200: no more than the token may", async () => {
  const { userId } = await aMember(baseId, "owner");
  const body = await get({ token: await aToken(userId, { scopes: ["base|read", "record|read"] }) });
  expect(Object.keys(body).filter((scope) => body[scope])).toEqual(["base|read", "record|read"]);
});
