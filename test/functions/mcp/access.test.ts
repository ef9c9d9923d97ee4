/* Who may call which tool: what a tool declares is what the endpoints behind it ask, for each role and each scope. */
import { describe, expect, test } from "vitest";
import { roleMay } from "#lib/access/roles";
import { tools } from "#lib/mcp/tools/index";
import { roles } from "#lib/schemas/basics/role";
import { allScopes } from "#lib/schemas/identity/scopes";
import { aMember, aTable, aToken, someone } from "#test/support/makers/makers";
import { callTool, sendModern } from "#test/support/requests/mcp";
import { toolExamples } from "#test/support/requests/tool-examples";

const owner = await someone();
const { baseId, argumentsOf } = await toolExamples(owner);
const members = await Promise.all(
  roles.map(async (role) => ({ role, ...(await aMember(baseId as never, role)) })),
);
const stranger = await someone();
const elsewhere = await aTable({}, owner);

/** The alternative that the example of a tool needs; a field is created. */
const neededBy = ({ scopes }: (typeof tools)[number]) => scopes[0] ?? [];
const isPlaced = ({ name }: (typeof tools)[number]) => name !== "list_bases";

describe.each(tools)("$name", (tool) => {
  const { name } = tool;
  const scopes = neededBy(tool);

  test("a token with the declared scopes alone is enough, and lists it", async () => {
    const token = await aToken(owner.userId, { scopes: [...scopes] });
    const { isError, shown } = await callTool({ token }, name, await argumentsOf(name));
    expect({ isError, shown }).toEqual({ isError: false, shown });
    const { body } = await sendModern({ token }, "tools/list");
    expect(body.result.tools.map((each: { name: string }) => each.name)).toContain(name);
  });

  test("403 without one of them, and it is not listed; with all others it is the only one that is missing", async () => {
    for (const lacking of scopes) {
      const others = tool.scopes.length > 1 ? tool.scopes.flat() : [lacking];
      const token = await aToken(owner.userId, {
        scopes: allScopes.filter((each) => !others.includes(each)),
      });
      const params = { name, arguments: await argumentsOf(name) };
      const answer = await sendModern({ token }, "tools/call", params);
      expect(answer).toMatchObject({ status: 403, body: { error: { data: { scopes: [others[0]] } } } });
      const { body } = await sendModern({ token }, "tools/list");
      expect(body.result.tools.map((each: { name: string }) => each.name)).not.toContain(name);
    }
  });

  if (!isPlaced(tool)) return;

  test("each role may what the endpoints let it do", async () => {
    for (const { role, token } of members) {
      const { shown } = await callTool({ token }, name, await argumentsOf(name));
      const may = scopes.every((scope) => roleMay(role, scope));
      expect({ role, isRefused: shown.error?.code === "restricted_resource" }).toEqual({
        role,
        isRefused: !may,
      });
    }
  });

  test("for a stranger, and for a token of other places, there is nothing", async () => {
    const reach = { spaceIds: [elsewhere.spaceId], baseIds: [elsewhere.baseId] };
    for (const token of [stranger.token, await aToken(owner.userId, { reach })]) {
      const { isError, shown } = await callTool({ token }, name, await argumentsOf(name));
      expect({ isError, code: shown.error?.code }).toEqual({ isError: true, code: "not_found" });
    }
  });
});

test("list_bases shows only the bases that the token names", async () => {
  const reach = { spaceIds: [], baseIds: [elsewhere.baseId] };
  const token = await aToken(owner.userId, { reach, scopes: ["record|read"] });
  const { shown } = await callTool({ token }, "list_bases", {});
  expect(shown.bases.map(({ id }: { id: string }) => id)).toEqual([elsewhere.baseId]);
});
