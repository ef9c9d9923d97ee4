/* What holds for the invitations of a space and of a base alike: each registers these tests for itself. */
import { expect, test } from "vitest";
import { refusal } from "#test/support/requests/refusal";
import { noInvitation } from "./ids.ts";
import { someone, verify } from "./makers.ts";
import { aPlace } from "./members.ts";

type Kind = Parameters<typeof aPlace>[0];

const anAddress = () => `${crypto.randomUUID()}@test.local`;
const emailsIn = (invitations: { email: string }[]) => invitations.map(({ email }) => email);

export function testListing(kind: Kind): void {
  test("200: who is awaited, by whom, as what and until when", async () => {
    const { member, invite, invitations } = await aPlace(kind);
    const as = await member("editor");
    const email = anAddress();
    const { body } = await invite([email], "viewer", as);
    const answer = await invitations(as);
    expect({ status: answer.status, body: answer.body }).toEqual({
      status: 200,
      body: {
        invitations: [
          {
            invitationId: body[email].invitationId,
            email,
            role: "viewer",
            invitedBy: as.userId,
            createdTime: expect.any(String),
            expiredTime: expect.any(String),
          },
        ],
        nextCursor: null,
      },
    });
    const [{ createdTime, expiredTime }] = answer.body.invitations;
    const days = (Date.parse(expiredTime) - Date.parse(createdTime)) / 86_400_000;
    expect(Math.round(days * 100) / 100).toBe(14);
  });

  test("200: page by page each once", async () => {
    const { owner, invite, invitations } = await aPlace(kind);
    const emails = Array.from({ length: 5 }, anAddress);
    await invite(emails);
    const seen: string[] = [];
    for (let cursor: string | null = ""; cursor !== null; ) {
      const { body } = await invitations(owner, { take: "2", ...(cursor && { cursor }) });
      expect(body.invitations.length).toBeLessThanOrEqual(2);
      seen.push(...emailsIn(body.invitations));
      cursor = body.nextCursor;
    }
    expect(seen.sort()).toEqual(emails.sort());
  });

  test.each([
    ["take", "1001"],
    ["cursor", "x"],
    ["nope", "1"],
  ])("400: %s=%s", async (key, value) => {
    const { owner, invitations } = await aPlace(kind);
    expect(refusal(await invitations(owner, { [key]: value }))).toEqual({ status: 400, paths: [key] });
  });

  test("403: for who may invite nobody", async () => {
    const { member, invitations } = await aPlace(kind);
    expect((await invitations(await member("viewer"))).status).toBe(403);
  });
}

export function testCancelling(kind: Kind): void {
  test("200: it is gone, and whoever verifies his address later does not join; what waits elsewhere does", async () => {
    const place = await aPlace(kind);
    const other = await aPlace(kind);
    const person = await someone();
    const { body } = await place.invite([person.email]);
    await other.invite([person.email]);
    const { invitationId } = body[person.email];
    expect((await place.cancel(invitationId)).status).toBe(200);
    expect((await place.invitations()).body.invitations).toEqual([]);
    expect((await place.cancel(invitationId)).status).toBe(404);
    await verify(person);
    expect(await place.roles()).not.toHaveProperty(person.userId);
    expect(await other.roles()).toHaveProperty(person.userId);
  });

  test("taken back and verified at once: both see the same", async () => {
    for (let i = 0; i < 10; i++) {
      const { invite, cancel, invitations, roles } = await aPlace(kind);
      const person = await someone();
      const { body } = await invite([person.email]);
      const [{ status }] = await Promise.all([cancel(body[person.email].invitationId), verify(person)]);
      expect([200, 404]).toContain(status);
      expect(person.userId in (await roles())).toBe(status === 404);
      expect((await invitations()).body.invitations).toEqual([]);
    }
  });

  test("403: one that is beyond the caller, or by who may invite nobody", async () => {
    const { member, invite, cancel, invitations } = await aPlace(kind);
    const { body } = await invite(["beyond@test.local"], "owner");
    const { invitationId } = body["beyond@test.local"];
    for (const role of ["editor", "viewer"] as const)
      expect((await cancel(invitationId, await member(role))).status).toBe(403);
    expect((await invitations()).body.invitations).toHaveLength(1);
  });

  test("404: an id that is none, stands for nothing, or for an invitation elsewhere", async () => {
    const [place, other] = [await aPlace(kind), await aPlace(kind)];
    const { body } = await other.invite(["elsewhere@test.local"]);
    for (const id of ["x", noInvitation(), body["elsewhere@test.local"].invitationId])
      expect((await place.cancel(id)).body.message).toBe(
        `There is no invitation ${id}, or you have no access to it`,
      );
  });
}
