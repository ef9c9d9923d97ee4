/* Spaces and bases that are nearly full: of additions at once as many are made as there is room for. */
import { expect, test } from "vitest";
import { handler as createBase } from "#functions/base/create-base";
import { handler as moveBase } from "#functions/base/move-base";
import { handler as addSpaceCollaborators } from "#functions/space/add-space-collaborators";
import { limits } from "#lib/schemas/basics/limits";
import { countItems, getItem, keysStartingWith } from "#lib/store/store";
import { fill } from "#test/support/events/jobs";
import { aPlaceWithLinks } from "#test/support/makers/invitation-links";
import { aBase, aMember, someone } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";

const atOnce = 8;
const room = 3;
const countOf = (pk: string, kind = "MEMBER#") => countItems({ pk, ...keysStartingWith(kind) });
type Call = () => Promise<{ status: number }>;

/** Makes calls at once; a call that gave up because others were first (409) is made again. Gives how they ended. */
async function endsOf(calls: Call[]): Promise<string[]> {
  const atFirst = await Promise.all(calls.map((call) => call()));
  const ends: string[] = [];
  for (const [i, { status: first }] of atFirst.entries()) {
    const status = first === 409 ? (await calls[i]?.())?.status : first;
    ends.push(status === 200 || status === 201 ? "added" : String(status));
  }
  return ends.toSorted();
}
const expected = [...Array(atOnce - room).fill("400"), ...Array(room).fill("added")];
const each = <Made>(make: (i: number) => Promise<Made>): Promise<Made[]> =>
  Promise.all(Array.from({ length: atOnce }, (_, i) => make(i)));

test("bases made in a space at once, and bases moved into it", async () => {
  const owner = await someone();
  const { spaceId } = await aBase(owner);
  const pk = `SPACE#${spaceId}`;
  await fill(limits.basesPerSpace - room - 1, (i) => ({ pk, sk: `BASE#bse${i}`, entity: "test" }));
  const others = await each(() => aBase(owner));
  const calls = others.map(({ baseId }, i): Call => {
    if (i % 2) return () => call(createBase, { as: owner, body: { spaceId, name: "New" } });
    return () => call(moveBase, { as: owner, params: { baseId }, body: { spaceId } });
  });
  expect(await endsOf(calls)).toEqual(expected);
  expect(await countOf(pk, "BASE#")).toBe(limits.basesPerSpace);
});

test("members who are added at once, and people who join by a link meanwhile", async () => {
  const { owner, create, accept, params } = await aPlaceWithLinks("space");
  const { body: link } = await create("viewer");
  const pk = `SPACE#${params.spaceId}`;
  // people whom the owner knows
  const { baseId } = await aBase(owner);
  const people = await each(() => aMember(baseId, "viewer"));
  const members = await countOf(pk);
  await fill(limits.membersPerPlace - room - members, (i) => ({ pk, sk: `MEMBER#usr${i}`, entity: "test" }));
  const calls = people.map((person, i): Call => {
    if (i % 2) return () => accept(link, person);
    const collaborators = [{ principalId: person.userId, principalType: "user" }];
    const body = { collaborators, role: "viewer" };
    return () => call(addSpaceCollaborators, { as: owner, params, body });
  });
  expect(await endsOf(calls)).toEqual(expected);
  expect(await countOf(pk)).toBe(limits.membersPerPlace);
}, 120_000);

test("far from the limit an addition writes nothing more", async () => {
  const owner = await someone();
  const { spaceId } = await aBase(owner);
  expect((await call(createBase, { as: owner, body: { spaceId, name: "New" } })).status).toBe(201);
  expect(await getItem({ pk: `SPACE#${spaceId}`, sk: "BASE" })).toBeUndefined();
});
