/* Inviting is atomic, whichever store call fails; mails and pending invitations as they are stored. */
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { joinWaitingChanges } from "#lib/data/spaces/invitations";
import { invite } from "#lib/data/spaces/invite";
import type { UserId } from "#lib/schemas/basics/ids";
import { fill, itemsWith } from "#test/support/events/jobs";
import { someone, verify } from "#test/support/makers/makers";
import { aPlace } from "#test/support/makers/members";
import { refusal } from "#test/support/requests/refusal";
import { areAllTried, pointsOf } from "#test/support/run/points";
import { disturbed, storeError } from "#test/support/store/faults";
import { useOwnStore } from "#test/support/store/own-store";

beforeAll(async () => {
  await useOwnStore();
  vi.spyOn(console, "error").mockImplementation(() => {});
});
afterAll(() => vi.restoreAllMocks());

async function aScene() {
  const place = await aPlace("space");
  const known = await someone();
  await verify(known);
  const nobody = `${crypto.randomUUID()}@test.local`;
  const emails = [known.email, nobody];
  const entities = async () =>
    (await itemsWith(known.userId, known.email, nobody))
      .map(({ entity }) => entity)
      .filter((entity) => !/^(user|email|token|tokenEntry)$/.test(entity))
      .sort();
  return { ...place, known, nobody, emails, entities };
}
const all = ["invitation", "invitations", "mail", "mail", "member", "memberEntry"];

test("users who join and pending invitations each get a mail in the same commit", async () => {
  const { owner, emails, known, nobody, invite, entities } = await aScene();
  await invite(emails);
  expect(await entities()).toEqual(all);
  const mails = (await itemsWith(...emails)).filter(({ entity }) => entity === "mail");
  const of = { from: owner.name, place: "Space" };
  expect(mails.map(({ mail }) => mail)).toEqual(
    expect.arrayContaining([
      { kind: "joined", to: known.email, ...of },
      { kind: "invitation", to: nobody, ...of },
    ]),
  );
});

test("a user who is a member already gets no mail", async () => {
  const { emails, known, invite } = await aScene();
  await invite(emails);
  expect((await invite([known.email], "creator")).status).toBe(400);
  const mails = (await itemsWith(known.email)).filter(({ entity }) => entity === "mail");
  expect(mails).toHaveLength(1);
});

test("one user sends only a few mails to one address, however often and wherever they invite it; others still may", async () => {
  const { owner, known, nobody, invite, remove, member, invitations } = await aScene();
  const other = await member("owner");
  for (let i = 0; i < 5; i++) {
    expect((await invite([known.email, i % 2 ? nobody.toUpperCase() : nobody], "viewer")).status).toBe(201);
    expect((await remove(known)).status).toBe(200);
  }
  const mailed = async (email: string) =>
    (await itemsWith(email, email.toUpperCase())).filter(({ entity }) => entity === "mail").length;
  expect([await mailed(known.email), await mailed(nobody)]).toEqual([3, 3]);
  await invite([nobody], "editor", other);
  expect(await mailed(nobody)).toBe(4);
  expect((await invitations(owner)).body.invitations).toMatchObject([{ email: nobody, role: "editor" }]);
});

test("whichever store call fails, all is done or nothing, and it can be repeated", async () => {
  const trial = await aScene();
  const sent = await disturbed(
    () => undefined,
    () => trial.invite(trial.emails),
  );
  const seen = new Set<number>();
  for (const fault of ["answer lost", "not sent", storeError("ValidationException")] as const)
    for (const n of pointsOf("inviting", sent.length)) {
      const { invite, emails, entities } = await aScene();
      const dead = storeError("ValidationException");
      await disturbed(
        (_, index) => (index === n ? fault : index > n ? dead : undefined),
        () => invite(emails),
      );
      const after = await entities();
      seen.add(after.length);
      expect([[], all]).toContainEqual(after);
      // whom the first call made a member has access
      expect((await invite(emails)).status).toBe(after.length > 0 ? 400 : 201);
      expect((await entities()).filter((entity) => entity !== "mail")).toEqual(
        all.filter((entity) => entity !== "mail"),
      );
    }
  if (areAllTried) expect([...seen].sort()).toEqual([0, all.length]);
}, 120_000);

test("400: more members and pending invitations than a space may have", async () => {
  const { spaceId, nobody, invite } = await aScene();
  const pk = `SPACE#${spaceId}`;
  await fill(9_998, (i) => ({ pk, sk: `${i % 2 ? "MEMBER#usr" : "INVITE#inv"}${i}`, entity: "test" }));
  const answer = await invite([nobody, `another-${nobody}`]);
  expect(refusal(answer)).toEqual({ status: 400, paths: ["emails"] });
  expect(answer.body.message).toContain("would be 10001, the limit is 10000");
  // of several calls at once as many are done as there is room for
  const others = Array.from({ length: 4 }, () => `${crypto.randomUUID()}@test.local`);
  const atOnce = await Promise.all([nobody, ...others].map((email) => invite([email])));
  expect(atOnce.filter(({ status }) => status === 201)).toHaveLength(1);
}, 60_000);

test("after 14 days it has expired: not accepted on verification, in no list, and it can be made again", async () => {
  const { owner, spaceId, nobody, roles, invitations } = await aScene();
  const standing = { role: "owner", from: "space" } as const;
  const acting = { place: `SPACE#${spaceId}`, standing, userId: owner.userId } as const;
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
  const old = await invite(acting, { emails: [nobody], role: "owner" }, { now: daysAgo(14.1) });
  expect((await invitations()).body.invitations).toEqual([]);
  const changes = await joinWaitingChanges(
    nobody,
    { id: "usr0000000000000000" as UserId, name: "Nobody" },
    new Date().toISOString(),
  );
  expect(changes.map(({ op }) => op)).toEqual(["delete"]);

  const anew = await invite(acting, { emails: [nobody], role: "viewer" }, { now: daysAgo(0) });
  expect(anew[nobody]).not.toEqual(old[nobody]);
  expect((await invitations()).body.invitations).toMatchObject([{ email: nobody, role: "viewer" }]);
  const person = await someone("Late", nobody);
  await verify(person);
  expect(await roles()).toMatchObject({ [person.userId]: "viewer" });
});
