import { expect, test } from "vitest";
import { handler as listSharedBases } from "#functions/base/list-shared-bases";
import { aBase, aMember, aToken, someone } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";

test("200: bases of which the caller is a member without being one of their space", async () => {
  const { baseId, spaceId } = await aBase(await someone());
  const member = await aMember(baseId, "editor");
  await aBase(member);
  const { status, body } = await call(listSharedBases, { as: member });
  expect({ status, body }).toEqual({
    status: 200,
    body: [
      {
        ...{ id: baseId, name: "Base", spaceId, icon: null, role: "editor" },
        ...{ collaboratorType: "base", spaceName: "Space" },
      },
    ],
  });
  const token = await aToken(member.userId, { reach: { spaceIds: [], baseIds: [] } });
  expect((await call(listSharedBases, { as: { token } })).body).toEqual([]);
});
